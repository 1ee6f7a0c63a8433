"""What is known of a backup: its manifest, and how a ledger is that a copy was made of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class BackupReason(StrEnum):
    """Why a backup was made."""

    BY_HAND = "by hand"
    DAILY = "daily"
    SHUTDOWN = "shutdown"
    MIGRATION = "before migration"


@dataclass(frozen=True, slots=True)
class LedgerFacts:
    """A copy of a ledger, as its database tells of it.

    Attributes:
        kind: `sqlite` or `postgresql`.
        schema: Revision of the schema.
        counts: Rows by table.
    """

    kind: str
    schema: str
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BackupFile:
    """One file of a backup, as it is stored.

    Attributes:
        name: Below the backup's folder.
        sha256: Hex, of the bytes as they are stored.
        role: What it is; see `core.backups`.
    """

    name: str
    role: str
    size_bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """All that says what a backup is. It is written last: without it there is no backup.

    Attributes:
        made_at: When the copy of the ledger was begun: what came later is not in it.
        version: Of the program.
        raw_bytes: Size of the copy of the ledger before it was packed.
        raw_sha256: Hex, of the same.
        objects: How many objects the ledger named then.
        object_bytes: Their size.
        took_s: Seconds that it took.
        installation: Whose it is; empty where it was written before that was kept.
    """

    made_at: datetime
    reason: BackupReason
    version: str
    ledger: LedgerFacts
    raw_bytes: int
    raw_sha256: str
    files: tuple[BackupFile, ...]
    objects: int
    object_bytes: int
    took_s: float
    installation: str = ""

    @property
    def size_bytes(self) -> int:
        """Of all files together, as they are stored."""
        return sum(file.size_bytes for file in self.files)
