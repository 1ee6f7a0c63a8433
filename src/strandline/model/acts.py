"""What an act of a person leaves behind: an outcome to tell, and a row of the audit."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from strandline.model.accounts import Actor


@dataclass(frozen=True, slots=True)
class Outcome:
    """How an act ended. Expected refusals are outcomes, never exceptions.

    Attributes:
        is_done: False where nothing was changed.
        message: Key of a catalogue.
        values: Its placeholders.
        subject: Id of what it made or changed; empty for none.
    """

    is_done: bool
    message: str
    values: Mapping[str, str | int] = field(default_factory=dict)
    subject: str = ""


def done(message: str, subject: str = "", **values: str | int) -> Outcome:
    """The act was done."""
    return Outcome(True, message, values, subject)


def refused(message: str, subject: str = "", **values: str | int) -> Outcome:
    """Nothing was changed, and why."""
    return Outcome(False, message, values, subject)


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """Something that a person changed.

    Attributes:
        what: `area.verb`, such as `source.rename`; the catalogue has its words under `audit.`.
        subject: Id of what was changed.
        before: The changed values as they were, small and without secrets; empty for something new.
        after: As they are since; empty for something removed.
        entry_id: Given by the store.
    """

    at: datetime
    actor: Actor
    what: str
    subject: str
    before: Mapping[str, Any] = field(default_factory=dict)
    after: Mapping[str, Any] = field(default_factory=dict)
    entry_id: int = 0


@dataclass(frozen=True, slots=True)
class SentWrite:
    """A write that a program sent under a key of its own, and what it was answered.

    Attributes:
        fingerprint: SHA-256 hex of what was sent.
        status: 0 while it is being done, and where it ended in a fault: what came of it is not
            known then.
        body: The answer, as it was.
    """

    fingerprint: str
    status: int = 0
    media_type: str = ""
    body: str = ""
