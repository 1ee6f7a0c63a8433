"""A page as a tree, with limits: what is too large or too deep is cut, never refused."""

import re
from typing import Any

#: Characters of markup that are read. The longest articles have one million; pages with more are
#: lists, logs and books, whose start tells enough.
MAX_MARKUP_CHARS = 4_000_000
#: Elements within elements. Browsers stop at 512; trees are walked by recursion in places.
MAX_DEPTH = 200
#: Elements that are read, in the order of the page: the time to extract text grows faster than
#: their number (20,000 bare paragraphs take a second, 200,000 took eighteen).
MAX_ELEMENTS = 20_000
#: A tag longer than this is looked at; with more attributes than `_MAX_ATTRIBUTES` it loses them
#: all, since the parser compares every attribute of a tag with every other (100,000 took minutes).
_LONG_TAG_CHARS = 10_000
_MAX_ATTRIBUTES = 400
#: A tag up to its end; a quote counts after an equals sign only (HTML, 13.2.5.35). Possessive, so
#: that nothing is tried twice.
_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9]*+)(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+""")
#: What XML, and so the tree, cannot hold: control characters and halves of surrogate pairs.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
#: The same, written as a number: a tree takes it in and then refuses to write it anywhere.
_REFERENCE = re.compile(r"&#(?:[xX]([0-9a-fA-F]++)|([0-9]++));?")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]{0,200}\?>")


def read_markup(text: str) -> Any | None:
    """The root element of a page; None where there is no element at all.

    Args:
        text: HTML in any state.
    """
    from lxml import etree, html

    source = _FORBIDDEN.sub(" ", _DECLARATION.sub("", text[:MAX_MARKUP_CHARS], count=1))
    source = _REFERENCE.sub(_allowed, _TAG.sub(_without_swarm, source))
    if not source.strip():
        return None
    parser = html.HTMLParser(
        recover=True, no_network=True, huge_tree=False, remove_comments=True, remove_pis=True
    )
    try:
        root = html.document_fromstring(source, parser=parser, ensure_head_body=False)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError, AssertionError):
        return None
    _cut(root)
    return root


def _allowed(reference: re.Match[str]) -> str:
    """A character reference as it is, or a blank where no document may hold what it means."""
    hexadecimal, decimal = (digits and digits.lstrip("0")[:8] for digits in reference.groups())
    code = int(hexadecimal or "0", 16) if hexadecimal is not None else int(decimal or "0")
    is_forbidden = code == 0 or code > 0x10FFFF or _FORBIDDEN.match(chr(code))
    return " " if is_forbidden else reference[0]


def _without_swarm(tag: re.Match[str]) -> str:
    """A tag, without its attributes where they are too many."""
    written = tag.group()
    if (
        len(written) < _LONG_TAG_CHARS
        or len(written.split(None, _MAX_ATTRIBUTES)) < _MAX_ATTRIBUTES
    ):
        return written
    return f"<{tag[1]}"


def _cut(root: Any) -> None:
    """Remove what lies too deep or comes too late; walks without recursion."""
    from lxml import etree

    depth = count = 0
    doomed = []
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "end":
            depth -= 1
            continue
        depth += 1
        count += 1
        if depth == MAX_DEPTH + 1 or (count > MAX_ELEMENTS and depth <= MAX_DEPTH):
            doomed.append(element)
    for element in reversed(doomed):
        element.getparent().remove(element)
