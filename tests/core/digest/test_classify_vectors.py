"""Categories by meaning, on vectors made by hand."""

from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.classify_vectors import mean_vector, nearest_category
from strandline.core.similarity.cosine import cosine


def vector(*numbers: float) -> bytes:
    """A vector of unit length."""
    length = sum(n * n for n in numbers) ** 0.5 or 1.0
    return array("f", [n / length for n in numbers]).tobytes()


def axis(place: int, size: int = 6) -> bytes:
    """A topic that has nothing in common with the others."""
    return vector(*(1.0 if n == place else 0.0 for n in range(size)))


TOPICS = [axis(n) for n in range(6)]
READER = {"sport": TOPICS[0], "health": TOPICS[1]}
NUMBERS = st.lists(st.floats(-1, 1, width=32), min_size=6, max_size=6)


def test_the_category_that_stands_out() -> None:
    """Near one topic, far from all the others."""
    assert nearest_category(vector(1, 0.1, 0, 0, 0, 0), READER, TOPICS) == "sport"
    assert nearest_category(vector(0, 1, 0.2, 0, 0, 0), READER, TOPICS) == "health"


@pytest.mark.parametrize(
    "article",
    [
        vector(1, 0.9, 0, 0, 0, 0),
        vector(0, 0, 1, 0, 0, 0),
        vector(0.5, 0, 1, 0, 0, 0),
        vector(1, 1, 1, 1, 1, 1),
        vector(0, 0, 0, 0, 0, 0),
        b"",
        vector(1, 0),
    ],
    ids=["two", "another topic", "rather another", "everything", "nothing", "empty", "other size"],
)
def test_what_stands_out_for_no_category(article: bytes) -> None:
    """Two categories at once, a topic that nobody asked for, all of them, none of them."""
    assert nearest_category(article, READER, TOPICS) is None


def test_a_category_of_which_only_the_name_is_known_must_stand_out_further() -> None:
    """One word lies near many things."""
    topics = [axis(n, 12) for n in range(11)]
    article = vector(*([0.35] * 11), 1)
    bees = vector(*([0.0] * 11), 1)
    reader = {"bees": bees}
    near = vector(*([0.4] + [0.1] * 10), 0.45)
    assert nearest_category(article, reader, topics) is None
    assert nearest_category(near, reader, topics) == "bees"
    assert nearest_category(near, reader, topics, own={"bees"}) == "bees"
    faint = vector(*([0.4] + [0.1] * 10), 0.3)
    assert nearest_category(faint, reader, topics, own={"bees"}) is None


def test_without_a_background_nothing_is_said() -> None:
    """A deviation of three topics is none."""
    assert nearest_category(TOPICS[0], READER, TOPICS[:3]) is None
    assert nearest_category(TOPICS[0], {}, TOPICS) is None


@given(NUMBERS, st.permutations(sorted(READER)))
def test_the_order_of_categories_decides_nothing(numbers: list[float], order: list[str]) -> None:
    """Only what stands out does."""
    article = vector(*numbers)
    shuffled = {name: READER[name] for name in order}
    assert nearest_category(article, shuffled, TOPICS) == nearest_category(article, READER, TOPICS)


@given(st.lists(NUMBERS, min_size=1, max_size=5))
def test_the_middle_has_unit_length_or_none(rows: list[list[float]]) -> None:
    """And does not depend on the order."""
    vectors = [vector(*row) for row in rows]
    middle = mean_vector(vectors)
    assert len(middle) == len(vectors[0])
    assert cosine(middle, middle) == pytest.approx(1, abs=1e-5) or not any(array("f", middle))
    assert mean_vector(vectors[::-1]) == middle


def test_the_middle_of_nothing_is_nothing() -> None:
    """It stands near no article."""
    assert mean_vector([]) == b""
