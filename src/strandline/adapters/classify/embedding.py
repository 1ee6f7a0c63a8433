"""Rules first; for what the rules have no word for, the meaning of title and summary."""

import threading
from collections.abc import Callable, Sequence

import structlog

from strandline.core.digest.classify import classify_one
from strandline.core.digest.classify_vectors import mean_vector, nearest_category
from strandline.core.digest.topics import CATCH_ALL, Topic, folded, topic_named, topics
from strandline.model.digests import Candidate
from strandline.model.errors import ModelError
from strandline.model.stories import Vector
from strandline.ports import Embedder

log = structlog.get_logger()

_TITLE_CHARS, _SUMMARY_CHARS = 300, 300


class EmbeddingClassifier:
    """A `Classifier` on an `Embedder`; safe from many threads.

    Args:
        open_embedder: Gives the embedder, or None where there is none; asked with the first
            article that the rules do not know, because models are slow to load.
    """

    def __init__(self, open_embedder: Callable[[], Embedder | None]) -> None:
        self._open_embedder = open_embedder
        self._lock = threading.Lock()
        self._topics: dict[Topic, Vector] = {}

    def classify(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        """One category a candidate, in order; None where none fits.

        A catch-all takes what neither rules nor vectors can place.
        """
        special = [name for name in categories if folded(name) not in CATCH_ALL]
        found = [classify_one(candidate, special) for candidate in candidates]
        unknown = [index for index, name in enumerate(found) if name is None]
        if unknown and special:
            placed = self._by_meaning([candidates[index] for index in unknown], special)
            for index, name in zip(unknown, placed, strict=True):
                found[index] = name
        return [
            name or classify_one(candidate, categories)
            for candidate, name in zip(candidates, found, strict=True)
        ]

    def _by_meaning(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        try:
            embedder = self._open_embedder()
            if embedder is None:
                return [None] * len(candidates)
            known = self._known(embedder, [topic_named(name) for name in categories])
            vectors = embedder.embed([_text(candidate) for candidate in candidates])
        except ModelError as error:
            log.warning("articles are classified by rules alone", because=error.message)
            return [None] * len(candidates)
        wanted = {name: known[topic_named(name)] for name in categories}
        ours = dict.fromkeys(topics().values())
        background = [known[topic] for topic in ours]
        own = {name for name in categories if topic_named(name) not in ours}
        return [nearest_category(vector, wanted, background, own=own) for vector in vectors]

    def _known(self, embedder: Embedder, wanted: Sequence[Topic]) -> dict[Topic, Vector]:
        """Vectors of all topics, ours and the reader's own; each is made once."""
        with self._lock:
            missing = [
                topic
                for topic in dict.fromkeys([*topics().values(), *wanted])
                if topic not in self._topics
            ]
            phrases = [phrase for topic in missing for phrase in topic.phrases]
            vectors = iter(embedder.embed(phrases) if phrases else ())
            for topic in missing:
                mine = [next(vectors) for _ in topic.phrases]
                self._topics[topic] = mean_vector(mine)
            return dict(self._topics)


def _text(candidate: Candidate) -> str:
    return f"{candidate.title[:_TITLE_CHARS]}. {candidate.summary[:_SUMMARY_CHARS]}"
