"""Which articles may come into one story at all, so that the rest need not be looked at.

Links are followed from article to article: whatever they connect is a *block*. No story reaches
beyond one, whichever articles came first, and grouping a block alone gives what grouping the whole
ledger gives.
"""

from collections.abc import Collection, Iterable

Pair = tuple[str, str]

#: What a link is worth, and what two stories need where their main articles are not linked. Whole
#: numbers: their sums are the same in any order.
LINK, ENOUGH = 100, 150


def pair(one: str, other: str) -> Pair:
    """The two ids in their fixed order, smaller first."""
    return (one, other) if one <= other else (other, one)


def connected(names: Iterable[str], pairs: Iterable[Pair]) -> dict[str, str]:
    """Name → one of the names that it is connected with, the same for all of them."""
    above = {name: name for name in names}

    def top(name: str) -> str:
        while above[name] != name:
            above[name] = name = above[above[name]]
        return name

    for one, other in pairs:
        if one in above and other in above:
            above[top(one)] = top(other)
    return {name: top(name) for name in above}


def block_of(articles: Collection[str], links: Iterable[Pair], known: Iterable[str]) -> set[str]:
    """All that may come into one story with any of some articles.

    Args:
        known: Articles whose links are known.
    """
    piece_of = connected(known, links)
    wanted = {piece_of[article] for article in articles if article in piece_of}
    return {article for article, piece in piece_of.items() if piece in wanted}
