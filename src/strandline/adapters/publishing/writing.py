"""A new SQLite file with what is published; the same ledger gives the same bytes.

Rows go in as they are read and in the order of the ledger's own indexes, in one transaction of a
file that nobody opens yet: no journal, no row twice in memory, no time of ours in the file.
"""

import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from strandline.adapters.publishing.derived import DERIVED, FTS, MISSING_SOURCES
from strandline.adapters.publishing.description import About, describe
from strandline.adapters.publishing.provenance import write_provenance
from strandline.adapters.publishing.rows import Published, open_published
from strandline.adapters.publishing.shape import Table
from strandline.adapters.publishing.tables import PUBLISHED, WITH_TEXTS
from strandline.adapters.store.errors import translated
from strandline.model.errors import StoreError
from strandline.ports import Progress
from strandline.settings import DatabaseSettings

#: Page cache of the new file; what does not fit is sorted on disk.
_CACHE_KIB = 16 * 1024
_PRAGMAS = (
    "page_size=4096",
    "journal_mode=OFF",
    "synchronous=OFF",
    f"cache_size=-{_CACHE_KIB}",
    "temp_store=FILE",
    "foreign_keys=OFF",
    "trusted_schema=OFF",
)


@dataclass(frozen=True, slots=True)
class Publication:
    """What was published.

    Attributes:
        description: The file that says what the tables hold.
        rows: How many of each table.
    """

    path: Path
    description: Path
    size_bytes: int
    rows: dict[str, int] = field(default_factory=dict)


def publish(
    settings: DatabaseSettings,
    path: Path,
    about: About,
    progress: Progress,
    *,
    with_texts: bool = False,
    provenance: Path | None = None,
    prefix: str = "",
) -> Publication:
    """Write what is public to a new SQLite file, and its description beside it.

    Both are whole or not there; files of before are replaced in one step each.

    Args:
        settings: The ledger; it is read, in one transaction.
        path: The file.
        about: Title, licence and address that the description names.
        progress: Told of rows.
        with_texts: Also the texts of articles.
        provenance: Folder for `provenance/posts.json` of each kept link; None for none.
        prefix: Of keys in the object store, for that folder.

    Raises:
        StoreError: The ledger cannot be read, or the file not be written.
    """
    tables = WITH_TEXTS if with_texts else PUBLISHED
    description = path.with_name(f"{path.stem}.metadata.json")
    with _parts(path, description) as (part, described):
        with translated(str(path)), closing(sqlite3.connect(part)) as target:
            target.isolation_level = None
            for pragma in _PRAGMAS:
                target.execute(f"PRAGMA {pragma}")
            with open_published(settings) as ledger:
                rows = _fill(target, ledger, tables, progress)
                if provenance is not None:
                    rows["provenance"] = write_provenance(ledger, provenance, prefix)
            rows |= _finish(target, tables)
        text = json.dumps(describe(path.stem, tables, about), ensure_ascii=False, indent=2) + "\n"
        described.write_text(text, encoding="utf-8")
    return Publication(path, description, path.stat().st_size, rows)


def _fill(
    target: sqlite3.Connection, ledger: Published, tables: Sequence[Table], progress: Progress
) -> dict[str, int]:
    counts: dict[str, int] = {}
    target.execute("BEGIN")
    for table in tables:
        target.execute(_create(table))
        places = ", ".join("?" * len(table.columns))
        insert = f"INSERT INTO {table.name} VALUES ({places})"  # noqa: S608 - names of ours
        progress.start(table.name, ledger.count(table))
        counts[table.name] = 0
        for some in ledger.batches(table):
            target.executemany(insert, some)
            counts[table.name] += len(some)
            progress.advance(table.name, len(some))
        progress.finish(table.name)
    return counts


def _finish(target: sqlite3.Connection, tables: Sequence[Table]) -> dict[str, int]:
    """What is made of the rows that are there: nothing new can come in by it."""
    for statement in MISSING_SOURCES:
        target.execute(statement)
    counts = {}
    for derived in DERIVED:
        for statement in derived.statements:
            target.execute(statement)
        count = target.execute(f"SELECT count(*) FROM {derived.name}")  # noqa: S608
        counts[derived.name] = int(count.fetchone()[0])
    for table in tables:
        for columns in table.indexes:
            name = f"ix_{table.name}_{'_'.join(columns)}"
            target.execute(f"CREATE INDEX {name} ON {table.name} ({', '.join(columns)})")
        for statement in FTS.get(table.name, ()):
            target.execute(statement)
    target.execute("COMMIT")
    target.execute("ANALYZE")
    return counts


def _create(table: Table) -> str:
    lines = [f"{column.name} {column.sql_type}" for column in table.columns]
    if table.key:
        lines.append(f"PRIMARY KEY ({', '.join(table.key)})")
    for column in table.columns:
        if column.leads_to:
            other, _, key = column.leads_to.partition(".")
            lines.append(f"FOREIGN KEY ({column.name}) REFERENCES {other} ({key})")
    return f"CREATE TABLE {table.name} (\n  " + ",\n  ".join(lines) + "\n)"


@contextmanager
def _parts(path: Path, description: Path) -> Iterator[tuple[Path, Path]]:
    """Files of a folder of their own beside the target, which take its place in the end.

    Raises:
        StoreError: Nothing can be written there.
    """
    try:
        with tempfile.TemporaryDirectory(prefix=".strandline-", dir=path.resolve().parent) as name:
            part, described = Path(name, "db"), Path(name, "metadata")
            yield part, described
            for one, target in ((described, description), (part, path)):
                with one.open("rb") as stream:
                    os.fsync(stream.fileno())
                one.replace(target)
    except OSError as error:
        raise StoreError(
            f"{path} cannot be written: {error.strerror or error}.",
            subject=str(path),
            advice="Name another file, in a folder that is there.",
        ) from error
