"""Bookmark files of browsers, linkding, Shaarli, Pinboard and others (NETSCAPE-Bookmark-file-1)."""

from collections.abc import Iterator

from strandline.core.imports.document import Document, Form
from strandline.core.imports.html_lists import listed_links
from strandline.core.imports.saved import Product, saved
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    return document.form is Form.HTML and b"netscape-bookmark-file" in document.body[:2_000].lower()


def _links(document: Document) -> Iterator[Saved | str]:
    for link in listed_links(document.body):
        said = link.attributes
        # The folders that every browser makes by itself tell nothing.
        folders = [name for name in link.folders if name.lower() not in _EVERYBODYS]
        yield saved(
            said.get("href"),
            link.text,
            added=said.get("add_date"),
            # linkding and Pinboard write `toread`; what has it not is read.
            read=said.get("add_date") if said.get("toread") == "0" else None,
            tags=(*folders, *(said.get("tags") or "").split(",")),
        )


_EVERYBODYS = frozenset(
    {"bookmarks", "bookmarks bar", "bookmarks menu", "bookmarks toolbar", "other bookmarks"}
)
NETSCAPE = Product("bookmarks", "Bookmarks", _fits, _links)
