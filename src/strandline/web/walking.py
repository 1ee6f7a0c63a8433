"""Pages of lists: cut from rows of which one more was read, or read on until they are full."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

Row = TypeVar("Row")
Shown = TypeVar("Shown")

#: Where a row stands in the order of the list.
Place = tuple[datetime, str]

#: Rows of the readings after the first. A page that is not full after them is shown as it is, and
#: its link leads on.
FURTHER = (150, 300, 600)


@dataclass(frozen=True, slots=True)
class Page(Generic[Shown]):
    """What a page shows, and where the next one begins; None on the last."""

    shown: tuple[Shown, ...]
    older: Place | None


def cut(rows: Sequence[Row], size: int) -> tuple[Sequence[Row], Row | None]:
    """What a page shows, and its last row where more rows were read than it shows."""
    shown = rows[:size]
    return shown, shown[-1] if len(rows) > size else None


def walk(
    read: Callable[[int, Place | None], Sequence[Row]],
    show: Callable[[Sequence[Row]], Sequence[Shown | None]],
    place: Callable[[Row], Place],
    *,
    size: int,
    before: Place | None,
) -> Page[Shown]:
    """Read until `size` rows are to be shown and one more is known, or nothing is left.

    Args:
        read: So many rows behind a place, in the order of the list.
        show: What is shown of each of some rows; None where it is left out.
    """
    found: list[tuple[Place, Shown]] = []
    for limit in (size + 1, *FURTHER):
        rows = read(limit, before)
        shown = show(rows)
        found += [
            (place(row), one) for row, one in zip(rows, shown, strict=True) if one is not None
        ]
        if len(found) > size:
            return Page(tuple(one for _, one in found[:size]), found[size - 1][0])
        if len(rows) < limit:
            return Page(tuple(one for _, one in found), None)
        before = place(rows[-1])
    return Page(tuple(one for _, one in found), before)
