"""The two hot paths below SQLAlchemy: inserting many rows, and looking up many keys.

Rows travel as plain tuples in the order of the table's columns, times as ISO 8601 text. SQLite
takes them through `executemany`; PostgreSQL takes a whole chunk as one JSON parameter that it
unfolds itself (`json_to_recordset`), which is one round trip instead of one a row.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store.border import clean_rows
from strandline.adapters.store.types import UtcTime, UuidText

Item = TypeVar("Item")
Row = tuple[Any, ...]

#: Rows of one statement, and the most that one write transaction should carry.
CHUNK = 500


def chunks(items: Sequence[Item], size: int = CHUNK) -> Iterator[Sequence[Item]]:
    """The items in slices; none where there are none."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


class BulkInsert:
    """An INSERT of many rows, written once for each database.

    Args:
        table: Where to.
        conflict: What to do with a row that is there: an `ON CONFLICT …` clause.
        returning: A column to give back for each row that was really inserted (PostgreSQL only;
            on SQLite a transaction that writes is alone, so its caller knows beforehand).
    """

    def __init__(self, table: sa.Table, conflict: str = "", *, returning: str = "") -> None:
        columns = [column for column in table.columns if column.autoincrement is not True]
        self.columns = tuple(column.name for column in columns)
        names = ", ".join(self.columns)
        marks = ", ".join("?" for _ in columns)
        declared = ", ".join(f"{column.name} {_postgres_type(column)}" for column in columns)
        into = f"INSERT INTO {table.name} ({names})"
        back = f" RETURNING {returning}" if returning else ""
        self._sqlite = f"{into} VALUES ({marks}) {conflict}"
        self._postgres = (
            f"{into} SELECT {names} FROM json_to_recordset(%s::json) AS r({declared}) "  # noqa: S608 - our own names
            f"{conflict}{back}"
        )
        self._returns = bool(returning)

    def run(self, connection: Connection, rows: Sequence[Row]) -> tuple[int, list[Any]]:
        """Insert.

        Returns:
            How many rows were inserted or updated, and what was given back.
        """
        if not rows:
            return 0, []
        rows = clean_rows(rows)
        if connection.dialect.name == "sqlite":
            return connection.exec_driver_sql(self._sqlite, list(rows)).rowcount, []
        count, back = 0, []
        for chunk in chunks(rows):
            tree = json.dumps([dict(zip(self.columns, row, strict=True)) for row in chunk])
            result = connection.exec_driver_sql(self._postgres, (tree,))
            count += result.rowcount
            if self._returns:
                back += [row[0] for row in result]
        return count, back


def _postgres_type(column: sa.Column[Any]) -> str:
    if isinstance(column.type, UtcTime):
        return "timestamptz"
    if column.type is UuidText:
        return "uuid"
    for kind, name in (
        (sa.BigInteger, "bigint"),
        (sa.Boolean, "boolean"),
        (sa.Double, "double precision"),
    ):
        if isinstance(column.type, kind):
            return name
    return "text"


def select_among(
    connection: Connection, statement: str, keys: Iterable[str], *before: Any
) -> list[Row]:
    """Rows whose column is one of many keys, in one statement however many there are.

    Args:
        statement: SQL with `{among}` behind the column, or behind several, and `?` for every other
            parameter, all of which stand before it.
        before: Those other parameters.
    """
    wanted = list(dict.fromkeys(keys))
    if not wanted:
        return []
    given: str | list[str]
    if connection.dialect.name == "sqlite":
        text = statement.format(among="IN (SELECT value FROM json_each(?))")
        given = json.dumps(wanted)
    else:
        text = statement.replace("?", "%s").format(among="= ANY(%s)")
        given = wanted
    every = (given,) * statement.count("{among}")
    result = connection.exec_driver_sql(text, (*before, *every))
    return list(result.all())
