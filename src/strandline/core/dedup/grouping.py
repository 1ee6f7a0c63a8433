"""Which articles are one story, given what binds and parts them.

A pure function of the whole graph: the order in which articles arrived changes nothing. Links are
never followed from article to article: *A like B, B like C* does not make A and C one story. An
article joins a story through its main article, or through two links to its members; an article
that the verdicts call different from the main one does not. A person's rulings come first and
outvote everything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from strandline.model.stories import StoryGraph, StoryNode

#: Undated articles come last: they are never taken for the first report.
_NEVER = datetime.max.replace(tzinfo=UTC)
#: Links to members that stand for one to the main article.
LINKS_TO_JOIN = 2


def pair(one: str, other: str) -> tuple[str, str]:
    """The two ids in their fixed order, smaller first."""
    return (one, other) if one <= other else (other, one)


def precedence(node: StoryNode) -> tuple[datetime, float, str]:
    """Which of a story's articles is the main one: the first published, then the one of the best
    reputation, then the smallest id.
    """
    return (node.published or _NEVER, -node.reputation, node.article_uuid)


def group(graph: StoryGraph) -> dict[str, str]:
    """The main article of every article of a graph; a story of one is its own."""
    order = {node.article_uuid: precedence(node) for node in graph.nodes}
    units = _bound_units(graph, order)
    view = _View(graph, order)
    stories: list[_Story] = []
    for unit in sorted(units, key=lambda unit: min(order[a] for a in unit)):
        home = view.best_home(unit, stories)
        if home is None:
            stories.append(_Story(view.first(unit), set(unit)))
        else:
            home.members |= unit
    _join_left_over(view, stories)
    return {article: view.first(story.members) for story in stories for article in story.members}


def _join_left_over(view: "_View", stories: list["_Story"]) -> None:
    """An article that came before the two that bind it to a story joins it now."""
    for alone in [story for story in stories if len(story.members) == 1]:
        others = [story for story in stories if story is not alone and len(story.members) > 1]
        home = view.best_home(frozenset(alone.members), others)
        if home is not None:
            home.members |= alone.members
            stories.remove(alone)


@dataclass
class _Story:
    """A story while it grows.

    Attributes:
        main: Article of the highest precedence when it was founded; later ones never precede it
            but for left-over joins, which look at members as well.
    """

    main: str
    members: set[str]


@dataclass
class _View:
    """Look-ups in a graph."""

    graph: StoryGraph
    order: Mapping[str, tuple[datetime, float, str]]
    near: dict[str, dict[str, float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for (one, other), score in self.graph.links.items():
            self.near.setdefault(one, {})[other] = score
            self.near.setdefault(other, {})[one] = score

    def first(self, articles: Iterable[str]) -> str:
        """The one of the highest precedence."""
        return min(articles, key=lambda article: self.order[article])

    def best_home(self, unit: frozenset[str], stories: Iterable[_Story]) -> _Story | None:
        """The story that a unit joins: the one that it is most surely part of, then the oldest."""
        linked = {other for article in unit for other in self.near.get(article, ())}
        best: tuple[float, _Story] | None = None
        for story in stories:
            if linked.isdisjoint(story.members):
                continue
            score = self._bond(unit, story)
            if score is not None and (best is None or score > best[0]):
                best = (score, story)
        return None if best is None else best[1]

    def _bond(self, unit: frozenset[str], story: _Story) -> float | None:
        """How surely a unit belongs to a story; None where it does not."""
        if self._is_parted(unit, story):
            return None
        scores = [
            score
            for article in unit
            for other, score in self.near.get(article, {}).items()
            if other in story.members
        ]
        to_main = [self.near[a][story.main] for a in unit if story.main in self.near.get(a, {})]
        if not to_main and len(scores) < LINKS_TO_JOIN:
            return None
        return max(scores)

    def _is_parted(self, unit: frozenset[str], story: _Story) -> bool:
        graph = self.graph
        return any(
            pair(article, member) in graph.parted
            or (member == story.main and pair(article, member) in graph.partings)
            for article in unit
            for member in story.members
        )


def _bound_units(
    graph: StoryGraph, order: Mapping[str, tuple[datetime, float, str]]
) -> list[frozenset[str]]:
    """What people ruled to be the same, in one piece; where rulings contradict each other through
    a third article, the one that parts wins.
    """
    unit_of = {article: frozenset((article,)) for article in order}
    for one, other in sorted(graph.bound):
        if one not in unit_of or other not in unit_of or unit_of[one] is unit_of[other]:
            continue
        joined = unit_of[one] | unit_of[other]
        if any(pair(a, b) in graph.parted for a in unit_of[one] for b in unit_of[other]):
            continue
        for article in joined:
            unit_of[article] = joined
    return list({id(unit): unit for unit in unit_of.values()}.values())
