"""The articles that a new one is compared with: those near it in time, held in memory.

The window is filled from the database and holds nothing that the database does not: a process that
ends loses nothing. Of bodies only the beginning and a fingerprint are held.
"""

from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from strandline.core.dedup.telling import LEAD_CHARS, Telling
from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.simhash import SimHashIndex
from strandline.model.stories import StoryInput
from strandline.pipelines.stories.source_names import SourceNames
from strandline.ports.stories import StoryStore

#: Tellings held ready; the others are made anew from what the window holds.
READY = 4096
#: Least share of grams at which a title is worth comparing: below it only vectors find a pair.
LEAST_JACCARD = 0.2
#: Articles are let go when so much lies behind what can be asked for.
LET_GO_EVERY = timedelta(days=1)

#: A batch of another process carries the time at which it began, not at which it was saved.
OVERLAP = timedelta(minutes=15)

_LONG_AGO = datetime.min.replace(tzinfo=UTC)


def story_time(article: StoryInput) -> datetime:
    """When an article was published, or first seen where it is undated."""
    time = article.published or article.detected
    if time is None:
        raise ValueError(f"{article.article_uuid} has no time at all")
    return time


class StoryWindow:
    """Matched articles of a span of time, found by title and by body. Not for many threads."""

    def __init__(self, store: StoryStore, names: SourceNames, reach: timedelta) -> None:
        """With `reach`, the greatest distance in time at which two articles are compared."""
        self._store = store
        self._names = names
        self._reach = reach
        self._articles: dict[str, StoryInput] = {}
        self._titles = LexicalIndex(LEAST_JACCARD)
        self._bodies = SimHashIndex()
        self._ready: OrderedDict[str, Telling] = OrderedDict()
        self._from: datetime | None = None
        self._until: datetime | None = None
        self._let_go = _LONG_AGO
        self._read_at: datetime | None = None

    def __len__(self) -> int:
        return len(self._articles)

    def cover(self, first: datetime, last: datetime, now: datetime) -> list[Telling]:
        """Hold every matched article that one from [first, last] may be compared with.

        What other processes have matched since the last call comes in; what lies before the
        reach of `first` is let go.

        Returns:
            What other processes have matched: their vectors are not in our index yet.
        """
        since, until = first - self._reach, last + self._reach
        from_others: list[Telling] = []
        if self._is_elsewhere(since, until):
            self._forget()
        if self._from is None or self._until is None:
            self._read(since, until)
            self._from, self._until = since, until
        else:
            from_others = self._widen(since, until)
        self._read_at = now
        return from_others

    def _is_elsewhere(self, since: datetime, until: datetime) -> bool:
        """True where what is held would not help, or has been let go already."""
        if self._from is None or self._until is None:
            return False
        return since < self._let_go or since > self._until or until < self._from

    def _widen(self, since: datetime, until: datetime) -> list[Telling]:
        """Read what other processes matched, and what lies beyond on either side."""
        from_others: list[Telling] = []
        if self._from is None or self._until is None:
            return from_others
        if self._read_at is not None:
            after = self._read_at - OVERLAP
            from_others = self._read(self._from, self._until, matched_since=after)
        if since < self._from:
            self._read(since, self._from)
            self._from = since
        if until > self._until:
            self._read(self._until, until)
            self._until = until
        self._let_go_before(since - self._reach)
        return from_others

    def add(self, telling: Telling) -> None:
        """Hold an article that has just been matched."""
        article = telling.input
        uuid = article.article_uuid
        if uuid in self._articles:
            return
        self._articles[uuid] = replace(article, text=article.text[:LEAD_CHARS])
        self._titles.add(uuid, telling.grams, story_time(article))
        if article.fingerprint is not None:
            self._bodies.add(uuid, article.fingerprint)

    def near(self, telling: Telling, limit: int) -> list[str]:
        """Ids of the articles that are nearest by title or have the same body, best first."""
        time = story_time(telling.input)
        since, until = time - self._reach, time + self._reach
        bodies = []
        if telling.input.fingerprint is not None:
            bodies = [
                uuid
                for uuid, _ in self._bodies.near(telling.input.fingerprint)
                if since <= story_time(self._articles[uuid]) <= until
            ]
        titles = self._titles.candidates(telling.grams, since, until, LEAST_JACCARD)
        found = dict.fromkeys([*bodies, *(uuid for uuid, _ in titles)])
        found.pop(telling.input.article_uuid, None)
        return list(found)[:limit]

    def holds(self, article_uuid: str) -> bool:
        """True where the article can be compared with."""
        return article_uuid in self._articles

    def telling(self, article_uuid: str) -> Telling:
        """An article of the window, read."""
        ready = self._ready.get(article_uuid)
        if ready is None:
            article = self._articles[article_uuid]
            ready = self._ready[article_uuid] = self._names.tell(article)
            if len(self._ready) > READY:
                self._ready.popitem(last=False)
        else:
            self._ready.move_to_end(article_uuid)
        return ready

    def _read(
        self, since: datetime, until: datetime, *, matched_since: datetime | None = None
    ) -> list[Telling]:
        """Those that were not held before."""
        read: list[Telling] = []
        for batch in self._store.story_window(since, until, matched_since=matched_since):
            for article in batch:
                if article.article_uuid not in self._articles:
                    telling = self._names.tell(article)
                    self.add(telling)
                    if matched_since is not None:
                        read.append(telling)
        return read

    def _let_go_before(self, before: datetime) -> None:
        """Forget what is older than anything that is asked for; whole days at a time."""
        if self._from is None or before - self._from < LET_GO_EVERY:
            return
        for uuid in [u for u, article in self._articles.items() if story_time(article) < before]:
            del self._articles[uuid]
            self._bodies.remove(uuid)
            self._ready.pop(uuid, None)
        self._titles.expire(before)
        self._let_go = self._from = before

    def _forget(self) -> None:
        self._articles.clear()
        self._ready.clear()
        self._titles = LexicalIndex(LEAST_JACCARD)
        self._bodies = SimHashIndex()
        self._from = self._until = None
        self._let_go = _LONG_AGO
