"""Verdicts and rulings as pages tell them: with their articles, and only those in force."""

from collections.abc import Iterable, Mapping

from strandline.model.articles import Article
from strandline.model.stories import Answer, Decision, Ruling, StoredVerdict
from strandline.render.story_views import ToldRuling, ToldVerdict


def told_verdicts(
    verdicts: Iterable[StoredVerdict], articles: Mapping[str, Article]
) -> tuple[ToldVerdict, ...]:
    """With the articles that they are about."""
    return tuple(
        ToldVerdict(v, articles.get(v.article_a), articles.get(v.article_b)) for v in verdicts
    )


def told_rulings(
    rulings: Iterable[Ruling], articles: Mapping[str, Article]
) -> tuple[ToldRuling, ...]:
    """With the articles that they are about."""
    return tuple(
        ToldRuling(r, articles.get(r.article_a), articles.get(r.article_b)) for r in rulings
    )


def newest_verdicts(verdicts: Iterable[StoredVerdict]) -> list[StoredVerdict]:
    """Of each pair the one in force, the newest pairs first."""
    newest: dict[tuple[str, str], StoredVerdict] = {}
    for verdict in sorted(verdicts, key=lambda v: (v.decided_at, v.verdict_id), reverse=True):
        newest.setdefault((verdict.article_a, verdict.article_b), verdict)
    return list(newest.values())


def binding(verdicts: Iterable[StoredVerdict], members: frozenset[str]) -> list[StoredVerdict]:
    """Those in force that call two members one story, the surest first."""
    same = [
        verdict
        for verdict in newest_verdicts(verdicts)
        if {verdict.article_a, verdict.article_b} <= members
        and verdict.verdict.answer is Answer.SAME
    ]
    return sorted(same, key=lambda v: (-v.verdict.score, v.article_a, v.article_b))


def within(rulings: Iterable[Ruling], members: frozenset[str]) -> list[Ruling]:
    """Those in force on two members, newest first."""
    newest: dict[tuple[str, str], Ruling] = {}
    for ruling in sorted(rulings, key=lambda r: (r.ruled_at, r.ruling_id), reverse=True):
        newest.setdefault((ruling.article_a, ruling.article_b), ruling)
    return [
        ruling
        for ruling in newest.values()
        if {ruling.article_a, ruling.article_b} <= members
        and ruling.decision is not Decision.WITHDRAWN
    ]
