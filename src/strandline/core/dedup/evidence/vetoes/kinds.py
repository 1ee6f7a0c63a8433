"""Kinds of pages that are no report: a live page, an opinion, a round-up, a quiz, a review."""

from collections.abc import Callable

from strandline.core.dedup.evidence.pair import Finding, Pair

#: Kinds that are veto each, in the order in which they are asked.
KINDS = (
    "preview", "opinion", "live", "review", "explainer", "quiz", "recap", "interview",
    "analysis", "gallery", "podcast", "factcheck", "poll", "obituary", "promotion",
)  # fmt: skip
#: The kind of which two pages tell two things, unless their titles are close.
_OFFER = "promotion"
#: Kinds that newsrooms take for each other.
_ALIKE = (
    frozenset(("explainer", "analysis")),
    frozenset(("roundup", "recap", "newsletter")),
    frozenset(("recap", "live")),
    frozenset(("opinion", "analysis", "review")),
    frozenset(("preview", "live")),
)


def other_kind(kind: str) -> Callable[[Pair], Finding | None]:
    """A veto that speaks where one of two titles is of a kind, and the other a plain report."""

    def finds(pair: Pair) -> Finding | None:
        a, b = pair.a.title.features, pair.b.title.features
        if kind == _OFFER and kind in a & b and not pair.frame.is_close:
            return Finding(is_hard=False, detail="two offers")
        if (kind in a) == (kind in b) or _has_like(kind, b if kind in a else a):
            return None
        return Finding(is_hard=False, detail=f"{kind} on one side only")

    return finds


def _has_like(kind: str, kinds: frozenset[str]) -> bool:
    return any(kind in group and group & kinds for group in _ALIKE)
