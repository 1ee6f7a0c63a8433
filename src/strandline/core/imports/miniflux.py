"""Miniflux: `GET /v1/entries?starred=true` → `{"total", "entries": [{"url", "status", …}]}`.

Its own export is OPML, which is a list of subscriptions like any other.
"""

from collections.abc import Iterator, Mapping

from strandline.core.imports.document import Document
from strandline.core.imports.reading import entries, has_entries
from strandline.core.imports.saved import Product, saved, words
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    return has_entries(document, "entries", "url", "status", "feed_id")


def _links(document: Document) -> Iterator[Saved | str]:
    for one in entries(document, "entries"):
        feed = one.get("feed")
        category = feed.get("category") if isinstance(feed, Mapping) else None
        folder = category.get("title") if isinstance(category, Mapping) else None
        is_read = one.get("status") in ("read", "removed")
        yield saved(
            one.get("url"),
            one.get("title"),
            added=one.get("created_at") or one.get("published_at"),
            read=one.get("changed_at") if is_read else None,
            tags=(*words([folder]), *words(one.get("tags"))),
        )


MINIFLUX = Product("miniflux", "Miniflux", _fits, _links)
