"""The objects that a ledger names, as a file with a line for each."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

#: What names objects; older ledgers do not have all of them.
_TABLES = ("archive_artifacts", "shared_payloads")


def named_objects(tables: Collection[str]) -> str:
    """The query for them, each once, in the order of keys; empty where none is named.

    An object is never given to other bytes.

    Args:
        tables: Those of the ledger.
    """
    rows = " UNION ALL ".join(
        f"SELECT key, size_bytes, sha256 FROM {name}"  # noqa: S608 - names of ours
        for name in _TABLES
        if name in tables
    )
    if not rows:
        return ""
    return (
        f"SELECT key, MAX(size_bytes), MAX(sha256) FROM ({rows}) AS named "  # noqa: S608
        "GROUP BY key ORDER BY key"
    )


def write_objects(file: Path, rows: Iterable[Any]) -> None:
    """Key, size and checksum, with a tab between: none of them can hold one."""
    with file.open("w", encoding="utf-8") as out:
        out.writelines(f"{key}\t{size}\t{sha256}\n" for key, size, sha256 in rows)
