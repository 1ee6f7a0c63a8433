"""Articles whose document waits to be made anew: the ledger's writers only note the ids.

Rows are added and never changed, and one goes with the transaction that has read it: whoever speaks
of an article meanwhile leaves a row of their own, so that no word is lost between two transactions.
"""

from collections.abc import Iterable

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import archive_schema as schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import row_limit
from strandline.adapters.store.bulk import BulkInsert
from strandline.adapters.store.documents import refresh

_WAITING = schema.documents_waiting
_INSERT = BulkInsert(_WAITING)

#: Articles of one transaction: with long texts that is half a second in which others wait.
AT_ONCE = 50


def wait(connection: Connection, article_uuids: Iterable[str]) -> None:
    """Note that something was said of some articles."""
    _INSERT.run(connection, [(uuid,) for uuid in sorted(set(article_uuids))])


class WaitingTables(Tables):
    """Implements the part of `ArchiveStore` that indexes."""

    def index_waiting(self, limit: int = AT_ONCE) -> int:
        """Make the documents of the articles that wait, the newest first; how many rows went."""
        return self._database.write_again(lambda connection: index(connection, row_limit(limit)))


def index(connection: Connection, limit: int) -> int:
    """Make the documents of some that wait; on PostgreSQL two processes take different rows."""
    query = (
        sa.select(_WAITING.c.waiting_id, _WAITING.c.article_uuid)
        .order_by(_WAITING.c.waiting_id.desc())
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = connection.execute(query).all()
    if rows:
        refresh(connection, {row.article_uuid for row in rows})
        gone = _WAITING.c.waiting_id.in_([row.waiting_id for row in rows])
        connection.execute(_WAITING.delete().where(gone))
    return len(rows)
