"""Where documents stand in the archive's lists.

A place is a time in milliseconds; where that is taken, the first free number after it. So places
never tie, and a page of a list begins exactly where the last one ended.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store import words_table
from strandline.adapters.store.border import MAX_INTEGER
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.document_facts import Document

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)
#: Places read in one go while a free one is looked for: mostly none or one is in the way.
_LOOK, _MOST = 8, 4_096

_DOCUMENTS = schema.archive_documents


def place_of(when: datetime) -> int:
    """The place of a time: milliseconds since 1970, rounded down."""
    return (when - _EPOCH) // _MILLISECOND


def places(connection: Connection, article_uuids: Sequence[str]) -> list[int]:
    """The places of some articles, for `words_table.sweep` after they were deleted."""
    found: list[int] = []
    for chunk in chunks(article_uuids):
        query = sa.select(_DOCUMENTS.c.position).where(_DOCUMENTS.c.article_uuid.in_(chunk))
        found += connection.execute(query).scalars()
    return found


def placed(connection: Connection, documents: Sequence[Document]) -> list[tuple[int, Document]]:
    """Each document with a free place; they come oldest first."""
    found: list[tuple[int, Document]] = []
    after = -MAX_INTEGER
    for wanted, group in groupby(documents, key=lambda document: place_of(document.listed_at)):
        same = list(group)
        free = _free(connection, max(wanted, after + 1), len(same))
        found += zip(free, same, strict=True)
        after = free[-1]
    return found


def move(connection: Connection, old: int, wanted: int) -> int:
    """Give a document another place, with its words."""
    there = _DOCUMENTS.update().where(_DOCUMENTS.c.position == old)
    while True:
        (place,) = _free(connection, wanted, 1)
        if _tried(connection, there.values(position=place)):
            break
        wanted = place + 1
    words_table.move(connection, old, place)
    return place


def _tried(connection: Connection, statement: sa.Executable) -> bool:
    """False where somebody was faster: nothing happened."""
    try:
        with connection.begin_nested():
            connection.execute(statement)
    except sa.exc.IntegrityError:
        return False
    return True


def _free(connection: Connection, wanted: int, count: int) -> list[int]:
    """The first so many places from `wanted` on that nobody has."""
    free: list[int] = []
    look = _LOOK
    while True:
        query = (
            sa.select(_DOCUMENTS.c.position)
            .where(_DOCUMENTS.c.position >= wanted)
            .order_by(_DOCUMENTS.c.position)
            .limit(look)
        )
        taken = list(connection.execute(query).scalars())
        for place in taken:
            free += range(wanted, min(place, wanted + count - len(free)))
            wanted = place + 1
            if len(free) == count:
                return free
        if len(taken) < look:
            return [*free, *range(wanted, wanted + count - len(free))]
        look = min(look * 8, _MOST)
