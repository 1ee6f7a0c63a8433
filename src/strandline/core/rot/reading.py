"""What the answer to a visit shows: what was kept, and what the host says elsewhere, is given.

A status proves little: servers answer "not found" with 200, and lead what is gone to their home
page. So the text is held against what was kept, the place where it leads against the places of
the host's other links, and the whole answer against that to an address that cannot exist.
"""

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from strandline.core.archive.outcomes import judge_answer
from strandline.core.rot import drift as drifts
from strandline.model.archive import CaptureOutcome
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.rot import Sibling, Sign

#: A page is what it was up to here: two loads with other related links differ by less.
ALIVE_UP_TO = 0.15
#: Beyond this it is another text.
OTHER_FROM = 0.8
#: Links of one host that lead to one address: that is where its lost pages are led.
CROWD = 3
#: By words, an answer is that to an address which cannot exist up to here.
_SIBLING_UP_TO = 0.15
#: Characters of what a page shows that are compared with a sibling's.
SIBLING_CHARS = 8_000
#: Hosts that do not answer, and statuses by which a server says that there is nobody behind it.
_DOWN = (FetchOutcome.DNS, FetchOutcome.CONNECTION, FetchOutcome.TIMEOUT)
_DOWN_STATUS = frozenset({502, 503, 504, *range(520, 528)})
_SIGNS = {
    CaptureOutcome.BLOCKED: Sign.BLOCKED,
    CaptureOutcome.LOGIN_WALL: Sign.BLOCKED,
    CaptureOutcome.SOFT_404: Sign.SOFT_GONE,
    CaptureOutcome.GONE: Sign.GONE,
    CaptureOutcome.REFUSED: Sign.UNKNOWN,
    CaptureOutcome.UNSUPPORTED: Sign.UNKNOWN,
    CaptureOutcome.TIMEOUT: Sign.FAILING,
    CaptureOutcome.FAILED: Sign.FAILING,
}
_PERMANENT = (301, 308)


@dataclass(frozen=True, slots=True)
class Seen:
    """All that is known of an answer.

    Attributes:
        text: What the answer says; None where it is no page.
        kept: What was kept of the page says; None where nothing comparable is kept.
        shown: All that the answer shows, menus too (`core.archive.same_page.shown_text`);
            `kept_shown` is the same of what was kept.
        kept_as: Type of the document that was kept, where that is no page.
        is_same: The bytes are those that were kept.
        is_own: The answer came from an address of the article.
        crowd: Other kept links of the host that lead to the same address.
        sibling: The host's answer to an address that cannot exist; None before it was asked.
    """

    answer: FetchResult
    text: ArticleText | None = None
    kept: ArticleText | None = None
    shown: str = ""
    kept_shown: str = ""
    kept_as: str = ""
    is_same: bool = False
    is_own: bool = True
    crowd: int = 0
    sibling: Sibling | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a visit shows.

    Attributes:
        evidence: One line for a person.
        target: Another address that the link leads to; empty for none.
        change: 0 to 1.
    """

    sign: Sign
    evidence: str
    target: str = ""
    change: float = 0.0
    difference: tuple[tuple[str, str], ...] = ()


def read(seen: Seen) -> Reading:
    """What an answer shows."""
    answer = seen.answer
    if answer.outcome in _DOWN or answer.status in _DOWN_STATUS:
        return Reading(Sign.DOWN, answer.message or f"HTTP {answer.status}")
    if answer.outcome is FetchOutcome.TLS:  # out of order for programs, often not for people
        return Reading(Sign.UNKNOWN, answer.message)
    if seen.text is not None and seen.text.status is TextStatus.PAYWALL:
        return Reading(Sign.BLOCKED, seen.text.message)
    judged = judge_answer(answer, seen.text)
    sign = _SIGNS.get(judged.outcome)
    if sign is not None:
        return Reading(sign, judged.message)
    if judged.outcome is not CaptureOutcome.GOOD:
        return Reading(Sign.ALIVE, f"it answers: {judged.message}")
    if seen.is_same and seen.is_own:
        return Reading(Sign.ALIVE, "the same bytes as were kept")
    return _at_home(seen) if seen.is_own else _led_away(seen)


def is_doubtful(seen: Seen) -> bool:
    """True where what the host says elsewhere would tell more: asked once a host, and kept."""
    if not seen.answer.is_ok or (seen.is_same and seen.is_own) or seen.sibling is not None:
        return False
    found = read(seen)
    is_near = found.sign is Sign.ALIVE and _comparable(seen)
    return found.sign not in (Sign.SOFT_GONE, Sign.BLOCKED, Sign.FAILING) and not is_near


def sibling_of(url: str, token: str) -> str:
    """An address beside another one that cannot exist: the last part of the path is a token."""
    parts = urlsplit(url)
    folder, _, name = parts.path.rpartition("/")
    dot = name.rpartition(".")
    ending = f".{dot[2]}" if dot[0] and dot[2].isalnum() and len(dot[2]) <= 5 else ""
    return urlunsplit((parts.scheme, parts.netloc, f"{folder}/{token}{ending}", "", ""))


def _led_away(seen: Seen) -> Reading:
    """The answer is another address's."""
    target = seen.answer.final_url
    if seen.crowd >= CROWD:
        why = f"{seen.crowd} other links of the host lead to {target} too"
        return Reading(Sign.SOFT_GONE, why, target)
    if seen.sibling is not None and seen.sibling.final_url == target:
        return Reading(Sign.SOFT_GONE, f"addresses that cannot exist lead to {target} too", target)
    if not _comparable(seen):
        if _is_permanent(seen.answer):
            return Reading(Sign.MOVED, f"led for good to {target}", target)
        return Reading(Sign.UNKNOWN, f"led for now to {target}, which cannot be compared", target)
    change, why = _change(seen)
    if change >= OTHER_FROM:
        return Reading(
            Sign.SOFT_GONE, f"led to {target}, which says something else", target, change
        )
    if _is_permanent(seen.answer) or change <= ALIVE_UP_TO:
        return Reading(Sign.MOVED, f"{why} at {target}", target, change)
    return Reading(Sign.CHANGED, f"{why} at {target}", target, change, _difference(seen))


def _at_home(seen: Seen) -> Reading:
    """The answer is the link's own."""
    if _is_sibling(seen):
        return Reading(Sign.SOFT_GONE, "the host answers the same where there cannot be anything")
    if seen.kept_as and seen.text is not None and seen.text.status is not TextStatus.NOT_HTML:
        return Reading(Sign.CHANGED, f"a page stands where {seen.kept_as} was kept", change=1.0)
    if not _comparable(seen):
        if seen.text is not None and not drifts.says_enough(seen.text.text) and seen.kept:
            return Reading(Sign.UNKNOWN, "it answers, and says too little to be compared")
        return Reading(Sign.ALIVE, "it answers; nothing is kept that it could be compared with")
    change, why = _change(seen)
    if change <= ALIVE_UP_TO:
        return Reading(Sign.ALIVE, why, change=change)
    return Reading(Sign.CHANGED, why, change=change, difference=_difference(seen))


def _comparable(seen: Seen) -> bool:
    return (
        seen.text is not None
        and seen.kept is not None
        and drifts.says_enough(seen.text.text)
        and drifts.says_enough(seen.kept.text)
    )


def _change(seen: Seen) -> tuple[float, str]:
    kept, text = seen.kept, seen.text
    assert kept is not None and text is not None  # noqa: PT018, S101 - comparable
    change = drifts.drift(kept.text, text.text)
    told = f"{round(100 * change)} % of its words are other"
    if drifts.title_drift(kept.title, text.title) > 0.5 and kept.title and text.title:
        told += f", and so is its title ({text.title[:120]!r})"
    return change, told


def _difference(seen: Seen) -> tuple[tuple[str, str], ...]:
    assert seen.kept is not None and seen.text is not None  # noqa: PT018, S101 - comparable
    return drifts.difference(seen.kept.text, seen.text.text)


def _is_sibling(seen: Seen) -> bool:
    """The page is what the host says where there cannot be anything, and not what was kept."""
    sibling = seen.sibling
    if sibling is None or sibling.status != 200 or not sibling.text.strip():
        return False
    # Such pages often repeat the address that was asked for.
    addresses = f"{seen.answer.final_url} {seen.answer.url} {sibling.final_url}"

    def is_like(shown: str) -> bool:
        change = drifts.word_drift(sibling.text, shown[:SIBLING_CHARS], addresses)
        return change <= _SIBLING_UP_TO

    # Where all pages of a host look the same without scripts, that tells nothing.
    return is_like(seen.shown) and not (seen.kept_shown and is_like(seen.kept_shown))


def _is_permanent(answer: FetchResult) -> bool:
    return bool(answer.hops) and all(hop.status in _PERMANENT for hop in answer.hops)
