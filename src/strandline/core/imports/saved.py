"""What other programs kept, as values: links with their titles, times and words."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from strandline.core.imports.document import Document
from strandline.core.sources.feeds.texts import fold
from strandline.core.sources.window import EARLIEST
from strandline.model.imports import Program, Saved

#: Longest title, note and word that are taken over (characters).
LONGEST_TITLE, LONGEST_NOTE, LONGEST_TAG = 500, 500, 60
MOST_TAGS = 50


@dataclass(frozen=True, slots=True)
class Product(Program):
    """How an export of a program is read.

    Attributes:
        fits: True for its export; asked in the order of `PRODUCTS`.
        links: Its links, or sentences about what could not be taken.
    """

    fits: Callable[[Document], bool]
    links: Callable[[Document], Iterator[Saved | str]]


def saved(
    url: Any,
    title: Any = "",
    *,
    added: Any = None,
    read: Any = None,
    tags: Any = (),
    note: Any = "",
) -> Saved | str:
    """A link of whatever an export holds; a sentence where it holds none.

    Args:
        added: Seconds or milliseconds since 1970, or ISO 8601.
        read: The same; anything that is no time means that it was not read.
        tags: Words, or objects with a `name`.
    """
    address = url.strip() if isinstance(url, str) else ""
    if not address:
        return f"{_line(title, 80) or 'An entry'}: it has no address"
    return Saved(
        address,
        _line(title, LONGEST_TITLE),
        moment(added),
        moment(read),
        words(tags),
        _line(note, LONGEST_NOTE),
    )


def words(tags: Any) -> tuple[str, ...]:
    """Tags, each once, whatever they are written as."""
    if not isinstance(tags, Sequence) or isinstance(tags, str | bytes):
        return ()
    found = (tag.get("name") if isinstance(tag, Mapping) else tag for tag in tags)
    lines = (_line(tag, LONGEST_TAG) for tag in found)
    return tuple(dict.fromkeys(line for line in lines if line))[:MOST_TAGS]


def moment(value: Any) -> datetime | None:
    """A time as exports write it; None for what is none, or lies before the web or far ahead."""
    try:
        if isinstance(value, str) and not value.strip().isdigit():
            when = datetime.fromisoformat(value.strip())
            when = when.replace(tzinfo=UTC) if when.tzinfo is None else when.astimezone(UTC)
        else:
            number = float(value)
            while 1e11 < number < math.inf:  # milliseconds, microseconds
                number /= 1000
            when = datetime.fromtimestamp(number, UTC)
    except (TypeError, ValueError, OverflowError, OSError):
        return None
    return when if EARLIEST < when < datetime(2200, 1, 1, tzinfo=UTC) else None


def _line(value: Any, longest: int) -> str:
    return fold(value)[:longest] if isinstance(value, str) else ""
