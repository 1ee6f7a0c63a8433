"""Rules on pairs as they come in: the cheap layers first, vectors only for what they leave open."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from types import MappingProxyType

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.layers import CASCADE, NEAREST_VECTORS, TITLE_SIMILARITY
from strandline.core.dedup.pairs import WINDOW
from strandline.core.dedup.telling import Telling
from strandline.core.evaluation.pairs import ReadPair, told
from strandline.model.errors import UsageError
from strandline.model.stories import Verdict
from strandline.ops.pair_vectors import TellingPair, cosines
from strandline.ports import Embedder
from strandline.settings import StorySettings

_NONE: Mapping[str, float] = MappingProxyType({})
#: Layers that read vectors where there are any.
_SCORING = frozenset({TITLE_SIMILARITY, NEAREST_VECTORS})


@dataclass(frozen=True, slots=True)
class Comparer:
    """The cascade with what it may ask.

    Attributes:
        embedders: Models whose cosines are taken; none leaves the layer of vectors silent.
        off: Layers that are not asked.
    """

    embedders: Sequence[Embedder] = ()
    off: Collection[str] = ()
    window: timedelta = field(default=WINDOW)

    def verdicts(self, pairs: Sequence[ReadPair]) -> list[Verdict]:
        """One verdict a pair, in order.

        Raises:
            ModelError: An endpoint is down or answers nonsense.
        """
        return self.verdicts_of([(told(pair.a), told(pair.b)) for pair in pairs])

    def verdicts_of(self, pairs: Sequence[TellingPair]) -> list[Verdict]:
        """The same for articles that were read before."""
        found = [self.verdict(a, b) for a, b in pairs]
        if not self.embedders or NEAREST_VECTORS in self.off:
            return found
        open_ones = [n for n, verdict in enumerate(found) if _asks_vectors(verdict)]
        scores = cosines([pairs[number] for number in open_ones], self.embedders)
        for number, vectors in zip(open_ones, scores, strict=True):
            found[number] = self.verdict(*pairs[number], vectors)
        return found

    def verdict(self, a: Telling, b: Telling, vectors: Mapping[str, float] = _NONE) -> Verdict:
        """Of two articles, with the cosines at hand."""
        return compare(a, b, vectors=vectors, off=self.off, window=self.window)


def make_comparer(
    settings: StorySettings, embedders: Sequence[Embedder], off: Collection[str]
) -> Comparer:
    """A comparer as the settings want it.

    Args:
        off: Layers that are not asked, beside those of the settings.

    Raises:
        UsageError: There is no such layer.
    """
    names = [layer.name for layer in CASCADE]
    for name in off:
        if name not in names:
            advice = f"One of: {', '.join(names)}."
            raise UsageError(f"There is no layer {name!r}.", subject=name, advice=advice)
    silent = frozenset(off) | frozenset(settings.layers_off)
    return Comparer(embedders, silent, timedelta(hours=settings.window_hours))


def _asks_vectors(verdict: Verdict) -> bool:
    """Where a layer before those that score has ruled, vectors would change nothing."""
    return verdict.layer in _SCORING or not verdict.layer
