"""A post's HTML to plain text and links: Discourse's "cooked" markup as it really is.

One walk without recursion. What each element means is told by `elements`; here its meaning is
kept for as long as it is open.
"""

from dataclasses import dataclass, field
from typing import Any

from strandline.core.links.context import PlainText
from strandline.core.links.elements import BLOCKS, Meaning, Wrapping, find_wrapping, meaning_of
from strandline.core.links.own import Place
from strandline.core.links.reading import Read, Spot
from strandline.core.links.spans import Span, Spans
from strandline.core.text.markup import read_markup

#: Characters of an image's description that become part of the text.
_LONGEST_ALT = 100


def read_cooked(content: str, place: Place) -> Read:
    """Read a post's HTML; what is too large or too deep is cut (`core.text.markup`)."""
    from lxml import etree

    root = read_markup(content)
    if root is None:
        return Read("")
    walk = _Walk(place, find_wrapping(root, place))
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            walk.open(element)
        else:
            walk.close(element)
    return walk.result()


@dataclass
class _Open:
    """An element that is open, and where in the text it began.

    Attributes:
        number: How many elements were opened before it.
    """

    meaning: Meaning
    start: int
    number: int


@dataclass
class _Walk:
    """The state of one walk: the text so far, and what the open elements make of it."""

    place: Place
    wrapping: Wrapping
    text: PlainText = field(default_factory=PlainText)
    spots: list[tuple[int, Spot]] = field(default_factory=list)
    quoted: list[Span] = field(default_factory=list)
    code: list[Span] = field(default_factory=list)
    taken: list[Span] = field(default_factory=list)
    opened: list[_Open] = field(default_factory=list)
    count: int = 0
    silent: int = 0
    unseen: int = 0

    def open(self, element: Any) -> None:
        """Begin an element: its own text comes first."""
        if element.tag in BLOCKS:
            self._write("\n")
        meaning = self._meaning(element)
        self.opened.append(_Open(meaning, self.text.size, self.count))
        self.count += 1
        self.silent += meaning.is_silent
        self.unseen += meaning.is_unseen
        if element.tag == "img":
            self._write((element.get("alt") or "")[:_LONGEST_ALT] if not meaning.is_chrome else "")
        self._write(element.text)

    def _meaning(self, element: Any) -> Meaning:
        """Inside a preview nothing is a link; scripts and furniture still are what they are."""
        if element is self.wrapping.body:
            return Meaning()
        if any(element is frame for frame in self.wrapping.frames):
            return Meaning(is_unseen=True)
        meaning = meaning_of(element, self.place)
        if not (self.silent or self.unseen):
            return meaning
        return Meaning(is_unseen=meaning.is_unseen, is_chrome=meaning.is_chrome)

    def close(self, element: Any) -> None:
        """End an element: what it meant holds for the text since its start."""
        ended = self.opened.pop()
        meaning, span = ended.meaning, (ended.start, self.text.size)
        self.silent -= meaning.is_silent
        self.unseen -= meaning.is_unseen
        if meaning.is_quote:
            self.quoted.append(self._at_least_one(span))
        if meaning.is_code:
            self.code.append(span)
        if meaning.is_silent or meaning.kind is not None:
            self.taken.append(span)
        if meaning.kind is not None and meaning.url:
            self.spots.append((ended.number, Spot(meaning.url, meaning.kind, *span)))
        if element.tag in BLOCKS:
            self._write("\n")
        self._write(element.tail)

    def _at_least_one(self, span: Span) -> Span:
        """A quotation of nothing but a picture still covers the place where it stands."""
        self._write("\n")
        return span[0], max(span[1], self.text.size)

    def _write(self, text: str | None) -> None:
        if text and not self.unseen:
            self.text.add(text)

    def result(self) -> Read:
        """All that was found."""
        in_order = sorted(self.spots, key=lambda numbered: numbered[0])
        return Read(
            self.text.joined(),
            tuple(spot for _, spot in in_order),
            tuple(self.quoted),
            Spans.of(self.code),
            Spans.of(self.taken),
        )
