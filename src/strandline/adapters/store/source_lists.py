"""The registry page by page: those in trouble first, then by name."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store import schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean, row_limit
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.sources import health_of, source_of, word_key
from strandline.core.text.languages import language_tag
from strandline.model.sources import (
    Source,
    SourceHealth,
    SourceNeed,
    SourceQuery,
    SourceRow,
    SourceState,
)

_SOURCES, _HEALTH, _WORDS = schema.sources, schema.source_health, schema.source_words
_NAME = schema.sort_name
#: Spelled as in the index.
_TROUBLED = sa.text("source_health.state NOT IN ('ok', 'new')")
_WELL = (SourceState.OK.value, SourceState.NEW.value)
#: Words of a search in the registry that are looked at.
_MOST_WORDS = 8


class SourceListTables(Tables):
    """Implements the part of `SourceStore` that lists."""

    def source_page(self, query: SourceQuery) -> list[SourceRow]:
        """A page of the registry."""
        limit = row_limit(query.limit)
        found: list[SourceRow] = []
        with self._database.read() as connection:
            for is_troubled in (False,) if query.by_name else (True, False):
                if query.after is not None and query.after[0] < is_troubled:
                    continue
                part = _part(query, is_troubled=is_troubled, limit=limit - len(found))
                if part is not None and limit > len(found):
                    found += [_row(row, is_troubled) for row in connection.execute(part)]
        return found

    def some_sources(self, source_uuids: Sequence[str]) -> dict[str, Source]:
        """By id; unknown ids are absent."""
        found: dict[str, Source] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(map(clean, source_uuids)))):
                query = sa.select(_SOURCES).where(_SOURCES.c.source_uuid.in_(chunk))
                found |= {row.source_uuid: source_of(row) for row in connection.execute(query)}
        return found

    def some_healths(self, source_uuids: Sequence[str]) -> dict[str, SourceHealth]:
        """By id; a source never polled has none."""
        found: dict[str, SourceHealth] = {}
        with self._database.read() as connection:
            for chunk in chunks(list(dict.fromkeys(map(clean, source_uuids)))):
                query = _with_lease().where(_HEALTH.c.source_uuid.in_(chunk))
                found |= {row.source_uuid: health_of(row) for row in connection.execute(query)}
        return found

    def source_words(self, kind: str, *, limit: int = 200) -> list[tuple[str, int]]:
        """Categories or tags with the number of their sources, the most used first."""
        count = sa.func.count()
        query = (
            sa.select(sa.func.min(_WORDS.c.word), count)
            .where(_WORDS.c.kind == kind)
            .group_by(_WORDS.c.key)
            .order_by(count.desc(), _WORDS.c.key)
            .limit(row_limit(limit))
        )
        with self._database.read() as connection:
            return [(row[0], int(row[1])) for row in connection.execute(query)]

    def source_languages(self) -> list[str]:
        """Languages that sources have, each once, in order."""
        own = _SOURCES.c.language
        query = sa.select(own).where(own.is_not(None)).distinct().order_by(own)
        with self._database.read() as connection:
            return [tag for row in connection.execute(query) if (tag := language_tag(row[0]))]

    def source_tally(self) -> dict[SourceNeed, int]:
        """How many sources each list of the registry shows."""
        conditions = {need: _of_need(need) for need in SourceNeed}
        sums = [sa.func.sum(sa.case((condition, 1), else_=0)) for condition in conditions.values()]
        query = sa.select(*sums).select_from(_joined())
        with self._database.read() as connection:
            row = connection.execute(query).one()
        return {need: int(count or 0) for need, count in zip(conditions, row, strict=True)}


def _joined() -> sa.Join:
    return sa.outerjoin(_SOURCES, _HEALTH, _HEALTH.c.source_uuid == _SOURCES.c.source_uuid)


def _with_lease() -> sa.Select[Any]:
    lease = (_SOURCES.c.lease_owner, _SOURCES.c.lease_until)
    return sa.select(_HEALTH, *lease).join(
        _SOURCES, _SOURCES.c.source_uuid == _HEALTH.c.source_uuid
    )


def _in_trouble() -> sa.ColumnElement[bool]:
    """A source that is gone was switched off by itself: that needs a look all the same."""
    is_polled = sa.or_(_SOURCES.c.active, _HEALTH.c.state == SourceState.GONE.value)
    return sa.and_(_TROUBLED, is_polled, _SOURCES.c.retired_at.is_(None))


def _of_need(need: SourceNeed) -> sa.ColumnElement[bool]:
    there = _SOURCES.c.retired_at.is_(None)
    if need is SourceNeed.RETIRED:
        return _SOURCES.c.retired_at.is_not(None)
    if need is SourceNeed.TROUBLE:
        return _in_trouble()
    if need is SourceNeed.PAUSED:
        return sa.and_(there, sa.not_(_SOURCES.c.active))
    if need is SourceNeed.WELL:
        is_well = sa.or_(_HEALTH.c.state.is_(None), _HEALTH.c.state.in_(_WELL))
        return sa.and_(there, _SOURCES.c.active, is_well)
    return there


def _part(query: SourceQuery, *, is_troubled: bool, limit: int) -> sa.Select[Any] | None:
    """The troubled ones or the others; None where the query wants none of them."""
    wants = {SourceNeed.TROUBLE: True, SourceNeed.WELL: False, SourceNeed.RETIRED: False}
    if not query.by_name and wants.get(query.need, is_troubled) is not is_troubled:
        return None
    order = (_NAME, _SOURCES.c.source_uuid)
    columns = [column.label(f"health_{column.name}") for column in _HEALTH.columns]
    join = _joined()
    found = sa.select(_SOURCES, _NAME.label("sort_name"), *columns).select_from(
        _SOURCES.join(_HEALTH, _HEALTH.c.source_uuid == _SOURCES.c.source_uuid)
        if is_troubled
        else join
    )
    is_one = _in_trouble()
    found = found.where(_of_need(query.need), *_filters(query))
    if not query.by_name:
        others = sa.or_(_HEALTH.c.state.is_(None), sa.not_(is_one))
        found = found.where(is_one if is_troubled else others)
    if query.after is not None and query.after[0] is is_troubled:
        name, uuid = map(clean, query.after[1:])
        # The first condition is the one that an index is entered by.
        found = found.where(name <= _NAME, sa.tuple_(*order) > sa.tuple_(name, uuid))
    return found.order_by(*order).limit(limit)


def _filters(query: SourceQuery) -> list[sa.ColumnElement[bool]]:
    found: list[sa.ColumnElement[bool]] = []
    if query.kind is not None:
        found.append(_SOURCES.c.kind == query.kind.value)
    for kind, word in (("category", query.category), ("tag", query.tag)):
        if word:
            own = (
                _WORDS.c.kind == kind,
                _WORDS.c.key == word_key(word),
                _WORDS.c.source_uuid == _SOURCES.c.source_uuid,
            )
            found.append(sa.exists().where(*own))
    for word in clean(query.words).lower().split()[:_MOST_WORDS]:
        texts = (sa.func.lower(_SOURCES.c.name), sa.func.lower(_SOURCES.c.url))
        found.append(sa.or_(*(text.contains(word[:100], autoescape=True) for text in texts)))
    return found


def _row(row: Any, is_troubled: bool) -> SourceRow:  # noqa: FBT001 - one of two parts
    return SourceRow(
        source_of(row),
        _health(row),
        (is_troubled, row.sort_name, row.source_uuid),
    )


def _health(row: Any) -> SourceHealth | None:
    if row.health_source_uuid is None:
        return None
    return health_of(_Prefixed(row))


class _Prefixed:
    """The columns of a health in a row of a join; its lease is the source's."""

    def __init__(self, row: Any) -> None:
        self._row = row

    def __getattr__(self, name: str) -> Any:
        prefix = "" if name.startswith("lease_") else "health_"
        return getattr(self._row, prefix + name)
