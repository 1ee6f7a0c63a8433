"""Other ways out for editions: webhooks, hubs, engines that send, networks, chats. Private."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class RepeatKind(StrEnum):
    """What keeps an output from having one edition twice."""

    KEY = "key"  # it knows our id: what comes twice counts once
    LOOK_UP = "look_up"  # it is asked for our edition before anything is made
    NONE = "none"  # it cannot be asked: what is unknown stays so until a person decides


@dataclass(frozen=True, slots=True)
class Repeats:
    """How an output takes the same edition again.

    Attributes:
        holds_for: How long it remembers a key; None for as long as it likes.
    """

    kind: RepeatKind
    holds_for: timedelta | None = None

    def is_safe(self, doubt_since: datetime | None, at: datetime) -> bool:
        """True where an attempt at a time makes nothing twice.

        Args:
            doubt_since: When an edition may first have come through; None where it surely did not.
        """
        if doubt_since is None or self.kind is RepeatKind.LOOK_UP:
            return True
        if self.kind is RepeatKind.NONE:
            return False
        return self.holds_for is None or at - doubt_since < self.holds_for


class OutputState(StrEnum):
    """Where one edition and one output stand."""

    PLANNED = "planned"  # to be tried, at once or later
    SENDING = "sending"  # committed before the request
    DONE = "done"
    FAILED = "failed"  # surely not there; a person may have it tried again
    UNKNOWN = "unknown"  # may be there or not: never tried again by itself


@dataclass(frozen=True, slots=True)
class OutputDelivery:
    """One edition for one output.

    Attributes:
        output: Its name, such as `listmonk` or `webhook:team`.
        attempts: How often it was tried.
        not_before: Not to be tried sooner.
        said: The last answer, or what was given up for.
        remote_id: What the output calls it; empty where it has said nothing.
        doubt_since: Start of the first attempt of which it is not known what became of it.
    """

    output: str
    digest_id: str
    state: OutputState
    planned_at: datetime
    changed_at: datetime
    attempts: int = 0
    not_before: datetime | None = None
    said: str = ""
    remote_id: str = ""
    doubt_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class OutputStanding:
    """What is remembered of an output.

    Attributes:
        since: When it was first there: older editions are not for it.
        is_held: Nothing goes out until a person lets it.
        said: Why it is held.
        failures: Attempts in a row that failed.
    """

    name: str
    since: datetime
    is_held: bool = False
    said: str = ""
    failures: int = 0


class AnswerKind(StrEnum):
    """What an attempt brought."""

    DONE = "done"
    LATER = "later"  # nothing happened; it may work later
    UNSURE = "unsure"  # it may have happened
    REFUSED = "refused"  # this edition is not taken
    CLOSED = "closed"  # we are not let in: a person must act first


@dataclass(frozen=True, slots=True)
class OutputAnswer:
    """The answer of an output, without secrets.

    Attributes:
        said: In a line.
        not_before: When it asked to be tried again; None where it did not.
    """

    kind: AnswerKind
    said: str = ""
    remote_id: str = ""
    not_before: datetime | None = None


@dataclass(frozen=True, slots=True)
class Parcel:
    """An edition as outputs are given it; the same bytes each time.

    Attributes:
        name: Of the edition there, made from its id: letters, digits, hyphens.
        page: Where it is read on our page; empty where the page has no address.
        html: Its items as simple HTML, without head and style; outside text in it is escaped.
        text: The same as plain text.
        data: The same as a JSON object.
        titles: Of its items, in order.
    """

    digest_id: str
    name: str
    title: str
    language: str
    published_at: datetime
    page: str
    html: str
    text: str
    data: str
    titles: tuple[str, ...] = ()
    summary: str = ""
