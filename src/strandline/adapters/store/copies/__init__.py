"""Copies of the whole database into one file, and back: by SQLite itself, or `pg_dump`."""

from strandline.adapters.store.copies.postgres import PostgresCopies
from strandline.adapters.store.copies.sqlite import SqliteCopies
from strandline.ports import LedgerCopies
from strandline.settings import DatabaseSettings

__all__ = ["ledger_copies"]


def ledger_copies(settings: DatabaseSettings, programs: str = "") -> LedgerCopies:
    """Of the database that the settings name; nothing is opened yet.

    Args:
        settings: PostgreSQL where `url` is set, else the SQLite file.
        programs: Folder of `pg_dump` and `pg_restore`; empty to look for them.
    """
    if settings.url.get_secret_value():
        return PostgresCopies(settings, programs)
    return SqliteCopies(settings)
