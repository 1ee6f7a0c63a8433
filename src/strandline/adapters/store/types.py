"""Column types that mean the same on SQLite and PostgreSQL."""

import json
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from strandline.adapters.store.border import aware, clean_tree, utc_text
from strandline.model.errors import StoreError

#: Ids and keys: compared byte by byte on both databases, whatever the server's locale.
KeyText = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

#: A UUID, as its usual text on SQLite.
UuidText = sa.Text().with_variant(postgresql.UUID(as_uuid=False), "postgresql")


class UtcTime(TypeDecorator[datetime]):
    """An aware UTC time: `timestamptz` on PostgreSQL, ISO 8601 text on SQLite.

    The text is `datetime.isoformat()` in UTC, which sorts as the times do: where one text ends
    its seconds with `+00:00` and another goes on with a fraction, `+` sorts before `.`.
    """

    impl = sa.Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type of the database at hand."""
        if dialect.name == "postgresql":
            return dialect.type_descriptor(sa.DateTime(timezone=True))
        return dialect.type_descriptor(sa.Text())

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        """Refuse naive times; write UTC."""
        if value is None:
            return None
        return utc_text(value) if dialect.name == "sqlite" else aware(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read as aware UTC."""
        if value is None:
            return None
        return read_time(value)


class JsonText(TypeDecorator[Any]):
    """A small tree (lists, dictionaries, plain values) as JSON text, the same bytes on both."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ARG002
        """Write."""
        return json_text(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        """Read."""
        return None if value is None else json.loads(value)


def json_text(value: Any) -> str:
    """JSON with sorted keys; numbers that JSON does not know are refused."""
    return json.dumps(clean_tree(value), ensure_ascii=False, sort_keys=True, allow_nan=False)


def read_time(value: datetime | str) -> datetime:
    """What either database gives back, as aware UTC; SQLite's own `datetime()` means UTC too.

    Raises:
        StoreError: Somebody wrote a text there that is no time.
    """
    if isinstance(value, str):
        text = value
        try:
            value = datetime.fromisoformat(text)
        except ValueError as error:
            raise StoreError(
                f"The database holds {text[:40]!r} where a time should be.",
                advice="Find the row that was changed by hand and write YYYY-MM-DDTHH:MM:SS+00:00.",
            ) from error
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
