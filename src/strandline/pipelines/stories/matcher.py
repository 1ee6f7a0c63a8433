"""Compares new articles with those near them in time, title, body and meaning.

    read ─▶ embed ─▶ candidates ─▶ compare ─▶ re-score ─▶ verdicts

Nothing is written here: a batch of articles goes in, the verdicts come out.
"""

import threading
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from strandline.core.dedup.cascade import compare, too_far
from strandline.core.dedup.grouping import pair
from strandline.core.dedup.review import is_worth_more
from strandline.core.dedup.telling import Telling
from strandline.core.similarity.cosine import cosine
from strandline.core.similarity.simhash import simhash
from strandline.model.stories import Answer, ArticleVector, StoryInput, Verdict
from strandline.pipelines.stories.again import bonds, in_force, is_settled
from strandline.pipelines.stories.embedding import Vectors
from strandline.pipelines.stories.findings import Findings
from strandline.pipelines.stories.source_names import SourceNames
from strandline.pipelines.stories.spans import after, apart, before, story_time
from strandline.pipelines.stories.vector_window import VectorWindow
from strandline.pipelines.stories.window import StoryWindow
from strandline.ports import Ports
from strandline.ports.near import NearTitles
from strandline.settings import StorySettings

log = structlog.get_logger()

#: So much further apart than the window two articles are still compared: a date may be a day's.
SLACK = timedelta(days=1)
#: How long it is remembered what this matcher has matched: longer than another process can take
#: from reading its window to saving what it found.
OWN_FOR = timedelta(minutes=30)
#: Verdicts on an article that are looked through for those on a pair.
MOST_VERDICTS = 1_000


class Matcher:
    """Holds the window and the models between batches.

    Attributes:
        turn: Whoever matches a batch holds it until the batch is saved, so that the runs of several
            threads may share one window.
    """

    def __init__(
        self, ports: Ports, settings: StorySettings, *, near: NearTitles | None = None
    ) -> None:
        """With `near`, near titles that were found beforehand."""
        self.turn = threading.RLock()
        self._settings = settings
        self._store = ports.store
        self._judge = ports.chat.model if ports.chat else ""
        self._own: dict[str, datetime] = {}
        self._odd: set[str] = set()
        self._names = SourceNames(ports.store)
        self._reach = reach_of(settings)
        self._window = StoryWindow(ports.store, self._names, self._reach, near)
        self._light = Vectors(ports.store, ports.embedder) if ports.embedder else None
        self._better = Vectors(ports.store, ports.rescorer) if ports.rescorer else None
        self._nearest = (
            VectorWindow(ports.store, ports.index, self._light)
            if self._light and ports.index
            else None
        )

    def match(self, articles: Sequence[StoryInput], now: datetime) -> Findings:
        """Compare articles with the window and with each other.

        Raises:
            StoreError: The database cannot be read.
        """
        found = Findings()
        for piece in apart(articles, self._reach):
            self._catch_up(found, now)
            times = [story_time(article) for article in piece]
            self._window.cover(min(times), max(times), now)
            if self._nearest:
                since, until = before(min(times), self._reach), after(max(times), self._reach)
                self._nearest.cover(since, until)
            self._names.take_in(piece)
            tellings = [self._names.tell(with_fingerprint(article)) for article in piece]
            vectors = self._embed(tellings, found)
            again = [u for t in tellings if (u := t.input.article_uuid) in self._window]
            near = self._hold(tellings, vectors)
            settled = {uuid: self._look_again(uuid, near, found) for uuid in again}
            known = self._vectors_of(tellings, near, vectors)
            for telling in tellings:
                own = telling.input.article_uuid
                new = [uuid for uuid in near[own] if not found.knows(own, uuid)]
                self._compare_with(new, telling, known, found, settled.get(own, ()))
                self._own[own] = now
            found.tellings += tellings
        return found

    def catch_up(self, now: datetime) -> Findings:
        """Compare what this matcher has matched with what other processes matched at the same time,
        so that neither could see the other's. Whoever saved last finds both saved.

        Raises:
            StoreError: The database cannot be read.
        """
        found = Findings()
        self._catch_up(found, now)
        return found

    def forget(self) -> None:
        """Nothing of what was held was saved, or it is not known: read it anew."""
        self._window.forget()
        self._own.clear()

    def _catch_up(self, found: Findings, now: datetime) -> None:
        self._own = {uuid: at for uuid, at in self._own.items() if now - at < OWN_FOR}
        tellings = self._window.catch_up(now)
        vectors = self._embed(tellings, found) if tellings else {}
        near = self._hold(tellings, vectors)
        for telling in tellings:
            uuid = telling.input.article_uuid
            if own := [other for other in near[uuid] if other in self._own]:
                said = self._store.verdicts_of(uuid, limit=MOST_VERDICTS)
                known = {uuid for one in said for uuid in (one.article_a, one.article_b)}
                near[uuid] = [other for other in own if other not in known]
                missed = Findings()
                known_vectors = self._vectors_of([telling], near, vectors)
                self._compare_with(near[uuid], telling, known_vectors, missed)
                found.take(missed)

    def _look_again(self, own: str, near: dict[str, list[str]], found: Findings) -> Container[str]:
        """Of an article that was matched before: by other rules, or without its text. What was
        said of it is compared again.

        Returns:
            Those on which a model has said more than UNSURE would.
        """
        said = in_force(self._store.verdicts_of(own, limit=MOST_VERDICTS), own)
        near[own] += [u for u in bonds(said) if u in self._window and u not in near[own]]
        found.revised |= {pair(own, other): stored for other, stored in said.items()}
        return {u for u in near[own] if u in said and is_settled(said[u], self._judge)}

    def _compare_with(
        self,
        uuids: Sequence[str],
        telling: Telling,
        vectors: dict[str, ArticleVector],
        found: Findings,
        settled: Container[str] = (),
    ) -> None:
        """With `settled`, articles on which a model has said more than UNSURE would."""
        said = ((uuid, *self._compare(telling, uuid, vectors)) for uuid in uuids)
        ruled = [(uuid, verdict, scores) for uuid, verdict, scores in said if verdict]
        for uuid, verdict in self._asked_again(telling, ruled, found):
            if verdict.answer is not Answer.UNSURE or uuid not in settled:
                found.add(telling.input, self._window.article(uuid), verdict)

    def _hold(
        self, tellings: Sequence[Telling], vectors: dict[str, ArticleVector]
    ) -> dict[str, list[str]]:
        """What each is worth comparing with, of those before it too; from now on all are held."""
        if self._nearest:
            self._nearest.add(tellings, vectors)
        near: dict[str, list[str]] = {}
        coming = {u for t in tellings if (u := t.input.article_uuid) not in self._window}
        for telling in tellings:
            near[telling.input.article_uuid] = self._candidates(telling, vectors, coming)
            self._window.add(telling)
            coming.discard(telling.input.article_uuid)
        return near

    def _candidates(
        self, telling: Telling, vectors: dict[str, ArticleVector], coming: Collection[str]
    ) -> list[str]:
        """Ids of what is worth comparing: by title and body first, then by meaning."""
        limit = self._settings.candidates
        own = telling.input.article_uuid
        found = dict.fromkeys(self._window.near(telling, limit))
        if self._nearest and own in vectors:
            time = story_time(telling.input)
            since, until = before(time, self._reach), after(time, self._reach)
            nearest = self._nearest.near(vectors[own].vector, since, until, limit, coming)
            for uuid in nearest:
                found |= dict.fromkeys(self._window.found_for(uuid))
        found.pop(own, None)
        return list(found)

    def _embed(self, tellings: Sequence[Telling], found: Findings) -> dict[str, ArticleVector]:
        if self._light is None:
            return {}
        vectors = self._light.of(tellings)
        found.vectors += vectors.values()
        return vectors

    def _vectors_of(
        self,
        tellings: Sequence[Telling],
        near: dict[str, list[str]],
        vectors: dict[str, ArticleVector],
    ) -> dict[str, ArticleVector]:
        """Those of the light model of all that is compared, read at once."""
        if self._light is None:
            return {}
        missing = {
            uuid
            for telling in tellings
            for uuid in near[telling.input.article_uuid]
            if uuid not in vectors and not self._by_time(telling, uuid)
        }
        return vectors | self._light.of([self._window.telling(uuid) for uuid in missing])

    def _compare(
        self, telling: Telling, uuid: str, vectors: dict[str, ArticleVector]
    ) -> tuple[Verdict | None, dict[str, float]]:
        """The cascade's verdict by the light model, and the cosines at hand."""
        if verdict := self._by_time(telling, uuid):
            return verdict, {}
        scores = {}
        one, other = vectors.get(telling.input.article_uuid), vectors.get(uuid)
        if self._light and one and other:
            scores[self._light.model] = cosine(one.vector, other.vector)
        return self._rule(telling, self._window.telling(uuid), scores), scores

    def _by_time(self, telling: Telling, uuid: str) -> Verdict | None:
        """The verdict on two that are too far apart, for which neither need be read."""
        settings = self._settings
        window = timedelta(hours=settings.window_hours)
        return too_far(
            telling.input, self._window.article(uuid), off=settings.layers_off, window=window
        )

    def _asked_again(
        self,
        telling: Telling,
        ruled: Sequence[tuple[str, Verdict, dict[str, float]]],
        found: Findings,
    ) -> Iterator[tuple[str, Verdict]]:
        """The better model is asked, once for all, where doubt is left that it may settle."""
        better: dict[str, ArticleVector] = {}
        if self._better:
            worth = [uuid for uuid, verdict, _ in ruled if is_worth_more(verdict)]
            doubtful = [self._window.telling(uuid) for uuid in worth]
            better = self._better.of([telling, *doubtful]) if doubtful else {}
        found.vectors += better.values()
        own = better.get(telling.input.article_uuid)
        for uuid, verdict, scores in ruled:
            its = better.get(uuid)
            if self._better and own and its and is_worth_more(verdict):
                nearness = {self._better.model: cosine(own.vector, its.vector)}
                other = self._window.telling(uuid)
                yield uuid, self._rule(telling, other, scores | nearness) or verdict
            else:
                yield uuid, verdict

    def _rule(self, a: Telling, b: Telling, scores: dict[str, float]) -> Verdict | None:
        """None for two that no rule can compare: the others of either are compared all the same."""
        settings = self._settings
        try:
            return compare(
                a,
                b,
                vectors=scores,
                off=settings.layers_off,
                window=timedelta(hours=settings.window_hours),
            )
        except Exception as error:  # titles are a stranger's
            self._tell_odd(a.input.article_uuid, b.input.article_uuid, error)
            return None

    def _tell_odd(self, one: str, other: str, error: Exception) -> None:
        """Once for an article, which may be near to thousands."""
        if self._odd.isdisjoint((one, other)):
            log.warning("a pair could not be compared", pair=(one, other), error=repr(error)[:200])
        self._odd |= {one, other}


def reach_of(settings: StorySettings) -> timedelta:
    """The greatest distance in time at which two articles are compared."""
    return timedelta(hours=settings.window_hours) + SLACK


def with_fingerprint(article: StoryInput) -> StoryInput:
    """An article that knows the fingerprint of its body, if that is long enough to have one."""
    return replace(article, fingerprint=simhash(article.text)) if article.text else article
