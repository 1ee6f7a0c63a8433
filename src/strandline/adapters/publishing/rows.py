"""Rows of published tables, read from one state of the ledger and never all at once."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.publishing.shape import Column, Table
from strandline.adapters.store.border import utc_text
from strandline.adapters.store.engine import connect
from strandline.adapters.store.migrate import require_newest
from strandline.adapters.store.types import json_text
from strandline.settings import DatabaseSettings

Row = tuple[Any, ...]
#: Page cache of the ledger meanwhile.
_CACHE_KIB = 8 * 1024


class Published:
    """What is published of the ledger, as it stood at one moment.

    Args:
        connection: Within a transaction that sees one state.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def count(self, table: Table) -> int:
        """How many rows a table has."""
        query = sa.select(sa.func.count()).select_from(table.rows).where(*table.where)
        return int(self._connection.execute(query).scalar_one())

    def batches(self, table: Table, *only: sa.ColumnElement[bool]) -> Iterator[list[Row]]:
        """Rows of a table, in order: texts, numbers and None, cleaned.

        Args:
            table: Which.
            only: Conditions beside those of the table.
        """
        read = row_reader(table.columns)
        streamed = self._connection.execution_options(
            stream_results=True, yield_per=table.batch
        ).execute(table.query.where(*only))
        for some in streamed.partitions(table.batch):
            yield [read(row) for row in some]


@contextmanager
def open_published(settings: DatabaseSettings) -> Iterator[Published]:
    """One state of the ledger, to be read from.

    Raises:
        StoreError: The database cannot be used.
        SchemaError: It is older or newer than this program.
    """
    database = connect(settings)
    try:
        require_newest(database)
        with database.read() as connection:
            if database.is_sqlite:
                # Each row is read once: what a cache would hold is not asked for again.
                connection.exec_driver_sql(f"PRAGMA cache_size=-{_CACHE_KIB}")
            yield Published(connection)
    finally:
        database.close()


def row_reader(columns: Sequence[Column]) -> Callable[[Sequence[Any]], Row]:
    """Makes plain values of what the ledger gives."""
    readers = [_value_reader(column) for column in columns]

    def read(row: Sequence[Any]) -> Row:
        return tuple(
            [
                value if value is None or reader is None else reader(value)
                for reader, value in zip(readers, row, strict=True)
            ]
        )

    return read


def _value_reader(column: Column) -> Callable[[Any], Any] | None:
    if column.is_time:
        return utc_text
    if column.is_json:
        return json_text
    if column.sql_type == "INTEGER":
        return int
    return column.cleaned
