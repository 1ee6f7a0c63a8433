"""What people bring along from other programs."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Program:
    """A program whose export is read.

    Attributes:
        key: In addresses and settings, such as `karakeep`.
        name: As it calls itself.
    """

    key: str
    name: str


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


@dataclass(frozen=True, slots=True)
class Export:
    """What a file holds.

    Attributes:
        product: Who wrote its links; None where it has subscriptions alone.
        links: Each address once, as it came first.
        problems: Sentences about what could not be taken.
        lists: Subscription lists (OPML) in it.
    """

    product: Program | None
    links: tuple[Saved, ...] = ()
    problems: tuple[str, ...] = ()
    lists: tuple[bytes, ...] = ()
