"""Public copies of links, which the Wayback Machine makes on our request."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class CopyState(StrEnum):
    """Where the public copy of a link stands."""

    PLANNED = "planned"  # to be asked for, at once or later
    ASKED = "asked"  # committed before the request; a copy may be there already
    SAVED = "saved"
    FAILED = "failed"  # it cannot be saved, or is not for everybody
    GIVEN_UP = "given_up"  # tried too often


#: Nothing more is done by itself.
AT_REST = (CopyState.SAVED, CopyState.FAILED, CopyState.GIVEN_UP)
#: What a person may want to look at.
LACKING = (CopyState.FAILED, CopyState.GIVEN_UP)


@dataclass(frozen=True, slots=True)
class PublicCopy:
    """One link on its way into the Wayback Machine.

    Attributes:
        next_at: When something is done about it again; None at rest.
        attempts: How often it was asked for, as far as the service may have heard it.
        asked_at: When it was asked for last.
        job_id: What the service calls its work on it; empty where it has not said.
        said: The last answer, in a line.
        memento_url: Where the copy is; its moment is `memento_at`.
        is_by_hand: A person asked for it, whatever the policy is.
    """

    article_uuid: str
    state: CopyState
    planned_at: datetime
    changed_at: datetime
    next_at: datetime | None = None
    attempts: int = 0
    asked_at: datetime | None = None
    job_id: str = ""
    said: str = ""
    memento_url: str = ""
    memento_at: datetime | None = None
    is_by_hand: bool = False


@dataclass(frozen=True, slots=True)
class CopyLoad:
    """How much is asked of the service.

    Attributes:
        due: Links to be asked for now.
        at_work: Links that it is at work on for us, as far as is known.
        last_minute: Links that were asked for within a minute; `last_day` within a day.
    """

    due: int = 0
    at_work: int = 0
    last_minute: int = 0
    last_day: int = 0


class SaveKind(StrEnum):
    """What an answer of the service means."""

    ACCEPTED = "accepted"  # it has a job
    PENDING = "pending"
    SAVED = "saved"
    PAGE_LATER = "page_later"  # this page failed; it may work later
    NEVER = "never"  # this page is not saved, whenever it is asked for
    LOST = "lost"  # it knows nothing of the job
    LATER = "later"  # nothing happened: it has too much to do, or cannot be reached
    UNSURE = "unsure"  # it may have been heard
    CLOSED = "closed"  # it does not let us in: a person must act first


@dataclass(frozen=True, slots=True)
class SaveAnswer:
    """An answer of the service, without secrets.

    Attributes:
        said: In a line.
        not_before: When it asked to be asked again; None where it did not.
    """

    kind: SaveKind
    said: str = ""
    job_id: str = ""
    memento_url: str = ""
    memento_at: datetime | None = None
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the service lets our account do now.

    Attributes:
        sessions: Pages that it would begin with at once.
        today: Pages that are left of the day.
        trouble: Why it cannot be told; None where it was.
    """

    sessions: int = 0
    today: int = 0
    trouble: SaveAnswer | None = None
