"""The plain text of a post while it is read, and the piece of it that surrounds a link."""

import re
from dataclasses import dataclass, field

from strandline.core.sources.feeds.texts import fold

#: Characters of a context.
LONGEST_CONTEXT = 300
#: Characters that are kept on each side of the link's own text, where that leaves room.
_SIDE = 110
#: Raw characters that are looked at for one side: markup is written with much white space.
_LOOK = 6 * _SIDE


@dataclass
class PlainText:
    """Text in the order of the post; links remember where they stood in it."""

    _pieces: list[str] = field(default_factory=list)
    _size: int = 0

    @property
    def size(self) -> int:
        """Characters so far: the place of what comes next."""
        return self._size

    def add(self, text: str) -> None:
        """Append."""
        self._pieces.append(text)
        self._size += len(text)

    def joined(self) -> str:
        """All of it."""
        return "".join(self._pieces)


#: Tags of BBCode that stand around what a person reads.
_TAGS = re.compile(
    r"\[/?(?:quote|url|img|video|media|audio|code|spoiler|color|size|list|[bius])"
    r"(?:[=\s][^\]\n]{0,200})?\]",
    re.IGNORECASE,
)
_HALF_TAG = re.compile(r"\[(?:url|img|quote)[=\s]?[\"']?$", re.IGNORECASE)


def context_of(text: str, start: int, end: int, within: tuple[int, int]) -> str:
    """The plain text around a link, white space folded, whole words where that is possible.

    Args:
        text: Of the whole post.
        start: Where the link's own text begins.
        end: Where it ends.
        within: The quotation that it stands in, or the gap between two: what somebody else said
            is no context.
    """
    own = _plain(text[start : min(end, start + 4 * LONGEST_CONTEXT)])
    if len(own) > LONGEST_CONTEXT - 40:
        own = own[: LONGEST_CONTEXT - 41] + "…"
    room = LONGEST_CONTEXT - len(own) - 2
    raw_before = _HALF_TAG.sub("", text[max(within[0], start - _LOOK) : start])
    raw_after = text[end : min(within[1], end + _LOOK)]
    before = _tail(_plain(raw_before), min(_SIDE, room // 2))
    after = _head(_plain(raw_after.removeprefix("]")), min(2 * _SIDE, room - len(before)))
    return fold(f"{before}{_gap(raw_before[-1:])}{own}{_gap(raw_after[:1])}{after}")


def _plain(text: str) -> str:
    return fold(_TAGS.sub(" ", text))


def _gap(sign: str) -> str:
    """A space where there was one, or where a tag was."""
    return " " if sign.isspace() or sign in ("[", "]") else ""


def _tail(text: str, limit: int) -> str:
    """The end of a text, from the beginning of a word."""
    if len(text) <= limit:
        return text
    cut = text[len(text) - limit + 1 :]
    head, space, rest = cut.partition(" ")
    return "…" + (rest if space and len(head) < limit // 2 else cut)


def _head(text: str, limit: int) -> str:
    """The beginning of a text, to the end of a word."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    rest, space, tail = cut.rpartition(" ")
    return (rest if space and len(tail) < limit // 2 else cut) + "…"
