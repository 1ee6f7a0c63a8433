"""Stories that grow: the two that belong together most surely become one, again and again.

How sure two stories are depends on the two alone, and only falls while they grow, unless more binds
them. So that ten thousand copies do not cost the square of it, each story keeps its bonds in heaps:
those that bind as much as can be asked for by their score, the others by their worth for each
member of the other story, to which its own size is but a factor. Of the two ends of a bond the one
with more bonds keeps it; when stories join, the bonds of the one with fewer move. What has become
less sure meanwhile is found out when it comes up. Ten thousand articles with twenty links each take
some seconds.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from strandline.core.dedup.blocks import ENOUGH, LINK, Pair, pair

Precedence = tuple[float, datetime, float, str]
#: The surest pair of articles that binds two stories: its score, negative, and the precedence of
#: both, so that nothing is left to chance.
Best = tuple[float, Precedence, Precedence]
#: Worth of all that binds two stories less what parts them, and the surest of it.
Bond = tuple[int, Best]
#: How sure it is that two stories are one, the surest first: by worth for each pair of members, as
#: far as it counts, then by the best.
_Surety = tuple[float, Best]

#: Worth for each pair of members from which two stories are bound as much as can be asked for: half
#: of the pairs are linked. Then the score decides, not who has fewer members.
FULL = LINK / 2
#: Worth of the bonds between two stories for each pair of their members, in links: large stories do
#: not become one through a few strays. BCubed F1 on a stream of 2,488 articles is .81-.80 over
#: .003-.007.
LEAST_SHARE = 0.005


@dataclass(slots=True)
class _Story:
    """A story while it grows.

    Attributes:
        bonds: Number of another story → what binds the two; kept at both.
        full, kept: Heaps of the bonds that this story looks after, those that are full and the
            others; some are out of date.
        apart: Numbers of stories that it may not join while both have their main articles.
        foes: Articles that a person told apart from a member.
        heads: Members that a person made one with others: each counts as the main article does.
        announced: Its place in the heap of all stories; never too late, but it may be too early.
    """

    main: str
    members: list[str]
    bonds: dict[int, Bond] = field(default_factory=dict)
    full: list[tuple[Best, int]] = field(default_factory=list)
    kept: list[tuple[float, Best, int]] = field(default_factory=list)
    apart: set[int] = field(default_factory=set)
    foes: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    announced: "_Surety | None" = None

    def take(self, part: "_Story") -> None:
        """Its members, foes and bonds that are looked after; of lists the shorter one moves."""
        self.members, few = _longer_first(self.members, part.members)
        self.members += few
        self.foes, few = _longer_first(self.foes, part.foes)
        self.foes += few
        self.heads, few = _longer_first(self.heads, part.heads)
        self.heads += few
        for full in part.full:
            heapq.heappush(self.full, full)
        for kept in part.kept:
            heapq.heappush(self.kept, kept)
        self.apart |= part.apart
        part.members, part.foes, part.heads = [], [], []
        part.full, part.kept, part.apart = [], [], set()


class Growth:
    """Joins the surest two stories until none are bound enough.

    Args:
        units: Articles that are one story from the start, since a person says so.
        order: Precedence of every article.
        is_linked: Whether the verdicts call two articles the same.
        parted: Article → those that the verdicts tell apart from it: none of them comes into a
            story that it leads.
        foes: Article → those that a person told apart from it: none comes into a story with it.
    """

    def __init__(
        self,
        units: Iterable[frozenset[str]],
        order: Mapping[str, Precedence],
        *,
        is_linked: Callable[[Pair], bool],
        parted: Mapping[str, frozenset[str]],
        foes: Mapping[str, frozenset[str]],
    ) -> None:
        self._order = order
        self._is_linked, self._parted = is_linked, parted
        self._stories = [
            _Story(
                self._first(unit),
                sorted(unit),
                foes=[foe for article in sorted(unit) for foe in sorted(foes.get(article, ()))],
                heads=sorted(unit) if len(unit) > 1 else [],
            )
            for unit in units
        ]
        self._joined = list(range(len(self._stories)))
        self._home = {a: n for n, story in enumerate(self._stories) for a in story.members}
        self._heap: list[tuple[_Surety, int]] = []
        self._to_announce: set[int] = set()

    def bind(self, one: str, other: str, worth: int, score: float) -> None:
        """Add to what binds two articles, or parts them with a worth below 0; before `grow`."""
        a, b = self._home[one], self._home[other]
        if a != b:
            first, second = sorted((self._order[one], self._order[other]))
            self._add(a, b, (worth, (-score, first, second)))

    def grow(self) -> None:
        """Until nothing is left to join."""
        for number, story in enumerate(self._stories):
            self._to_announce.add(number)
            for other in story.bonds:
                if number < other:
                    self._offer(number, other)
        while (surest := self._next()) is not None:
            self._join(*surest)

    def _next(self) -> tuple[int, int] | None:
        """The two stories that are one most surely."""
        self._announce()
        while self._heap:
            surety, number = heapq.heappop(self._heap)
            story = self._stories[number]
            if story.announced != surety:
                continue  # it has become part of another, or was announced anew
            story.announced = None
            other = self._surest(number)
            if other is not None and self._surety(number, other) <= surety:
                return number, other
            self._to_announce.add(number)
            self._announce()
        return None

    def stories(self) -> Iterator[tuple[str, list[str]]]:
        """Main article and members of each."""
        for number, story in enumerate(self._stories):
            if self._joined[number] == number:
                yield story.main, story.members

    def _now(self, number: int) -> int:
        """The story that one has become part of."""
        joined = self._joined
        while joined[number] != number:
            joined[number] = number = joined[joined[number]]
        return number

    def _add(self, a: int, b: int, bond: Bond) -> None:
        one, other = self._stories[a], self._stories[b]
        worth, best = one.bonds.get(b, (0, bond[1]))
        one.bonds[b] = other.bonds[a] = (worth + bond[0], min(best, bond[1]))

    def _offer(self, a: int, b: int) -> None:
        """Let the one of two stories with more bonds look after theirs, where they may join."""
        if not self._may_join(a, b):
            return
        is_first = len(self._stories[a].bonds) >= len(self._stories[b].bonds)
        keeper, other = (a, b) if is_first else (b, a)
        story = self._stories[keeper]
        worth, best = story.bonds[other]
        if self._is_full(a, b):
            heapq.heappush(story.full, (best, other))
        else:
            heapq.heappush(story.kept, (-worth / self._size(other), best, other))
        self._to_announce.add(keeper)

    def _announce(self) -> None:
        """Note how sure the surest bond is of every story that was given one."""
        while self._to_announce:
            number = self._to_announce.pop()
            other = self._surest(number)
            if other is None:
                continue
            story, surety = self._stories[number], self._surety(number, other)
            if story.announced is None or surety < story.announced:
                story.announced = surety
                heapq.heappush(self._heap, (surety, number))

    def _surest(self, number: int) -> int | None:
        """The story that one most surely belongs to, of those whose bonds it looks after."""
        story = self._stories[number]
        while story.full:
            other = self._now(story.full[0][-1])
            if other != number and self._may_join(number, other) and self._is_full(number, other):
                return other
            heapq.heappop(story.full)
            if other != number:
                self._offer(number, other)
        while story.kept:
            noted, _, kept = story.kept[0]
            other = self._now(kept)
            if other != number and self._may_join(number, other):
                worth, _ = story.bonds[other]
                if -worth / self._size(other) <= noted:
                    return other
            heapq.heappop(story.kept)
            if other != number:
                self._offer(number, other)
        return None

    def _join(self, a: int, b: int) -> None:
        """The one with fewer bonds becomes part of the other, which has the bonds of both."""
        if len(self._stories[a].bonds) < len(self._stories[b].bonds):
            a, b = b, a
        story, part = self._stories[a], self._stories[b]
        main = self._first((story.main, part.main))
        anew = {n for one in (story, part) if one.main != main for n in one.apart}
        self._joined[b], story.main, part.announced = a, main, None
        story.take(part)
        del story.bonds[b], part.bonds[a]
        for other, bond in part.bonds.items():
            del self._stories[other].bonds[b]
            if other in story.bonds:
                anew.add(other)
            self._add(a, other, bond)
        part.bonds = {}
        for other in {self._now(n) for n in anew} - {a}:
            self._offer(a, other)
        self._to_announce.discard(b)
        self._to_announce.add(a)

    def _may_join(self, a: int, b: int) -> bool:
        one, other = self._stories[a], self._stories[b]
        if self._parts_main(a, b):
            one.apart.add(b)  # until one of them has another main article
            other.apart.add(a)
            return False
        if self._are_foes(a, b):
            return False
        if self._are_heads_linked(one, other):
            return True
        worth, _ = one.bonds[b]
        return worth >= max(ENOUGH, LEAST_SHARE * LINK * self._size(a) * self._size(b))

    def _are_heads_linked(self, one: _Story, other: _Story) -> bool:
        return any(
            self._is_linked(pair(a, b))
            for a in (one.main, *one.heads)
            for b in (other.main, *other.heads)
        )

    def _parts_main(self, a: int, b: int) -> bool:
        """What would be the main article of both is told apart from a member of either."""
        mains = (self._stories[a].main, self._stories[b].main)
        main = self._first(mains)
        other = b if main == mains[0] else a
        return any(self._is_in(article, other) for article in self._parted.get(main, ()))

    def _are_foes(self, a: int, b: int) -> bool:
        """A person told any two of them apart."""
        one, other = self._stories[a], self._stories[b]
        foes, number = (one.foes, b) if len(one.foes) <= len(other.foes) else (other.foes, a)
        return any(self._is_in(foe, number) for foe in foes)

    def _is_in(self, article: str, number: int) -> bool:
        home = self._home.get(article)
        return home is not None and self._now(home) == number

    def _surety(self, a: int, b: int) -> _Surety:
        worth, best = self._stories[a].bonds[b]
        return (-min(FULL, worth / (self._size(a) * self._size(b))), best)

    def _is_full(self, a: int, b: int) -> bool:
        return self._surety(a, b)[0] <= -FULL

    def _size(self, number: int) -> int:
        return len(self._stories[number].members)

    def _first(self, articles: Iterable[str]) -> str:
        """The one of the highest precedence."""
        return min(articles, key=self._order.__getitem__)


def _longer_first(one: list[Any], other: list[Any]) -> tuple[list[Any], list[Any]]:
    return (one, other) if len(one) >= len(other) else (other, one)
