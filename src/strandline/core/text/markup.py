"""A page as a tree, with limits: what is too large or too deep is cut, never refused."""

import re
from typing import Any

#: Characters of markup that are read. The longest articles have one million; pages with more are
#: lists, logs and books, whose start tells enough.
MAX_MARKUP_CHARS = 4_000_000
#: Elements within elements. Browsers stop at 512; trees are walked by recursion in places.
MAX_DEPTH = 200
#: What XML, and so the tree, cannot hold: control characters and halves of surrogate pairs.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


def read_markup(text: str) -> Any | None:
    """The root element of a page; None where there is no element at all.

    Args:
        text: HTML in any state.
    """
    from lxml import etree, html

    source = _FORBIDDEN.sub(" ", _DECLARATION.sub("", text[:MAX_MARKUP_CHARS], count=1))
    if not source.strip():
        return None
    parser = html.HTMLParser(
        recover=True, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = html.document_fromstring(source, parser=parser, ensure_head_body=False)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        return None
    _cut_depth(root)
    return root


def _cut_depth(root: Any) -> None:
    """Remove what lies deeper than `MAX_DEPTH`; walks without recursion."""
    depth = 0
    doomed = []
    from lxml import etree

    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        if depth == MAX_DEPTH + 1:
            doomed.append(element)
    for element in doomed:
        element.getparent().remove(element)
