"""Groups a labelled stream of articles in memory, day by day, into stories and threads, and scores
them.

    read ─▶ candidates ─▶ cascade ─▶ group ─▶ BCubed, and what the pairs of threads are

Candidates are found as in matching: the nearest by title and by vector among those that came
before. Within a day articles come in an order that says nothing.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from strandline.core.dedup.grouping import group, pair, parts
from strandline.core.dedup.review import is_worth_more
from strandline.core.dedup.telling import Telling, embedded_text
from strandline.core.dedup.threads import LINKING, ThreadGraph, run_of_each
from strandline.core.evaluation.counting import Joins, Rates, asked_per_thousand, bcubed, joins
from strandline.core.evaluation.pairs import read_article, told
from strandline.core.similarity.cosine import cosine
from strandline.model.errors import ParseError, UsageError
from strandline.model.stories import Answer, StoryGraph, StoryNode, ThreadStory, Vector, Verdict
from strandline.ops.compare import Comparer
from strandline.ops.evaluate import is_asked
from strandline.ops.nearest import Nearest
from strandline.ops.pair_vectors import embed_all

_QUESTIONS = 3
#: Undated articles come last, as in stories.
_UNDATED = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class StreamArticle:
    """An article and the story that it truly belongs to.

    Attributes:
        cluster: Of its news; empty where nobody read it.
        running: Of its running story; empty where nobody knows it.
    """

    telling: Telling
    cluster: str
    running: str = ""

    @property
    def uuid(self) -> str:
        """Its id in the file."""
        return self.telling.input.article_uuid


@dataclass(frozen=True, slots=True)
class Grouped:
    """How a stream was grouped.

    Attributes:
        stories: How many groups there are, those of one article included.
        pairs: How many pairs were compared.
        asked: Questions to a language model for 1,000 articles; none about an article that some
            other layer has put into a story.
        groups: Article → its story and its thread, in the order of the stream.
        threads: How many threads there are, of two stories or more.
        joins: Pairs of articles in one thread, by what they truly are.
    """

    articles: int
    stories: int
    pairs: int
    bcubed: Rates
    asked: float
    groups: Mapping[str, tuple[str, str]]
    threads: int
    joins: Joins


def read_stream(path: str) -> list[StreamArticle]:
    """Articles with their `id` and `cluster` (or `event`, null where nobody read it), and `story`
    where the running story is known; one JSON object a line, day by day.

    Raises:
        UsageError: The file cannot be read, or a line is no such article.
    """
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.", subject=path) from error
    articles = [
        _article(path, number, line) for number, line in enumerate(lines, 1) if line.strip()
    ]
    return sorted(articles, key=_arrival)


def group_stream(
    articles: Sequence[StreamArticle],
    comparer: Comparer,
    *,
    advance: Callable[[], None] = lambda: None,
) -> Grouped:
    """Compare each article with those before it, and group them all.

    Args:
        advance: Told after each article.

    Raises:
        ModelError: An embeddings endpoint is down.
    """
    tellings = [article.telling for article in articles]
    vectors = [embed_all(tellings, embedder) for embedder in comparer.embedders]
    verdicts: dict[tuple[str, str], Verdict] = {}
    nearest = Nearest(tellings, vectors[0] if vectors else {})
    for number, telling in enumerate(tellings):
        for other in (tellings[n] for n in nearest.of(number)):
            ids = pair(telling.input.article_uuid, other.input.article_uuid)
            verdicts[ids] = _verdict(telling, other, comparer, vectors)
        nearest.add(number)
        advance()
    return _score(articles, verdicts)


def _score(
    articles: Sequence[StreamArticle], verdicts: Mapping[tuple[str, str], Verdict]
) -> Grouped:
    found = group(story_graph([article.telling for article in articles], verdicts))
    threads = _threads(articles, verdicts, found)
    asked = sorted(
        (p for p, v in verdicts.items() if is_asked(v)), key=lambda p: -verdicts[p].score
    )
    truth = {article.uuid: article.cluster or f"alone {article.uuid}" for article in articles}
    return Grouped(
        articles=len(articles),
        stories=len(set(found.values())),
        pairs=len(verdicts),
        bcubed=bcubed(truth, found),
        asked=asked_per_thousand(asked, len(articles), _QUESTIONS),
        groups={a.uuid: (found[a.uuid], threads[found[a.uuid]]) for a in articles},
        threads=sum(count > 1 for count in Counter(threads.values()).values()),
        joins=joins(
            {a.uuid: threads[found[a.uuid]] for a in articles},
            {a.uuid: (a.cluster, a.running) for a in articles},
        ),
    )


def _threads(
    articles: Sequence[StreamArticle],
    verdicts: Mapping[tuple[str, str], Verdict],
    mains: Mapping[str, str],
) -> dict[str, str]:
    """Story → its thread, as matching finds them where nobody ruled."""
    stories = [
        ThreadStory(article.uuid, article.telling.input.published or _UNDATED)
        for article in articles
        if mains[article.uuid] == article.uuid
    ]
    linked = {
        pair(mains[a], mains[b])
        for (a, b), said in verdicts.items()
        if said.relation in LINKING and mains[a] != mains[b]
    }
    graph = ThreadGraph(tuple(stories), frozenset(linked))
    return run_of_each(graph, [story.story_id for story in stories])


def story_graph(
    tellings: Sequence[Telling], verdicts: Mapping[tuple[str, str], Verdict]
) -> StoryGraph:
    """What the verdicts bind and part."""
    nodes = tuple(
        StoryNode(t.input.article_uuid, t.input.published, t.input.reputation) for t in tellings
    )
    return StoryGraph(
        nodes,
        links={p: v.score for p, v in verdicts.items() if v.answer is Answer.SAME},
        partings=frozenset(p for p, v in verdicts.items() if parts(v.answer, v.layer, v.vetoes)),
    )


def _verdict(
    a: Telling, b: Telling, comparer: Comparer, vectors: Sequence[Mapping[str, Vector]]
) -> Verdict:
    """As in matching: the better model is asked only where the first one leaves a doubt."""
    verdict = comparer.verdict(a, b, _cosines(a, b, comparer, vectors[:1]))
    if len(vectors) < 2 or not is_worth_more(verdict):
        return verdict
    return comparer.verdict(a, b, _cosines(a, b, comparer, vectors))


def _cosines(
    a: Telling,
    b: Telling,
    comparer: Comparer,
    vectors: Sequence[Mapping[str, Vector]],
) -> dict[str, float]:
    one, other = embedded_text(a), embedded_text(b)
    return {
        embedder.model: cosine(known[one], known[other])
        for embedder, known in zip(comparer.embedders, vectors, strict=False)
    }


def _article(path: str, number: int, line: str) -> StreamArticle:
    try:
        row = json.loads(line)
        cluster = row["cluster"] if "cluster" in row else row["event"]
        return StreamArticle(
            told(read_article(row)), str(cluster or ""), str(row.get("story") or "")
        )
    except (ValueError, KeyError, TypeError, AttributeError, ParseError) as error:
        raise UsageError(f"{path}, line {number}: no article ({error}).", subject=path) from error


def _arrival(article: StreamArticle) -> tuple[str, str]:
    """By day, and within it as the checksum of the id has it."""
    published = article.telling.input.published
    day = published.date().isoformat() if published else ""
    return day, hashlib.sha256(article.uuid.encode()).hexdigest()
