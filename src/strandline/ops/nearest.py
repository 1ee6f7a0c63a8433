"""Which articles of a stream are compared with a new one: the nearest that came before it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from strandline.core.dedup.telling import Telling, embedded_text
from strandline.model.stories import Vector

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Nearest articles of each kind that are compared with a new one.
_CANDIDATES = 20


class Nearest:
    """The articles that came before: nearest by shingles of the title, and by vectors.

    Args:
        tellings: All articles, in order of arrival.
        vectors: Text → vector by a model; empty where there is none.
    """

    def __init__(self, tellings: Sequence[Telling], vectors: Mapping[str, Vector]) -> None:
        self._tellings = tellings
        self._matrix = _matrix([vectors[embedded_text(t)] for t in tellings]) if vectors else None
        self._postings: dict[str, list[int]] = {}

    def of(self, number: int) -> list[int]:
        """Places of the nearest among those that were added."""
        return sorted({*self._by_title(number), *self._by_vector(number)})

    def add(self, number: int) -> None:
        """From now on it is among those that came before."""
        for gram in self._tellings[number].grams:
            self._postings.setdefault(gram, []).append(number)

    def _by_title(self, number: int) -> list[int]:
        grams = self._tellings[number].grams
        shared = Counter(n for gram in sorted(grams) for n in self._postings.get(gram, ()))
        likeness = {
            n: count / (len(grams) + len(self._tellings[n].grams) - count)
            for n, count in shared.items()
        }
        return sorted(likeness, key=lambda n: (-likeness[n], n))[:_CANDIDATES]

    def _by_vector(self, number: int) -> list[int]:
        if self._matrix is None or not number:
            return []
        likeness = self._matrix[:number] @ self._matrix[number]
        return [int(n) for n in (-likeness).argsort(kind="stable")[:_CANDIDATES]]


def _matrix(vectors: Sequence[Vector]) -> "NDArray[np.float32]":
    import numpy as np

    return np.frombuffer(b"".join(vectors), dtype="<f4").reshape(len(vectors), -1)
