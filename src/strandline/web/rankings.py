"""The ranking of the last day, counted again once in a while: a long day takes half a second."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from strandline.model.stories import FeaturedStory
from strandline.ports import Clock, Store

#: How far back it looks, how long a ranking is told again, how many stories it holds.
SPAN, KEPT, RANKED = timedelta(hours=24), timedelta(seconds=30), 200
#: Rankings that are held, one a language; an address may name any.
_LANGUAGES = 32


class Rankings:
    """The featured stories, by language. May be asked by many threads; one of them counts."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._now: Callable[[], datetime] = clock.now
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[datetime, list[FeaturedStory]]] = {}

    def featured(self, language: str = "") -> list[FeaturedStory]:
        """Best first, at most `RANKED`.

        Args:
            language: Of the main article; empty for all.

        Raises:
            StoreError: The database cannot be used.
        """
        with self._lock:
            now = self._now()
            counted_at, ranking = self._kept.get(language, (None, []))
            if counted_at is None or not timedelta(0) <= now - counted_at < KEPT:
                ranking = self._store.featured(
                    since=now - SPAN, until=now, limit=RANKED, language=language or None
                )
                self._keep(language, now, ranking)
            return ranking

    def _keep(self, language: str, now: datetime, ranking: list[FeaturedStory]) -> None:
        self._kept.pop(language, None)
        self._kept[language] = now, ranking
        while len(self._kept) > _LANGUAGES:
            self._kept.pop(next(iter(self._kept)))
