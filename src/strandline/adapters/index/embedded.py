"""Qdrant's own engine within this process, on a folder: the default where it is installed.

Vectors are kept whole and at 4 bits a number. A query scans the short ones and scores the best of
them anew with the whole ones: as good as exact (recall at 20 of 1.0 on titles and on random
vectors), and nothing has to be built beforehand, where a graph of 100,000 takes minutes of both
cores and finds .89 within a time range.
"""

import contextlib
import shutil
import threading
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import qdrant_edge as qe
import structlog

from strandline.adapters.index.embedded_search import Search
from strandline.adapters.index.owner import Owner
from strandline.adapters.index.values import (
    best_first,
    collection_name,
    microseconds,
    newest_by_id,
    payload,
    point_id,
    read_vectors,
)
from strandline.model.errors import IndexFault
from strandline.model.stories import IndexPoint, Neighbour, Vector

#: Counted up when what is stored changes its form: an older folder is left, a new one begun.
_LAYOUT = 1
_BATCH = 500
#: Points after which the engine's log of writes is folded in; it takes 2.5 kB a point until then.
_FLUSH_EVERY = 10_000
log = structlog.get_logger()


class EmbeddedIndex:
    """A `VectorIndex`; safe from many threads, which take turns. One process owns the folder.

    Args:
        folder: Holds one folder for each model.
        model: Id of the model.
        dimension: Numbers in a vector.

    Raises:
        IndexFault: Another process owns the folder, or it cannot be written.
    """

    def __init__(self, folder: Path, model: str, dimension: int) -> None:
        home = folder / f"{collection_name(model, dimension)}-{_LAYOUT}"
        self._dimension = dimension
        self._path = home / "shard"
        self._turn = threading.RLock()
        self._unflushed = 0
        self._is_closed = False
        self._owner = Owner(home)
        try:
            self._shard: qe.EdgeShard | None = self._open()
        except IndexFault:
            self._owner.close()
            raise

    @property
    def is_kept(self) -> bool:
        """Its points outlive the process."""
        return True

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Add points, or replace those with the same id.

        Raises:
            IndexFault: A vector of another dimension, or one that is none (nothing is added
                then); or the folder cannot be written.
        """
        points = newest_by_id(points)
        rows = read_vectors([point.vector for point in points], self._dimension)
        made = [
            qe.Point(id=point_id(point.article_uuid), vector=row, payload=payload(point))
            for point, row in zip(points, rows.tolist(), strict=True)
        ]
        with self._using() as shard:
            for start in range(0, len(made), _BATCH):
                part = made[start : start + _BATCH]
                shard.update(qe.UpdateOperation.upsert_points(part))
                self._note(shard, len(part))

    def nearest(
        self,
        vector: Vector,
        *,
        limit: int,
        since: datetime,
        until: datetime,
        language: str = "",
        minimum: float = -1.0,
    ) -> list[Neighbour]:
        """Best first; of equal ones, the smaller id."""
        asked = read_vectors([vector], self._dimension)[0].tolist()
        if limit <= 0:
            return []
        search = Search(asked, limit, microseconds(since), microseconds(until), language, minimum)
        with self._using() as shard:
            found = search.run(shard)
        return best_first(found, limit)

    def delete(self, article_uuids: Sequence[str]) -> None:
        """Remove points; absent ones are no fault."""
        ids: list[qe.PointId] = [point_id(uuid) for uuid in article_uuids]
        with self._using() as shard:
            if ids:
                shard.update(qe.UpdateOperation.delete_points(ids))
                self._note(shard, len(ids))

    def count(self) -> int:
        """Points in the index."""
        with self._using() as shard:
            return shard.count(qe.CountRequest(exact=True))

    def clear(self) -> None:
        """Remove everything, files included; also what can no longer be used, or is gone."""
        with self._turn:
            if self._is_closed:
                raise IndexFault("The vector index is closed.", subject=str(self._path))
            shard, self._shard = self._shard, None
            if shard is not None:
                with contextlib.suppress(IndexFault), _translated(self._path):
                    shard.close()
            self._owner.renew()
            self._remove()
            self._shard = self._create()

    def close(self) -> None:
        """Write down what is pending and let go of the folder; a second time is no fault.

        What could not be written is in the database: whoever ends is not held up by it.
        """
        with self._turn:
            shard, self._shard, self._is_closed = self._shard, None, True
            try:
                if shard is not None:
                    with _translated(self._path):
                        shard.flush()
                        shard.close()
            except IndexFault as error:
                log.warning("the vector index was not written down", because=error.message)
            finally:
                self._owner.close()

    def _open(self) -> "qe.EdgeShard":
        """What is there, or a new one where it cannot be read: the database fills it again."""
        if self._path.exists():
            try:
                with _translated(self._path):
                    return _with_filters(qe.EdgeShard.load(str(self._path)))
            except IndexFault as error:
                log.warning("the vector index is begun anew", because=error.message)
                self._remove()
        return self._create()

    def _create(self) -> "qe.EdgeShard":
        bits = qe.TurboQuantQuantizationConfig(bits=qe.TurboQuantBitSize.Bits4)
        vectors = qe.EdgeVectorParams(
            size=self._dimension, distance=qe.Distance.Dot, quantization_config=bits
        )
        with _translated(self._path):
            self._path.mkdir(parents=True, exist_ok=True)
            config = qe.EdgeConfig(vectors=vectors, max_search_threads=1)
            return _with_filters(qe.EdgeShard.create(str(self._path), config))

    def _remove(self) -> None:
        with _translated(self._path), contextlib.suppress(FileNotFoundError):
            shutil.rmtree(self._path)

    def _note(self, shard: "qe.EdgeShard", changes: int) -> None:
        self._unflushed += changes
        if self._unflushed >= _FLUSH_EVERY:
            shard.flush()
            self._unflushed = 0

    @contextlib.contextmanager
    def _using(self) -> Iterator["qe.EdgeShard"]:
        """The engine; opened again where it could not be after it was cleared."""
        with self._turn, _translated(self._path):
            if self._is_closed:
                raise IndexFault("The vector index is closed.", subject=str(self._path))
            if self._shard is None:
                self._owner.renew()
                self._shard = self._open()
            yield self._shard


def _with_filters(shard: "qe.EdgeShard") -> "qe.EdgeShard":
    """With an index for each filter; a process may have been killed before it made them."""
    kinds: dict[str, qe.PayloadSchemaType | qe.IntegerIndexParams] = {
        "time": qe.IntegerIndexParams(lookup=False, range=True),
        "language": qe.PayloadSchemaType.Keyword,
    }
    here = shard.info().payload_schema
    for name, kind in kinds.items():
        if name not in here:
            shard.update(qe.UpdateOperation.create_field_index(name, kind))
    return shard


@contextlib.contextmanager
def _translated(path: Path) -> Iterator[None]:
    """The engine's errors are plain exceptions, and where it panics, no exceptions at all."""
    try:
        yield
    except (IndexFault, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except BaseException as error:
        raise IndexFault(
            f"The vector index in {path} failed: {str(error)[:200]}.",
            subject=str(path),
            advice="It is rebuilt from the database when its folder is removed.",
        ) from error
