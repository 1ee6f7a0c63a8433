"""The cosines of pairs, by the models that are at hand."""

from collections.abc import Mapping, Sequence

from strandline.core.dedup.telling import Telling, embedded_text
from strandline.core.similarity.cosine import cosine
from strandline.model.stories import Vector
from strandline.ports import Embedder

TellingPair = tuple[Telling, Telling]

#: Texts that a model is given at once: its memory grows with them.
_BATCH = 128


def cosines(
    pairs: Sequence[TellingPair], embedders: Sequence[Embedder]
) -> list[Mapping[str, float]]:
    """Model → cosine of each pair, in order; every text is embedded once a model.

    Raises:
        ModelError: An endpoint is down or answers nonsense.
    """
    sides = [side for pair in pairs for side in pair]
    found: list[dict[str, float]] = [{} for _ in pairs]
    for embedder in embedders:
        vectors = embed_all(sides, embedder)
        for scores, (a, b) in zip(found, pairs, strict=True):
            scores[embedder.model] = cosine(vectors[embedded_text(a)], vectors[embedded_text(b)])
    return list(found)


def embed_all(tellings: Sequence[Telling], embedder: Embedder) -> dict[str, Vector]:
    """Text → vector of everything that is told, each text once.

    Raises:
        ModelError: An endpoint is down or answers nonsense.
    """
    texts = list(dict.fromkeys(map(embedded_text, tellings)))
    batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
    vectors = (vector for batch in batches for vector in embedder.embed(batch))
    return dict(zip(texts, vectors, strict=True))
