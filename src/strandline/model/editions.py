"""What becomes of an edition between its making and its readers, and what editors do to it."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strandline.model.digests import DigestItem
    from strandline.model.readers import HistoryEntry


class EditionState(StrEnum):
    """How far an edition is on its way."""

    DRAFT = "draft"
    APPROVED = "approved"
    SCHEDULED = "scheduled"  # goes out at a time; locked until then
    SENDING = "sending"  # published; its recipients are served
    SENT = "sent"
    SKIPPED = "skipped"  # never published; its reason is kept


#: Everybody whose edition it is may read it.
PUBLISHED = frozenset({EditionState.SENDING, EditionState.SENT})
#: What it shows stands in the reader's history.
IN_HISTORY = PUBLISHED | {EditionState.APPROVED, EditionState.SCHEDULED}
#: Somebody may still have to do something.
OPEN = frozenset({EditionState.DRAFT, EditionState.APPROVED, EditionState.SCHEDULED})


class Step(StrEnum):
    """What can be done to an edition as a whole."""

    APPROVE = "approve"
    SEND_BACK = "send_back"
    SCHEDULE = "schedule"
    STOP = "stop"
    PUBLISH = "publish"
    FINISH = "finish"
    SKIP = "skip"
    TAKE_UP = "take_up"


class EditKind(StrEnum):
    """What an editor can do to an edition."""

    ADD = "add"  # an article by its URL, or one that was left out
    DROP = "drop"
    PIN = "pin"  # leads its section; `off` lets go
    MOVE = "move"  # `up`, `down`, `top`
    SECTION = "section"  # name of a section; for articles with the category behind a colon
    TITLE = "title"  # empty: the source's own
    SUMMARY = "summary"
    PICTURE = "picture"  # `on`, `off`
    INTRODUCTION = "introduction"  # Markdown
    CLOSING = "closing"  # Markdown


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of an edition.

    Attributes:
        article_uuid: The item; empty for what concerns the whole edition.
        value: As its kind says.
        item: What is added.
    """

    kind: EditKind
    article_uuid: str = ""
    value: str = ""
    item: "DigestItem | None" = None


@dataclass(frozen=True, slots=True)
class EditionAct:
    """An edit as it was made, and whether it was taken back.

    Attributes:
        number: In the order in which they were made, from 1.
        by: Name of whoever made it.
        version: Of the edition, once it was made.
        undone_version: Of the edition, once it was taken back; 0 while it is in force.
    """

    number: int
    edit: Edit
    by: str
    at: datetime
    version: int
    undone_by: str = ""
    undone_at: datetime | None = None
    undone_version: int = 0

    @property
    def is_in_force(self) -> bool:
        """False once somebody took it back."""
        return self.undone_at is None


@dataclass(frozen=True, slots=True)
class EditionChange:
    """What one transaction does beside saving the edition itself.

    Attributes:
        acts: New ones, in order.
        changed: Acts that were taken back, or put in force again.
        history: What the edition's rows in the history are to be; None leaves them as they are.
        kept: Ids of articles that another edition has shown and that stay all the same.
    """

    acts: tuple[EditionAct, ...] = ()
    changed: tuple[EditionAct, ...] = ()
    history: "tuple[HistoryEntry, ...] | None" = None
    kept: frozenset[str] = field(default_factory=frozenset)
