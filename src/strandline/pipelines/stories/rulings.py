"""A person's word on stories: it wins over every layer, acts at once, and can be taken back.

Nothing is ever lost by a ruling: rulings are rows, stories follow from them, and `withdraw` lets
the verdicts of the cascade hold again.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from strandline.core.dedup.grouping import group, pair
from strandline.model.errors import UsageError
from strandline.model.stories import Decision, Ruling, StoryChange
from strandline.ports.stories import StoryStore


def rule(
    store: StoryStore, one: str, other: str, decision: Decision, *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Rule on two articles.

    Raises:
        UsageError: The two are one article.
        StoreError: One of them is unknown.
    """
    if one == other:
        raise UsageError(
            "Both are the same article.", subject=one, advice="Name two different articles."
        )
    a, b = pair(one, other)
    return store.save_ruling(Ruling(a, b, decision, _after(store, a, b, now), note), group)


def merge(
    store: StoryStore, articles: Sequence[str], *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Make one story of articles and of the stories that they are in."""
    changes: list[StoryChange] = []
    first, *others = articles
    for other in others:
        changes += rule(store, first, other, Decision.SAME, now=now, note=note)
    return changes


def split(store: StoryStore, article: str, *, now: datetime, note: str = "") -> list[StoryChange]:
    """Take an article out of its story.

    Raises:
        UsageError: It is alone in its story.
    """
    story = store.stories([article]).get(article)
    if story is None or len(story.article_uuids) < 2:
        raise UsageError(
            f"{article} is alone in its story: there is nothing to split.", subject=article
        )
    changes: list[StoryChange] = []
    for other in story.article_uuids:
        if other != article:
            changes += rule(store, article, other, Decision.DIFFERENT, now=now, note=note)
    return changes


def withdraw(
    store: StoryStore, article: str, *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Take back every ruling on an article; the verdicts of the cascade hold again."""
    changes: list[StoryChange] = []
    for other in sorted(_ruled_with(store, article)):
        changes += rule(store, article, other, Decision.WITHDRAWN, now=now, note=note)
    return changes


def _after(store: StoryStore, a: str, b: str, now: datetime) -> datetime:
    """Now, or just after the last ruling on the two: the newest is in force, and the last word of a
    person is the newest, even where the clock has been put back since.
    """
    last = next((r.ruled_at for r in store.rulings_of(a) if r.article_b == b), None)
    return now if last is None else max(now, last + timedelta(microseconds=1))


def _ruled_with(store: StoryStore, article: str) -> set[str]:
    """Articles whose newest ruling with this one still holds."""
    newest: dict[str, Ruling] = {}
    for ruling in store.rulings_of(article):  # newest first
        other = ruling.article_b if ruling.article_a == article else ruling.article_a
        newest.setdefault(other, ruling)
    return {o for o, ruling in newest.items() if ruling.decision is not Decision.WITHDRAWN}
