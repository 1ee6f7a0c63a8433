"""Puts articles into a reader's categories by rules: hints of sources, URL paths, words.

Implements `ports.Classifier` without any effect, so it lives in the core; one that asks a model
will be an adapter behind the same port.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from strandline.core.digest.topics import CATCH_ALL, Topic, folded, slug, topic_named
from strandline.model.digests import Candidate

#: What each kind of evidence counts. A section in an article's own path says most; what a source
#: is about, first hint first, speaks for most of its articles; a word in a title outweighs one in a
#: summary, and one word in a summary alone decides nothing.
PATH_POINTS = 9.0
HINT_POINTS = 6.0
TITLE_POINTS = 2.0
SUMMARY_POINTS = 0.75
LEAST_POINTS = 1.5

#: More words of the same topic prove no more than this many.
_MOST_WORDS = 4


class RuleClassifier:
    """A `Classifier` that needs no model, no network and no training."""

    def classify(
        self, candidates: Sequence[Candidate], categories: Sequence[str]
    ) -> list[str | None]:
        """One category a candidate, in order; None where none fits.

        A category named `news`, `other` or alike takes what fits no other. Of equal evidence, the
        reader's earlier category wins.
        """
        return [classify_one(candidate, categories) for candidate in candidates]


def classify_one(candidate: Candidate, categories: Sequence[str]) -> str | None:
    """The category with the most evidence, the catch-all where there is too little, or None."""
    special = [name for name in categories if folded(name) not in CATCH_ALL]
    points = {name: evidence(candidate, topic_named(name)) for name in special}
    best = max(special, key=lambda name: points[name], default=None)
    if best is not None and points[best] >= LEAST_POINTS:
        return best
    return next((name for name in categories if folded(name) in CATCH_ALL), None)


def evidence(candidate: Candidate, topic: Topic) -> float:
    """Points that speak for a topic."""
    return (
        _hint_points(candidate, topic)
        + (PATH_POINTS if _segments(candidate.url) & topic.segments else 0.0)
        + TITLE_POINTS * _words(candidate.title, topic)
        + SUMMARY_POINTS * _words(candidate.summary, topic)
    )


def _hint_points(candidate: Candidate, topic: Topic) -> float:
    """Hints count less the later they stand; a source about three things is about each a third."""
    for index, hint in enumerate(candidate.categories):
        if folded(hint) in topic.names:
            return HINT_POINTS / (index + 1)
    return 0.0


def _segments(url: str) -> set[str]:
    """Parts of the path that stand for sections: all but the last, which names the article."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return set()
    return {slug(part) for part in path.split("/")[:-1]} - {""}


def _words(text: str, topic: Topic) -> int:
    """How many different words of the topic the text has, at most a handful."""
    return min(len(set(topic.words.findall(text[:2000].casefold()))), _MOST_WORDS)
