"""Rows of bits: counting in many titles at once."""

from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.bit_rows import added, bits_of, reaching, row_of

TITLES = st.sets(st.integers(0, 90), max_size=20)


@given(st.lists(TITLES, max_size=20), st.integers(1, 24))
def test_titles_in_enough_rows(sets: list[set[int]], least: int) -> None:
    """A title is in the result exactly if so many of the rows have it."""
    digits = added([row_of(titles, 91) for titles in sets])
    expected = {t for t in range(91) if sum(t in titles for titles in sets) >= least}
    assert bits_of(reaching(digits, least)) == sorted(expected, reverse=True)


@given(TITLES)
def test_titles_of_a_row(titles: set[int]) -> None:
    """A row holds what it was made of, and nothing else."""
    assert bits_of(row_of(titles, 91)) == sorted(titles, reverse=True)
