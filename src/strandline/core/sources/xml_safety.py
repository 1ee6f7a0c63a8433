"""XML from outside: parsed without entities of its own, without the network, without huge trees."""

from typing import Any

from strandline.core.sources.feeds.decoding import to_utf8
from strandline.core.sources.feeds.mending import mend_markup, without_controls
from strandline.model.errors import ParseError

#: An internal entity has no business in a list of links; expanding them is how bombs work.
_ENTITY = "<!entity"


def parse_xml(body: bytes, *, what: str) -> Any:
    """The root element of a document, mended where it is broken, as feeds are.

    Args:
        what: What it should be, for the message.

    Returns:
        An lxml element.

    Raises:
        ParseError: It is not XML, or declares entities.
    """
    from lxml import etree

    if declares_entities(body):
        raise ParseError(
            f"This {what} declares XML entities, which is how documents are blown up; refused.",
            subject="error:not_a_feed",
        )
    try:
        return etree.fromstring(body, _parser(recover=False))
    except (etree.XMLSyntaxError, ValueError):
        body = mend_markup(without_controls(to_utf8(body).data)).strip()
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
    """True for a document type with entities, in the encodings that XML may come in."""
    lowered = body.lower()
    return any(_ENTITY.encode(code) in lowered for code in ("ascii", "utf-16-le", "utf-16-be"))


def local_name(element: Any) -> str:
    """An element's name without namespace, lower-case; empty for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
