"""How a poll went: of one source, and of a run."""

from dataclasses import dataclass, field
from datetime import datetime

from strandline.model.funnel import Drop, Funnel
from strandline.model.sources import Source, SourceHealth, SourceState


@dataclass(frozen=True, slots=True)
class SourceOutcome:
    """How polling one source went.

    Attributes:
        state: The source's state after the poll.
        message: One line for a person; empty when ok.
        listed: Items that it lists now; 0 where nothing was read.
        new: Articles that entered the ledger.
        joined: Articles of the ledger that were seen at this source for the first time.
        known: Items that it had listed before.
        old: Items outside the window, and undated ones of a first reading.
        dropped: Everything else that was let go.
        is_unchanged: True where the server said so, or sent the same bytes.
        is_failed: True where nothing could be read.
    """

    source_uuid: str
    name: str
    url: str
    state: SourceState
    message: str = ""
    listed: int = 0
    new: int = 0
    joined: int = 0
    known: int = 0
    old: int = 0
    dropped: int = 0
    is_unchanged: bool = False
    is_failed: bool = False
    next_poll_at: datetime | None = None
    seconds: float = 0.0
    funnel: Funnel = field(default_factory=Funnel)
    drops: tuple[tuple[str, Drop], ...] = ()


@dataclass(frozen=True, slots=True)
class PollReport:
    """How one run of polling went; outcomes in the order of the source ids."""

    started_at: datetime
    outcomes: tuple[SourceOutcome, ...] = ()
    seconds: float = 0.0

    @property
    def new(self) -> int:
        """Articles that entered the ledger."""
        return sum(outcome.new for outcome in self.outcomes)

    @property
    def failed(self) -> int:
        """Sources of which nothing could be read."""
        return sum(outcome.is_failed for outcome in self.outcomes)


def outcome_of(source: Source, health: SourceHealth) -> SourceOutcome:
    """A source's outcome as its health tells it, nothing counted yet."""
    return SourceOutcome(
        source.source_uuid,
        source.name,
        source.url,
        health.state,
        health.message,
        next_poll_at=health.next_poll_at,
    )
