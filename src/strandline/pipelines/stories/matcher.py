"""Compares new articles with those near them in time, title, body and meaning.

    read ─▶ embed ─▶ candidates ─▶ compare ─▶ re-score ─▶ verdicts

Nothing is written here: a batch of articles goes in, the verdicts come out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from strandline.core.dedup.cascade import compare
from strandline.core.dedup.grouping import pair
from strandline.core.dedup.telling import Telling
from strandline.core.similarity.cosine import cosine
from strandline.core.similarity.simhash import simhash
from strandline.model.stories import Answer, ArticleVector, StoryInput, Verdict
from strandline.pipelines.stories.embedding import Vectors, VectorWindow
from strandline.pipelines.stories.source_names import SourceNames
from strandline.pipelines.stories.window import StoryWindow, story_time
from strandline.ports import Ports
from strandline.settings import StorySettings

#: Beyond this many days two articles are never compared, whatever the window is set to.
SLACK = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Compared:
    """Two articles and the cascade's verdict on them."""

    a: StoryInput
    b: StoryInput
    verdict: Verdict


@dataclass(slots=True)
class Findings:
    """What a batch of articles brought to light.

    Attributes:
        tellings: The articles, in the order in which they were given.
        vectors: New ones, of all models.
        pairs: Ids of what was compared.
    """

    tellings: list[Telling] = field(default_factory=list)
    compared: list[Compared] = field(default_factory=list)
    vectors: list[ArticleVector] = field(default_factory=list)
    pairs: set[tuple[str, str]] = field(default_factory=set)


class Matcher:
    """Holds the window and the models between batches. Not for many threads."""

    def __init__(self, ports: Ports, settings: StorySettings) -> None:
        self._settings = settings
        self._names = SourceNames(ports.store)
        self._reach = timedelta(hours=settings.window_hours) + SLACK
        self._window = StoryWindow(ports.store, self._names, self._reach)
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
        if not articles:
            return found
        times = [story_time(article) for article in articles]
        from_others = self._window.cover(min(times), max(times), now)
        if self._light and self._nearest and from_others:
            self._nearest.add(from_others, self._light.of(from_others))
        found.tellings = [self._names.tell(with_fingerprint(a)) for a in articles]
        vectors = self._embed(found)
        for telling in found.tellings:
            self._match_one(telling, vectors, found)
            self._window.add(telling)
        return found

    def _match_one(
        self, telling: Telling, vectors: dict[str, ArticleVector], found: Findings
    ) -> None:
        own = telling.input.article_uuid
        others = [
            self._window.telling(uuid)
            for uuid in self._candidates(telling, vectors)
            if pair(own, uuid) not in found.pairs and self._window.holds(uuid)
        ]
        known = self._vectors_of(others, vectors)
        for other in others:
            verdict = self._compare(telling, other, known, found)
            found.compared.append(Compared(telling.input, other.input, verdict))
            found.pairs.add(pair(own, other.input.article_uuid))

    def _candidates(self, telling: Telling, vectors: dict[str, ArticleVector]) -> list[str]:
        """Ids of what is worth comparing: by title and body first, then by meaning."""
        limit = self._settings.candidates
        own = telling.input.article_uuid
        found = dict.fromkeys(self._window.near(telling, limit))
        if self._nearest and own in vectors:
            time = story_time(telling.input)
            found |= dict.fromkeys(
                self._nearest.near(
                    vectors[own].vector, time - self._reach, time + self._reach, limit
                )
            )
        found.pop(own, None)
        return list(found)

    def _embed(self, found: Findings) -> dict[str, ArticleVector]:
        if self._light is None:
            return {}
        vectors = self._light.of(found.tellings)
        found.vectors += vectors.values()
        if self._nearest:
            self._nearest.add(found.tellings, vectors)
        return vectors

    def _vectors_of(
        self, others: Sequence[Telling], vectors: dict[str, ArticleVector]
    ) -> dict[str, ArticleVector]:
        if self._light is None:
            return {}
        missing = [t for t in others if t.input.article_uuid not in vectors]
        return vectors | self._light.of(missing)

    def _compare(
        self,
        a: Telling,
        b: Telling,
        vectors: dict[str, ArticleVector],
        found: Findings,
    ) -> Verdict:
        """The cascade's verdict; the better model is asked only where doubt is left."""
        scores = {}
        one, other = vectors.get(a.input.article_uuid), vectors.get(b.input.article_uuid)
        if self._light and one and other:
            scores[self._light.model] = cosine(one.vector, other.vector)
        verdict = self._rule(a, b, scores)
        if verdict.answer is not Answer.UNSURE or self._better is None or verdict.vetoes:
            return verdict
        better = self._better.of([a, b])
        if len(better) < len((a, b)):
            return verdict
        found.vectors += better.values()
        one, other = (better[t.input.article_uuid] for t in (a, b))
        return self._rule(a, b, scores | {self._better.model: cosine(one.vector, other.vector)})

    def _rule(self, a: Telling, b: Telling, scores: dict[str, float]) -> Verdict:
        settings = self._settings
        return compare(
            a,
            b,
            vectors=scores,
            off=settings.layers_off,
            window=timedelta(hours=settings.window_hours),
        )


def with_fingerprint(article: StoryInput) -> StoryInput:
    """An article that knows the fingerprint of its body, if that is long enough to have one."""
    return replace(article, fingerprint=simhash(article.text)) if article.text else article
