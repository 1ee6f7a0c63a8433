"""Pairs out of a labelled stream: what a new article is compared with, and whether it is one news.

A stream is articles as JSON lines with an `event`: the news that each tells; those of one event are
one story. An article whose event is null was read by nobody, and makes no pair.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from strandline.core.dedup.pairs import WINDOW
from strandline.core.dedup.telling import Telling
from strandline.core.dedup.times import are_apart
from strandline.core.evaluation.pairs import LabelledArticle, ReadPair, told
from strandline.model.levels import Level
from strandline.ops.nearest import Nearest
from strandline.ops.pair_vectors import embed_all
from strandline.ports import Embedder


def stream_pairs(
    articles: Sequence[LabelledArticle], embedders: Sequence[Embedder] = ()
) -> tuple[ReadPair, ...]:
    """All pairs of one event, and every article with the nearest that came before it.

    Args:
        articles: In order of arrival.
        embedders: The nearest by each of these models, too.

    Raises:
        ModelError: An endpoint is down or answers nonsense.
    """
    return tuple(
        _pair(one, other)
        for one, other in _compared(articles, _of_one_event(articles), embedders)
        if one.event and other.event
    )


def near_pairs(
    articles: Sequence[LabelledArticle], embedders: Sequence[Embedder] = ()
) -> tuple[ReadPair, ...]:
    """Every article with the nearest that came before it, whatever is known of the two.

    Raises:
        ModelError: An endpoint is down or answers nonsense.
    """
    return tuple(
        replace(_pair(one, other), label=None, level=None)
        for one, other in _compared(articles, set(), embedders)
    )


def _compared(
    articles: Sequence[LabelledArticle],
    places: set[tuple[int, int]],
    embedders: Sequence[Embedder],
) -> list[tuple[LabelledArticle, LabelledArticle]]:
    """The pairs at some places, and those that matching would compare; of two pages."""
    tellings = [told(one.article) for one in articles]
    for vectors in ({}, *(embed_all(tellings, embedder) for embedder in embedders)):
        places = places | _near(tellings, vectors)
    return [
        (articles[m], articles[n])
        for m, n in sorted(places)
        if not _is_one_page(tellings[m], tellings[n])
    ]


def _pair(one: LabelledArticle, other: LabelledArticle) -> ReadPair:
    return ReadPair(
        f"{one.article.article_uuid} {other.article.article_uuid}",
        one.article,
        other.article,
        one.event == other.event,
        (other.article.language or ""),
        tuple(sorted((one.event or "", other.event or ""))),
        _level(one, other),
    )


def _level(one: LabelledArticle, other: LabelledArticle) -> Level | None:
    """None where two events differ and nobody judged whether they are of one running story."""
    if one.event == other.event:
        return Level.SAME_NEWS
    if not one.story or not other.story:
        return None
    return Level.SAME_THREAD if one.story == other.story else Level.NEITHER


def _of_one_event(articles: Sequence[LabelledArticle]) -> set[tuple[int, int]]:
    inside: dict[str, list[int]] = {}
    for number, one in enumerate(articles):
        if one.event:
            inside.setdefault(one.event, []).append(number)
    return {pair for members in inside.values() for pair in combinations(members, 2)}


def _near(tellings: Sequence[Telling], vectors: Mapping[str, bytes]) -> set[tuple[int, int]]:
    nearest, found = Nearest(tellings, vectors), set()
    for number, telling in enumerate(tellings):
        for other in nearest.of(number):
            if not are_apart(telling.input, tellings[other].input, WINDOW):
                found.add((other, number))
        nearest.add(number)
    return found


def _is_one_page(a: Telling, b: Telling) -> bool:
    """One URL under two headlines: joined by design, whatever its words are."""
    return bool(a.input.url_key) and a.input.url_key == b.input.url_key
