"""Pages of a list from which rows are left out."""

from collections.abc import Sequence
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from strandline.testing.builders import NOW
from strandline.web import walking
from strandline.web.walking import Place, walk


def place(row: int) -> Place:
    """Rows are numbered from the newest."""
    return NOW - timedelta(hours=row // 3), f"{10_000 - row}"


def pages(left_out: frozenset[int], total: int, size: int) -> list[list[int]]:
    """All pages of a list, walked from the first to the last."""
    rows = sorted(range(total), key=place, reverse=True)

    def read(limit: int, before: Place | None) -> Sequence[int]:
        return [row for row in rows if before is None or place(row) < before][:limit]

    def show(some: Sequence[int]) -> list[int | None]:
        return [None if row in left_out else row for row in some]

    found, before = [], None
    while True:
        page = walk(read, show, place, size=size, before=before)
        found.append(list(page.shown))
        if page.older is None:
            return found
        before = page.older


@given(st.integers(0, 90), st.integers(1, 9), st.data())
def test_every_row_is_met_once_in_order(total: int, size: int, data: st.DataObject) -> None:
    """Whatever is left out; no page holds more than its size, and only the last may be short."""
    left_out = data.draw(st.frozensets(st.integers(0, max(total - 1, 0))))
    found = pages(left_out, total, size)
    rows = sorted(range(total), key=place, reverse=True)
    assert [row for page in found for row in page] == [r for r in rows if r not in left_out]
    assert all(len(page) == size for page in found[:-1])
    assert len(found[-1]) <= size


def test_a_page_ends_although_nearly_all_is_left_out() -> None:
    """It is short then, and leads on: no page reads a whole ledger."""
    total = 3 * sum(walking.FURTHER)
    found = pages(frozenset(range(total - 1)), total, 5)
    assert [row for page in found for row in page] == [total - 1]
    assert 2 < len(found) < 6
