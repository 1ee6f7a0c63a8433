"""Whether kept links still lead to what was kept, and what was seen when they were visited."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class LinkState(StrEnum):
    """What a kept link is taken for, after all that was seen of it."""

    UNKNOWN = "unknown"  # could not be looked at, or says nothing either way
    ALIVE = "alive"
    CHANGED = "changed"  # something else is said there
    MOVED = "moved"  # what was kept is said at another address
    BLOCKED = "blocked"  # a wall or a challenge: there, but not for us
    SOFT_GONE = "soft_gone"  # "not found" under a status that says found
    GONE = "gone"


#: What a person may have to do something about.
ROTTEN = (LinkState.GONE, LinkState.SOFT_GONE, LinkState.MOVED, LinkState.CHANGED)
#: For these the kept copy is shown in the page's place.
LOST = (LinkState.GONE, LinkState.SOFT_GONE)


class Sign(StrEnum):
    """What one visit showed."""

    ALIVE = "alive"
    CHANGED = "changed"
    MOVED = "moved"
    BLOCKED = "blocked"
    UNKNOWN = "unknown"
    SOFT_GONE = "soft_gone"
    GONE = "gone"  # 404, 410
    FAILING = "failing"  # the page's own error
    DOWN = "down"  # its host does not answer


#: Signs that count towards being gone.
FAILURES = (Sign.SOFT_GONE, Sign.GONE, Sign.FAILING, Sign.DOWN)


@dataclass(frozen=True, slots=True)
class LinkHealth:
    """A kept link as it stands.

    Attributes:
        host: Of its URL.
        since: When the state began.
        kept_at: When it was last captured.
        next_at: When it is visited again.
        visited_at: The last visit; None before the first.
        failures: Visits in a row that failed; `failing_since` is the first of them.
        evidence: One line on what was seen last.
        target: Where it leads now, where that is another address.
        change: How much of what is said there is other than what was kept, 0 to 1.
        is_dismissed: A person has seen it and wants to hear no more of this state.
    """

    article_uuid: str
    host: str
    since: datetime
    kept_at: datetime
    next_at: datetime
    state: LinkState = LinkState.UNKNOWN
    visited_at: datetime | None = None
    failures: int = 0
    failing_since: datetime | None = None
    evidence: str = ""
    target: str = ""
    change: float = 0.0
    is_dismissed: bool = False


@dataclass(frozen=True, slots=True)
class Visit:
    """One visit, with its evidence.

    Attributes:
        state: What the link was taken for after it.
        status: HTTP status; 0 where there was none.
        final_url: Where the answer came from.
        difference: Passages that were kept (`-`) and that stand there instead (`+`), in order.
    """

    article_uuid: str
    visited_at: datetime
    sign: Sign
    state: LinkState
    status: int = 0
    final_url: str = ""
    evidence: str = ""
    change: float = 0.0
    difference: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sibling:
    """What a host answers where there cannot be anything.

    Attributes:
        text: What it says, from its start.
    """

    asked_at: datetime
    status: int
    final_url: str
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class HostHealth:
    """A host that kept links lie on.

    Attributes:
        failures: Visits in a row, of any of its links, that it did not answer.
        next_at: While it is down: none of its links is visited before this.
    """

    host: str
    failures: int = 0
    failing_since: datetime | None = None
    next_at: datetime | None = None
    sibling: Sibling | None = None


@dataclass(frozen=True, slots=True)
class HostRot:
    """Kept links of a host by what became of them."""

    host: str
    links: int
    lost: int
