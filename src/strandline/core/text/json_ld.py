"""The structured data of a page (schema.org in JSON-LD): nodes as plain dictionaries."""

import json
from collections.abc import Iterator
from typing import Any

#: Characters of one block, blocks of a page and nodes of a block that are read.
_MAX_BLOCK_CHARS = 500_000
_MAX_BLOCKS = 20
_MAX_NODES = 500
#: Types that describe the page's own piece, best first; the end of a type's name decides.
_PIECES = (
    "newsarticle",
    "blogposting",
    "article",
    "report",
    "posting",
    "podcastepisode",
    "videoobject",
    "audioobject",
    "review",
    "event",
    "webpage",
)


def read_json_ld(root: Any) -> list[dict[str, Any]]:
    """All nodes of a page, those that describe the piece itself first.

    Args:
        root: Root element of the page.
    """
    nodes: list[dict[str, Any]] = []
    for script in root.iterfind(".//script[@type]"):
        if script.get("type", "").strip().lower().startswith("application/ld+json"):
            nodes += _nodes_of(script.text or "")
        if len(nodes) > _MAX_BLOCKS * _MAX_NODES:
            break
    return sorted(nodes, key=_rank)


def types_of(node: dict[str, Any]) -> list[str]:
    """The types of a node, lower case."""
    given = node.get("@type")
    values = given if isinstance(given, list) else [given]
    return [value.lower() for value in values if isinstance(value, str)]


def is_piece(node: dict[str, Any]) -> bool:
    """True when a node describes an article, an episode or a video."""
    return _rank(node) < len(_PIECES)


def text_of(value: Any) -> str | None:
    """A value as text: itself, its `name`, its `@value`, or the first of a list."""
    if isinstance(value, list):
        return next((text for text in map(text_of, value[:20]) if text), None)
    if isinstance(value, dict):
        return text_of(value.get("name") or value.get("@value") or value.get("url"))
    return value.strip() or None if isinstance(value, str) else None


def names_of(value: Any) -> list[str]:
    """The names in a value that may be one person, many, or plain text."""
    values = value[:20] if isinstance(value, list) else [value]
    names = (
        text_of(item.get("name")) if isinstance(item, dict) else text_of(item) for item in values
    )
    return [name for name in names if name]


def _rank(node: dict[str, Any]) -> int:
    ranks = [
        place for kind in types_of(node) for place, end in enumerate(_PIECES) if kind.endswith(end)
    ]
    return min(ranks, default=len(_PIECES))


def _nodes_of(text: str) -> Iterator[dict[str, Any]]:
    if len(text) > _MAX_BLOCK_CHARS:
        return
    try:
        # strict=False: line breaks inside of strings are the commonest fault.
        data = json.loads(_bare(text), strict=False)
    except (ValueError, RecursionError):
        return
    waiting, count = [data], 0
    while waiting and count < _MAX_NODES:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting += value[:_MAX_NODES]
        elif isinstance(value, dict):
            count += 1
            yield value
            waiting += [
                value[key] for key in ("@graph", "mainEntity", "mainEntityOfPage") if key in value
            ]


def _bare(text: str) -> str:
    """Without the comment or CDATA wrapping that some systems put around it."""
    bare = text.strip().removeprefix("<!--").removesuffix("-->").strip()
    bare = bare.removeprefix("//<![CDATA[").removeprefix("<![CDATA[").removesuffix("]]>")
    return bare.strip().removesuffix("//").rstrip(";")
