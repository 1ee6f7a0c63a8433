"""What a least Jaccard says about sizes and overlaps: the filters of exact set joins.

After Bayardo, Ma and Srikant, "Scaling up all pairs similarity search" (2007), and Xiao and others,
"Efficient similarity joins for near duplicate detection" (2008). All bounds agree with
`shingles.jaccard` to the last bit of its result.
"""

from dataclasses import dataclass
from functools import lru_cache


@lru_cache(maxsize=4096)
def sizes(size: int, least: float) -> tuple[int, int]:
    """Least and greatest size of a set that can reach a Jaccard with a set of this size.

    Args:
        size: At least 1.
        least: The Jaccard, above 0, at most 1.
    """
    smallest = max(1, int(least * size) - 1)
    while smallest / size < least:
        smallest += 1
    greatest = int(size / least) + 1
    while size / greatest < least:
        greatest -= 1
    return smallest, greatest


@lru_cache(maxsize=65_536)
def overlap(a: int, b: int, least: float) -> int:
    """How many grams two sets of these sizes share at least, to reach the Jaccard."""
    shared = max(1, int(least / (1 + least) * (a + b)) - 1)
    while shared / (a + b - shared) < least:
        shared += 1
    return shared


@dataclass(frozen=True, slots=True)
class Step:
    """Sizes of which the same is asked: from `first` up to, and without, `end`.

    Attributes:
        hits: Of the grams that are looked up a match has so many at least.
    """

    first: int
    end: int
    hits: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a set of some size is looked for.

    Attributes:
        probes: How many of its grams to look up. Whatever matches lacks `size - overlap` of them
            at most, wherever they stand: so the looker takes the rarest (prefix filter).
        steps: By size of the match, least first (size filter); the more alike two sizes are, the
            more hits are needed.
    """

    probes: int
    steps: tuple[Step, ...]


@lru_cache(maxsize=4096)
def plan(size: int, least: float, width: int) -> Plan:
    """The plan for a set.

    More probes cost more additions, fewer let strangers through who must be compared in full. Least
    time was found with 12 hits where a match must be near, 16 where it may be far, and few steps
    where sizes differ little anyway. Steps grow with the size, as the overlap does.

    Args:
        width: Steps start at its multiples, or at the least size.
    """
    smallest, greatest = sizes(size, least)
    wanted, count = (12, 2) if least >= 0.65 else (16, 6)
    lowest = overlap(size, smallest, least)
    hits = min(wanted, lowest)
    starts = _starts(smallest, greatest, count, width)
    steps = tuple(
        Step(start, end, hits + overlap(size, start, least) - lowest)
        for start, end in zip(starts, [*starts[1:], greatest + 1], strict=True)
    )
    return Plan(size - lowest + hits, steps)


def _starts(smallest: int, greatest: int, count: int, width: int) -> list[int]:
    """Where steps start: at most so many, each of them longer by the same factor."""
    factor = (greatest / smallest) ** (1 / count)
    starts = [smallest]
    for step in range(1, count):
        start = round(smallest * factor**step / width) * width
        if starts[-1] < start <= greatest:
            starts.append(start)
    return starts
