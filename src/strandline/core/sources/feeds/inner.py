"""What an element holds, as text or as HTML."""

from collections.abc import Iterator
from html import escape

from lxml import etree

from strandline.core.sources.feeds.texts import without_cdata
from strandline.core.sources.feeds.trees import Element

#: No element of a feed has more attributes.
MOST_ATTRIBUTES = 32
_VOID = frozenset({"area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"})


def text_of(element: Element) -> str:
    """All text inside, in order."""
    text = (element.text or "") if len(element) == 0 else "".join(element.itertext())
    return without_cdata(text)


def markup_of(element: Element) -> str:
    """The inside as HTML: child elements without their namespaces, text escaped."""
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    """Iterative, since documents nest deeper than Python calls."""
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if not isinstance(node.tag, str):
            if event == "end" and node.tail:
                yield escape(node.tail, quote=False)
            continue
        if event == "start":
            if node is not element:
                yield _start_tag(node)
            if node.text:
                yield escape(node.text, quote=False)
        elif node is not element:
            name = local_name(node.tag)
            if name not in _VOID:
                yield f"</{name}>"
            if node.tail:
                yield escape(node.tail, quote=False)


def attribute(element: Element, name: str) -> str | None:
    """An attribute by its name in lower case, however the document spells it.

    lxml takes time in the square of their number to list attributes: of many, none is looked for.
    """
    value: str | None = element.get(name)
    if value is None and len(element.attrib) <= MOST_ATTRIBUTES:
        return next((text for key, text in element.items() if key.lower() == name), None)
    return value


def local_name(tag: str) -> str:
    """A tag without its namespace."""
    return tag.rpartition("}")[2]


def _start_tag(node: Element) -> str:
    attributes = "".join(f' {local_name(key)}="{escape(value)}"' for key, value in node.items())
    return f"<{local_name(node.tag)}{attributes}>"
