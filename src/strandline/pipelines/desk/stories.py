"""What people rule on stories: the same news, one running story, neither; merge, split, withdraw.

A ruling acts at once. What it changed is told with it: how many articles stand in another story.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from strandline.core.dedup.grouping import group
from strandline.core.urls import identify
from strandline.model.accounts import Actor
from strandline.model.acts import Outcome, done, refused
from strandline.model.articles import Article
from strandline.model.errors import UrlError
from strandline.model.levels import Level, level_of
from strandline.model.stories import Decision, Ruling, StoryChange
from strandline.pipelines.archive.demand import article_at
from strandline.pipelines.desk.acts import audited
from strandline.pipelines.stories import rulings
from strandline.ports import Ports, Store


@dataclass(frozen=True, slots=True)
class Ruled(Outcome):
    """How a ruling ended.

    Attributes:
        changes: Articles that stand in another story now.
    """

    changes: tuple[StoryChange, ...] = ()

    @classmethod
    def of(cls, outcome: Outcome, changes: Sequence[StoryChange] = ()) -> "Ruled":
        """An outcome, with what changed."""
        return cls(
            outcome.is_done, outcome.message, outcome.values, outcome.subject, tuple(changes)
        )


def rule(
    ports: Ports, actor: Actor, one: str, other: str, said: Level | Decision, *, note: str = ""
) -> Ruled:
    """Rule on two articles.

    Args:
        said: A level, or what is less than one: another story, be it of one thread or not.
    """
    decision = said.decision if isinstance(said, Level) else said
    return _rule(ports, actor, one, other, decision, f"story.done.{_said(decision)}", note)


def take_back(ports: Ports, actor: Actor, one: str, other: str) -> Ruled:
    """Let a ruling on two articles no longer hold."""
    if ruling_on(ports.store, one, other) is None:
        return Ruled.of(refused("story.refused.no_ruling"))
    return _rule(ports, actor, one, other, Decision.WITHDRAWN, "story.done.taken_back", "")


def merge(ports: Ports, actor: Actor, articles: Sequence[str], *, note: str = "") -> Ruled:
    """Make one story of articles, and of the stories that they are in."""
    distinct = list(dict.fromkeys(articles))
    if len(distinct) < 2:
        return Ruled.of(refused("story.refused.one_article"))

    def act() -> list[StoryChange]:
        return rulings.merge(ports.store, distinct, now=ports.clock.now(), note=note)

    return _acted(ports, actor, "merge", distinct, act, note)


def split(ports: Ports, actor: Actor, article: str, *, note: str = "") -> Ruled:
    """Take an article out of its story."""
    story = ports.store.stories([article]).get(article)
    if story is not None and len(story.article_uuids) < 2:
        return Ruled.of(refused("story.refused.alone"))

    def act() -> list[StoryChange]:
        return rulings.split(ports.store, article, now=ports.clock.now(), note=note)

    return _acted(ports, actor, "split", [article], act, note)


def link(ports: Ports, actor: Actor, articles: Sequence[str], *, note: str = "") -> Ruled:
    """Put the stories of articles, and their threads, into one thread; they stay stories apart."""
    distinct = list(dict.fromkeys(articles))
    if len(distinct) < 2:
        return Ruled.of(refused("story.refused.one_article"))

    def act() -> list[StoryChange]:
        return rulings.link(ports.store, distinct, now=ports.clock.now(), note=note)

    return _acted(ports, actor, "link", distinct, act, note)


def unlink(ports: Ports, actor: Actor, article: str, *, note: str = "") -> Ruled:
    """Take the story of an article out of its thread."""
    if ports.store.articles([article]) and ports.store.thread(article, limit=1) is None:
        return Ruled.of(refused("story.refused.no_thread"))

    def act() -> list[StoryChange]:
        return rulings.unlink(ports.store, article, now=ports.clock.now(), note=note)

    return _acted(ports, actor, "unlink", [article], act, note)


def choose_main(ports: Ports, actor: Actor, article: str) -> Ruled:
    """Make an article the main one of its story: the one that it is shown under."""
    story = ports.store.stories([article]).get(article)
    if story is None:
        return Ruled.of(refused("story.refused.unknown"))
    if story.main_id == article:
        return Ruled.of(refused("story.refused.is_main"))
    before = story.main_id
    with audited(ports, actor, "story.main") as trail:
        # The two are one story by a person's word, whatever the evidence says of them.
        now = ports.clock.now()
        changes = rulings.rule(ports.store, article, before, Decision.SAME, now=now)
        changes += ports.store.choose_main(article, now, group)
        trail.note(article, {"main": before}, {"main": article, "moved": len(changes)})
    return Ruled.of(done("story.done.main", article, count=len(changes)), changes)


def withdraw(ports: Ports, actor: Actor, article: str, *, note: str = "") -> Ruled:
    """Take back every ruling on an article, and that it is the main one by choice."""
    if ports.store.articles([article]) and not rulings.ruled_with(ports.store, article):
        return Ruled.of(refused("story.refused.no_ruling"))

    def act() -> list[StoryChange]:
        changes = rulings.withdraw(ports.store, article, now=ports.clock.now(), note=note)
        return changes + ports.store.choose_main(article, None, group)

    return _acted(ports, actor, "withdraw", [article], act, note)


def ruling_on(store: Store, one: str, other: str) -> Ruling | None:
    """The ruling in force on two articles."""
    on_both = (r for r in store.rulings_of(one) if other in (r.article_a, r.article_b))
    newest = next(on_both, None)
    return None if newest is None or newest.decision is Decision.WITHDRAWN else newest


def find_article(store: Store, name: str) -> Article | None:
    """The article that a URL or an id stands for; None where the ledger has none."""
    if name.startswith("A_"):
        return store.articles([name]).get(name)
    try:
        found = article_at(store, identify(name))
    except UrlError:
        return None
    return found[0] if found else None


def _rule(
    ports: Ports,
    actor: Actor,
    one: str,
    other: str,
    decision: Decision,
    message: str,
    note: str,
) -> Ruled:
    if one == other:
        return Ruled.of(refused("story.refused.one_article"))
    if len(ports.store.articles([one, other])) < 2:
        return Ruled.of(refused("story.refused.unknown"))
    with audited(ports, actor, "story.rule") as trail:
        before = ruling_on(ports.store, one, other)
        now = ports.clock.now()
        changes = rulings.rule(ports.store, one, other, decision, now=now, note=note)
        trail.note(
            f"{one} {other}",
            {"ruling": _said(before.decision)} if before else None,
            {"ruling": _said(decision), "moved": len(changes), "note": note},
        )
    return Ruled.of(done(message, one, count=len(changes)), changes)


def _said(decision: Decision) -> str:
    level = level_of(decision)
    return level.value if level else decision.value


def _acted(
    ports: Ports,
    actor: Actor,
    verb: str,
    articles: Sequence[str],
    act: Callable[[], list[StoryChange]],
    note: str,
) -> Ruled:
    if len(ports.store.articles(articles)) < len(articles):
        return Ruled.of(refused("story.refused.unknown"))
    with audited(ports, actor, f"story.{verb}") as trail:
        changes = act()
        trail.note(" ".join(articles[:20]), None, {"moved": len(changes), "note": note})
    return Ruled.of(done(f"story.done.{verb}", articles[0], count=len(changes)), changes)
