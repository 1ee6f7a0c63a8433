"""Which articles are one story, given what binds and parts them.

A pure function of the whole graph: the order in which articles arrived changes nothing. Links are
never followed from article to article: *A like B, B like C* does not make A and C one story. Two
stories, of one article or of many, become one through a link between their main articles (a lone
article is its own), or through bonds between their members that are worth half more than one link;
of large stories they must also be more than a few of all pairs. What evidence parts (`parts`)
counts against a link, and no story holds an article that is parted from its main article. A
person's rulings come first and outvote everything; what a person makes one with others counts as a
main article, so that the stories of both come along.

The surest stories grow first (`growing`).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime

from strandline.core.dedup.blocks import LINK, Pair, pair
from strandline.core.dedup.growing import Growth, Precedence
from strandline.model.stories import Answer, StoryGraph, StoryNode

__all__ = ["group", "pair", "parts", "precedence"]

#: Evidence about what happened, to whom, where and when: a doubt of this kind keeps an article out
#: of a story until somebody has decided, however many of its members are like it.
EVENTS = frozenset(
    (
        *("series", "parts", "versions", "numbers", "magnitudes", "scores", "ordinals", "days"),
        *("weekdays", "months", "years", "quarters", "negation", "roles", "names"),
        "modifiers",
    )
)
#: Layers whose DIFFERENT is more than little likeness.
PARTING_LAYERS = frozenset(("time_window", "language_model"))
#: Undated articles come last: they are never taken for the first report.
_NEVER = datetime.max.replace(tzinfo=UTC)


def parts(answer: Answer, layer: str, vetoes: Collection[str]) -> bool:
    """Whether a verdict keeps two articles out of a story that one of them leads.

    Only evidence does, or a model's word: two accounts of one story may have little in common.
    """
    if answer is Answer.DIFFERENT:
        return bool(vetoes) or layer in PARTING_LAYERS
    return answer is Answer.UNSURE and not EVENTS.isdisjoint(vetoes)


def precedence(node: StoryNode) -> Precedence:
    """Which of a story's articles is the main one: the one that a person chose last, else the first
    published, then the one of the best reputation, then the smallest id.
    """
    chosen = -node.chosen.timestamp() if node.chosen else 0.0
    return (chosen, node.published or _NEVER, -node.reputation, node.article_uuid)


def group(graph: StoryGraph) -> dict[str, str]:
    """The main article of every article of a graph; a story of one is its own."""
    order = {node.article_uuid: precedence(node) for node in graph.nodes}
    units = sorted(_bound_units(graph, order), key=lambda unit: min(order[a] for a in unit))
    growth = Growth(
        units,
        order,
        is_linked=graph.links.__contains__,
        parted=_others(graph.partings),
        foes=_others(graph.parted),
    )
    bonds = [(two, LINK, score) for two, score in graph.links.items()]
    bonds += [(two, -LINK, 0.0) for two in graph.partings]
    for (one, other), worth, score in bonds:
        if one in order and other in order:
            growth.bind(one, other, worth, score)
    growth.grow()
    return {article: main for main, members in growth.stories() for article in members}


def _others(pairs: Iterable[Pair]) -> dict[str, frozenset[str]]:
    """Article → those that it is paired with."""
    others: dict[str, set[str]] = {}
    for one, other in pairs:
        others.setdefault(one, set()).add(other)
        others.setdefault(other, set()).add(one)
    return {article: frozenset(paired) for article, paired in others.items()}


def _bound_units(graph: StoryGraph, order: Mapping[str, Precedence]) -> list[frozenset[str]]:
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
