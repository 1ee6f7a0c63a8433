"""An index that is opened with its first use.

Most processes that could match never do, an endpoint's dimension is known only when it has
answered, and an index that is held elsewhere is a fault of matching, not of starting.
"""

import threading
from collections.abc import Callable, Sequence
from datetime import datetime

from strandline.model.stories import IndexPoint, Neighbour, Vector
from strandline.ports import VectorIndex


class LateIndex:
    """A `VectorIndex` in front of another; safe from many threads.

    Args:
        open_index: Opens it; may raise `IndexFault` (or `ModelError`, where a model has yet to
            say its dimension), and is asked again with the next use then.
    """

    def __init__(self, open_index: Callable[[], VectorIndex]) -> None:
        self._open = open_index
        self._turn = threading.Lock()
        self._opened: VectorIndex | None = None

    @property
    def is_kept(self) -> bool:
        """As the other says."""
        return self._index().is_kept

    def upsert(self, points: Sequence[IndexPoint]) -> None:
        """Add points, or replace those with the same id."""
        self._index().upsert(points)

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
        """Best first; the time is in [since, until]."""
        return self._index().nearest(
            vector, limit=limit, since=since, until=until, language=language, minimum=minimum
        )

    def delete(self, article_uuids: Sequence[str]) -> None:
        """Remove points; absent ones are no fault."""
        self._index().delete(article_uuids)

    def count(self) -> int:
        """Points in the index."""
        return self._index().count()

    def clear(self) -> None:
        """Remove everything."""
        self._index().clear()

    def close(self) -> None:
        """Let go, if it was opened."""
        with self._turn:
            index, self._opened = self._opened, None
        if index is not None:
            index.close()

    def _index(self) -> VectorIndex:
        with self._turn:
            if self._opened is None:
                self._opened = self._open()
            return self._opened
