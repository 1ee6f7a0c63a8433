"""How a published table is declared: each column with its source, what it means, and its cleaning.

A new column of the ledger is in no declaration, so it is private until somebody lists it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql import visitors

from strandline.adapters.store.types import JsonText, UtcTime
from strandline.render.links import public_url


@dataclass(frozen=True, slots=True)
class Column:
    """A column that everybody may read.

    Attributes:
        name: In the published table.
        about: What it holds, in one sentence.
        value: Where it comes from.
        cleaned: Takes out what a text may hold that is not for everybody.
        leads_to: `table.column` in which each value stands.
    """

    name: str
    about: str
    value: sa.ColumnElement[Any]
    cleaned: Callable[[str], str] | None = None
    leads_to: str = ""

    @property
    def sql_type(self) -> str:
        """SQLite's name of its type."""
        kind = self.value.type
        if isinstance(kind, sa.Float):
            return "REAL"
        return "INTEGER" if isinstance(kind, sa.Integer | sa.Boolean) else "TEXT"

    @property
    def is_time(self) -> bool:
        """True for aware times."""
        return isinstance(self.value.type, UtcTime)

    @property
    def is_json(self) -> bool:
        """True for small trees."""
        return isinstance(self.value.type, JsonText)


@dataclass(frozen=True, slots=True)
class Table:
    """A table that everybody may read.

    Attributes:
        rows: What its rows come from, joined.
        where: Which of them.
        order: By an index of the ledger: nothing is sorted in memory.
        key: Its primary key.
        indexes: Columns of each further index.
        batch: Rows read at a time.
    """

    name: str
    about: str
    columns: tuple[Column, ...]
    rows: sa.FromClause
    order: tuple[sa.ColumnElement[Any], ...]
    key: tuple[str, ...]
    where: tuple[sa.ColumnElement[bool] | sa.TextClause, ...] = ()
    indexes: tuple[tuple[str, ...], ...] = ()
    batch: int = 1_000

    @property
    def query(self) -> sa.Select[Any]:
        """All its rows, in order."""
        chosen = [column.value.label(column.name) for column in self.columns]
        return sa.select(*chosen).select_from(self.rows).where(*self.where).order_by(*self.order)

    def sources(self) -> Iterator[tuple[str, str]]:
        """Table and column of the ledger of each value that it publishes."""
        for column in self.columns:
            for part in visitors.iterate(column.value):
                if isinstance(part, sa.Column) and isinstance(part.table, sa.Table):
                    yield part.table.name, part.name


def address(name: str, about: str, value: sa.ColumnElement[Any]) -> Column:
    """An address without user name, password and values of keys."""
    return Column(name, about, value, cleaned=public_url)
