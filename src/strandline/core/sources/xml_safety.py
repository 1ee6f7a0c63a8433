"""XML from outside: parsed without entities of its own, without the network, without huge trees."""

import re
from typing import Any

from strandline.core.sources.feeds.decoding import to_utf8
from strandline.core.sources.feeds.mending import mend_markup, without_controls
from strandline.model.errors import ParseError

#: An internal entity has no business in a list of links; expanding them is how bombs work.
_ENTITY = b"<!entity"
#: A quote that neither opens a value nor closes one: a person's words, as in `text="a "b" c"`.
_STRAY_QUOTE = re.compile(
    rb"(?<!=)(?<!= )\"(?!\s{0,9}+(?:[/?]?>|/?\Z|<|[A-Za-z_][\w:.-]{0,40}+\s{0,9}+=\s{0,9}+[\"']))"
)


def parse_xml(body: bytes, *, what: str) -> Any:
    """The root element of a document, mended where it is broken, as feeds are.

    Args:
        what: What it should be, for the message.

    Returns:
        An lxml element.

    Raises:
        ParseError: It is not XML, or declares entities.
    """
    if declares_entities(body):
        raise _refused(what)
    root = _parsed(body, what)
    # Whatever the encoding, the parser has understood it.
    declared = root.getroottree().docinfo.internalDTD
    if declared is not None and next(iter(declared.iterentities()), None) is not None:
        raise _refused(what)
    return root


def _refused(what: str) -> ParseError:
    return ParseError(
        f"This {what} declares XML entities, which is how documents are blown up; refused.",
        subject="error:not_a_feed",
    )


def _parsed(body: bytes, what: str) -> Any:
    from lxml import etree

    try:
        return etree.fromstring(body, _parser(recover=False))
    except (etree.XMLSyntaxError, ValueError):
        body = mend_markup(without_controls(to_utf8(body).data)).strip()
        if b"<![CDATA[" not in body:
            body = _STRAY_QUOTE.sub(b"&quot;", body)
    try:
        root = etree.fromstring(body, _parser(recover=True, encoding="utf-8"))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ParseError(
            f"This is not XML, so it is no {what}: {error}.", subject="error:not_a_feed"
        ) from error
    if root is None:
        said = "There is no XML in it" if body else "This is empty"
        raise ParseError(f"{said}, so it is no {what}.", subject="error:not_a_feed")
    return root


def _parser(*, recover: bool, encoding: str | None = None) -> Any:
    from lxml import etree

    return etree.XMLParser(
        recover=recover,
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    )


def declares_entities(body: bytes) -> bool:
    """True for a document type with entities, in one, two or four bytes a character."""
    lowered = body.lower()
    return _ENTITY in lowered or _ENTITY in lowered.replace(b"\0", b"")


def local_name(element: Any) -> str:
    """An element's name without namespace, lower-case; empty for comments and instructions."""
    tag = element.tag
    # A prefix that nothing declares is left in the tag.
    return re.split("[}:]", tag)[-1].lower() if isinstance(tag, str) else ""
