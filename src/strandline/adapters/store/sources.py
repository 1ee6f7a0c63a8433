"""The source registry, what polling has taught us, and who polls what now."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables, put, values
from strandline.adapters.store.border import bounded, clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.core.text.languages import language_tag
from strandline.model.errors import StoreError
from strandline.model.sources import ContentType, Source, SourceHealth, SourceKind, SourceState

_HEALTH = tuple(column.name for column in schema.source_health.columns)


class SourceTables(Tables):
    """Implements `SourceStore`."""

    def new_source_uuid(self, kind: SourceKind) -> str:
        """The next id of a kind, such as `W_RSS_7`; an id is never given twice."""
        label = kind.label.upper()
        with self._database.write() as connection:
            return f"W_{label}_{_next_number(connection, label, at_least=0)}"

    def save_source(self, source: Source) -> None:
        """Insert or replace a source; its lease and health stay."""
        sources = schema.sources
        url = bounded(source.url)
        with self._database.write() as connection:
            other = connection.execute(
                sa.select(sources.c.source_uuid).where(
                    sources.c.url == url, sources.c.source_uuid != source.source_uuid
                )
            ).scalar()
            if other is not None:
                raise StoreError(
                    f"The source {other} has the same URL: {source.url}.",
                    subject=source.url,
                    advice=f"Edit {other} instead.",
                )
            put(connection, sources, _source_row(source) | {"url": url})
            _remember_words(connection, source)
            _remember_number(connection, source.source_uuid)

    def change_source(
        self, source_uuid: str, change: Callable[[Source], Source]
    ) -> tuple[Source, Source] | None:
        """Change what is there now; before and after, None where there is no such source."""
        with self._database.together():
            before = self._locked(source_uuid)
            if before is None:
                return None
            after = change(before)
            if after != before:
                self.save_source(after)
            return before, after

    def _locked(self, source_uuid: str) -> Source | None:
        own = schema.sources.c.source_uuid == clean(source_uuid)
        with self._database.write() as connection:
            row = connection.execute(sa.select(schema.sources).where(own).with_for_update()).first()
            return None if row is None else source_of(row)

    def poll_soon(
        self, source_uuids: Sequence[str], now: datetime, *, afresh: bool = False
    ) -> None:
        """Let sources be due now, whatever their health says."""
        sources, health = schema.sources, schema.source_health
        news = {"last_full_fetch_at": None, "suggested_url": None, "moved_to": None}
        with self._database.write() as connection:
            for chunk in chunks(sorted(set(source_uuids))):
                own = health.c.source_uuid.in_(chunk)
                values = {"next_poll_at": now} | (news if afresh else {})
                connection.execute(health.update().where(own).values(**values))
                if afresh:
                    held = sources.update().where(sources.c.source_uuid.in_(chunk))
                    connection.execute(held.values(lease_owner=None, lease_until=None))

    def remove_source(self, source_uuid: str) -> bool:
        """Forget a source; its articles, mentions and posts stay."""
        sources = schema.sources
        with self._database.write() as connection:
            gone = connection.execute(sources.delete().where(sources.c.source_uuid == source_uuid))
            return gone.rowcount > 0

    def sources(self, *, active_only: bool = False) -> list[Source]:
        """All sources, in the order of their ids (`W_RSS_2` before `W_RSS_10`)."""
        query = sa.select(schema.sources)
        if active_only:
            query = query.where(schema.sources.c.active.is_(True))
        with self._database.read() as connection:
            found = [source_of(row) for row in connection.execute(query)]
        return sorted(found, key=lambda source: _order(source.source_uuid))

    def healths(self) -> dict[str, SourceHealth]:
        """By source; a source never polled has none."""
        sources, health = schema.sources, schema.source_health
        query = sa.select(health, sources.c.lease_owner, sources.c.lease_until).join(
            sources, sources.c.source_uuid == health.c.source_uuid
        )
        with self._database.read() as connection:
            return {row.source_uuid: health_of(row) for row in connection.execute(query)}

    def claim_due(
        self,
        now: datetime,
        owner: str,
        lease: timedelta,
        *,
        limit: int,
        only: Sequence[str] | None = None,
        force: bool = False,
    ) -> list[tuple[Source, SourceHealth]]:
        """Take sources that are due and that nobody holds; each goes to one owner only."""
        sources = schema.sources
        until = now + lease
        with self._database.write() as connection:
            rows = connection.execute(_due(now, limit, only, force=force)).all()
            taken = [row.source_uuid for row in rows]
            if taken:
                connection.execute(
                    sources.update()
                    .where(sources.c.source_uuid.in_(taken))
                    .values(lease_owner=clean(owner), lease_until=until)
                )
                healths = _healths_of(connection, taken)
        return [
            (
                source_of(row),
                healths.get(row.source_uuid)
                or SourceHealth(row.source_uuid, lease_owner=clean(owner), lease_until=until),
            )
            for row in rows
        ]

    def prolong_sources(self, source_uuids: Sequence[str], owner: str, until: datetime) -> None:
        """Prolong the leases of those sources that are still the owner's."""
        sources = schema.sources
        with self._database.write() as connection:
            for chunk in chunks(source_uuids):
                connection.execute(
                    sources.update()
                    .where(sources.c.source_uuid.in_(chunk), sources.c.lease_owner == clean(owner))
                    .values(lease_until=until)
                )

    def save_health(self, health: SourceHealth, *, owner: str) -> bool:
        """Replace the health of a source and end its lease; False where the lease was lost."""
        sources = schema.sources
        with self._database.write() as connection:
            held = connection.execute(
                sources.update()
                .where(
                    sources.c.source_uuid == health.source_uuid,
                    sources.c.lease_owner == clean(owner),
                )
                .values(lease_owner=None, lease_until=None)
            )
            if held.rowcount == 0:
                return False
            put(connection, schema.source_health, values(health, *_HEALTH))
        return True


def _due(now: datetime, limit: int, only: Sequence[str] | None, *, force: bool) -> sa.Select[Any]:
    """Longest overdue first; on PostgreSQL rows that another poller is taking are skipped."""
    sources, health = schema.sources, schema.source_health
    query = (
        sa.select(sources)
        .outerjoin(health, health.c.source_uuid == sources.c.source_uuid)
        .where(sources.c.active.is_(True))
        .where(sa.or_(sources.c.lease_until.is_(None), sources.c.lease_until <= now))
        .order_by(health.c.next_poll_at.asc().nulls_first(), sources.c.source_uuid)
        .limit(row_limit(limit))
        .with_for_update(skip_locked=True, of=sources)
    )
    if not force:
        query = query.where(sa.or_(health.c.next_poll_at.is_(None), health.c.next_poll_at <= now))
    if only is not None:
        query = query.where(sources.c.source_uuid.in_(only))
    return query


def _healths_of(connection: Connection, uuids: Sequence[str]) -> dict[str, SourceHealth]:
    sources, health = schema.sources, schema.source_health
    query = (
        sa.select(health, sources.c.lease_owner, sources.c.lease_until)
        .join(sources, sources.c.source_uuid == health.c.source_uuid)
        .where(health.c.source_uuid.in_(uuids))
    )
    return {row.source_uuid: health_of(row) for row in connection.execute(query)}


def _next_number(connection: Connection, label: str, *, at_least: int) -> int:
    """One more than the last number of a label, and no less than `at_least`."""
    number: int = connection.execute(
        sa.text(
            "INSERT INTO source_numbers (label, last_number) VALUES (:label, :first) "
            "ON CONFLICT (label) DO UPDATE SET last_number = CASE "
            "WHEN :at_least > source_numbers.last_number THEN :at_least "
            "ELSE source_numbers.last_number + :step END RETURNING last_number"
        ),
        {
            "label": label,
            "first": max(1, at_least),
            "at_least": at_least,
            "step": 0 if at_least else 1,
        },
    ).scalar_one()
    return number


def _remember_number(connection: Connection, source_uuid: str) -> None:
    """An id that came from elsewhere (an import) is never given again either."""
    prefix, label, number = [*source_uuid.split("_", 2), "", ""][:3]
    if prefix == "W" and label and number.isascii() and number.isdigit() and len(number) < 18:
        _next_number(connection, label, at_least=int(number))


def _remember_words(connection: Connection, source: Source) -> None:
    """Let a source be found by its categories and tags of now."""
    table = schema.source_words
    connection.execute(table.delete().where(table.c.source_uuid == source.source_uuid))
    rows = {
        (kind, word_key(word)): word
        for kind, words in (("category", source.categories), ("tag", source.tags))
        for word in reversed(words)
    }
    if rows:
        connection.execute(
            table.insert(),
            [
                {"kind": kind, "key": key, "source_uuid": source.source_uuid, "word": clean(word)}
                for (kind, key), word in rows.items()
            ],
        )


def word_key(word: str) -> str:
    """A category or a tag as it is compared."""
    return bounded(clean(word).strip().casefold())


def _order(source_uuid: str) -> tuple[str, int, str]:
    head, _, tail = source_uuid.rpartition("_")
    number = int(tail) if tail.isascii() and tail.isdigit() and len(tail) < 18 else 0
    return head, number, source_uuid


def _source_row(source: Source) -> dict[str, Any]:
    row = values(
        source,
        *("source_uuid", "kind", "name", "active", "language", "reputation", "content_type"),
        *("categories", "timezone", "follow_replies", "items", "tags", "retired_at"),
    )
    own = source.poll_interval
    return row | {"poll_interval_s": own.total_seconds() if own else 0.0}


def source_of(row: Any) -> Source:
    """As read."""
    return Source(
        source_uuid=row.source_uuid,
        kind=SourceKind(row.kind),
        url=row.url,
        name=row.name,
        active=row.active,
        language=language_tag(row.language),
        reputation=row.reputation,
        content_type=ContentType(row.content_type),
        categories=tuple(row.categories),
        poll_interval=timedelta(seconds=row.poll_interval_s) if row.poll_interval_s else None,
        timezone=row.timezone,
        follow_replies=row.follow_replies,
        items=tuple(row._mapping["items"]),  # noqa: SLF001 - `items` is a method of the row
        tags=tuple(row.tags),
        retired_at=row.retired_at,
    )


def health_of(row: Any) -> SourceHealth:
    """As read, with the lease of its source."""
    return SourceHealth(
        source_uuid=row.source_uuid,
        state=SourceState(row.state),
        message=row.message,
        etag=row.etag,
        last_modified=row.last_modified,
        body_checksum=row.body_checksum,
        last_polled_at=row.last_polled_at,
        last_success_at=row.last_success_at,
        last_full_fetch_at=row.last_full_fetch_at,
        next_poll_at=row.next_poll_at,
        failures=row.failures,
        failing_since=row.failing_since,
        flags=tuple(row.flags),
        suggested_url=row.suggested_url,
        moved_to=row.moved_to,
        moved_seen=row.moved_seen,
        icon_url=row.icon_url,
        lease_owner=row.lease_owner,
        lease_until=row.lease_until,
    )
