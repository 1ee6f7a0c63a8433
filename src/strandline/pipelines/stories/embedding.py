"""Vectors of titles: made once by a model, kept in the database."""

import hashlib
import math
import sys
from array import array
from collections import OrderedDict
from collections.abc import Sequence

import structlog

from strandline.core.dedup.telling import Telling, embedded_text
from strandline.model.errors import ModelError
from strandline.model.stories import ArticleVector, Vector
from strandline.ports.stories import Embedder, StoryStore

log = structlog.get_logger()

#: Vectors held ready: one article is compared with many.
READY = 8192
#: How far from 1 the length of a vector may be: rounding of float32, with room.
LENGTH_SLACK = 1e-3


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
