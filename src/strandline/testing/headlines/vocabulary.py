"""The words that invented headlines are made of, drawn as often as words are used."""

import random
import tomllib
from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import accumulate

#: Distinct words of a language: a head of real ones, a tail of invented ones.
VOCABULARY = 40_000
#: Share of small words among all that are used.
SMALL_SHARE = {"en": 0.32, "fr": 0.42, "zh": 0.15}


class Vocabulary:
    """The words of a language with their weights: small ones take a share, the rest is Zipf's."""

    def __init__(self, language: str) -> None:
        lists = _lists()[language]
        self._roots, self._ends = lists.get("roots", "").split(), lists.get("ends", "").split()
        self._characters = lists.get("characters", "").replace("\n", "")
        small = lists["small"].split()
        tail = self._known_and_invented(random.Random(language), lists["known"].split())
        weights = [1 / (rank + 30) for rank in range(len(tail))]
        first = [1 / (rank + 3) for rank in range(len(small))]
        share = SMALL_SHARE[language] / (1 - SMALL_SHARE[language]) * sum(weights) / sum(first)
        self._words = [*small, *tail]
        self._sums = list(accumulate([*(weight * share for weight in first), *weights]))

    def drawn(self, rng: random.Random, count: int) -> list[str]:
        """Some words; common ones are drawn often."""
        whole = self._sums[-1]
        return [self._words[bisect(self._sums, rng.random() * whole)] for _ in range(count)]

    def _known_and_invented(self, rng: random.Random, known: list[str]) -> list[str]:
        found = dict.fromkeys(known)
        while len(found) < VOCABULARY:
            found[self._invented(rng, known)] = None
        return list(found)

    def _invented(self, rng: random.Random, known: list[str]) -> str:
        """A name, or a form of a known word; early characters and endings are commoner."""
        if self._characters:
            size = rng.choice((2, 2, 3))
            return "".join(_early(rng, self._characters) for _ in range(size))
        if rng.random() < 0.3:
            return rng.choice(known) + _early(rng, self._ends[:8])
        first, second = rng.choices("bcdfghjklmnprstvz", k=2)
        name = first + rng.choice("aeiou") + second + rng.choice(("", "a", "e", "i", "o"))
        stem = rng.choice((rng.choice(self._roots), name))
        return stem + rng.choice(("", "", name, rng.choice(self._ends)))


@cache
def vocabulary(language: str) -> Vocabulary:
    """Of `en`, `fr` or `zh`; always the same."""
    return Vocabulary(language)


@cache
def _lists() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files(__package__) / "words.toml").read_text("utf-8"))


def _early(rng: random.Random, items: Sequence[str]) -> str:
    return items[int(len(items) * rng.random() ** 2)]
