"""Vectors of titles: kept in the database, searched in an index that is rebuilt from it."""

import hashlib
import math
import sys
from array import array
from collections import OrderedDict
from collections.abc import Sequence
from datetime import UTC, datetime

import structlog

from strandline.core.dedup.telling import Telling, embedded_text
from strandline.model.errors import IndexFault, ModelError, StrandlineError
from strandline.model.stories import ArticleVector, IndexPoint, Vector
from strandline.pipelines.stories.spans import story_time
from strandline.ports.stories import Embedder, StoryStore, VectorIndex

log = structlog.get_logger()

#: Vectors held ready: one article is compared with many.
READY = 2048
#: How far from 1 the length of a vector may be: rounding of float32, with room.
LENGTH_SLACK = 1e-3

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


class Vectors:
    """Vectors of one model. A model that does not answer is left out; lexical layers go on."""

    def __init__(self, store: StoryStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._ready: OrderedDict[str, ArticleVector] = OrderedDict()

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
        found = {
            uuid: vector
            for uuid in texts
            if (vector := self._ready.get(uuid)) and vector.text_hash == hashes[uuid]
        }
        try:
            if len(found) < len(texts):
                self._find(found, texts, hashes)
                self._make(found, texts, hashes)
        except ModelError as error:
            log.warning("no vectors", because=str(error))
        for uuid, vector in found.items():
            self._ready[uuid] = vector
            self._ready.move_to_end(uuid)
        while len(self._ready) > READY:
            self._ready.popitem(last=False)
        return found

    def _find(
        self, found: dict[str, ArticleVector], texts: dict[str, str], hashes: dict[str, str]
    ) -> None:
        """In the database."""
        missing = [uuid for uuid in texts if uuid not in found]
        found |= {
            uuid: vector
            for uuid, vector in self._store.vectors(self.model, missing).items()
            if vector.text_hash == hashes[uuid] and is_direction(vector.vector)
        }

    def _make(
        self, found: dict[str, ArticleVector], texts: dict[str, str], hashes: dict[str, str]
    ) -> None:
        """By the model; what it gives is looked at, since one bad vector spoils an index."""
        missing = [uuid for uuid in texts if uuid not in found]
        if not missing:
            return
        made = self._embedder.embed([texts[uuid] for uuid in missing])
        good = {u: vector for u, vector in zip(missing, made, strict=True) if is_direction(vector)}
        if len(good) < len(missing):
            log.warning("no vectors", model=self.model, bad=len(missing) - len(good))
        for uuid, vector in good.items():
            found[uuid] = ArticleVector(uuid, self.model, hashes[uuid], vector)


class VectorWindow:
    """The index of one model, kept in step with the database.

    An index that cannot be used, since another process holds it or its server is down, finds
    nothing for the batch in hand; titles and bodies still do. It is asked again with the next one,
    and built anew where it fails a second time.
    """

    def __init__(self, store: StoryStore, index: VectorIndex, vectors: Vectors) -> None:
        self._store = store
        self._index = index
        self._vectors = vectors
        self._is_in_step = False
        self._is_usable = True
        self._faults = 0
        self._from = _LONG_AGO

    def add(self, tellings: Sequence[Telling], vectors: dict[str, ArticleVector]) -> None:
        """Make articles findable."""
        points = [
            IndexPoint(uuid, vectors[uuid].vector, story_time(t.input), t.title.language)
            for t in tellings
            if (uuid := t.input.article_uuid) in vectors
        ]
        if self._is_usable and points:
            try:
                self._index.upsert(points)
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

    def cover(self, since: datetime) -> None:
        """Bring it in step with the database, before a batch.

        An index that lost points, or that another process filled, is rebuilt. One that is empty, as
        those in memory are when a process begins, is filled as far back as is asked for.

        Args:
            since: Earliest time that is asked for.
        """
        try:
            if not self._is_in_step:
                self._bring_in_step(since)
            elif since < self._from:
                self._fill(since)
            self._is_in_step = self._is_usable = True
        except (IndexFault, ModelError) as error:
            self._give_up(error)

    def _give_up(self, error: StrandlineError) -> None:
        if self._is_usable:
            log.warning("no vector index: only titles and bodies are compared", because=str(error))
        self._is_usable = self._is_in_step = False
        self._faults += 1

    def _bring_in_step(self, since: datetime) -> None:
        model = self._vectors.model
        count, wanted = self._index.count(), self._store.vector_count(model)
        if count == wanted and self._faults < 2:
            self._from = _LONG_AGO
            return
        log.info("filling the vector index", model=model, holds=count, vectors=wanted)
        self._index.clear()
        self._fill(since if count == 0 else _LONG_AGO)
        self._faults = 0

    def _fill(self, since: datetime) -> None:
        whole = None if since == _LONG_AGO else since
        for points in self._store.every_vector(self._vectors.model, since=whole):
            self._index.upsert([point for point in points if is_direction(point.vector)])
        self._from = since


def is_direction(vector: Vector) -> bool:
    """True for numbers, all finite, of length 1."""
    if len(vector) % 4 or not vector:
        return False
    numbers = array("f")
    numbers.frombytes(vector)
    if sys.byteorder == "big":
        numbers.byteswap()
    length = math.hypot(*numbers)
    return abs(length - 1.0) <= LENGTH_SLACK


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
