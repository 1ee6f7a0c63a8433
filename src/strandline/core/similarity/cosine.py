"""The cosine of two vectors that are kept as bytes."""

import sys
from array import array
from functools import lru_cache
from operator import mul

from strandline.model.stories import Vector


def cosine(a: Vector, b: Vector) -> float:
    """Of two vectors of unit length, -1 to 1; 0 where their lengths differ.

    The same whichever comes first, to the last bit.
    """
    if len(a) != len(b):
        return 0.0
    product: float = sum(map(mul, _numbers(a), _numbers(b)))
    return max(-1.0, min(1.0, product))


@lru_cache(maxsize=1024)
def _numbers(vector: Vector) -> "array[float]":
    """Little-endian float32, as `model.stories.Vector` says."""
    numbers = array("f")
    numbers.frombytes(vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
