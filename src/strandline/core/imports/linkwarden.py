"""Linkwarden: Export data → `{"collections": [{"name", "links": [{"url", "tags", …}]}]}`."""

from collections.abc import Iterator, Mapping

from strandline.core.imports.document import Document
from strandline.core.imports.reading import entries, has_entries
from strandline.core.imports.saved import Product, saved, words
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    return has_entries(document, "collections", "name", "links")


def _links(document: Document) -> Iterator[Saved | str]:
    for collection in entries(document, "collections"):
        links = collection.get("links")
        for one in links if isinstance(links, list) else []:
            if isinstance(one, Mapping):
                yield saved(
                    one.get("url"),
                    one.get("name"),
                    # Of what was imported there, the time of then.
                    added=one.get("importDate") or one.get("createdAt"),
                    tags=(*words([collection.get("name")]), *words(one.get("tags"))),
                    note=one.get("description"),
                )


LINKWARDEN = Product("linkwarden", "Linkwarden", _fits, _links)
