"""Searches that people keep, to be told of what is found later."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A search with a feed of its own.

    Attributes:
        account_id: Whose it is; None for the command line's.
        params: Parameters of the page `/search`, by name.
        secret: Stands in the feed's address, which nobody can guess. Kept as it is, since it is
            shown again, and opens no more than anybody can search for.
        search_id: 0 before it is stored.
    """

    account_id: str | None
    name: str
    params: Mapping[str, str]
    secret: str = field(repr=False)
    created_at: datetime
    search_id: int = 0
