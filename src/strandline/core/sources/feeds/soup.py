"""Tag soup to well-formed XML: every tag closed, every attribute quoted, nothing of the text lost.

For feeds whose markup does not nest: an unescaped `<br>` in a description, a missing `</item>`.
One pass over the tags; an end tag closes what is open inside its own element, an end tag of
nothing is dropped, a new item closes the one before it.
"""

import re
from collections import Counter

from strandline.core.sources.feeds.soup_fields import ITEMS, VOID, is_ended

#: A well-formed attribute; its value may hold a `>`, and a `<` that starts no tag.
_WELL_FORMED = (
    rb"\s+[^\s=\"'<>/]+\s*=\s*(?:\"[^\"<]*(?:<[^\"<A-Za-z/!?][^\"<]*)*\""
    rb"|'[^'<]*(?:<[^'<A-Za-z/!?][^'<]*)*')"
)
_TOKEN = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)"
    rb"|<!--.*?(?:-->|\Z)"
    rb"|<[!?][^<>]*>?"
    rb"|<(?P<end>/?)(?P<name>[A-Za-z_][\w.-]*(?::[\w.-]+)?)"
    rb"(?P<rest>(?:" + _WELL_FORMED + rb")++\s*/?(?=>)|(?:\s[^<>]*)?/?)>"
    rb"|<",
    re.DOTALL,
)
#: Every token is consumed once, whether it is an attribute or not: linear for any junk.
_ATTRIBUTE = re.compile(rb"([^\s=\"'<>/]+)\s*(?:=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>=]+)))?")
_NAME = re.compile(rb"[A-Za-z_][\w.-]*(?::[\w.-]+)?\Z")
#: Elements that they stand in.
_FEEDS = frozenset({b"channel", b"feed", b"rss", b"rdf:RDF", b"atom:feed"})
#: Deeper tags are dropped; no feed nests so deep, and libxml2 has a limit of its own.
DEEPEST = 200
#: More attributes on one element are dropped.
MOST_ATTRIBUTES = 64


class _Soup:
    """What was written so far, and which elements are open in it."""

    def __init__(self) -> None:
        self.out: list[bytes] = []
        self._stack: list[bytes] = []
        self._opened: Counter[bytes] = Counter()
        self._opened_lower: Counter[bytes] = Counter()

    def start(self, name: bytes, rest: bytes, *, is_address: bool = False) -> None:
        """A start tag; a new item first closes the one before it, a field what must have ended."""
        low = name.lower()
        if low.rpartition(b":")[2] in ITEMS:
            self._leave()
        elif self._is_within_item():
            while is_ended(self._stack[-1].lower(), low, is_address=is_address):
                self.end(self._stack[-1])
        if len(self._stack) >= DEEPEST:
            return
        is_empty = rest.endswith(b"/") or low in VOID
        self.out.append(b"<" + name + _attributes(rest) + (b"/>" if is_empty else b">"))
        if not is_empty:
            self._stack.append(name)
            self._opened[name] += 1
            self._opened_lower[low] += 1

    def end(self, name: bytes) -> None:
        """An end tag closes all that is open inside its element; one of nothing is dropped."""
        if not self._opened[name]:
            low = name.lower()
            if not self._opened_lower[low]:
                return
            # XML tells upper from lower case, publishers forget it.
            name = next(one for one in reversed(self._stack) if one.lower() == low)
        while True:
            top = self._stack.pop()
            self._opened[top] -= 1
            self._opened_lower[top.lower()] -= 1
            self.out.append(b"</" + top + b">")
            if top == name:
                return

    def _is_within_item(self) -> bool:
        return any(self._opened_lower[name] for name in ITEMS)

    def _leave(self) -> None:
        """Close all that stands open inside the feed: an item, or a field that never ended."""
        if any(self._opened[name] for name in _FEEDS):
            while self._stack[-1] not in _FEEDS:
                self.end(self._stack[-1])

    def finish(self) -> bytes:
        """Close what is open."""
        self.out.extend(b"</" + name + b">" for name in reversed(self._stack))
        return b"".join(self.out)


def balance(data: bytes) -> bytes:
    """Well-formed XML of the same elements and texts; linear in the size."""
    soup = _Soup()
    position = 0
    for token in _TOKEN.finditer(data):
        soup.out.append(data[position : token.start()].replace(b">", b"&#62;"))
        position = token.end()
        name = token["name"]
        if name is None:
            soup.out.append(_kept(token[0]))
        elif token["end"]:
            soup.end(name)
        else:
            soup.start(name, token["rest"], is_address=_is_address(token, data))
    soup.out.append(data[position:].replace(b">", b"&#62;"))
    return soup.finish()


def _is_address(token: re.Match[bytes], data: bytes) -> bool:
    """True for a link that holds a web address, or names one as Atom does."""
    if token["name"].lower() != b"link":
        return False
    start = data[token.end() : token.end() + 40].lstrip()
    return start.startswith((b"http", b"<![CDATA[http")) or b"href=" in token["rest"]


def _kept(token: bytes) -> bytes:
    """CDATA with its end; a stray `<` as a character; comments and instructions dropped."""
    if token.startswith(b"<![CDATA["):
        return token if token.endswith(b"]]>") else token + b"]]>"
    return b"&#60;" if token == b"<" else b""


def _attributes(rest: bytes) -> bytes:
    """The attributes, quoted, each name once."""
    if not rest.strip(b" \t\r\n/"):
        return b""
    found: dict[bytes, bytes] = {}
    for match in _ATTRIBUTE.finditer(rest):
        if _NAME.match(match[1]):
            found.setdefault(match[1], match[2] or match[3] or match[4] or b"")
        if len(found) >= MOST_ATTRIBUTES:
            break
    return b"".join(b" " + key + b'="' + _quoted(value) + b'"' for key, value in found.items())


def _quoted(value: bytes) -> bytes:
    return value.replace(b'"', b"&#34;").replace(b"<", b"&#60;")
