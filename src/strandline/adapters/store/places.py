"""Which documents may be found at all: bounds of their places, and the filters of a query.

A filter is a condition on the narrow rows of documents, where a list goes by, and a token beside
the words, where an index is asked: only so a common word and a rare filter cost no long walk.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.border import MAX_INTEGER, aware, clean
from strandline.adapters.store.positions import place_of
from strandline.adapters.store.schema import source_words
from strandline.adapters.store.sources import word_key
from strandline.core.archive.search import Phrase, facet
from strandline.model.archive import SearchQuery

_DOCUMENTS = schema.archive_documents
_IS_MEMBER = "archive_documents.is_member"
_ANY = "TRUE"


@dataclass(frozen=True, slots=True)
class Asked:
    """What the index is asked.

    Attributes:
        phrases: Each must stand in one piece in a field.
        facets: Of each group one token must be there; none is where a group is empty.
    """

    phrases: Sequence[Phrase]
    facets: Sequence[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    """Places in [`low`, `high`) whose documents meet the filters.

    Attributes:
        filters: Conditions on `archive_documents`, the same SQL on both databases and spelled as in
            the partial indexes, which are used for no other spelling.
        values: What the conditions name.
    """

    low: int
    high: int
    filters: tuple[str, ...]
    values: Mapping[str, str]

    @property
    def is_narrowed(self) -> bool:
        """True where a person asked for some of the archive's articles only."""
        return self.filters not in ((_IS_MEMBER,), (_ANY,))

    @property
    def sql(self) -> str:
        """The filters as one condition; there is always one."""
        return " AND ".join(self.filters)


def bounds_of(connection: Connection, query: SearchQuery, *, is_paged: bool = True) -> Bounds:
    """What a query allows; `since` is within, `until` is not.

    Args:
        is_paged: False leaves out `before`.
    """
    low = -MAX_INTEGER if query.since is None else place_of(aware(query.since))
    high = MAX_INTEGER if query.until is None else place_of(aware(query.until))
    if is_paged and query.before is not None:
        high = min(high, _place_of_last(connection, query.before))
    filters = _filters(query)
    values = {name: value for _, name, value in filters if name}
    return Bounds(low, high, tuple(condition for condition, _, _ in filters), values)


def _place_of_last(connection: Connection, before: tuple[Any, str]) -> int:
    """The place of the last row seen; where it has moved since, the place that it had then."""
    when, article_uuid = aware(before[0]), clean(before[1])
    row = connection.execute(
        sa.select(_DOCUMENTS.c.position, _DOCUMENTS.c.listed_at).where(
            _DOCUMENTS.c.article_uuid == article_uuid
        )
    ).first()
    return int(row.position) if row and row.listed_at == when else place_of(when)


def _filters(query: SearchQuery) -> list[tuple[str, str, str]]:
    """Condition, name and value; an article whose jobs were all skipped is found by that only."""
    found = [(_ANY if query.everywhere else _IS_MEMBER, "", "")]
    if query.status is not None:
        found = [("archive_documents.status = :status", "status", query.status.value)]
    if query.domain is not None and not query.everywhere:
        # Spelled as in the index, which holds the archive's own only.
        found.append(("archive_documents.status <> ''", "", ""))
        found.append(("archive_documents.domain = :domain", "domain", _domain(query)))
    if query.has_video is not None:
        negation = "" if query.has_video else "NOT "
        found.append((f"{negation}archive_documents.has_video", "", ""))
    return found


def _domain(query: SearchQuery) -> str:
    return clean(query.domain or "").strip().lower()


def facets_of(
    connection: Connection, query: SearchQuery, *, has_words: bool
) -> tuple[tuple[str, ...], ...]:
    """The filters of a query as groups of tokens: see `document_facts`.

    Without words the archive's own filters are left to the indexes of documents.
    """
    found: list[tuple[str, ...]] = []
    if query.everywhere or has_words:
        if not query.everywhere and query.status is None:
            found.append((facet("member"),))
        if query.domain is not None:
            found.append((facet("domain", _domain(query)),))
        if query.has_video is not None:
            found.append((facet("video" if query.has_video else "still"),))
    if query.is_kept is not None:
        found.append((facet("kept" if query.is_kept else "unkept"),))
    if query.language is not None:
        found.append((facet("language", clean(query.language).strip().lower()),))
    if query.source_uuid is not None:
        found.append((facet("source", clean(query.source_uuid)),))
    if query.category is not None:
        found.append(_of_category(connection, query.category))
    return tuple(found)


def _of_category(connection: Connection, category: str) -> tuple[str, ...]:
    """Tokens of the sources that have a category today; an article has those of its sources."""
    own = sa.and_(source_words.c.kind == "category", source_words.c.key == word_key(category))
    rows = connection.execute(sa.select(source_words.c.source_uuid).where(own))
    return tuple(facet("source", row.source_uuid) for row in rows)


def listed(connection: Connection, bounds: Bounds, limit: int) -> list[int]:
    """Places of the newest documents."""
    statement = sa.text(f"""
        SELECT position FROM archive_documents
        WHERE position >= :low AND position < :high AND {bounds.sql}
        ORDER BY position DESC LIMIT :limit
    """)  # noqa: S608 - our own conditions
    return run(connection, statement, bounds, limit=limit)


def run(
    connection: Connection,
    statement: sa.TextClause,
    bounds: Bounds,
    **values: int | str | list[int],
) -> list[int]:
    """The places that a statement gives within bounds."""
    within = {"low": bounds.low, "high": bounds.high, **bounds.values}
    return list(connection.execute(statement, within | values).scalars())
