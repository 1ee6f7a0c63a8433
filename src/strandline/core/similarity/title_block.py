"""A block of the lexical index: a hundred thousand titles, counted at once.

For every gram there is a row of bits, one bit a place: a title, or a few (`Tuning.fold`). A title
that is looked for adds up the rows of its rarest grams; what reaches the number of its plan is
compared in full.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from strandline.core.similarity.bit_rows import added, bits_of, reaching, row_of
from strandline.core.similarity.bounds import Plan, Step

#: Titles of so many sizes share a row, by which steps of a plan are told apart.
SIZE_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Tuning:
    """What memory and time of a block depend on; results never do.

    Attributes:
        titles: In a block at most. Setting a bit copies a row of so many bits.
        sparse: Up to so many places a gram has a list, beyond it a row.
        fold: A place, and a bit, stands for 2 to the power of this titles that came one after the
            other: fewer bits to add up, more titles to compare.
    """

    titles: int = 131_072
    sparse: int = 8
    fold: int = 0


@dataclass(frozen=True, slots=True)
class Sought:
    """A title that is looked for.

    Attributes:
        size: How many grams it has.
        grams: Numbers of those that any title has.
        rarest: Those of them that are looked up.
        plan: What they must bring.
        times: First and last time of a match, seconds since 1970.
        least: Jaccard of a match at least.
    """

    size: int
    grams: frozenset[int]
    rarest: Sequence[int]
    plan: Plan
    times: tuple[float, float]
    least: float


class TitleBlock:
    """Titles in the order in which they came; inside a block a title is its number in it."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._ids: list[str] = []
        self._times = array("d")
        self._sizes = array("I")
        self._ends = array("Q", (0,))
        self._grams = array("I")  # numbers, title after title
        self._rows: list[int | array[int] | None] = []  # by number: a row, or a list of few places
        self._size_rows: dict[int, int] = {}

    @property
    def is_full(self) -> bool:
        """True where another title needs another block."""
        return len(self._ids) >= self._tuning.titles

    @property
    def article_ids(self) -> Sequence[str]:
        """Of all titles, also of those removed."""
        return self._ids

    def add(self, article_id: str, grams: Sequence[int], time: float) -> int:
        """Append a title; its number."""
        title, sparse = len(self._ids), self._tuning.sparse
        place = title >> self._tuning.fold
        rows, bit = self._rows, 1 << place
        highest = max(grams, default=-1)
        if highest >= len(rows):
            rows += [None] * (highest + 1 - len(rows))
        for gram in grams:
            row = rows[gram]
            if isinstance(row, int):
                rows[gram] = row | bit
            elif row is None:
                rows[gram] = array("I", (place,)) if sparse else bit
            elif len(row) < sparse:
                row.append(place)
            else:
                rows[gram] = row_of(row, place) | bit
        self._grams.extend(grams)
        self._ends.append(len(self._grams))
        self._ids.append(article_id)
        self._times.append(time)
        self._sizes.append(len(grams))
        key = len(grams) // SIZE_WIDTH
        self._size_rows[key] = self._size_rows.get(key, 0) | bit
        return title

    def remove(self, title: int) -> None:
        """Nothing matches it any more; its room is kept until the block goes."""
        self._sizes[title] = 0

    def matches(self, sought: Sought) -> list[tuple[str, float]]:
        """Ids and Jaccard of all titles that match, in no order."""
        rows, end = self._rows, len(self._rows)
        known = [row for row in [rows[gram] for gram in sought.rarest if gram < end] if row]
        if len(known) < sought.plan.steps[0].hits:
            return []
        row = self._reaching(added(self._without_lists(known)), sought.plan.steps)
        return self._compared(self._titles_at(row), sought) if row else []

    def grams_of(self, title: int) -> "array[int]":
        """The numbers of a title's grams."""
        return self._grams[self._ends[title] : self._ends[title + 1]]

    def frequencies(self) -> Iterator[tuple[int, int]]:
        """Every gram that a title has, and how many have it; those removed count."""
        yield from Counter(self._grams).items()

    def _without_lists(self, known: "Sequence[int | array[int]]") -> list[int]:
        """Rows with the same sums: lists become one row of the places that are in any of them, one
        of those in two, and so on.
        """
        rows = [row for row in known if isinstance(row, int)]
        if len(rows) == len(known):
            return rows
        lists = [row for row in known if isinstance(row, array)]
        times = Counter([place for some in lists for place in some])
        end = len(self._ids) >> self._tuning.fold
        levels = range(max(times.values()))
        return rows + [
            row_of([place for place, count in times.items() if count > level], end)
            for level in levels
        ]

    def _reaching(self, digits: list[int], steps: Sequence[Step]) -> int:
        """Places with enough hits for the size of a title there."""
        if len(steps) == 1:
            return reaching(digits, steps[0].hits)
        found = 0
        for step in steps:
            if row := reaching(digits, step.hits):
                found |= row & self._of_sizes(step)
        return found

    def _of_sizes(self, step: Step) -> int:
        found = 0
        for key in range(step.first // SIZE_WIDTH, -(-step.end // SIZE_WIDTH)):
            found |= self._size_rows.get(key, 0)
        return found

    def _titles_at(self, row: int) -> Iterator[int]:
        fold, end = self._tuning.fold, len(self._ids)
        for place in bits_of(row):
            yield from range(place << fold, min((place + 1) << fold, end))

    def _compared(self, titles: Iterable[int], sought: Sought) -> list[tuple[str, float]]:
        """Those that are alike enough, and of the time that is asked for."""
        since, until = sought.times
        first, end = sought.plan.steps[0].first, sought.plan.steps[-1].end
        sizes, times = self._sizes, self._times
        found = []
        for title in titles:
            if not (first <= sizes[title] < end and since <= times[title] <= until):
                continue
            shared = len(sought.grams.intersection(self.grams_of(title)))
            score = shared / (sought.size + sizes[title] - shared)
            if score >= sought.least:
                found.append((self._ids[title], score))
        return found
