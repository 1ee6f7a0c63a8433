"""Tag soup to well-formed XML: every tag closed, every attribute quoted, nothing of the text lost.

For feeds whose markup does not nest: an unescaped `<br>` in a description, a missing `</item>`.
One pass over the tags; an end tag closes what is open inside its own element, an end tag of
nothing is dropped, a new item closes the one before it.
"""

import re
from collections import Counter

_TOKEN = re.compile(
    rb"<!\[CDATA\[.*?(?:\]\]>|\Z)"
    rb"|<!--.*?(?:-->|\Z)"
    rb"|<[!?][^<>]*>?"
    rb"|<(?P<end>/?)(?P<name>[A-Za-z_][\w.-]*(?::[\w.-]+)?)(?P<rest>(?:\s[^<>]*)?/?)>"
    rb"|<",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    rb"([A-Za-z_][\w.-]*(?::[\w.-]+)?)\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)'|([^\s\"'<>=]+))"
)
#: Elements that start over: one never stands inside another of the same name.
_ITEMS = frozenset({b"item", b"entry"})
#: Deeper tags are dropped; no feed nests so deep, and libxml2 has a limit of its own.
DEEPEST = 200
#: More attributes on one element are dropped.
MOST_ATTRIBUTES = 64


def balance(data: bytes) -> bytes:
    """Well-formed XML of the same elements and texts; linear in the size."""
    out: list[bytes] = []
    stack: list[bytes] = []
    opened: Counter[bytes] = Counter()
    position = 0

    def close(name: bytes) -> None:
        while stack:
            top = stack.pop()
            opened[top] -= 1
            out.append(b"</" + top + b">")
            if top == name:
                return

    for token in _TOKEN.finditer(data):
        out.append(data[position : token.start()].replace(b">", b"&gt;"))
        position = token.end()
        name = token["name"]
        if name is None:
            out.append(_kept(token[0]))
        elif token["end"]:
            if opened[name]:
                close(name)
        else:
            if name.lower() in _ITEMS and opened[name]:
                close(name)
            if len(stack) < DEEPEST:
                empty = token["rest"].endswith(b"/")
                out.append(b"<" + name + _attributes(token["rest"]) + (b"/>" if empty else b">"))
                if not empty:
                    stack.append(name)
                    opened[name] += 1
    out.append(data[position:].replace(b">", b"&gt;"))
    close(b"")
    return b"".join(out)


def _kept(token: bytes) -> bytes:
    """CDATA with its end; a stray `<` as a character; comments and instructions dropped."""
    if token.startswith(b"<![CDATA["):
        return token if token.endswith(b"]]>") else token + b"]]>"
    return b"&lt;" if token == b"<" else b""


def _attributes(rest: bytes) -> bytes:
    """The attributes, quoted, each name once."""
    if not rest.strip(b" \t\r\n/"):
        return b""
    found: dict[bytes, bytes] = {}
    for match in _ATTRIBUTE.finditer(rest):
        found.setdefault(match[1], match[2] or match[3] or match[4] or b"")
        if len(found) >= MOST_ATTRIBUTES:
            break
    return b"".join(b" " + key + b'="' + value + b'"' for key, value in found.items())
