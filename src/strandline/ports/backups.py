"""Copies of the whole database, and the places where backups go."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from strandline.model.backups import LedgerFacts
from strandline.ports.archive import BlobStore


class LedgerCopies(Protocol):
    """Copies of one database into files, and back."""

    kind: str
    #: Name of a copy within a backup, without the ending of what packs it.
    file_name: str

    def size_bytes(self) -> int:
        """About how much room a copy takes."""
        ...

    def copy(self, into: Path, objects: Path, stop: threading.Event) -> LedgerFacts:
        """One state of the database, while others write; checked once it is there.

        Args:
            into: The file to write; only for this user.
            objects: Gets a line for each object that the same state names: key, bytes, sha256.
            stop: Given up once it is set.

        Raises:
            StoreError: It cannot be read, the copy is damaged, the disk is full, or stopped.
            ConfigError: A program that is needed is missing or too old.
        """
        ...

    def examine(self, file: Path) -> LedgerFacts:
        """Prove that a copy can be brought back, in a place of its own.

        Raises:
            StoreError: It cannot; the message says why.
        """
        ...

    def knows(self, schema: str) -> bool:
        """Whether this program can open a ledger of a schema."""
        ...

    def place(self) -> str:
        """Where the ledger is, without a password."""
        ...

    def is_empty(self) -> bool:
        """Whether nothing is there yet: no file, or a database without a table."""
        ...

    def bring_back(self, file: Path) -> None:
        """Make the ledger from a copy, which may be used up by it; whole or not at all.

        Raises:
            StoreError: There is one, or it cannot be written.
        """
        ...


@dataclass(frozen=True, slots=True)
class BackupPlace:
    """A store of objects in which backups lie.

    Attributes:
        prefix: Of all their keys; empty where the store has nothing else.
        label: For messages.
        installation: Who we are, among those that share it; empty where that is not known (yet).
    """

    blobs: BlobStore
    prefix: str
    label: str
    installation: str = ""


@dataclass(frozen=True, slots=True)
class Safekeeping:
    """With what backups are made and brought back.

    Attributes:
        places: Where they go; all get the same. The first one is read from.
        copies: Of the ledger.
    """

    places: tuple[BackupPlace, ...]
    copies: LedgerCopies


#: Opens what backups need; it is asked for only where one is to be made or read.
OpenSafekeeping = Callable[[], Safekeeping]
