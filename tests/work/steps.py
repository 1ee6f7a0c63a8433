"""Counts the steps that Python's `re` makes, by doing the same over the parsed pattern.

The engine of `re` goes through a pattern with a stack of places to come back to and without a
memory, and tells nobody how often it came back. This does what it does, over the tree of its own
parser (`re._parser`), and counts one step for each character looked at and each alternative tried.
What the engine skips faster (a search for a literal prefix, say) is counted here as steps of one
character each, so the count is never lower than the engine's by more than a constant factor.
"""

import re
from collections.abc import Callable, Sequence
from re import _compiler, _constants, _parser  # type: ignore[attr-defined]
from typing import Any

#: Goes on at a place; the end of the match, or -1.
Next = Callable[[int], int]
#: Matches at a place and goes on.
Matcher = Callable[[int, Next], int]

ONE = {"LITERAL", "NOT_LITERAL", "IN", "ANY"}
_REPEATS = {"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"}
_SCOPED = re.IGNORECASE | re.MULTILINE | re.DOTALL | re.ASCII | re.UNICODE | re.LOCALE


class TooManySteps(Exception):
    """More than were allowed."""


class Counted:
    """One pattern, whose work can be counted on any text."""

    def __init__(self, pattern: "re.Pattern[Any]") -> None:
        self.tree = _parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
        self.is_bytes = isinstance(pattern.pattern, bytes)
        self._text, self._end, self._steps, self._most = "", 0, 0, 0
        self._groups: dict[int, tuple[int, int]] = {}
        self._matcher = self._sequence(self.tree.data, pattern.flags)

    def steps(self, text: str, *, anchored: bool, most: int) -> int:
        """Steps to find every match in a text, or to match at its start.

        Raises:
            TooManySteps: It would take more than `most`.
        """
        self._text, self._end, self._steps, self._most = text, len(text), 0, most
        at = 0
        while at <= self._end:
            self._groups.clear()
            self._tick()
            end = self._matcher(at, _found)
            if anchored:
                break
            at = end if end > at else at + 1
        return self._steps

    def ends(self, text: str) -> list[int]:
        """Where each match of a text ends, as `finditer` finds them."""
        self._text, self._end, self._steps, self._most = text, len(text), 0, 10**6
        found, at = [], 0
        while at <= self._end:
            self._groups.clear()
            end = self._matcher(at, _found)
            if end >= 0:
                found.append(end)
            at = end if end > at else at + 1
        return found

    def _tick(self, steps: int = 1) -> None:
        self._steps += steps
        if self._steps > self._most:
            raise TooManySteps

    # -- the parts of a pattern ---------------------------------------------------------------

    def test_of(self, node: Any, flags: int) -> Callable[[str], bool]:
        """Whether one character fits a node that takes one."""
        tree = _parser.SubPattern(self.tree.state, [node])
        pattern = _compiler.compile(tree, flags & _SCOPED)
        known: dict[str, bool] = {}

        def fits(char: str) -> bool:
            if char not in known:
                value = char.encode("latin-1", "replace") if self.is_bytes else char
                known[char] = pattern.fullmatch(value) is not None
            return known[char]

        return fits

    def _sequence(self, nodes: Sequence[Any], flags: int) -> Matcher:
        matchers = [self._node(node, flags) for node in nodes]
        if len(matchers) == 1:
            return matchers[0]

        def match_from(number: int, at: int, then: Next) -> int:
            if number == len(matchers):
                return then(at)
            if number == len(matchers) - 1:
                return matchers[number](at, then)
            return matchers[number](at, lambda to: match_from(number + 1, to, then))

        return lambda at, then: match_from(0, at, then)

    def _node(self, node: Any, flags: int) -> Matcher:
        kind = str(node[0])
        if kind in ONE:
            return self._one(self.test_of(node, flags))
        if kind in _REPEATS:
            low, high, body = node[1]
            if len(body.data) == 1 and str(body.data[0][0]) in ONE:
                fits, name = self.test_of(body.data[0], flags), f"_{kind.lower()}_one"
                return getattr(self, name)(fits, low, high)  # type: ignore[no-any-return]
            inner, name = self._sequence(body.data, flags), f"_{kind.lower()}"
            return getattr(self, name)(inner, low, high)  # type: ignore[no-any-return]
        return getattr(self, f"_{kind.lower()}")(node[1], flags)  # type: ignore[no-any-return]

    def _one(self, fits: Callable[[str], bool]) -> Matcher:
        def match(at: int, then: Next) -> int:
            self._tick()
            return then(at + 1) if at < self._end and fits(self._text[at]) else -1

        return match

    def _run(self, fits: Callable[[str], bool], at: int, most: int) -> int:
        to, last = at, min(self._end, at + int(most))
        while to < last and fits(self._text[to]):
            to += 1
        self._tick(to - at + 1)
        return to

    def _max_repeat_one(self, fits: Callable[[str], bool], low: int, high: int) -> Matcher:
        def match(at: int, then: Next) -> int:
            to = self._run(fits, at, high)
            while to >= at + low:
                self._tick()
                end = then(to)
                if end >= 0:
                    return end
                to -= 1
            return -1

        return match

    def _min_repeat_one(self, fits: Callable[[str], bool], low: int, high: int) -> Matcher:
        def match(at: int, then: Next) -> int:
            to, last = self._run(fits, at, low), min(self._end, at + int(high))
            while to >= at + low:
                self._tick()
                end = then(to)
                if end >= 0 or to >= last or not fits(self._text[to]):
                    return end
                to += 1
            return -1

        return match

    def _possessive_repeat_one(self, fits: Callable[[str], bool], low: int, high: int) -> Matcher:
        def match(at: int, then: Next) -> int:
            to = self._run(fits, at, high)
            return then(to) if to >= at + low else -1

        return match

    def _max_repeat(self, body: Matcher, low: int, high: int) -> Matcher:
        def match(at: int, then: Next, count: int = 0, before: int = -1) -> int:
            self._tick()
            if count < low or (count < high and at != before):
                end = body(at, lambda to: match(to, then, count + 1, at))
                if end >= 0 or count < low:
                    return end
            return then(at)

        return match

    def _min_repeat(self, body: Matcher, low: int, high: int) -> Matcher:
        def match(at: int, then: Next, count: int = 0, before: int = -1) -> int:
            self._tick()
            if count >= low:
                end = then(at)
                if end >= 0:
                    return end
            if count < high and (count < low or at != before):
                return body(at, lambda to: match(to, then, count + 1, at))
            return -1

        return match

    def _possessive_repeat(self, body: Matcher, low: int, high: int) -> Matcher:
        def match(at: int, then: Next) -> int:
            count = 0
            while count < high:
                self._tick()
                to = body(at, _found)
                if to < 0 or (to == at and count >= low):
                    break
                at, count = to, count + 1
            return then(at) if count >= low else -1

        return match

    def _branch(self, value: Any, flags: int) -> Matcher:
        ways = [self._sequence(way.data, flags) for way in value[1]]
        firsts = [self._first(way.data, flags) for way in value[1]]
        chosen: dict[str, list[Matcher]] = {}

        def match(at: int, then: Next) -> int:
            char = self._text[at] if at < self._end else ""
            if char not in chosen:
                chosen[char] = [
                    w for w, f in zip(ways, firsts, strict=True) if f is None or f(char)
                ]
            # The engine looks at the first character of every way, which is quick.
            self._tick(1 + len(ways) // 8)
            for way in chosen[char]:
                self._tick()
                end = way(at, then)
                if end >= 0:
                    return end
            return -1

        return match

    def _first(self, nodes: Sequence[Any], flags: int) -> Callable[[str], bool] | None:
        """What the first character of a way must be, where it is one by itself."""
        if not nodes or str(nodes[0][0]) not in ONE:
            return None
        fits = self.test_of(nodes[0], flags)
        return lambda char: char != "" and fits(char)

    def _subpattern(self, value: Any, flags: int) -> Matcher:
        group, more, fewer, body = value
        inner = self._sequence(body.data, (flags | more) & ~fewer)
        if group is None:
            return inner

        def match(at: int, then: Next) -> int:
            def closed(to: int) -> int:
                before = self._groups.get(group)
                self._groups[group] = (at, to)
                end = then(to)
                if end < 0:
                    if before is None:
                        self._groups.pop(group, None)
                    else:
                        self._groups[group] = before
                return end

            return inner(at, closed)

        return match

    def _atomic_group(self, value: Any, flags: int) -> Matcher:
        inner = self._sequence(value.data, flags)

        def match(at: int, then: Next) -> int:
            to = inner(at, _found)
            return then(to) if to >= 0 else -1

        return match

    def _assert(self, value: Any, flags: int, *, wanted: bool = True) -> Matcher:
        direction, body = value
        inner = self._sequence(body.data, flags)
        back = body.getwidth()[0] if direction < 0 else 0

        def match(at: int, then: Next) -> int:
            self._tick()
            holds = at >= back and inner(at - back, _found) >= 0
            return then(at) if holds is wanted else -1

        return match

    def _assert_not(self, value: Any, flags: int) -> Matcher:
        return self._assert(value, flags, wanted=False)

    def _groupref(self, value: Any, flags: int) -> Matcher:
        def match(at: int, then: Next) -> int:
            if value not in self._groups:
                return -1
            start, end = self._groups[value]
            said, to = self._text[start:end], at + end - start
            self._tick(1 + len(said))
            here = self._text[at:to]
            same = here.lower() == said.lower() if flags & re.IGNORECASE else here == said
            return then(to) if same else -1

        return match

    def _groupref_exists(self, value: Any, flags: int) -> Matcher:
        group, yes, no = value
        ways = [self._sequence(way.data if way else [], flags) for way in (yes, no)]

        def match(at: int, then: Next) -> int:
            return ways[group not in self._groups](at, then)

        return match

    def _at(self, value: Any, flags: int) -> Matcher:
        tree = _parser.SubPattern(self.tree.state, [(_constants.AT, value)])
        pattern = _compiler.compile(tree, flags & _SCOPED)

        def match(at: int, then: Next) -> int:
            self._tick()
            # Two characters on each side tell a border, a start and an end.
            low = max(0, at - 2)
            text = self._text[low : at + 2]
            value_ = text.encode("latin-1", "replace") if self.is_bytes else text
            return then(at) if pattern.match(value_, at - low) is not None else -1

        return match

    def _failure(self, value: Any, flags: int) -> Matcher:
        return lambda at, then: -1


def _found(at: int) -> int:
    return at
