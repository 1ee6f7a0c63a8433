"""UTF-8 bytes to an element tree: strictly where the document is well-formed, else by salvage.

The parser has libxml2's limits on depth, text size and entity growth, never reads another file,
and takes time in proportion to the bytes. Salvage mends what publishers break most (bare
ampersands, HTML entities, control bytes, text around the document) and lets libxml2 recover from
the rest; what it then finds at the cut end is not to be trusted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lxml import etree

from strandline.core.sources.feeds.mending import MOST_MENDED, PAGE, START, mend
from strandline.core.sources.feeds.names import short_name
from strandline.core.sources.feeds.soup import balance

Element = Any  # lxml ships no types

#: Local names of the elements that a feed starts with.
ROOTS = frozenset({"rss", "rdf", "feed", "channel", "rss2"})
#: Of a longer broken document only so much is salvaged (bytes); the item at the cut is left out.
MOST_SALVAGED = 8_000_000
#: So many elements may stand around the feed: those of a browser's view of it.
DEEPEST_FEED = 6
#: A web page shows itself within so much (bytes).
HEAD = 4096
#: Those that may stand within another document's root.
_WRAPPED = frozenset({"rss", "feed", "rdf"})
_ITEM_TAG = re.compile(rb"<(/?)(?:[\w.-]{1,20}:)?(?:item|entry)(?:\s[^<>]*)?>")


@dataclass(frozen=True, slots=True)
class Tree:
    """A document's root, and how it was had.

    Attributes:
        root: The element that the feed starts with; None where there is none.
        is_malformed: True where the document is not well-formed XML.
        is_cut: True where it ends before its elements do.
        is_wrapped: True where the feed stands within another document.
    """

    root: Element | None
    is_malformed: bool = False
    is_cut: bool = False
    is_wrapped: bool = False


def read_tree(data: bytes) -> Tree:
    """The tree of a document in UTF-8.

    Raises:
        MemoryError: The process's limit was met.
    """
    head = data[:HEAD]
    if PAGE.search(head) and not START.search(head):
        return Tree(None)
    root = _parsed(data.lstrip(), recover=False)
    if root is not None:
        start = _feed_in(root)
        return Tree(start, is_malformed=start is not root, is_wrapped=start is not root)
    mended = mend(data[:MOST_SALVAGED])
    if mended is None:
        return Tree(None, is_malformed=True)
    root = _parsed(mended.doctype + mended.body, recover=False)
    if root is None:
        few = mended.body.count(b"<") <= MOST_MENDED
        root = _parsed(balance(mended.body) if few else mended.body, recover=True)
    return Tree(
        None if root is None else _feed_in(root), is_malformed=True, is_cut=_is_cut(mended.body)
    )


def _feed_in(root: Element) -> Element | None:
    """The element that a feed starts with: the root, or a little below one that wraps it."""
    for depth, node in _downwards(root):
        if isinstance(node.tag, str):
            name = short_name(node.tag).rpartition(":")[2]
            if name in (ROOTS if depth == 0 else _WRAPPED):
                return node
    return None


def _downwards(root: Element) -> Iterator[tuple[int, Element]]:
    """The root, its children, their children; the first few of each."""
    level = [root]
    for depth in range(DEEPEST_FEED):
        yield from ((depth, node) for node in level)
        level = [child for node in level for child in node[:20]]


def _is_cut(data: bytes) -> bool:
    """True where the last item has no end: what stands in it may be cut anywhere."""
    last = None
    for last in _ITEM_TAG.finditer(data):  # noqa: B007 - the last one is wanted
        pass
    return last is not None and not last[1]


def _parsed(data: bytes, *, recover: bool) -> Element | None:
    """The root, or None where the parser refuses the document."""
    parser = etree.XMLParser(
        encoding="utf-8",
        recover=recover,
        resolve_entities="internal",
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
