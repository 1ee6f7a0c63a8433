"""Vectors of titles: kept in the database, searched in an index that is rebuilt from it."""

import hashlib
from collections.abc import Sequence
from datetime import datetime

import structlog

from strandline.core.dedup.telling import Telling, embedded_text
from strandline.model.errors import IndexFault, ModelError, StrandlineError
from strandline.model.stories import ArticleVector, IndexPoint, Vector
from strandline.pipelines.stories.window import story_time
from strandline.ports.stories import Embedder, StoryStore, VectorIndex

log = structlog.get_logger()


class Vectors:
    """Vectors of one model. A model that does not answer is left out; lexical layers go on."""

    def __init__(self, store: StoryStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

    @property
    def model(self) -> str:
        """Id of the model; an endpoint has to be asked for it once.

        Raises:
            ModelError: It is down.
        """
        return self._embedder.model

    def of(self, tellings: Sequence[Telling]) -> dict[str, ArticleVector]:
        """By article id, from the database where it has them; none where the model is down."""
        texts = {t.input.article_uuid: embedded_text(t) for t in tellings}
        hashes = {uuid: _hash(text) for uuid, text in texts.items()}
        try:
            model = self.model
        except ModelError as error:
            log.warning("no vectors", because=str(error))
            return {}
        found = {
            uuid: vector
            for uuid, vector in self._store.vectors(model, list(texts)).items()
            if vector.text_hash == hashes[uuid]
        }
        missing = [uuid for uuid in texts if uuid not in found]
        if not missing:
            return found
        try:
            made = self._embedder.embed([texts[uuid] for uuid in missing])
        except ModelError as error:
            log.warning("no vectors", model=model, because=str(error))
            return found
        for uuid, vector in zip(missing, made, strict=True):
            found[uuid] = ArticleVector(uuid, model, hashes[uuid], vector)
        return found


class VectorWindow:
    """The index of one model, kept in step with the database.

    An index that cannot be used, since another process holds it or its server is down, finds
    nothing for the batch in hand; titles and bodies still do. It is asked again with the next one.
    """

    def __init__(self, store: StoryStore, index: VectorIndex, vectors: Vectors) -> None:
        self._store = store
        self._index = index
        self._vectors = vectors
        self._is_in_step = False
        self._is_usable = True

    def add(self, tellings: Sequence[Telling], vectors: dict[str, ArticleVector]) -> None:
        """Make articles findable."""
        points = [
            IndexPoint(uuid, vectors[uuid].vector, story_time(t.input), t.title.language)
            for t in tellings
            if (uuid := t.input.article_uuid) in vectors
        ]
        try:
            self._bring_in_step()
            self._index.upsert(points)
            self._is_usable = True
        except (IndexFault, ModelError) as error:
            self._give_up(error)

    def near(self, vector: Vector, since: datetime, until: datetime, limit: int) -> list[str]:
        """Ids of the nearest articles in a span of time, best first."""
        if not self._is_usable:
            return []
        try:
            found = self._index.nearest(vector, limit=limit, since=since, until=until)
        except (IndexFault, ModelError) as error:
            self._give_up(error)
            return []
        return [neighbour.article_uuid for neighbour in found]

    def _give_up(self, error: StrandlineError) -> None:
        if self._is_usable:
            log.warning("no vector index: only titles and bodies are compared", because=str(error))
        self._is_usable = self._is_in_step = False

    def _bring_in_step(self) -> None:
        """An index that lost points, or that another process filled, is rebuilt at first use."""
        if self._is_in_step:
            return
        model = self._vectors.model
        if self._index.count() != self._store.vector_count(model):
            log.info("rebuilding the vector index", model=model)
            self._index.clear()
            for points in self._store.every_vector(model):
                self._index.upsert(points)
        self._is_in_step = True


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
