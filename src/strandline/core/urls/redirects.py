"""Where an answer sends us on, and when to stop: decisions about redirect chains.

Pure: `adapters.fetch` gathers answers, this module decides, `adapters.fetch` asks again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import Hop, HopKind

#: The statuses that send a GET on (RFC 9110, 15.4). 300 offers a choice, 304 is no redirect.
REDIRECT_STATUSES = frozenset({301, 302, 303, 307, 308})
_WHITE = b" \t\r\n\f\v"


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A redirect that leads nowhere, with what is wrong with it."""

    message: str


class Stop(StrEnum):
    """Why a chain is not followed further."""

    LOOP = "loop"
    TOO_MANY = "too_many"


@dataclass(frozen=True, slots=True)
class Chain:
    """The hops so far.

    Attributes:
        seen: URL and cookies of every request: the same URL with another cookie is another
            question ("set a cookie and come back"), the same one twice is a loop.
    """

    asked: str
    hops: tuple[Hop, ...] = ()
    seen: frozenset[tuple[str, str]] = frozenset()

    def onward(self, hop: Hop, cookies: str, max_hops: int) -> "Chain | Stop":
        """The chain with one hop more, or why it ends before it.

        Args:
            hop: Where the last answer points.
            cookies: The Cookie header that the next request would carry.
            max_hops: Most hops that are followed.
        """
        state = (_without_fragment(hop.to_url), cookies)
        if state in self.seen:
            return Stop.LOOP
        if len(self.hops) >= max_hops:
            return Stop.TOO_MANY
        return Chain(self.asked, (*self.hops, hop), self.seen | {state})

    @property
    def url(self) -> str:
        """Where the chain stands."""
        return self.hops[-1].to_url if self.hops else self.asked

    def loop_entry(self, target: str) -> str:
        """The URL at which a loop back to `target` was entered."""
        bare = _without_fragment(target)
        urls = [self.asked, *(hop.to_url for hop in self.hops)]
        return next((url for url in urls if _without_fragment(url) == bare), self.asked)


def start_chain(asked: str, address: WebAddress) -> Chain:
    """A chain before its first request: the URL as written, and as parsed."""
    return Chain(asked, seen=frozenset({(address.href, "")}))


def next_hop(
    status: int, locations: Sequence[bytes], at: WebAddress, *, has_new_cookie: bool = False
) -> Hop | DeadEnd | None:
    """Where an HTTP answer sends us.

    Args:
        status: Of the answer.
        locations: All `Location` values, as bytes.
        at: The URL that answered.
        has_new_cookie: The answer set a cookie that the request did not carry.

    Returns:
        A hop; a dead end for a redirect without a usable target; None for other answers.
    """
    if status not in REDIRECT_STATUSES:
        return None
    distinct = list(dict.fromkeys(value.strip(_WHITE) for value in locations))
    if len(distinct) > 1:
        # Two targets are a broken or a split answer; browsers refuse it too.
        return DeadEnd(f"{len(distinct)} different Location headers")
    if not distinct or not distinct[0]:
        return DeadEnd(f"status {status} without a Location")
    return _hop_to(_read_location(distinct[0]), status, at, has_new_cookie=has_new_cookie)


def _hop_to(target: str, status: int, at: WebAddress, *, has_new_cookie: bool) -> Hop | DeadEnd:
    try:
        to = read_web_address(target, at.href)
    except UrlError as error:
        return DeadEnd(f"a Location that is no web address ({error.message}): {target[:200]!r}")
    comes_back = has_new_cookie and to.href == at.href
    # A target without a fragment inherits it (RFC 9110, 10.2.2).
    to_url = to.href + (to.fragment or at.fragment)
    kind = HopKind.COOKIE if comes_back else HopKind.HTTP
    return Hop(status, at.with_fragment, to_url, kind)


def _read_location(value: bytes) -> str:
    """Text of a Location: UTF-8 where it is, else its odd bytes percent-encoded one by one.

    Servers send paths in Latin-1 or GBK; encoding the bytes asks for exactly the path they meant.
    """
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return "".join(chr(byte) if byte < 0x80 else f"%{byte:02X}" for byte in value)


def _without_fragment(url: str) -> str:
    return url.partition("#")[0]
