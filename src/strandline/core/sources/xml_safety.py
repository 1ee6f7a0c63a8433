"""XML from outside: parsed without entities of its own, without the network, without huge trees."""

from typing import Any

from strandline.model.errors import ParseError

#: An internal entity has no business in a list of links; expanding them is how bombs work.
_ENTITY = "<!entity"


def parse_xml(body: bytes, *, what: str) -> Any:
    """The root element of a document, mended where it is broken.

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
    parser = etree.XMLParser(
        recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(body.strip(b"\x00 \t\r\n"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ParseError(
            f"This is not XML, so it is no {what}: {error}.", subject="error:not_a_feed"
        ) from error
    if root is None:
        said = "There is no XML in it" if body.strip() else "This is empty"
        raise ParseError(f"{said}, so it is no {what}.", subject="error:not_a_feed")
    return root


def declares_entities(body: bytes) -> bool:
    """True for a document type with entities, in the encodings that XML may come in."""
    lowered = body.lower()
    return any(_ENTITY.encode(code) in lowered for code in ("ascii", "utf-16-le", "utf-16-be"))


def local_name(element: Any) -> str:
    """An element's name without namespace, lower-case; empty for comments and instructions."""
    tag = element.tag
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""
