"""The cosine of two vectors."""

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.similarity.cosine import cosine


def vector(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


@pytest.mark.parametrize(
    ("a", "b", "wanted"),
    [
        (vector(1, 0), vector(1, 0), 1.0),
        (vector(1, 0), vector(0, 1), 0.0),
        (vector(1, 0), vector(-1, 0), -1.0),
        (vector(0.6, 0.8), vector(1, 0), 0.6),
        (vector(1, 0), vector(1, 0, 0), 0.0),
        (b"", b"", 0.0),
    ],
    ids=["equal", "at right angles", "opposite", "between", "of two models", "empty"],
)
def test_cosine_of_two_vectors(a: bytes, b: bytes, wanted: float) -> None:
    """Vectors of unit length are compared by their angle; those of two lengths have none."""
    assert cosine(a, b) == pytest.approx(wanted, abs=1e-6)


UNIT = st.lists(st.floats(-1, 1, width=32), min_size=4, max_size=4)


@given(UNIT, UNIT)
def test_order_does_not_matter(a: list[float], b: list[float]) -> None:
    """Both ways give the same number, to the last bit, and never more than one."""
    one, other = vector(*a), vector(*b)
    assert cosine(one, other) == cosine(other, one)
    assert -1 <= cosine(one, other) <= 1
