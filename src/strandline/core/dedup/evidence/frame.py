"""Two titles laid side by side: what they share, and what stands in its place where they differ."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from strandline.core.dedup.evidence.reading.words import Word

#: Least share of the shorter title's content that both must have to be laid side by side.
_LEAST_SHARE = 0.3
#: From this share on, two titles are variations of one sentence.
_CLOSE_SHARE = 0.6
#: Content that both must share, in words; two Chinese characters count as one.
_CLOSE_WORDS = 2.0
#: The same for titles of so few words, where every word is half of the sentence.
_SHORT_SHARE, _SHORT_WORDS = 0.5, 3.0


class Gap(NamedTuple):
    """Where two titles differ between words that they share; one side may be empty."""

    a: tuple[Word, ...]
    b: tuple[Word, ...]

    @property
    def is_replaced(self) -> bool:
        """True where each side has something in the place of the other."""
        return bool(self.a and self.b)


@dataclass(frozen=True, slots=True)
class Frame:
    """What two titles share, in order.

    Attributes:
        gaps: Where they differ; words that only stand elsewhere in the other title are left out.
        moved: Gaps as they are, with those words.
        share: Of the content of the shorter title that is in the other one, 0 to 1.
        words: Content that both have, in words.
        is_short: True where both titles have no more than two or three words of content.
        is_ordered: True where what they share stands in the same order.
    """

    gaps: tuple[Gap, ...] = ()
    moved: tuple[Gap, ...] = ()
    share: float = 0.0
    words: float = 0.0
    is_ordered: bool = True
    is_short: bool = False

    @property
    def is_close(self) -> bool:
        """True where the two are variations of one sentence."""
        if self.is_short:
            return self.share >= _SHORT_SHARE and self.words >= 1
        return self.share >= _CLOSE_SHARE and self.words >= _CLOSE_WORDS

    @property
    def is_equal_but_marks(self) -> bool:
        """True where nothing but numbers, dates and the like differs."""
        rest = [word for gap in self.gaps for word in (*gap.a, *gap.b)]
        return (self.words >= 1 or bool(rest)) and all(word.mark is not None for word in rest)

    @property
    def only(self) -> Gap | None:
        """The one place in which they differ; None where there are more or none."""
        return self.gaps[0] if len(self.gaps) == 1 and self.words >= 1 else None


def weight(words: Sequence[Word]) -> float:
    """Content in words: a word of the tables is one, and so are two lone Chinese characters."""
    return sum(
        0.5 if len(w.shown) == 1 and w.shown >= "\u3400" and not w.mark else 1.0 for w in words
    )


def frame_of(a: Sequence[Word], b: Sequence[Word]) -> Frame:
    """Lay the content of two titles side by side; an empty frame where they share too little."""
    in_a, in_b = {word.key for word in a}, {word.key for word in b}
    common = [word for word in a if word.key in in_b]
    words = weight(common)
    least = min(weight(a), weight(b))
    if words < _LEAST_SHARE * least and not all(word.mark for word in (*a, *b)):
        return Frame()
    pairs = _aligned([word.key for word in a], [word.key for word in b])
    moved = _gaps(a, b, pairs)
    surplus = _uneven(a, b)
    gaps = tuple(
        gap
        for gap in (
            Gap(
                tuple(word for word in gap.a if word.key not in in_b or word.key in surplus),
                tuple(word for word in gap.b if word.key not in in_a or word.key in surplus),
            )
            for gap in moved
        )
        if gap.a or gap.b
    )
    return Frame(
        gaps,
        moved,
        share=min(1.0, words / least) if least else 0.0,
        words=words,
        is_ordered=len(pairs) == len(common),
        is_short=max(weight(a), weight(b)) <= _SHORT_WORDS,
    )


def _uneven(a: Sequence[Word], b: Sequence[Word]) -> set[str]:
    """Keys of figures that one has more often: in `4 of 10 for a 4-day week`, 4 did not move."""
    in_a = Counter(word.key for word in a if word.mark)
    in_b = Counter(word.key for word in b if word.mark)
    return {key for key in in_a.keys() & in_b.keys() if in_a[key] != in_b[key]}


def _gaps(a: Sequence[Word], b: Sequence[Word], pairs: list[tuple[int, int]]) -> tuple[Gap, ...]:
    found: list[Gap] = []
    left = right = 0
    for at, to in (*pairs, (len(a), len(b))):
        if at > left or to > right:
            found.append(Gap(tuple(a[left:at]), tuple(b[right:to])))
        left, right = at + 1, to + 1
    return tuple(found)


def _aligned(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Positions of a longest common subsequence (Hunt and Szymanski: fast where few repeat)."""
    places: dict[str, list[int]] = {}
    for at in range(len(b) - 1, -1, -1):
        places.setdefault(b[at], []).append(at)
    ends: list[int] = []
    chains: list[tuple[int, int, object]] = []
    for at, key in enumerate(a):
        for to in places.get(key, ()):
            length = bisect_left(ends, to)
            if length < len(ends) and ends[length] == to:
                continue  # of several that are as long, the earliest
            chain = (at, to, chains[length - 1] if length else None)
            ends[length : length + 1] = [to]
            chains[length : length + 1] = [chain]
    return _unchained(chains[-1] if chains else None)


def _unchained(chain: object) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    while isinstance(chain, tuple):
        found.append((chain[0], chain[1]))
        chain = chain[2]
    return found[::-1]
