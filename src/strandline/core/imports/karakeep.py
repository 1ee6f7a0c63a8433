"""Karakeep, once Hoarder: Import/Export → `{"bookmarks": [{"createdAt", "content", …}]}`."""

from collections.abc import Iterator, Mapping
from typing import Any

from strandline.core.imports.document import Document
from strandline.core.imports.reading import entries, has_entries
from strandline.core.imports.saved import Product, saved
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    return has_entries(document, "bookmarks", "createdAt", "content")


def _links(document: Document) -> Iterator[Saved | str]:
    for one in entries(document, "bookmarks"):
        content = one.get("content")
        if not isinstance(content, Mapping) or content.get("type") != "link":
            continue  # notes and pictures are no links
        yield saved(
            content.get("url"),
            one.get("title") or content.get("title"),
            added=one.get("createdAt"),
            read=_read_at(one),
            tags=one.get("tags"),
            note=one.get("note"),
        )


def _read_at(one: Mapping[str, Any]) -> Any:
    """What is put aside was read some time after it was kept; no other time is told."""
    return one.get("createdAt") if one.get("archived") is True else None


KARAKEEP = Product("karakeep", "Karakeep", _fits, _links)
