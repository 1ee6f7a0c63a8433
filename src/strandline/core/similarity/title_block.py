"""A block of the lexical index: some ten thousand titles, counted at once.

For every gram there is a row of bits, one bit a title. A title that is looked for adds up the rows
of its rarest grams; what reaches the number of its plan is compared in full.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from strandline.core.similarity.bit_rows import added, reaching, row_of, titles_in, with_titles
from strandline.core.similarity.bounds import Plan, Step

#: Titles of so many sizes share a row, by which steps of a plan are told apart.
SIZE_WIDTH = 4


@dataclass(frozen=True, slots=True)
class Tuning:
    """What memory and time of a block depend on; results never do.

    Attributes:
        titles: In a block at most. Setting a bit copies a row of so many bits.
        sparse: Up to so many titles a gram has a list, beyond it a row.
        tail: Titles that wait in a list before they go into the row, unless it is read before.
    """

    titles: int = 65_536
    sparse: int = 16
    tail: int = 255


@dataclass(frozen=True, slots=True)
class Sought:
    """A title that is looked for.

    Attributes:
        rarest: Those of its grams that are looked up.
        plan: How many they are and what they must bring.
        times: First and last time of a match, seconds since 1970.
        least: Jaccard of a match at least.
    """

    grams: frozenset[str]
    rarest: Sequence[str]
    plan: Plan
    times: tuple[float, float]
    least: float


class TitleBlock:
    """Titles in the order in which they came; inside a block a title is its place in it."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._ids: list[str] = []
        self._times = array("d")
        self._sizes = array("I")
        self._ends = array("Q", (0,))
        self._grams = array("I")  # numbers of grams, title after title
        self._numbers: dict[str, int] = {}
        self._rows: dict[str, int] = {}
        self._tails: dict[str, array[int]] = {}  # titles that are not in the row
        self._size_rows: dict[int, int] = {}

    @property
    def is_full(self) -> bool:
        """True where another title needs another block."""
        return len(self._ids) >= self._tuning.titles

    @property
    def article_ids(self) -> Sequence[str]:
        """Of all titles, also of those removed."""
        return self._ids

    def add(self, article_id: str, grams: frozenset[str], time: float) -> int:
        """Append a title; its place."""
        title, longest = len(self._ids), self._tuning.tail
        tails, numbers = self._tails, self._numbers
        for gram in grams:
            tail = tails.get(gram)
            if tail is None:
                tails[gram] = array("I", (title,))
                numbers[gram] = len(numbers)
                continue
            tail.append(title)
            if len(tail) > longest:
                self._settled(gram, tail)
        self._grams.extend([numbers[gram] for gram in grams])
        self._ends.append(len(self._grams))
        self._ids.append(article_id)
        self._times.append(time)
        self._sizes.append(len(grams))
        key = len(grams) // SIZE_WIDTH
        self._size_rows[key] = self._size_rows.get(key, 0) | 1 << title
        return title

    def remove(self, title: int) -> None:
        """Nothing matches it any more; its room is kept until the block goes."""
        self._sizes[title] = 0

    def matches(self, sought: Sought) -> list[tuple[str, float]]:
        """Ids and Jaccard of all titles that match, in no order."""
        rows = self._rows_of(sought.rarest)
        if len(rows) < sought.plan.steps[0].hits:
            return []
        row = self._reaching(added(rows), sought.plan.steps)
        return self._compared(titles_in(row), sought) if row else []

    def shared(self, title: int, grams: frozenset[str]) -> list[str]:
        """Those of the grams that a title has too."""
        mine = set(self._grams_of(title))
        return [gram for gram in grams if self._numbers.get(gram) in mine]

    def frequencies(self) -> dict[str, int]:
        """In how many titles each gram is; those removed count."""
        rows = self._rows
        return {gram: rows.get(gram, 0).bit_count() + len(t) for gram, t in self._tails.items()}

    def _rows_of(self, grams: Sequence[str]) -> list[int]:
        """The row of each gram that is known; rare ones, which have none, are put together."""
        rows, tails, sparse = self._rows, self._tails, self._tuning.sparse
        found, rare = [], []
        for gram in grams:
            tail = tails.get(gram)
            if tail is None:
                continue
            row = rows.get(gram)
            if row is None and len(tail) <= sparse:
                rare.append(tail)
                continue
            found.append(self._settled(gram, tail) if tail or row is None else row)
        return found + self._rare_rows(rare) if rare else found

    def _rare_rows(self, tails: "list[array[int]]") -> list[int]:
        """Rows with the same sums: of the titles in any list, of those in two, and so on."""
        times = Counter([title for tail in tails for title in tail])
        rows = [row_of(times, len(self._ids))]
        for level in range(1, max(times.values())):
            more = [title for title, count in times.items() if count > level]
            rows.append(row_of(more, len(self._ids)))
        return rows + [0] * (len(tails) - len(rows))

    def _settled(self, gram: str, tail: "array[int]") -> int:
        """The row of a gram, with the titles of its tail put into it."""
        row = with_titles(self._rows.get(gram, 0), tail, len(self._ids) + 1)
        self._rows[gram] = row
        del tail[:]
        return row

    def _reaching(self, digits: list[int], steps: Sequence[Step]) -> int:
        """Titles with enough hits for their size."""
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

    def _compared(self, titles: Sequence[int], sought: Sought) -> list[tuple[str, float]]:
        """Those that are alike enough, and of the time that is asked for."""
        since, until = sought.times
        first, end = sought.plan.steps[0].first, sought.plan.steps[-1].end
        sizes, times, size = self._sizes, self._times, len(sought.grams)
        mine = {self._numbers.get(gram) for gram in sought.grams}
        found = []
        for title in titles:
            if not (first <= sizes[title] < end and since <= times[title] <= until):
                continue
            shared = len(mine.intersection(self._grams_of(title)))
            score = shared / (size + sizes[title] - shared)
            if score >= sought.least:
                found.append((self._ids[title], score))
        return found

    def _grams_of(self, title: int) -> "array[int]":
        return self._grams[self._ends[title] : self._ends[title + 1]]
