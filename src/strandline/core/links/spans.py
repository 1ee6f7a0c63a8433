"""Places in a text: ranges, and which of them BBCode and Markdown mark as quoted or as code."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Span = tuple[int, int]

_QUOTE = re.compile(
    r"""\[(?:(?P<end>/quote)|quote(?:\s{0,3}=\s{0,3}"[^"\n]{0,300}"[^\]\n]{0,100}"""
    r"""|[=\s][^\]\n]{0,300})?)\]""",
    re.IGNORECASE,
)
_QUOTED_LINES = re.compile(r"^[ ]{0,3}>.*$", re.MULTILINE)
_CODE = re.compile(
    r"^[ ]{0,3}(?P<fence>`{3,}|~{3,}).*?(?:^[ ]{0,3}(?P=fence)|\Z)"
    r"|\[code(?:=[^\]\n]{0,100})?\].*?(?:\[/code\]|\Z)"
    r"|`[^`\n]{1,2000}`",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Spans:
    """Disjoint half-open ranges, in order."""

    starts: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()

    @classmethod
    def of(cls, spans: Iterable[Span]) -> "Spans":
        """Ranges in any order; those that overlap or touch become one."""
        starts: list[int] = []
        ends: list[int] = []
        for start, end in sorted(spans):
            if ends and start <= ends[-1]:
                ends[-1] = max(ends[-1], end)
            elif end > start:
                starts.append(start)
                ends.append(end)
        return cls(tuple(starts), tuple(ends))

    def covers(self, place: int) -> bool:
        """True where a range holds the place."""
        found = bisect_right(self.starts, place) - 1
        return found >= 0 and place < self.ends[found]

    def around(self, place: int, size: int) -> Span:
        """The piece of a text of some size that a place shares with its neighbours.

        The range that holds it, or else the gap between two ranges in which it stands.
        """
        found = bisect_right(self.starts, place) - 1
        if found >= 0 and place < self.ends[found]:
            return self.starts[found], self.ends[found]
        before = self.ends[found] if found >= 0 else 0
        after = self.starts[found + 1] if found + 1 < len(self.starts) else size
        return before, after

    def next_start(self, place: int) -> int | None:
        """Where the first range after a place begins."""
        found = bisect_right(self.starts, place)
        return self.starts[found] if found < len(self.starts) else None


def quoted_spans(text: str, code: Spans, *, keeps_unclosed: bool) -> Iterator[Span]:
    """What stands between `[quote]` and `[/quote]`, nested ones too.

    Args:
        code: Ranges in which a tag is only an example of one.
        keeps_unclosed: True where a quotation that is never closed runs to the end of the text:
            feeds cut texts. A forum that renders its posts leaves such a tag as words.
    """
    opened: list[int] = []
    for match in _QUOTE.finditer(text):
        if code.covers(match.start()):
            continue
        if match["end"] is None:
            opened.append(match.start())
        elif opened:
            yield opened.pop(), match.end()
    if opened and keeps_unclosed:
        yield opened[0], len(text)


def quoted_lines(text: str, code: Spans) -> Iterator[Span]:
    """Lines that begin with `>`, as e-mail and Markdown quote.

    Args:
        code: Ranges in which such a sign is a prompt, or only an example.
    """
    spans = (match.span() for match in _QUOTED_LINES.finditer(text))
    return (span for span in spans if not code.covers(span[0]))


def code_spans(text: str) -> Iterator[Span]:
    """Fenced blocks, `[code]` and single back-ticks of a plain text."""
    return (match.span() for match in _CODE.finditer(text))
