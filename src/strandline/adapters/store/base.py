"""What every group of tables shares: the database and a clock for rows that carry no time."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from strandline.adapters.store.border import clean
from strandline.adapters.store.engine import Database


class Tables:
    """A group of tables of one database."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now


def values(thing: object, *names: str) -> dict[str, Any]:
    """Attributes of a dataclass as column values: enums as their values, texts cleaned."""
    return {name: _storable(getattr(thing, name)) for name in names}


def _storable(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    return clean(value) if isinstance(value, str) else value


def put(connection: Connection, table: sa.Table, row: dict[str, Any]) -> None:
    """Insert a row, or replace the one with its primary key (columns not named are kept)."""
    connection.execute(_put(connection.dialect.name, table, tuple(row)), row)


def put_all(connection: Connection, table: sa.Table, rows: list[dict[str, Any]]) -> None:
    """The same for many rows, all with the same columns, in their order."""
    if rows:
        connection.execute(_put(connection.dialect.name, table, tuple(rows[0])), rows)


def put_new(connection: Connection, table: sa.Table, row: dict[str, Any]) -> bool:
    """Insert a row; False, and nothing is changed, where its primary key is there."""
    make = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    keys = [column.name for column in table.primary_key]
    statement = make(table).values(row).on_conflict_do_nothing(index_elements=keys)
    return connection.execute(statement.returning(*table.primary_key)).first() is not None


@cache
def _put(dialect: str, table: sa.Table, names: tuple[str, ...]) -> sa.Executable:
    """The statement is built once for each set of columns: building takes longer than running."""
    make = sqlite.insert if dialect == "sqlite" else postgresql.insert
    keys = [column.name for column in table.primary_key]
    statement = make(table).values({name: sa.bindparam(name) for name in names})
    changes = {name: statement.excluded[name] for name in names if name not in keys}
    if changes:
        return statement.on_conflict_do_update(index_elements=keys, set_=changes)
    return statement.on_conflict_do_nothing(index_elements=keys)
