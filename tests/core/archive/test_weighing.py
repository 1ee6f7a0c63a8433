"""A capture is weighed as a whole: the better one stays shown, with all of its kinds."""

from types import SimpleNamespace
from typing import Any

import pytest

from strandline.core.archive.weighing import copy_of, takes_over

ARTICLE = " ".join(f"The ferry of day {day} left pier {day % 7} at noon." for day in range(90))
OTHER = " ".join(f"Bakers of street {n} open at {n % 9} in the morning." for n in range(90))


def capture(text: str = ARTICLE, /, **kinds: str) -> Any:
    """What a capture leaves; good kinds unless said otherwise."""
    made = {"raw": "good", "dom": "good", "warc": "good", "text": "good"} | kinds
    files = [
        SimpleNamespace(kind=kind, capture_outcome=outcome, size_bytes=len(text.encode()))
        for kind, outcome in made.items()
        if outcome
    ]
    return copy_of(files, text)


@pytest.mark.parametrize(
    ("new", "is_shown"),
    [
        (capture(), True),
        (capture(ARTICLE + OTHER), True),
        (capture(OTHER), True),
        (capture(ARTICLE[: len(ARTICLE) * 9 // 10]), True),
        (capture(ARTICLE[: len(ARTICLE) * 6 // 10]), True),
        (capture(OTHER[: len(ARTICLE) * 7 // 10]), False),
        (capture(ARTICLE[:300] + " Subscribe to read the rest."), False),
        (capture(""), False),
        (capture(ARTICLE, warc=""), False),
        (capture(ARTICLE, warc="truncated"), False),
        (capture(ARTICLE, raw="blocked"), True),
        (capture("", raw="blocked", dom="", warc="", text=""), False),
        (capture(ARTICLE, raw="truncated", dom="", warc="truncated", text="truncated"), False),
        (capture(ARTICLE, pdf="good", screenshot="good"), True),
        (copy_of([]), False),
    ],
    ids=[
        *("the same", "longer", "other words", "a little shorter", "a paragraph less"),
        *("other and shorter", "a stub", "a shell", "no record", "half a record"),
        *("our client was blocked", "a block page", "half a page", "more kinds", "nothing"),
    ],
)
def test_the_better_of_two_captures_is_shown(new: Any, *, is_shown: bool) -> None:
    """Of equals the newer; never a shell, a stub, half of it or a wall after the whole."""
    assert takes_over(new, capture()) is is_shown


def test_anything_is_better_than_what_is_no_copy() -> None:
    """A wall gives way to a stub, and to a newer wall."""
    wall = capture("", raw="blocked", dom="", warc="", text="")
    assert takes_over(capture("short"), wall)
    assert takes_over(wall, wall)
    assert takes_over(wall, copy_of([]))


def test_a_short_page_says_nothing_about_what_comes() -> None:
    """A note of two lines may become one line; a film is not counted with its page."""
    assert takes_over(capture("Moved."), capture("The office has moved to the mill, second floor."))
    assert takes_over(capture(), capture(video="good"))
