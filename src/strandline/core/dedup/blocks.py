"""Which articles may come into one story at all, so that the rest need not be looked at.

Links are followed from article to article: whatever they connect is a *piece*. Pieces with enough
leanings between them form a *block*; where they are worth less, those between two pieces do not
count. So no story reaches beyond a block, whichever articles came first, and grouping a block alone
gives what grouping the whole ledger gives.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

Pair = tuple[str, str]

#: What a link is worth, and what two stories need where their main articles are not linked. Whole
#: numbers: their sums are the same in any order.
LINK, ENOUGH = 100, 150
#: A leaning is worth its score, a probability, but no more than this: two of them are not enough.
MOST_LEANING = 0.7


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


def leaning_worth(score: float) -> int:
    """What an undecided pair adds to what binds, in the units of `LINK`."""
    return round(LINK * min(score, MOST_LEANING))


def near_pieces(piece_of: Mapping[str, str], leanings: Mapping[Pair, float]) -> set[Pair]:
    """Pairs of pieces with enough leanings between them.

    Args:
        piece_of: Article → its piece.
        leanings: Pair → score.
    """
    between: Counter[Pair] = Counter()
    for (one, other), score in leanings.items():
        if one in piece_of and other in piece_of and piece_of[one] != piece_of[other]:
            between[pair(piece_of[one], piece_of[other])] += leaning_worth(score)
    return {two for two, worth in between.items() if worth >= ENOUGH}


def that_count(
    names: Iterable[str], links: Collection[Pair], leanings: Mapping[Pair, float]
) -> set[Pair]:
    """The leanings within a piece, and those between pieces that are near."""
    piece_of = connected(names, links)
    near = near_pieces(piece_of, leanings)
    return {
        (one, other)
        for one, other in leanings
        if one in piece_of
        and other in piece_of
        and (piece_of[one] == piece_of[other] or pair(piece_of[one], piece_of[other]) in near)
    }


def block_of(
    articles: Collection[str],
    links: Iterable[Pair],
    leanings: Mapping[Pair, float],
    known: Iterable[str],
) -> set[str]:
    """All that may come into one story with any of some articles, as far as it is known.

    Args:
        known: Articles whose links are known; of their leanings, as many as were looked at.
    """
    piece_of = connected(known, links)
    block = connected(set(piece_of.values()), near_pieces(piece_of, leanings))
    wanted = {block[piece_of[article]] for article in articles if article in piece_of}
    return {article for article, piece in piece_of.items() if block[piece] in wanted}
