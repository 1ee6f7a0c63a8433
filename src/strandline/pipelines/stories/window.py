"""The articles that a new one is compared with: those near it in time, held in memory.

The window is filled from the database and holds nothing that the database does not: a process that
ends loses nothing. Of bodies only the beginning and a fingerprint are held.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import blake2b
from heapq import nsmallest

from strandline.core.dedup.telling import LEAD_CHARS, Telling
from strandline.core.similarity.copies import Copies
from strandline.core.similarity.lexical_index import LexicalIndex
from strandline.core.similarity.simhash import SimHashIndex
from strandline.model.stories import StoryInput
from strandline.pipelines.stories.source_names import SourceNames
from strandline.pipelines.stories.spans import FIRST, LET_GO_EVERY, after, before, story_time
from strandline.ports.near import NearTitles
from strandline.ports.stories import StoryStore

#: Tellings held ready; the others are made anew from what the window holds.
READY = 4096
#: Least share of grams at which a title is worth comparing: below it only vectors find a pair.
LEAST_JACCARD = 0.2
#: The same in Chinese, whose titles share less: .2 finds 67 % of labelled pairs, .15 80 %.
LEAST_CHINESE = 0.15

#: How much earlier than it is seen an article of another process may have been matched, by its
#: clock: what passes between saying the time and saving, and what two clocks differ by.
OVERLAP = timedelta(minutes=5)


class StoryWindow:
    """Matched articles of a span of time, found by title and by body. Not for many threads."""

    def __init__(
        self,
        store: StoryStore,
        names: SourceNames,
        reach: timedelta,
        near: NearTitles | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """An empty window.

        Args:
            reach: The greatest distance in time at which two articles are compared.
            near: Near titles that were found beforehand; what they cover is put into no index
                here, as long as nothing else is asked for.
        """
        self._store = store
        self._names = names
        self._reach = reach
        self._near = near
        self._monotonic = monotonic
        self._begin()

    def _begin(self) -> None:
        self._articles: dict[str, StoryInput] = {}
        self._titles, self._bodies = LexicalIndex(LEAST_JACCARD), SimHashIndex()
        self._same_title, self._same_body = Copies(), Copies()
        self._ready: OrderedDict[str, Telling] = OrderedDict()
        self._from: datetime | None = None
        self._until: datetime | None = None
        self._let_go = FIRST
        self._is_complete = self._near is None
        self._read_at: tuple[datetime, float] | None = None

    def __len__(self) -> int:
        return len(self._articles)

    def __contains__(self, article_uuid: str) -> bool:
        return article_uuid in self._articles

    def article(self, article_uuid: str) -> StoryInput:
        """One that is held, as it was given, but for the most of its text."""
        return self._articles[article_uuid]

    def forget(self) -> None:
        """Hold nothing: the next `cover` reads everything anew."""
        self._begin()

    def catch_up(self, now: datetime) -> list[Telling]:
        """What other processes have matched lately within the span that is held."""
        if self._from is None or self._until is None or self._read_at is None:
            return []
        read_at, then = self._read_at
        elapsed = timedelta(seconds=self._monotonic() - then)
        if now < after(read_at, elapsed) - OVERLAP:  # the clock was put back: its times say nothing
            since, until = self._from, self._until
            self.forget()
            self._hold(since, until, now)
            return []
        self._read_at = now, self._monotonic()
        since_when = before(read_at, OVERLAP)
        return self._read(self._from, self._until, matched_since=since_when)

    def cover(self, first: datetime, last: datetime, now: datetime) -> None:
        """Hold every matched article that one from [first, last] may be compared with.

        What lies before the reach of `first` is let go. What other processes have matched within
        what was held before is not asked for: see `catch_up`.
        """
        since, until = before(first, self._reach), after(last, self._reach)
        if self._is_elsewhere(since, until):
            self.forget()
        if self._from is None or self._until is None:
            self._hold(since, until, now)
            return
        if since < self._from:
            self._read(since, self._from)
            self._from = since
        if until > self._until:
            self._read(self._until, until)
            self._until = until
        self._let_go_before(before(since, self._reach))

    def add(self, telling: Telling) -> None:
        """Hold an article that has just been matched, with its text where it was held without."""
        article = telling.input
        uuid, when = article.article_uuid, story_time(article)
        if not self._is_news(article):
            return
        self._take_out(uuid)
        self._articles[uuid] = replace(article, text=article.text[:LEAD_CHARS])
        hidden = self._same_title.add(said_by(telling), when, uuid)
        if uuid not in hidden and self._is_indexed(uuid):
            self._titles.add(uuid, telling.grams, when)
        for other in hidden:
            self._titles.remove(other)
        if article.fingerprint is not None:
            hidden = self._same_body.add(article.fingerprint, when, uuid)
            if uuid not in hidden:
                self._bodies.add(uuid, article.fingerprint)
            for other in hidden:
                self._bodies.remove(other)

    def near(self, telling: Telling, limit: int) -> list[str]:
        """Ids of the articles that are nearest by title or have the same body, best first; of those
        equally near by title the ones nearest in time, by body the earliest.
        """
        when = story_time(telling.input)
        since, until = before(when, self._reach), after(when, self._reach)
        found: dict[str, None] = {}
        if telling.input.fingerprint is not None:
            bodies = [
                (distance, time, uuid)
                for uuid, distance in self._bodies.near(telling.input.fingerprint)
                if since <= (time := story_time(self._articles[uuid])) <= until
            ]
            found |= dict.fromkeys(uuid for *_, uuid in nsmallest(limit, bodies))
        titles = (
            (-score, abs(when - story_time(self._articles[uuid])), uuid)
            for uuid, score in self._near_titles(telling, since, until)
        )
        found |= dict.fromkeys(uuid for *_, uuid in nsmallest(limit, titles))
        found.pop(telling.input.article_uuid, None)
        return list(found)[:limit]

    def _near_titles(
        self, telling: Telling, since: datetime, until: datetime
    ) -> Iterable[tuple[str, float]]:
        """Ids of what is near by title, each once, with the Jaccard; in no order."""
        own, when, least = telling.input.article_uuid, story_time(telling.input), least_of(telling)
        is_covered = self._near is not None and self._near.covers(own, when)
        if not is_covered:
            self._complete()
        found = dict(self._titles.candidates(telling.grams, since, until, least))
        if self._near is not None and is_covered:
            found |= {
                uuid: score
                for uuid, score in self._near.near(own, when)
                if score >= least and self._is_found(uuid, since, until)
            }
        return found.items()

    def _is_found(self, uuid: str, since: datetime, until: datetime) -> bool:
        """True where a title would be found in the index if it was there."""
        article = self._articles.get(uuid)
        if article is None or self._same_title.is_hidden(uuid):
            return False
        return since <= story_time(article) <= until

    def _complete(self) -> None:
        """An article that was not there when near titles were found is compared with all."""
        if self._is_complete:
            return
        covered = [u for u in self._articles if self._is_covered(u)]
        self._is_complete = True
        self._show_titles(uuid for uuid in covered if not self._same_title.is_hidden(uuid))

    def _is_covered(self, uuid: str) -> bool:
        return self._near is not None and self._near.covers(uuid, story_time(self._articles[uuid]))

    def _is_indexed(self, uuid: str) -> bool:
        """Whether its title belongs into the index, not hidden behind others."""
        return self._is_complete or not self._is_covered(uuid)

    def found_for(self, article_uuid: str) -> list[str]:
        """The article, or those that stand for it where many carry its title; none where it is not
        held.
        """
        return self._same_title.found_for(article_uuid) if article_uuid in self._articles else []

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

    def _is_news(self, article: StoryInput) -> bool:
        """True for one that is not held, or is held in other words or without the body that it has
        by now.
        """
        held = self._articles.get(article.article_uuid)
        if held is None or _words(held) != _words(article):
            return True
        has_print = article.fingerprint is not None
        return (bool(article.text) and not held.text) or (has_print and held.fingerprint is None)

    def _take_out(self, uuid: str) -> None:
        """Hold it no longer; those that stood behind it are found again."""
        if uuid not in self._articles:
            return
        telling, when = self.telling(uuid), story_time(self._articles[uuid])
        self._titles.remove(uuid)
        self._show_titles(self._same_title.remove(said_by(telling), when, uuid))
        self._bodies.remove(uuid)
        if (body := telling.input.fingerprint) is not None:
            self._show_bodies(self._same_body.remove(body, when, uuid))
        del self._articles[uuid]
        self._ready.pop(uuid, None)

    def _show_titles(self, uuids: Iterable[str]) -> None:
        for uuid in uuids:
            if self._is_indexed(uuid):
                grams, when = self.telling(uuid).grams, story_time(self._articles[uuid])
                self._titles.add(uuid, grams, when)

    def _show_bodies(self, uuids: Iterable[str]) -> None:
        for uuid in uuids:
            fingerprint = self._articles[uuid].fingerprint
            if fingerprint is not None:
                self._bodies.add(uuid, fingerprint)

    def _is_elsewhere(self, since: datetime, until: datetime) -> bool:
        """True where what is held would not help, or has been let go already."""
        if self._from is None or self._until is None:
            return False
        return since < self._let_go or since > self._until or until < self._from

    def _hold(self, since: datetime, until: datetime, now: datetime) -> None:
        self._read_at = now, self._monotonic()
        self._read(since, until)
        self._from, self._until = since, until

    def _read(
        self, since: datetime, until: datetime, *, matched_since: datetime | None = None
    ) -> list[Telling]:
        """Those that were not held before, where only what was matched lately is read."""
        read: list[Telling] = []
        for batch in self._store.story_window(
            since,
            until,
            matched_since=matched_since,
            held=self._articles,
        ):
            for article in batch:
                if self._is_news(article):
                    telling = self._names.tell(article)
                    self.add(telling)
                    if matched_since is not None:
                        read.append(telling)
        return read

    def _let_go_before(self, when: datetime) -> None:
        """Forget what is older than anything that is asked for; whole days at a time."""
        if self._from is None or when - self._from < LET_GO_EVERY:
            return
        for uuid in [u for u, article in self._articles.items() if story_time(article) < when]:
            del self._articles[uuid]
            self._bodies.remove(uuid)
            self._ready.pop(uuid, None)
        self._titles.expire(when)
        self._show_titles(self._same_title.forget_before(when))
        self._show_bodies(self._same_body.forget_before(when))
        self._let_go = self._from = when


def _words(article: StoryInput) -> tuple[object, ...]:
    """What an article is compared by, but for its body."""
    return (
        *(article.title, article.summary, article.published, article.date_trust),
        *(article.language, article.source_uuid),
    )


def said_by(telling: Telling) -> bytes:
    """The same for articles that say the same in title and lead."""
    said = f"{telling.title.folded}\n{telling.lead_folded}"
    return blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def least_of(telling: Telling) -> float:
    """Least share of grams by the language of a title."""
    return LEAST_CHINESE if telling.title.language == "zh" else LEAST_JACCARD
