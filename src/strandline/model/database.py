"""What is known of a database before it is opened, and what it knows of the time."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Aged(StrEnum):
    """What goes by its age."""

    POSTS = "posts"  # and articles that nothing holds on to
    TEXTS = "texts"  # of articles, as read from their pages
    JOBS = "jobs"  # of the archive: ended, without a file, not the last of their article
    SENDS = "sends"  # who was sent an edition, once it was sent to its end
    MAILS = "mails"  # that came in, and letters
    AUDIT = "audit"
    DOORS = "doors"  # sessions, links and forms that have ended


@dataclass(frozen=True, slots=True)
class SchemaState:
    """What schema a database has and what this program needs.

    Attributes:
        name: Path or address of the database, without a password.
        found: Revision in the database; None where there is none yet.
        newest: Revision that this program needs.
        backup_hint: How to copy this database before its schema changes.
    """

    name: str
    found: str | None
    newest: str
    backup_hint: str

    @property
    def is_current(self) -> bool:
        """True where nothing is to do."""
        return self.found == self.newest


@dataclass(frozen=True, slots=True)
class OtherClocks:
    """What clocks other than this machine's have said.

    Attributes:
        database: The database server's clock now; None where it is a file of this machine.
        answers: The latest day that polled servers agreed on (`Date` of their answers).
        last_run: Of the last edition or clean-up, moved on by a day a run at most.
    """

    database: datetime | None = None
    answers: datetime | None = None
    last_run: datetime | None = None


#: Upkeep: the ledger was brought back from a backup.
RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Upkeep:
    """The last run of something that looks after the installation, such as a backup.

    Attributes:
        name: What it is: `backup`, `rehearsal`, `restore`, …
        ran_at: When it last ended, well or not.
        ok_at: When it last ended well; None where it never did.
        message: What went wrong the last time; empty where nothing did.
        detail: What the last good one brought, in a few words.
        since: Of backups: how far back the oldest kept one reaches. Of what was told to wait: until
            when it does.
    """

    name: str
    ran_at: datetime
    ok_at: datetime | None = None
    message: str = ""
    detail: str = ""
    since: datetime | None = None
