"""How a redirect chain ended, and which URL of it is to be kept.

"Last good" is the URL before the one that went wrong: a wall, a dead page and a page that was
folded into the home page say nothing against the URL that led there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from strandline.core.urls.errorpages import is_error_page
from strandline.core.urls.redirects import Chain, Stop
from strandline.core.urls.walls import Wall, find_wall
from strandline.core.urls.weblink import read_web_address
from strandline.model.fetching import (
    FetchOutcome,
    FetchResult,
    Resolution,
    ResolveOutcome,
)

_WALLS = {
    Wall.LOGIN: (ResolveOutcome.LOGIN_WALL, "leads to a login page"),
    Wall.CONSENT: (ResolveOutcome.CONSENT_WALL, "leads to a consent page"),
}
_STOPS = {
    Stop.LOOP: ResolveOutcome.LOOP,
    Stop.TOO_MANY: ResolveOutcome.TOO_MANY_HOPS,
}
#: Statuses of a page that is there, though not for us.
_NOT_FOR_US = frozenset({401, 402, 403, 405, 406, 407, 451})
#: Outcomes that say nothing against the URL: it was found, or we keep out of it.
_FOUND_OUTCOMES = frozenset({FetchOutcome.OK, FetchOutcome.BLOCKED, FetchOutcome.ROBOTS})


@dataclass(frozen=True, slots=True)
class Judges:
    """What is known about URLs elsewhere: `core.urls.pages` and the rules of identity."""

    is_home_page: Callable[[str], bool]
    is_opaque: Callable[[str], bool]


def conclude(
    chain: Chain, outcome: FetchOutcome, status: int, message: str, judges: Judges
) -> Resolution:
    """The resolution of a chain whose last URL answered, or failed to.

    Args:
        chain: All hops that were followed.
        outcome: How the request to its last URL ended.
        status: HTTP status of it; 0 where there was none.
        message: One line about it.
        judges: Decide about URLs.
    """
    wall = _walled(chain)
    if wall is not None:
        return wall
    # A shortener that does not answer has not said where it leads, whatever kept us out.
    is_silent = outcome is not FetchOutcome.OK and judges.is_opaque(chain.url)
    if is_silent or not _is_found(outcome, status):
        return _failed(chain, outcome, status, message)
    dead = _led_to_error_page(chain)
    if dead is not None:
        return dead
    home = _folded_into_home(chain, judges)
    if home is not None:
        return home
    return _resolved(chain, "" if outcome is FetchOutcome.OK else message)


def conclude_stop(chain: Chain, stop: Stop, target: str) -> Resolution:
    """The resolution of a chain that is not followed further.

    Args:
        chain: The hops that were followed.
        stop: Why.
        target: Where the last answer pointed.
    """
    wall = _walled(chain)
    if wall is not None:
        return wall
    keep = _as_asked(chain, chain.loop_entry(target)) if stop is Stop.LOOP else chain.asked
    words = "redirects in a circle" if stop is Stop.LOOP else "redirects on and on"
    return Resolution(chain.asked, _STOPS[stop], keep, chain.hops, f"{keep} {words}")


def conclude_dead_end(chain: Chain, message: str) -> Resolution:
    """The resolution of a chain whose last redirect has no usable target."""
    return Resolution(
        chain.asked, ResolveOutcome.DEAD_END, chain.url, chain.hops, f"{chain.url}: {message}"
    )


def with_page(resolution: Resolution, page: FetchResult) -> Resolution:
    """The same, with the answer at the end of the chain."""
    return replace(resolution, page=page)


def _is_found(outcome: FetchOutcome, status: int) -> bool:
    return outcome in _FOUND_OUTCOMES or 200 <= status < 300 or status in _NOT_FOR_US


def _walled(chain: Chain) -> Resolution | None:
    """The chain ends at a wall that was not asked for: keep the URL that led to it."""
    if not chain.hops or find_wall(read_web_address(chain.asked)) is not None:
        return None
    wall = find_wall(read_web_address(chain.url))
    if wall is None:
        return None
    outcome, words = _WALLS[wall]
    last_good = _before(chain, lambda url: find_wall(read_web_address(url)) is None)
    message = f"{last_good} {words}: {chain.url}"
    return Resolution(chain.asked, outcome, last_good, chain.hops, message)


def _led_to_error_page(chain: Chain) -> Resolution | None:
    """A page named after its error answers 200 on many servers; it says nothing of the article."""
    if not chain.hops or _is_error_page(chain.asked) or not _is_error_page(chain.url):
        return None
    last_good = _before(chain, lambda url: not _is_error_page(url))
    message = f"{last_good} leads to an error page: {chain.url}"
    return Resolution(chain.asked, ResolveOutcome.DEAD_END, last_good, chain.hops, message)


def _is_error_page(url: str) -> bool:
    return is_error_page(read_web_address(url))


def _folded_into_home(chain: Chain, judges: Judges) -> Resolution | None:
    """An article that redirects to the home page is gone; a shortener may mean the home page."""
    if not chain.hops or not judges.is_home_page(chain.url) or judges.is_home_page(chain.asked):
        return None
    last_good = _before(chain, lambda url: not judges.is_home_page(url))
    if judges.is_opaque(last_good):
        return None
    message = f"{last_good} leads to the home page {chain.url}"
    return Resolution(chain.asked, ResolveOutcome.HOME_PAGE, last_good, chain.hops, message)


def _before(chain: Chain, is_good: Callable[[str], bool]) -> str:
    """The last good URL of a chain, looking back from its end."""
    backwards = (hop.from_url for hop in reversed(chain.hops))
    return _as_asked(chain, next((url for url in backwards if is_good(url)), chain.asked))


def _as_asked(chain: Chain, url: str) -> str:
    """The URL as it was written where it is only spelt in another way."""
    is_same = read_web_address(chain.asked).with_fragment == url
    return chain.asked if is_same else url


def _failed(chain: Chain, outcome: FetchOutcome, status: int, message: str) -> Resolution:
    last_good = _before(chain, lambda url: url != chain.url)
    if outcome is FetchOutcome.REFUSED:
        kind = ResolveOutcome.REFUSED
    elif 400 <= status < 500 and outcome in (FetchOutcome.HTTP_ERROR, FetchOutcome.GONE):
        kind = ResolveOutcome.DEAD_END
    else:
        kind = ResolveOutcome.UNREACHABLE
    return Resolution(chain.asked, kind, last_good, chain.hops, message)


def _resolved(chain: Chain, message: str) -> Resolution:
    final = _as_asked(chain, chain.url)
    outcome = ResolveOutcome.UNCHANGED if final == chain.asked else ResolveOutcome.RESOLVED
    return Resolution(chain.asked, outcome, final, chain.hops, message)
