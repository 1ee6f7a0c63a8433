"""Pairs of an archive: the same in one walk and in parts."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.copies import FEW
from strandline.core.similarity.near_pairs import (
    DatedTitle,
    NearPair,
    near_pairs,
    span_of,
    span_start,
)
from strandline.core.similarity.shingles import grams, jaccard
from strandline.testing.headlines import headlines

START = datetime(2026, 3, 1, tzinfo=UTC)
WINDOW = timedelta(hours=48)

WORDS = st.lists(st.sampled_from(["bridge", "storm", "court", "vote", "大桥"]), max_size=4)
TITLES = st.lists(st.tuples(st.integers(0, 400), WORDS), max_size=15).map(
    lambda some: sorted(
        DatedTitle(START + timedelta(hours=hours), f"A_{number:02}", " ".join(words))
        for number, (hours, words) in enumerate(some)
    )
)


def in_parts(titles: list[DatedTitle], window: timedelta, least: float) -> list[NearPair]:
    spans = {span_of(title.time, window) for title in titles}
    found: list[NearPair] = []
    for span in sorted(spans):
        part = [t for t in titles if span_of(t.time, window) in (span - 1, span)]
        found += near_pairs(part, window, least, since=span_start(span, window))
    return found


@given(TITLES, st.sampled_from([0.2, 0.5, 1.0]))
def test_any_archive(titles: list[DatedTitle], least: float) -> None:
    """One walk finds what comparing all with all finds."""
    expected = {
        (a.article_id, b.article_id)
        for number, b in enumerate(titles)
        for a in titles[:number]
        if b.time - a.time <= WINDOW and jaccard(grams(a.folded), grams(b.folded)) >= least
    }
    found = [(pair.a, pair.b) for pair in near_pairs(titles, WINDOW, least)]
    assert len(found) == len(expected)
    assert set(found) == expected


@given(TITLES, st.integers(1, 90), st.sampled_from([0.2, 0.6]))
def test_an_archive_in_parts(titles: list[DatedTitle], hours: int, least: float) -> None:
    """Parts find together what one walk finds, in the same order, whatever the window."""
    window = timedelta(hours=hours)
    assert in_parts(titles, window, least) == list(near_pairs(titles, window, least))


@pytest.mark.parametrize("least", [0.3, 0.7])
def test_headlines_of_two_weeks(least: float) -> None:
    """The same holds for a stream of headlines in three languages."""
    titles = [DatedTitle(h.time, str(h.number), h.folded) for h in headlines(1200, START, 90)]
    walk = list(near_pairs(titles, WINDOW, least))
    assert in_parts(titles, WINDOW, least) == walk
    assert len(walk) > 40


def test_an_id_twice() -> None:
    """An article that stands twice in an archive is no pair with itself."""
    titles = [DatedTitle(START, "A_1", "bridge closed"), DatedTitle(START, "A_1", "bridge closed")]
    assert list(near_pairs(titles, WINDOW, 0.5)) == []


def test_of_many_copies_of_a_day_the_first_few_are_found() -> None:
    """One title ten thousand times: pairs grow with the copies, not with their square."""
    titles = [
        DatedTitle(START + timedelta(minutes=n), f"A_{n:03}", "bridge closed", "the same")
        for n in range(100)
    ]
    found = list(near_pairs(titles, WINDOW, 0.5))
    assert {pair.a for pair in found} == {f"A_{n:03}" for n in range(FEW)}
    assert {pair.b for pair in found} == {title.article_id for title in titles[1:]}


def test_a_title_may_look_for_less() -> None:
    """The later title of two says how alike they must be."""
    titles = [
        DatedTitle(START, "A_1", "storm closes the bridge"),
        DatedTitle(START, "A_2", "storm closes the old court", least=0.2),
        DatedTitle(START, "A_3", "storm closes the new court"),
    ]
    found = {(pair.a, pair.b) for pair in near_pairs(titles, WINDOW, 0.6)}
    assert found == {("A_1", "A_2"), ("A_2", "A_3")}
