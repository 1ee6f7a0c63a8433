"""Compares new articles with those near them in time, title, body and meaning.

    read ─▶ embed ─▶ candidates ─▶ compare ─▶ re-score ─▶ verdicts

Nothing is written here: a batch of articles goes in, the verdicts come out.
"""

import threading
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

import structlog

from strandline.core.dedup.cascade import compare
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
            for telling in tellings:
                self._match_one(telling, vectors, found)
                self._hold(telling, vectors)
                self._own[telling.input.article_uuid] = now
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
        for telling in tellings:
            near = self._candidates(telling, vectors)
            self._hold(telling, vectors)
            if own := [uuid for uuid in near if uuid in self._own]:
                said = self._store.verdicts_of(telling.input.article_uuid, limit=MOST_VERDICTS)
                known = {uuid for one in said for uuid in (one.article_a, one.article_b)}
                missed = Findings()
                self._compare_with([u for u in own if u not in known], telling, vectors, missed)
                found.take(missed)

    def _match_one(
        self, telling: Telling, vectors: dict[str, ArticleVector], found: Findings
    ) -> None:
        own = telling.input.article_uuid
        near = self._candidates(telling, vectors)
        settled: set[str] = set()
        if own in self._window:  # matched before: by other rules, or without its text
            said = in_force(self._store.verdicts_of(own, limit=MOST_VERDICTS), own)
            near = list(dict.fromkeys([*near, *(u for u in bonds(said) if u in self._window)]))
            found.revised |= {pair(own, other): stored for other, stored in said.items()}
            settled = {u for u in near if u in said and is_settled(said[u], self._judge)}
        new = [uuid for uuid in near if not found.knows(own, uuid)]
        self._compare_with(new, telling, vectors, found, settled)

    def _compare_with(
        self,
        uuids: Sequence[str],
        telling: Telling,
        vectors: dict[str, ArticleVector],
        found: Findings,
        settled: Container[str] = (),
    ) -> None:
        """With `settled`, articles on which a model has said more than UNSURE would."""
        others = [self._window.telling(uuid) for uuid in uuids]
        known = self._vectors_of(others, vectors)
        said = ((other, *self._compare(telling, other, known)) for other in others)
        ruled = [(other, verdict, scores) for other, verdict, scores in said if verdict]
        for other, verdict in self._asked_again(telling, ruled, found):
            if verdict.answer is Answer.UNSURE and other.input.article_uuid in settled:
                continue
            found.add(telling.input, other.input, verdict)

    def _hold(self, telling: Telling, vectors: dict[str, ArticleVector]) -> None:
        """From now on it is compared with."""
        self._window.add(telling)
        if self._nearest:
            self._nearest.add([telling], vectors)

    def _candidates(self, telling: Telling, vectors: dict[str, ArticleVector]) -> list[str]:
        """Ids of what is worth comparing: by title and body first, then by meaning."""
        limit = self._settings.candidates
        own = telling.input.article_uuid
        found = dict.fromkeys(self._window.near(telling, limit))
        if self._nearest and own in vectors:
            time = story_time(telling.input)
            since, until = before(time, self._reach), after(time, self._reach)
            for uuid in self._nearest.near(vectors[own].vector, since, until, limit):
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
        self, others: Sequence[Telling], vectors: dict[str, ArticleVector]
    ) -> dict[str, ArticleVector]:
        if self._light is None:
            return {}
        missing = [t for t in others if t.input.article_uuid not in vectors]
        return vectors | self._light.of(missing)

    def _compare(
        self, a: Telling, b: Telling, vectors: dict[str, ArticleVector]
    ) -> tuple[Verdict | None, dict[str, float]]:
        """The cascade's verdict by the light model, and the cosines at hand."""
        scores = {}
        one, other = vectors.get(a.input.article_uuid), vectors.get(b.input.article_uuid)
        if self._light and one and other:
            scores[self._light.model] = cosine(one.vector, other.vector)
        return self._rule(a, b, scores), scores

    def _asked_again(
        self,
        telling: Telling,
        ruled: Sequence[tuple[Telling, Verdict, dict[str, float]]],
        found: Findings,
    ) -> Iterator[tuple[Telling, Verdict]]:
        """The better model is asked, once for all, where doubt is left that it may settle."""
        doubtful = [other for other, verdict, _ in ruled if is_worth_more(verdict)]
        better = self._better.of([telling, *doubtful]) if self._better and doubtful else {}
        found.vectors += better.values()
        own = better.get(telling.input.article_uuid)
        for other, verdict, scores in ruled:
            its = better.get(other.input.article_uuid)
            if self._better and own and its and is_worth_more(verdict):
                nearness = {self._better.model: cosine(own.vector, its.vector)}
                yield other, self._rule(telling, other, scores | nearness) or verdict
            else:
                yield other, verdict

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
