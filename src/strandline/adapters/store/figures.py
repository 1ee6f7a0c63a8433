"""Days in figures: counted by ranges of indexes, kept in rows that a page reads."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import (
    archive_schema,
    picture_schema,
    rot_schema,
    schema,
    stories_schema,
)
from strandline.adapters.store.admin import size_bytes
from strandline.adapters.store.base import Tables
from strandline.core import figures as names
from strandline.model.archive import CaptureOutcome
from strandline.model.editions import PUBLISHED
from strandline.model.readers import DigestScope
from strandline.model.rot import LOST
from strandline.model.sources import ContentType

_FIGURES = schema.day_figures
_ARTICLES, _DIGESTS, _READERS = schema.articles, schema.digests, schema.readers
_ATTEMPTS, _ARTIFACTS = archive_schema.archive_attempts, archive_schema.archive_artifacts
_VERDICTS, _PICTURES = stories_schema.verdicts, picture_schema.picture_files
_LINKS = rot_schema.link_health
#: Outcomes that say that a kind of capture had nothing to do.
_IDLE = frozenset({CaptureOutcome.NOT_APPLICABLE, CaptureOutcome.NO_MEDIA})


class FigureTables(Tables):
    """Implements `FigureStore`."""

    def count_day(self, start: datetime, end: datetime) -> dict[str, int]:
        """What happened in [start, end); the cost grows with that span alone."""
        with self._database.read() as connection:
            return {
                names.ARTICLES: _articles(connection, start, end),
                names.EDITIONS: _editions(connection, start, end),
                names.LOST: _lost(connection, start, end),
                **_duplicates(connection, start, end),
                **_captures(connection, start, end),
            }

    def totals(self) -> dict[str, int]:
        """Bytes that are kept now, by place."""
        whole = {
            "artifacts": sa.func.sum(_ARTIFACTS.c.size_bytes),
            "pictures": sa.func.sum(_PICTURES.c.size_bytes),
        }
        with self._database.read() as connection:
            found = {
                name: int(connection.execute(sa.select(total)).scalar() or 0)
                for name, total in whole.items()
            }
            found["database"] = size_bytes(connection)
        return {f"{names.STORAGE}{name}": value for name, value in found.items()}

    def save_figures(self, day: date, figures: Mapping[str, int]) -> None:
        """Insert or replace a day's figures; those that are not named go."""
        rows = [
            {"day": day.isoformat(), "name": name, "value": value}
            for name, value in sorted(figures.items())
        ]
        with self._database.write() as connection:
            connection.execute(_FIGURES.delete().where(_FIGURES.c.day == day.isoformat()))
            if rows:
                connection.execute(_FIGURES.insert(), rows)

    def figures(self, since: date) -> dict[date, dict[str, int]]:
        """Days from a day on that were counted, oldest first."""
        query = (
            sa.select(_FIGURES)
            .where(_FIGURES.c.day >= since.isoformat())
            .order_by(_FIGURES.c.day, _FIGURES.c.name)
        )
        found: dict[date, dict[str, int]] = {}
        with self._database.read() as connection:
            for row in connection.execute(query):
                found.setdefault(date.fromisoformat(row.day), {})[row.name] = row.value
        return found


def _within(column: sa.Column[datetime], start: datetime, end: datetime) -> sa.ColumnElement[bool]:
    return sa.and_(column >= start, column < end)


def _articles(connection: Connection, start: datetime, end: datetime) -> int:
    query = (
        sa.select(sa.func.count())
        .select_from(_ARTICLES)
        .where(
            _within(_ARTICLES.c.article_detected_utc_iso, start, end),
            _ARTICLES.c.content_type != ContentType.LINK.value,
        )
    )
    return int(connection.execute(query).scalar_one())


def _editions(connection: Connection, start: datetime, end: datetime) -> int:
    """Published and for everybody: those of single readers are counted nowhere."""
    query = (
        sa.select(sa.func.count())
        .select_from(_DIGESTS.join(_READERS, _READERS.c.reader_id == _DIGESTS.c.reader_id))
        .where(
            _within(_DIGESTS.c.created_at, start, end),
            _READERS.c.scope == DigestScope.SHARED.value,
            _DIGESTS.c.state.in_([state.value for state in PUBLISHED]),
        )
    )
    return int(connection.execute(query).scalar_one())


def _lost(connection: Connection, start: datetime, end: datetime) -> int:
    query = (
        sa.select(sa.func.count())
        .select_from(_LINKS)
        .where(
            sa.text(rot_schema.ROTTEN),
            _LINKS.c.state.in_([state.value for state in LOST]),
            _within(_LINKS.c.since, start, end),
            archive_schema.unstruck(_LINKS.c.article_uuid),
        )
    )
    return int(connection.execute(query).scalar_one())


def _duplicates(connection: Connection, start: datetime, end: datetime) -> dict[str, int]:
    query = (
        sa.select(_VERDICTS.c.layer, sa.func.count())
        .where(sa.text(stories_schema.SAME), _within(_VERDICTS.c.decided_at, start, end))
        .group_by(_VERDICTS.c.layer)
    )
    rows = connection.execute(query)
    return {f"{names.DUPLICATES}{layer}": int(count) for layer, count in rows}


def _captures(connection: Connection, start: datetime, end: datetime) -> dict[str, int]:
    query = sa.select(_ATTEMPTS.c.reports).where(_within(_ATTEMPTS.c.ended_at, start, end))
    counts = Counter(
        report["outcome"]
        for reports in connection.execute(query).scalars()
        for report in reports
        if report["outcome"] not in _IDLE
    )
    return {f"{names.CAPTURES}{outcome}": count for outcome, count in counts.items()}
