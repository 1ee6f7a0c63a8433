"""Pairs that a person may label: those of a stream, of a file of pairs, or of the ledger."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from strandline.core.dedup.layers import NEAREST_VECTORS, TITLE_SIMILARITY
from strandline.core.evaluation.labelling import Candidate
from strandline.core.evaluation.pairs import LabelledArticle, ReadPair, read_article, read_pair
from strandline.model.errors import ParseError, UsageError
from strandline.model.stories import StoryInput, Verdict
from strandline.ops.compare import Comparer
from strandline.ops.stream_pairs import near_pairs
from strandline.ports import StoryStore

#: Layers whose doubts are worth a question: what others rule rests on no score.
_SCORING = frozenset({TITLE_SIMILARITY, NEAREST_VECTORS})
#: Pairs of a ledger that are looked at.
MOST_OF_LEDGER = 1_000


@dataclass(frozen=True, slots=True)
class Offer:
    """A pair that may be labelled; `a` is the article that came first."""

    candidate: Candidate
    a: StoryInput
    b: StoryInput


def offers_of_file(path: str, comparer: Comparer) -> list[Offer]:
    """Pairs of articles that matching would compare, or the pairs that stand there.

    Raises:
        UsageError: The file cannot be read, a line is neither, or there is no pair.
        ModelError: An embeddings endpoint is down.
    """
    pairs = _pairs(path, comparer)
    if not pairs:
        raise UsageError(f"{path} has no pair that is worth a question.", subject=path)
    offers = [
        _offer(pair.a, pair.b, verdict)
        for pair, verdict in zip(pairs, comparer.verdicts(pairs), strict=True)
        if verdict.layer in _SCORING
    ]
    return list({offer.candidate.key: offer for offer in offers}.values())


def offers_of_ledger(store: StoryStore) -> list[Offer]:
    """Pairs that wait for a person."""
    stored = store.review_queue(limit=MOST_OF_LEDGER)
    inputs = store.story_inputs(sorted({u for s in stored for u in (s.article_a, s.article_b)}))
    return [
        _offer(inputs[one.article_a], inputs[one.article_b], one.verdict)
        for one in stored
        if one.article_a in inputs and one.article_b in inputs
    ]


def _offer(a: StoryInput, b: StoryInput, verdict: Verdict) -> Offer:
    first, second = sorted((a, b), key=lambda s: (s.published is None, str(s.published), s.title))
    language = a.language if a.language and a.language == b.language else "xx"
    least = verdict.thresholds.get("same", 0.9)
    candidate = Candidate(first.article_uuid, second.article_uuid, language, verdict.score, least)
    return Offer(candidate, first, second)


def _pairs(path: str, comparer: Comparer) -> Sequence[ReadPair]:
    try:
        lines = Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise UsageError(
            f"{path} cannot be read: {error.strerror or error}.", subject=path
        ) from error
    pairs: list[ReadPair] = []
    articles: list[LabelledArticle] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            if "a" in row:
                pair = read_pair(line)
                pairs.append(replace(pair, a=_named(pair.a), b=_named(pair.b)))
            else:
                articles.append(LabelledArticle(_named(read_article(row)), None))
        except (ParseError, ValueError, TypeError, AttributeError, RecursionError) as error:
            said = error.message if isinstance(error, ParseError) else "no article"
            raise UsageError(f"{path}, line {number}: {said}.", subject=path) from error
    return [*pairs, *near_pairs(articles, comparer.embedders)]


def _named(article: StoryInput) -> StoryInput:
    """With an id: that of the file, or one made of what it says."""
    if article.article_uuid:
        return article
    text = f"{article.title}\n{article.url}\n{article.source_name}\n{article.published}"
    made = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    return replace(article, article_uuid=made)
