"""The store and the settings, for the length of one command."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strandline.ports import Store
    from strandline.settings import Settings


@contextmanager
def open_registry() -> "Iterator[tuple[Store, Settings]]":
    """Open the database that is configured; let go of it at the end.

    Raises:
        ConfigError: A setting has a value that is not allowed.
        StoreError: The database cannot be opened.
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_ledger

    settings = load_settings()
    with closing(open_ledger(settings)) as store:
        yield store, settings
