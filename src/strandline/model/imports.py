"""What people bring along from other programs."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Saved:
    """A link that somebody kept elsewhere.

    Attributes:
        url: As written there; it may be no web address.
        added_at: When it was kept there.
        read_at: When it was read, or put aside as read; None where it was not.
        tags: Words and folders that it was filed under.
    """

    url: str
    title: str = ""
    added_at: datetime | None = None
    read_at: datetime | None = None
    tags: tuple[str, ...] = ()
    note: str = ""
