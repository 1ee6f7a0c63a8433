"""The audit: what people changed. Private."""

from contextlib import AbstractContextManager
from typing import Any

import sqlalchemy as sa

from strandline.adapters.store import accounts_schema as schema
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import clean
from strandline.model.accounts import Actor, Role, Via
from strandline.model.acts import AuditEntry


class AuditTables(Tables):
    """Implements `AuditStore`."""

    def together(self) -> AbstractContextManager[None]:
        """All that this thread writes within the block is one transaction."""
        return self._database.together()

    def record(self, entry: AuditEntry) -> None:
        """Write one row; within `together`, with the change that it tells."""
        actor = entry.actor
        row = {
            "at": entry.at,
            "actor_id": actor.account_id,
            "actor_name": clean(actor.name),
            "actor_role": actor.role.value if actor.role is not None else "",
            "via": actor.via.value,
            "area": entry.what.partition(".")[0],
            "what": entry.what,
            "subject": clean(entry.subject),
            "before": dict(entry.before),
            "after": dict(entry.after),
        }
        with self._database.write() as connection:
            connection.execute(schema.audit.insert(), row)

    def audit(
        self, *, who: str = "", what: str = "", subject: str = "", before: int = 0, limit: int = 50
    ) -> list[AuditEntry]:
        """Newest first."""
        table = schema.audit
        query = sa.select(table).order_by(table.c.entry_id.desc()).limit(limit)
        if who:
            query = query.where(table.c.actor_name == clean(who))
        if what:
            column = table.c.what if "." in what else table.c.area
            query = query.where(column == clean(what))
        if subject:
            query = query.where(table.c.subject == clean(subject))
        if before > 0:
            query = query.where(table.c.entry_id < before)
        with self._database.read() as connection:
            return [_entry_of(row) for row in connection.execute(query)]


def _entry_of(row: Any) -> AuditEntry:
    actor = Actor(
        row.actor_id,
        row.actor_name,
        Role(row.actor_role) if row.actor_role else None,
        Via(row.via),
    )
    return AuditEntry(row.at, actor, row.what, row.subject, row.before, row.after, row.entry_id)
