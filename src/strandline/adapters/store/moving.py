"""Moves a ledger to another database: every row of every table, counted and compared.

Rows go in the order of their primary keys, a batch a transaction, so what a killed move has copied
stays copied. Until the end the target has a table of its own that says whose copy it is: no program
takes it for a ledger, and no other move goes on with it. Documents and words are made anew.
"""

import hashlib
import json
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Row

from strandline.adapters.store.archive_schema import archive_documents, documents_waiting
from strandline.adapters.store.engine import Database, connect, make_file
from strandline.adapters.store.migrate import bring_up_to_date, require_newest, revision
from strandline.adapters.store.schema import articles, metadata
from strandline.adapters.store.waiting import AT_ONCE, index
from strandline.model.errors import StoreError
from strandline.ports import Progress
from strandline.settings import DatabaseSettings

#: Rows of one transaction, and characters from which on it has no more: texts may have a million.
_BATCH, _LONG = 500, 4_000_000
#: Rows that are read at once.
_READ = 20
#: What an empty ledger has: the reader that is always there, and what probes count.
_OF_EMPTY = frozenset({"readers", "reader_settings", "store_counters"})
#: Made on the other side: places and words of documents, and what waits for them.
_MADE_ANEW = (archive_documents, documents_waiting)
_MODULUS = 1 << 256

_MARK = sa.Table(
    "strandline_move", sa.MetaData(), sa.Column("source", sa.Text), sa.Column("begun_at", sa.Text)
)


@dataclass(frozen=True, slots=True)
class Moved:
    """A ledger that was moved.

    Attributes:
        counts: Rows by table, the same on both sides.
        resumed: Rows that an earlier run had copied.
    """

    source: str
    target: str
    counts: Mapping[str, int]
    resumed: int = 0


def move_ledger(
    source: DatabaseSettings,
    target: DatabaseSettings,
    progress: Progress,
    stop: threading.Event | None = None,
) -> Moved:
    """Copy a ledger, and go on where an earlier run was ended.

    Raises:
        StoreError: The target holds something else, or the two differ at the end: the source was
            written to meanwhile. The source is never changed.
        SchemaError: The source is of another version.
    """
    stop = stop or threading.Event()
    with closing(connect(source)) as old, closing(connect(target)) as new:
        if old.name == new.name:
            raise StoreError("The ledger is there already.", subject=new.name)
        require_newest(old)
        _prepare(new, old.name)
        resumed = 0
        with old.read() as reading:
            for table in _tables():
                resumed += _copy(reading, new, table, progress, stop)
            _number_on(new)
            _index(new, progress, stop)
            counts = _compare(reading, new, progress)
        with new.write() as connection:
            _MARK.drop(connection)
    return Moved(old.name, new.name, counts, resumed)


def refuse_unfinished(connection: Connection, name: str) -> None:
    """A database into which a ledger is being moved is none yet.

    Raises:
        StoreError: With what to do.
    """
    if sa.inspect(connection).has_table(_MARK.name):
        raise StoreError(
            f"{name} is the target of a move that has not ended.",
            subject=name,
            advice="Run the same strandline migrate --to again, with the old settings.",
        )


def _tables() -> list[sa.Table]:
    """In an order in which every row finds what it belongs to."""
    return [table for table in metadata.sorted_tables if table not in _MADE_ANEW]


def _prepare(new: Database, source: str) -> None:
    """An empty ledger with our mark, or the one that we had begun.

    Raises:
        StoreError: It holds something else.
    """
    make_file(new)
    with new.read() as connection:
        has_mark = sa.inspect(connection).has_table(_MARK.name)
        mark = connection.execute(sa.select(_MARK.c.source)).scalar() if has_mark else None
        is_ours = mark == source
        found = revision(connection)
        full = "" if is_ours or found is None else _first_with_rows(connection)
    if (has_mark and not is_ours) or full:
        what = f"one is being moved there from {mark}" if has_mark else f"it has rows of {full}"
        raise StoreError(
            f"{new.name} is not empty: {what}.",
            subject=new.name,
            advice="Name a database in which nothing is; nothing was changed.",
        )
    if is_ours:
        return
    bring_up_to_date(new)
    with new.write() as connection:
        _empty(connection)
        _MARK.create(connection)
        begun = datetime.now(UTC).isoformat()
        connection.execute(_MARK.insert().values(source=source, begun_at=begun))


def _empty(connection: Connection) -> None:
    for table in reversed(metadata.sorted_tables):
        connection.execute(table.delete())


def _first_with_rows(connection: Connection) -> str:
    inspector = sa.inspect(connection)
    for table in metadata.sorted_tables:
        if not inspector.has_table(table.name):
            continue
        if _count(connection, table) > (1 if table.name in _OF_EMPTY else 0):
            return str(table.name)
    return ""


def _copy(
    reading: Connection, new: Database, table: sa.Table, progress: Progress, stop: threading.Event
) -> int:
    """Copy what is not there yet; returns how many rows were."""
    keys = list(table.primary_key)
    with new.read() as connection:
        there = _count(connection, table)
        newest = sa.select(*keys).order_by(*(key.desc() for key in keys)).limit(1)
        last = connection.execute(newest).first() if there else None
    progress.start(table.name, _count(reading, table) - there)
    query = sa.select(table).order_by(*keys)
    if last is not None:
        bound = [
            sa.bindparam(None, value, type_=key.type) for key, value in zip(keys, last, strict=True)
        ]
        query = query.where(sa.tuple_(*keys) > sa.tuple_(*bound))
    for rows in _batches(_rows(reading, query)):
        if stop.is_set():
            break
        with new.write() as connection:
            connection.execute(table.insert(), rows)
        progress.advance(table.name, len(rows))
    progress.finish(table.name)
    if stop.is_set():
        raise StoreError(
            f"The move was ended at the table {table.name}.",
            advice="Run it again: it goes on from there.",
        )
    return there


def _batches(rows: Iterable[Row[Any]]) -> Iterator[list[dict[str, Any]]]:
    batch: list[dict[str, Any]] = []
    length = 0
    for row in rows:
        batch.append(dict(row._mapping))  # noqa: SLF001 - SQLAlchemy's own way to a mapping
        length += sum(len(value) for value in row if isinstance(value, str | bytes | memoryview))
        if len(batch) == _BATCH or length >= _LONG:
            yield batch
            batch, length = [], 0
    if batch:
        yield batch


def _count(connection: Connection, table: sa.Table) -> int:
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


def _number_on(new: Database) -> None:
    """PostgreSQL gives numbers that follow those which came with the rows."""
    if new.is_sqlite:
        return
    with new.write() as connection:
        for table in metadata.sorted_tables:
            column = table.autoincrement_column
            if column is None:
                continue
            query = "SELECT pg_get_serial_sequence(:table, :column)"
            names = {"table": table.name, "column": column.name}
            sequence = connection.execute(sa.text(query), names).scalar()
            newest = connection.execute(sa.select(sa.func.max(column))).scalar()
            if sequence and newest:
                connection.execute(
                    sa.text("SELECT setval(CAST(:sequence AS regclass), :newest)"),
                    {"sequence": sequence, "newest": newest},
                )


def _index(new: Database, progress: Progress, stop: threading.Event) -> None:
    """Make the documents of all articles that have none yet."""
    with new.write() as connection:
        connection.execute(documents_waiting.delete())
        # Not NOT IN, which PostgreSQL compares one by one where its memory is too small for a hash.
        has_one = sa.exists().where(archive_documents.c.article_uuid == articles.c.article_uuid)
        missing = sa.select(articles.c.article_uuid).where(~has_one)
        connection.execute(documents_waiting.insert().from_select(["article_uuid"], missing))
        total = _count(connection, documents_waiting)
    progress.start("search", total)
    while not stop.is_set():
        found = new.write_again(lambda connection: index(connection, AT_ONCE))
        if not found:
            break
        progress.advance("search", found)
    progress.finish("search")


def _compare(reading: Connection, new: Database, progress: Progress) -> dict[str, int]:
    """Counts of all tables, once both sides agree.

    Raises:
        StoreError: They do not: the copy is emptied, and the next run begins anew.
    """
    counts: dict[str, int] = {}
    odd: list[str] = []
    progress.start("comparing", len(_tables()))
    with new.read() as copied:
        for table in _tables():
            ours, theirs = _sum(reading, table), _sum(copied, table)
            counts[table.name] = ours[0]
            if ours != theirs:
                odd.append(f"{table.name} ({ours[0]:,} rows, {theirs[0]:,} there)")
            progress.advance("comparing")
        if _count(copied, archive_documents) != counts["articles"]:
            odd.append("the index of searches")
    progress.finish("comparing")
    if odd:
        with new.write() as connection:
            _empty(connection)
        raise StoreError(
            f"The copy differs from the ledger: {', '.join(odd[:5])}.",
            subject=new.name,
            advice="Stop all that writes to the ledger, and run it again: it begins anew.",
        )
    return counts


def _sum(connection: Connection, table: sa.Table) -> tuple[int, int]:
    """How many rows, and a checksum that does not depend on their order."""
    count = total = 0
    for row in _rows(connection, sa.select(table)):
        count += 1
        text = json.dumps([_plain(value) for value in row], ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
        total = (total + int.from_bytes(digest)) % _MODULUS
    return count, total


def _rows(connection: Connection, query: sa.Select[Any]) -> Iterator[Row[Any]]:
    yield from connection.execute(query, execution_options={"yield_per": _READ})


def _plain(value: Any) -> Any:
    """The same for what both databases mean the same by."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes | memoryview):
        return bytes(value).hex()
    return value
