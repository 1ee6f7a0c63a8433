"""The work of one pattern on texts that are hard for it."""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from tests.work.steps import Counted, TooManySteps
from tests.work.units import text_of, units

#: Sizes of a text, in characters: each is twice the one before.
SMALL, DOUBLE = 80, 160
LARGE, TWICE_LARGE = 1_500, 3_000
#: Doubling a text may make so many times the steps; what is not linear makes four times as many.
MOST_GROWTH = 2.4
#: Steps a character: a text of 60 kB then takes 24 million, which is a quarter of a second.
MOST_PER_CHAR = 400


def worst(
    pattern: "re.Pattern[Any]", *, anchored: bool, through: Callable[[str], str] | None
) -> str | None:
    """What makes a pattern work more than in proportion to a text; None where nothing does."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(200_000)
    try:
        counted = Counted(pattern)
        for name, unit in _growing(counted, pattern.flags, anchored=anchored):
            large, twice = text_of(unit, LARGE), text_of(unit, TWICE_LARGE)
            if through is None:
                fault = _fault(counted, large, twice, anchored=anchored)
            else:
                fault = _cost(counted, through(twice), anchored=anchored)
            if fault:
                return f"{name}: {fault}"
        return None
    finally:
        sys.setrecursionlimit(before)


def _growing(
    counted: Counted, flags: int, *, anchored: bool
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Texts of which one twice as long takes more than twice the steps, at small sizes."""
    for name, unit in units(counted, flags).items():
        text = text_of(unit, DOUBLE)
        steps = _steps(counted, text, anchored=anchored)
        if steps > MOST_PER_CHAR * len(text) or (
            steps > 6 * len(text)
            and steps > MOST_GROWTH * _steps(counted, text_of(unit, SMALL), anchored=anchored)
        ):
            yield name, unit


def _fault(counted: Counted, large: str, twice: str, *, anchored: bool) -> str | None:
    first = _steps(counted, large, anchored=anchored)
    second = _steps(counted, twice, anchored=anchored)
    if second > MOST_PER_CHAR * len(twice) or second > MOST_GROWTH * first:
        return f"{first:,} steps for {len(large)} characters, {second:,} for {len(twice)}"
    return None


def _cost(counted: Counted, seen: str, *, anchored: bool) -> str | None:
    steps = _steps(counted, seen, anchored=anchored)
    if steps > MOST_PER_CHAR * max(len(seen), 100):
        return f"{steps:,} steps for the {len(seen)} characters that it gets to see"
    return None


def _steps(counted: Counted, text: str, *, anchored: bool) -> int:
    most = MOST_PER_CHAR * max(len(text), 100) + 1
    try:
        return counted.steps(text, anchored=anchored, most=most)
    except TooManySteps:
        return most
