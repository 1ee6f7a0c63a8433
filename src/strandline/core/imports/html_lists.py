"""Links of pages that programs write as exports: each with its attributes and where it stands."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

#: Deeper folders than this are no order.
DEEPEST = 50
#: Bytes that are read at a time.
_PIECE = 1_000_000


@dataclass(frozen=True, slots=True)
class ListedLink:
    """A link.

    Attributes:
        attributes: Of its element, names in lower case.
        folders: Names of the lists that it is in, outermost first.
        heading: The last heading before it.
    """

    attributes: dict[str, str]
    text: str
    folders: tuple[str, ...]
    heading: str


def listed_links(body: bytes) -> Iterator[ListedLink]:
    """All links of a page, in order; what is broken in it is passed over."""
    from lxml import etree

    reader = _Reader()
    # Events without a tree: a file of a hundred megabytes leaves its links alone in memory.
    parser = etree.HTMLParser(target=reader, encoding="utf-8", huge_tree=True, no_network=True)
    for start in range(0, len(body), _PIECE):
        parser.feed(body[start : start + _PIECE])
        yield from reader.taken()
    parser.close()
    yield from reader.taken()


@dataclass
class _Open:
    """An element whose text is being read."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)


class _Reader:
    """Lists (`dl`), headings and links; the markup around them is whatever each program wrote."""

    def __init__(self) -> None:
        self._found: list[ListedLink] = []
        self._folders: list[str] = []
        self._heading = ""
        self._open: _Open | None = None

    def taken(self) -> list[ListedLink]:
        """Links since it was asked last."""
        found, self._found = self._found, []
        return found

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Begin a list, a heading or a link."""
        if tag == "dl":
            self._folders.append(self._heading)
            self._heading = ""
        elif tag == "a" or tag in _HEADINGS:
            self._end()
            self._open = _Open(tag, dict(attributes))

    def end(self, tag: str) -> None:
        """End what was begun."""
        if tag == "dl" and self._folders:
            self._folders.pop()
        elif self._open is not None and tag == self._open.tag:
            self._end()

    def data(self, text: str) -> None:
        """Text of a heading or a link."""
        if self._open is not None:
            self._open.parts.append(text)

    def close(self) -> None:
        """A page that was cut off ends its last link."""
        self._end()

    def _end(self) -> None:
        one, self._open = self._open, None
        if one is None:
            return
        text = " ".join("".join(one.parts).split())
        if one.tag == "a":
            folders = tuple(name for name in self._folders[:DEEPEST] if name)
            self._found.append(ListedLink(one.attributes, text, folders, self._heading))
        else:
            self._heading = text


_HEADINGS = frozenset({"h1", "h2", "h3"})
