"""How the tables of `schema` and `archive_schema` write their columns."""

from datetime import datetime
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store.types import JsonText, KeyText, UtcTime


def key(name: str, *, nullable: bool = False, primary_key: bool = False) -> sa.Column[str]:
    """An id or a key: compared byte by byte."""
    return sa.Column(name, KeyText, nullable=nullable, primary_key=primary_key)


def text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    """Any text."""
    return sa.Column(name, sa.Text, nullable=nullable)


def time(name: str, *, nullable: bool = False) -> sa.Column[datetime]:
    """An aware UTC time."""
    return sa.Column(name, UtcTime(), nullable=nullable)


def json(name: str) -> sa.Column[str]:
    """A small tree as JSON text."""
    return sa.Column(name, JsonText, nullable=False)


def number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    """A whole number of 64 bits."""
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def flag(name: str) -> sa.Column[bool]:
    """True or false."""
    return sa.Column(name, sa.Boolean, nullable=False)


def real(name: str) -> sa.Column[float]:
    """A number with a fraction."""
    return sa.Column(name, sa.Double, nullable=False)


def row_id(name: str) -> sa.Column[int]:
    """A number given by the database; SQLite only counts by itself in an INTEGER."""
    kind = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    return sa.Column(name, kind, primary_key=True, autoincrement=True)


def belongs_to(column: str, target: str) -> sa.ForeignKeyConstraint:
    """The row goes with the row that it belongs to."""
    return sa.ForeignKeyConstraint([column], [target], ondelete="CASCADE")


def partial_index(name: str, condition: str, *columns: sa.ColumnElement[Any]) -> None:
    """An index over the rows that meet a condition, on both databases."""
    where = sa.text(condition)
    sa.Index(name, *columns, sqlite_where=where, postgresql_where=where)
