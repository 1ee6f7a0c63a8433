"""Markup as tags and texts, in the order of the page, as a browser's tokenizer finds them.

No tree is built: what is left open, put in the wrong place or nested against the rules stays so,
and the browser that is shown the page mends it as it did the first time (HTML, 13.2.5).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from html.entities import html5

#: Elements whose content is text up to their own end; of `title` and `textarea` with references.
RAW = frozenset(("script", "style", "xmp", "iframe", "noembed", "noframes", "title", "textarea"))
_SPACE = "\t\n\f\r "
_TEXT = re.compile(r"[^<]++")
_OPEN = re.compile(r"<([A-Za-z][^\t\n\f\r />]*+)")
_CLOSE = re.compile(r"</([A-Za-z][^\t\n\f\r />]*+)[^>]*+>?")
_COMMENT = re.compile(r"<!--(?:-?>|.*?(?:--!?>|\Z))", re.DOTALL)
_BOGUS = re.compile(r"<(?:[!?]|/[^A-Za-z])[^>]*+>?")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)(?:\]\]>|\Z)", re.DOTALL)
_ATTRIBUTE = re.compile(
    rf"""[{_SPACE}/]*+(?:(?P<end>>)|(?P<name>=?[^{_SPACE}/>=]*+)
    (?:[{_SPACE}]*+=[{_SPACE}]*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'
    |(?P<open>["'])|(?P<plain>[^{_SPACE}>]*+)))?)""",
    re.VERBOSE,
)
_REFERENCE = re.compile(r"&(?:#[xX]?[0-9A-Fa-f]{1,8};?|[A-Za-z][A-Za-z0-9]{1,31};?)(?P<next>=?)")
#: Attributes of one tag that are read; each is compared with those before it.
_MOST_ATTRIBUTES = 400
#: Where an address of a document begins that is not HTML.
_DRAWINGS = frozenset(("svg", "math"))


@dataclass(slots=True)
class Start:
    """A start tag; names in lower case, values without references."""

    name: str
    attributes: dict[str, str]
    is_closed: bool


@dataclass(frozen=True, slots=True)
class End:
    """An end tag."""

    name: str


@dataclass(frozen=True, slots=True)
class Text:
    """Text as written, references included; `raw` where it has none (content of `script`, …)."""

    text: str
    is_raw: bool = False


Token = Start | End | Text


def tokens(text: str, *, is_xml: bool = False) -> Iterator[Token]:
    """Tags and texts; comments, declarations and instructions are passed over.

    Args:
        text: Markup in any state.
        is_xml: It is XHTML, in which any tag may be closed by itself.
    """
    at, drawings = 0, 0
    while at < len(text):
        if found := _TEXT.match(text, at):
            yield Text(found[0])
            at = found.end()
        elif found := _OPEN.match(text, at):
            tag, at = _start(text, found)
            if tag is None:
                return
            tag.is_closed = tag.is_closed and (is_xml or drawings > 0 or tag.name in _DRAWINGS)
            drawings += tag.name in _DRAWINGS and not tag.is_closed
            yield tag
            if tag.name in RAW and not tag.is_closed:
                content, at = _raw(text, at, tag.name)
                yield Text(content, is_raw=True)
            elif tag.name == "plaintext":
                yield Text(text[at:], is_raw=True)
                return
        elif found := _CLOSE.match(text, at):
            name = found[1].lower()
            drawings -= name in _DRAWINGS and drawings > 0
            yield End(name)
            at = found.end()
        elif (is_xml or drawings) and (found := _CDATA.match(text, at)):
            yield Text(found[1].replace("&", "&amp;").replace("<", "&lt;"))
            at = found.end()
        elif found := _COMMENT.match(text, at) or _BOGUS.match(text, at):
            at = found.end()
        else:
            yield Text("&lt;")
            at += 1


def _start(text: str, found: re.Match[str]) -> tuple[Start | None, int]:
    """A start tag and where it ends; None for one that nothing ends."""
    attributes: dict[str, str] = {}
    at = found.end()
    while part := _ATTRIBUTE.match(text, at):
        if part["end"]:
            is_closed = text[part.end() - 2] == "/"
            return Start(found[1].lower(), attributes, is_closed), part.end()
        if part["open"] or part.end() == at:
            return None, len(text)
        name = part["name"].lower()
        if name not in attributes and len(attributes) < _MOST_ATTRIBUTES:
            value = next((v for v in part.group("double", "single", "plain") if v is not None), "")
            attributes[name] = _REFERENCE.sub(_meant, value) if "&" in value else value
        at = part.end()
    return None, len(text)


def _meant(found: re.Match[str]) -> str:
    """A reference in an attribute; `&copy=` in an address is none (HTML, 13.2.5.73)."""
    written = found[0].removesuffix(found["next"])
    if written.endswith(";") or written[1] == "#":
        return unescape(written) + found["next"]
    is_known = written[1:] in html5 and not found["next"]
    return (unescape(written) if is_known else written) + found["next"]


def _raw(text: str, at: int, name: str) -> tuple[str, int]:
    """Content of an element up to its end tag, which is left to be read."""
    end = re.compile(rf"</{name}(?=[{_SPACE}/>])", re.IGNORECASE).search(text, at)
    stop = end.start() if end else len(text)
    return text[at:stop], stop
