"""The objects that a ledger names, as a file with a line for each."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

#: Each once, in the order of keys; an object is never given to other bytes.
NAMED_OBJECTS = (
    "SELECT key, MAX(size_bytes), MAX(sha256) FROM archive_artifacts GROUP BY key ORDER BY key"
)
#: Ledgers of the first version have no archive.
ARCHIVE_TABLE = "archive_artifacts"


def write_objects(file: Path, rows: Iterable[Any]) -> None:
    """Key, size and checksum, with a tab between: none of them can hold one."""
    with file.open("w", encoding="utf-8") as out:
        out.writelines(f"{key}\t{size}\t{sha256}\n" for key, size, sha256 in rows)
