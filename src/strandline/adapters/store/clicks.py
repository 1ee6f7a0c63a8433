"""Clicks by article and hour; no trace of who clicked."""

from datetime import UTC, datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import aware
from strandline.adapters.store.types import UtcTime


class ClickTables(Tables):
    """Implements `ClickStore`."""

    def add_click(self, article_uuid: str, now: datetime) -> None:
        """Count one; a click on an article that is not there counts nothing."""
        with self._database.write() as connection:
            connection.execute(_COUNT, {"article_uuid": article_uuid, "hour": whole_hour(now)})


def clicks_between(
    connection: Connection, since: datetime, until: datetime | None
) -> dict[str, int]:
    """Clicks by article; both ends are rounded down to the hour and included."""
    clicks = schema.clicks
    total = sa.func.sum(clicks.c.count).label("total")
    query = sa.select(clicks.c.article_uuid, total).where(clicks.c.hour >= whole_hour(since))
    if until is not None:
        query = query.where(clicks.c.hour <= whole_hour(until))
    rows = connection.execute(query.group_by(clicks.c.article_uuid))
    return {row.article_uuid: int(row.total) for row in rows}


def whole_hour(when: datetime) -> datetime:
    """The beginning of its hour, UTC."""
    return aware(when).replace(minute=0, second=0, microsecond=0, tzinfo=UTC)


#: `WHERE` also keeps SQLite from reading `ON` as part of a join.
_COUNT = sa.text(
    "INSERT INTO clicks (article_uuid, hour, count) "
    "SELECT article_uuid, :hour, 1 FROM articles WHERE article_uuid = :article_uuid "
    "ON CONFLICT (article_uuid, hour) DO UPDATE SET count = clicks.count + 1"
).bindparams(sa.bindparam("hour", type_=UtcTime()))
