"""wallabag 2: Export → JSON → `[{"url", "is_archived", "archived_at", "tags", …}]`."""

from collections.abc import Iterator

from strandline.core.imports.document import Document
from strandline.core.imports.reading import entries, has_entries
from strandline.core.imports.saved import Product, saved
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    return has_entries(document, "", "url", "is_archived", "is_starred")


def _links(document: Document) -> Iterator[Saved | str]:
    for one in entries(document):
        is_read = one.get("is_archived") in (1, True, "1")
        yield saved(
            one.get("given_url") or one.get("url"),
            one.get("title"),
            added=one.get("created_at"),
            read=(one.get("archived_at") or one.get("updated_at")) if is_read else None,
            tags=one.get("tags"),
        )


WALLABAG = Product("wallabag", "wallabag", _fits, _links)
