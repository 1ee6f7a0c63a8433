"""Titles of a time window, and exactly those among them that are alike enough.

No pair above the least Jaccard is missed and none below it is found: a brute-force comparison gives
the same. It is fast since most titles are never looked at. Their grams are counted in blocks, all
titles of a block in one addition (`bit_rows`), for the rarest grams only (prefix filter), against a
number that depends on the size (size and position filter); few are left to compare.

Blocks hold the titles of two days, those with pairs of characters apart from those in letters,
since the two share next to nothing. They are dropped as a whole.
"""

from collections.abc import Iterable
from datetime import datetime
from math import log

from strandline.core.similarity.bounds import plan
from strandline.core.similarity.gram_numbers import GramNumbers
from strandline.core.similarity.title_block import SIZE_WIDTH, Sought, TitleBlock, Tuning

#: Fewer and longer rows are added up faster; memory is freed by such spans.
_SPAN_S = 2 * 86_400
#: Radicals, kana and ideographs start here; what has a gram beyond is written in pairs.
_LETTERS_END = "\u2e80"
#: Titles share a bit from this threshold on: below it too many strangers would have to be compared.
_FOLDED_FROM, _FOLDED = 0.45, Tuning(fold=1)
#: A place is the number of a block times this, plus the title in it: one integer, which the
#: collector of garbage need not visit.
_BLOCK = 1 << 32


class LexicalIndex:
    """Titles by their grams. Not for several threads at once, not even to look up."""

    def __init__(self, threshold: float, tuning: Tuning | None = None) -> None:
        """An empty index.

        Args:
            threshold: Least Jaccard of a candidate where none is asked for, above 0, at most 1.
            tuning: What time and memory depend on; results never do.
        """
        self.threshold = threshold
        self._tuning = tuning or (_FOLDED if threshold >= _FOLDED_FROM else Tuning())
        self._spans: dict[int, list[int]] = {}
        self._open: dict[tuple[int, bool], int] = {}
        self._made = 0
        self._blocks: dict[int, TitleBlock] = {}
        self._places: dict[str, int] = {}
        self._grams = GramNumbers()
        self._from = float("-inf")

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, article_id: str) -> bool:
        return article_id in self._places

    def add(self, article_id: str, grams: frozenset[str], time: datetime) -> None:
        """Put a title in; one with the same id is replaced. One without grams is never found.

        Args:
            time: Aware.
        """
        self.remove(article_id)
        seconds = time.timestamp()
        number = self._block(int(seconds // _SPAN_S), max(grams, default="") > _LETTERS_END)
        title = self._blocks[number].add(article_id, self._grams.entered(grams), seconds)
        self._places[article_id] = number * _BLOCK + title

    def candidates(
        self,
        grams: frozenset[str],
        since: datetime,
        until: datetime,
        minimum: float | None = None,
    ) -> list[tuple[str, float]]:
        """All titles with a time in [since, until] and a Jaccard of `minimum` at least, best first.

        A title that was put in finds itself too.

        Args:
            minimum: Above 0; `threshold` where it is None. Less costs more time, not exactness.
        """
        if not grams:
            return []
        least = self.threshold if minimum is None else minimum
        times = (max(since.timestamp(), self._from), until.timestamp())
        how = plan(len(grams), least, SIZE_WIDTH)
        known = self._grams.known(grams)
        probes = how.probes - (len(grams) - len(known))  # those that no title has are the rarest
        if probes < how.steps[0].hits:
            return []
        rarest = sorted(known, key=self._grams.counts.__getitem__)[:probes]
        sought = Sought(len(grams), frozenset(known), rarest, how, times, least)
        found: list[tuple[str, float]] = []
        for block in self._between(*times):
            found += block.matches(sought)
        return sorted(found, key=lambda match: (-match[1], match[0])) if len(found) > 1 else found

    def shared(self, article_id: str, grams: frozenset[str]) -> list[str]:
        """Why a title is a candidate: the grams that it shares, the rarest first.

        Raises:
            KeyError: No such title.
        """
        number, title = divmod(self._places[article_id], _BLOCK)
        mine = set(self._blocks[number].grams_of(title))
        shared = [gram for gram in grams if not mine.isdisjoint(self._grams.known([gram]))]
        return sorted(shared, key=lambda gram: (self._grams.count(gram), gram))

    def weight(self, gram: str) -> float:
        """How rare a gram is, above 0: for the weighted scores of `shingles`."""
        return log(2 + len(self._places) / (1 + self._grams.count(gram)))

    def remove(self, article_id: str) -> None:
        """Take a title out; an unknown one is no fault. Its room is freed with its span."""
        place = self._places.pop(article_id, None)
        if place is not None:
            number, title = divmod(place, _BLOCK)
            self._blocks[number].remove(title)

    def expire(self, before: datetime) -> None:
        """Forget all titles before a time; memory is freed by spans of two days."""
        self._from = max(self._from, before.timestamp())
        for span in [span for span in self._spans if (span + 1) * _SPAN_S <= self._from]:
            for number in self._spans.pop(span):
                self._forget(number, self._blocks.pop(number))
            for is_paired in (False, True):
                self._open.pop((span, is_paired), None)

    def _forget(self, number: int, block: TitleBlock) -> None:
        for title, article_id in enumerate(block.article_ids):
            if self._places.get(article_id) == number * _BLOCK + title:
                del self._places[article_id]
        for gram, times in block.frequencies():
            self._grams.forget(gram, times)

    def _block(self, span: int, is_paired: bool) -> int:  # noqa: FBT001 - half of a key
        """The block that takes the next title of a span."""
        number = self._open.get((span, is_paired), -1)
        if number < 0 or self._blocks[number].is_full:
            number = self._open[span, is_paired] = self._made
            self._made += 1
            self._blocks[number] = TitleBlock(self._tuning)
            self._spans.setdefault(span, []).append(number)
        return number

    def _between(self, since: float, until: float) -> Iterable[TitleBlock]:
        for span, numbers in self._spans.items():
            if since < (span + 1) * _SPAN_S and span * _SPAN_S <= until:
                yield from map(self._blocks.__getitem__, numbers)
