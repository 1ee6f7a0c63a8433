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

#: Stories of a thread that one is told apart from, the newest.
MOST_PARTED = 500


def rule(
    store: StoryStore, one: str, other: str, decision: Decision, *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Rule on two articles.

    Raises:
        UsageError: The two are one article.
        StoreError: One of them is unknown.
    """
    return _rule_on(store, one, [other], decision, now=now, note=note)


def merge(
    store: StoryStore, articles: Sequence[str], *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Make one story of articles and of the stories that they are in."""
    first, *others = articles
    return _rule_on(store, first, others, Decision.SAME, now=now, note=note)


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
    others = [other for other in story.article_uuids if other != article]
    return _rule_on(store, article, others, Decision.DIFFERENT, now=now, note=note)


def link(
    store: StoryStore, articles: Sequence[str], *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Put the stories of articles, and the threads that they are in, into one thread."""
    first, *others = articles
    return _rule_on(store, first, others, Decision.UPDATE, now=now, note=note)


def unlink(store: StoryStore, article: str, *, now: datetime, note: str = "") -> list[StoryChange]:
    """Take the story of an article out of its thread.

    Raises:
        UsageError: It is in none.
    """
    thread = store.thread(article, limit=MOST_PARTED)
    story = store.stories([article]).get(article)
    if thread is None or story is None:
        raise UsageError(
            f"The story of {article} is in no thread: there is nothing to take it out of.",
            subject=article,
        )
    others = [uuid for uuid in thread.story_ids if uuid != story.main_id]
    return _rule_on(store, article, others, Decision.UNRELATED, now=now, note=note)


def withdraw(
    store: StoryStore, article: str, *, now: datetime, note: str = ""
) -> list[StoryChange]:
    """Take back every ruling on an article; the verdicts of the cascade hold again."""
    others = sorted(ruled_with(store, article))
    return _rule_on(store, article, others, Decision.WITHDRAWN, now=now, note=note)


def _rule_on(
    store: StoryStore,
    article: str,
    others: Sequence[str],
    decision: Decision,
    *,
    now: datetime,
    note: str,
) -> list[StoryChange]:
    """The same word on an article with each of some others, at once.

    The newest word on two is in force, and the last one is the newest, even where the clock has
    been put back since.
    """
    if article in others:
        raise UsageError(
            "Both are the same article.", subject=article, advice="Name two different articles."
        )
    last = _last_words(store, article)
    rulings = []
    for other in others:
        before = last.get(other)
        when = now if before is None else max(now, before.ruled_at + timedelta(microseconds=1))
        rulings.append(Ruling(*pair(article, other), decision, when, note))
    return store.save_rulings(rulings, group) if rulings else []


def ruled_with(store: StoryStore, article: str) -> set[str]:
    """Articles whose newest ruling with this one still holds."""
    last = _last_words(store, article)
    return {o for o, ruling in last.items() if ruling.decision is not Decision.WITHDRAWN}


def _last_words(store: StoryStore, article: str) -> dict[str, Ruling]:
    """The newest ruling on an article with each other one."""
    newest: dict[str, Ruling] = {}
    for ruling in store.rulings_of(article):  # newest first
        other = ruling.article_b if ruling.article_a == article else ruling.article_a
        newest.setdefault(other, ruling)
    return newest
