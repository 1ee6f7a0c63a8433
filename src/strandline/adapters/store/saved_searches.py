"""Searches that people keep."""

from typing import Any

import sqlalchemy as sa

from strandline.adapters.store.accounts_schema import saved_searches
from strandline.adapters.store.base import Tables
from strandline.adapters.store.border import MAX_INTEGER, clean, clean_tree
from strandline.model.searches import SavedSearch

_TABLE = saved_searches


class SavedSearchTables(Tables):
    """Implements `SavedSearchStore`."""

    def add_search(self, search: SavedSearch) -> int:
        """Keep a new one; its id."""
        row = {
            "account_id": search.account_id,
            "name": clean(search.name),
            "params": clean_tree(dict(search.params)),
            "secret": search.secret,
            "created_at": search.created_at,
        }
        with self._database.write() as connection:
            made = connection.execute(_TABLE.insert().returning(_TABLE.c.search_id), row)
            return int(made.scalar_one())

    def searches(self, account_id: str | None) -> list[SavedSearch]:
        """Of an account, the newest first; None for the command line's."""
        own = _TABLE.c.account_id == account_id
        query = sa.select(_TABLE).where(own if account_id else _TABLE.c.account_id.is_(None))
        with self._database.read() as connection:
            rows = connection.execute(query.order_by(_TABLE.c.search_id.desc()))
            return [_search_of(row) for row in rows]

    def search_of_secret(self, secret: str) -> SavedSearch | None:
        """The one whose feed has an address; None for none."""
        query = sa.select(_TABLE).where(_TABLE.c.secret == clean(secret))
        with self._database.read() as connection:
            row = connection.execute(query).first()
            return None if row is None else _search_of(row)

    def renew_search(self, account_id: str | None, search_id: int, secret: str) -> bool:
        """Give an account's search another address; False where it has none of that id."""
        with self._database.write() as connection:
            changed = connection.execute(
                _TABLE.update().where(_own(account_id, search_id)).values(secret=secret)
            )
            return changed.rowcount > 0

    def remove_search(self, account_id: str | None, search_id: int) -> bool:
        """Forget an account's search; False where it has none of that id."""
        with self._database.write() as connection:
            gone = connection.execute(_TABLE.delete().where(_own(account_id, search_id)))
            return gone.rowcount > 0


def _own(account_id: str | None, search_id: int) -> sa.ColumnElement[bool]:
    whose = _TABLE.c.account_id
    is_theirs = whose == account_id if account_id else whose.is_(None)
    number = search_id if 0 < search_id <= MAX_INTEGER else 0
    return sa.and_(is_theirs, _TABLE.c.search_id == number)


def _search_of(row: Any) -> SavedSearch:
    return SavedSearch(
        account_id=row.account_id,
        name=row.name,
        params=row.params,
        secret=row.secret,
        created_at=row.created_at,
        search_id=row.search_id,
    )
