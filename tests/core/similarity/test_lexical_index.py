"""The lexical index: exactly the titles that are alike enough, and why."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.bounds import overlap, plan, sizes
from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.shingles import grams, jaccard
from strandline.core.similarity.title_block import Tuning
from strandline.testing.headlines import headlines

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
WINDOW = timedelta(hours=48)
#: Blocks that fill soon, rows from the second title on: every turn is taken with few titles.
CRAMPED = Tuning(titles=5, sparse=1)
TUNINGS = [Tuning(), CRAMPED, Tuning(titles=64, sparse=0), Tuning(titles=7, sparse=1, fold=2)]

GRAMS = st.frozensets(st.sampled_from("abcdefghijkl東京"), max_size=9)
HOURS = st.integers(-80, 80)
TITLES = st.lists(st.tuples(GRAMS, HOURS), max_size=40)
LEAST = st.one_of(st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.6, 0.75, 1.0]), st.floats(0.05, 1))

Entry = tuple[str, frozenset[str], datetime]


def entries(titles: Sequence[tuple[frozenset[str], int]]) -> list[Entry]:
    return [
        (f"A_{number:02}", some, START + timedelta(hours=hours))
        for number, (some, hours) in enumerate(titles)
    ]


def filled(index: LexicalIndex, some: Sequence[Entry]) -> LexicalIndex:
    for entry in some:
        index.add(*entry)
    return index


def compared_one_by_one(
    some: Sequence[Entry], sought: frozenset[str], since: datetime, until: datetime, least: float
) -> list[tuple[str, float]]:
    scores = [(i, jaccard(sought, mine)) for i, mine, time in some if since <= time <= until]
    return sorted((m for m in scores if m[1] >= least), key=lambda m: (-m[1], m[0]))


@pytest.mark.parametrize("tuning", TUNINGS, ids=["usual", "cramped", "small", "folded"])
@given(TITLES, GRAMS, HOURS, LEAST)
def test_any_titles(
    tuning: Tuning,
    titles: list[tuple[frozenset[str], int]],
    sought: frozenset[str],
    hours: int,
    least: float,
) -> None:
    """The candidates are those that comparing one by one finds, with the same scores and order."""
    some = entries(titles)
    since = START + timedelta(hours=hours) - WINDOW
    index = filled(LexicalIndex(least, tuning), some)
    expected = compared_one_by_one(some, sought, since, since + 2 * WINDOW, least)
    assert index.candidates(sought, since, since + 2 * WINDOW) == expected


@pytest.mark.parametrize("least", [0.2, 0.4, 0.5, 0.65, 0.8])
def test_a_stream_of_headlines(least: float) -> None:
    """In a stream of three languages every title finds its like among the earlier, no other."""
    index = LexicalIndex(0.9, Tuning(titles=200, sparse=4, fold=1))
    some: list[Entry] = []
    for told in headlines(700, START, 250):
        mine = grams(told.folded)
        found = index.candidates(mine, told.time - WINDOW, told.time, least)
        assert found == compared_one_by_one(some, mine, told.time - WINDOW, told.time, least)
        some.append((str(told.number), mine, told.time))
        index.add(*some[-1])


@given(TITLES, GRAMS, st.sets(st.integers(0, 39)), LEAST)
def test_titles_taken_out(
    titles: list[tuple[frozenset[str], int]],
    sought: frozenset[str],
    removed: set[int],
    least: float,
) -> None:
    """What was taken out is not found, the rest is; taking out an unknown one is no fault."""
    some = entries(titles)
    index = filled(LexicalIndex(least, CRAMPED), some)
    for number in removed:
        index.remove(f"A_{number:02}")
    rest = [entry for number, entry in enumerate(some) if number not in removed]
    always = (START - 9 * WINDOW, START + 9 * WINDOW)
    assert index.candidates(sought, *always) == compared_one_by_one(rest, sought, *always, least)
    assert len(index) == len(rest)


@given(TITLES, GRAMS, HOURS, LEAST)
def test_time_goes_on(
    titles: list[tuple[frozenset[str], int]], sought: frozenset[str], hours: int, least: float
) -> None:
    """After a time is expired nothing before it is found, and everything after it."""
    some = entries(titles)
    index = filled(LexicalIndex(least, CRAMPED), some)
    before = START + timedelta(hours=hours)
    index.expire(before)
    always = (START - 9 * WINDOW, START + 9 * WINDOW)
    assert index.candidates(sought, *always) == compared_one_by_one(
        some, sought, before, always[1], least
    )


def test_days_that_have_passed() -> None:
    """Titles of days that are long over take no room, and their grams count as rare again."""
    index = LexicalIndex(0.5)
    day = timedelta(days=2)
    for number in range(6):
        index.add(str(number), grams("bridge closed after storm"), START + number * day)
    fresh = index.weight("bri")
    index.expire(START + 4 * day)
    assert [str(number) in index for number in range(6)] == [False] * 4 + [True] * 2
    index.expire(START + 99 * day)
    assert len(index) == 0
    assert index.weight("bri") == LexicalIndex(0.5).weight("bri") < fresh + 1


def test_the_same_id_again() -> None:
    """A title that is put in again replaces the one before."""
    index = LexicalIndex(0.5)
    index.add("A_1", grams("bridge closed"), START)
    index.add("A_1", grams("tunnel opens"), START)
    assert index.candidates(grams("bridge closed"), START, START) == []
    assert index.candidates(grams("tunnel opens"), START, START) == [("A_1", 1.0)]
    assert len(index) == 1


def test_a_title_without_a_word() -> None:
    """A title without grams is like no other, not even like another such."""
    index = LexicalIndex(0.1)
    index.add("A_1", frozenset(), START)
    assert index.candidates(frozenset(), START, START) == []


def test_why_it_is_a_candidate() -> None:
    """The shared grams say why, the rarest first; an unknown title has none."""
    index = LexicalIndex(0.1)
    for number, title in enumerate(["the bridge", "the council", "the market", "the harbour"]):
        index.add(str(number), grams(title), START)
    why = index.shared("0", grams("the bridge closes"))
    assert set(why[-3:]) == grams("the")
    assert why[0] in grams("bridge")
    assert index.weight(why[0]) > index.weight("the")
    with pytest.raises(KeyError):
        index.shared("9", grams("the"))


@given(st.integers(1, 120), LEAST)
def test_bounds_agree_with_the_score(size: int, least: float) -> None:
    """The least overlap reaches the score and one less does not; no other size can reach it."""
    smallest, greatest = sizes(size, least)
    for other in (smallest, min(size, greatest), greatest):
        shared = overlap(size, other, least)
        assert shared <= min(size, other)
        assert shared / (size + other - shared) >= least
        assert (shared - 1) / (size + other - shared + 1) < least
    assert smallest == 1 or (smallest - 1) / size < least
    assert size / (greatest + 1) < least


@given(st.integers(1, 120), LEAST, st.integers(1, 6))
def test_a_plan(size: int, least: float, width: int) -> None:
    """Steps cover all sizes without a gap and ask for no more than each of them must have."""
    how = plan(size, least, width)
    smallest, greatest = sizes(size, least)
    assert (how.steps[0].first, how.steps[-1].end) == (smallest, greatest + 1)
    assert all(a.end == b.first for a, b in pairwise(how.steps))
    assert 1 <= how.probes <= size
    for step in how.steps:
        for other in range(step.first, step.end):
            missing = size - overlap(size, other, least)
            assert 1 <= step.hits <= how.probes - missing
