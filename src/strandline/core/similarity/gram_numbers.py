"""Numbers for grams, and in how many titles each is."""

from collections.abc import Iterable


class GramNumbers:
    """Small integers that stand for grams while a title has them; a freed one is given again."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._grams: list[str] = []
        self._free: list[int] = []
        #: By number: how many titles.
        self.counts: list[int] = []

    def entered(self, grams: Iterable[str]) -> list[int]:
        """The numbers of the grams of one more title."""
        numbers, counts = self._numbers, self.counts
        found = []
        for gram in grams:
            number = numbers.get(gram)
            if number is None:
                number = self._new(gram)
            counts[number] += 1
            found.append(number)
        return found

    def known(self, grams: Iterable[str]) -> list[int]:
        """The numbers of those grams that any title has."""
        return [number for number in map(self._numbers.get, grams) if number is not None]

    def count(self, gram: str) -> int:
        """In how many titles a gram is."""
        number = self._numbers.get(gram)
        return 0 if number is None else self.counts[number]

    def forget(self, number: int, times: int) -> None:
        """So many titles with a gram are gone; with the last one its number is free."""
        self.counts[number] -= times
        if self.counts[number] == 0:
            del self._numbers[self._grams[number]]
            self._free.append(number)

    def _new(self, gram: str) -> int:
        if self._free:
            number = self._free.pop()
            self._grams[number] = gram
        else:
            number = len(self._grams)
            self._grams.append(gram)
            self.counts.append(0)
        self._numbers[gram] = number
        return number
