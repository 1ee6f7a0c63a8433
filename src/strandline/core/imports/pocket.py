"""Pocket: a zip of `title,url,time_added,tags,status`; before 2024 `ril_export.html`.

Tags are parted by `|` in CSV, by commas in HTML. When something was read is told nowhere: what is
in the archive counts as read when it was added.
"""

from collections.abc import Iterator

from strandline.core.imports.document import Document, Form
from strandline.core.imports.html_lists import listed_links
from strandline.core.imports.saved import Product, saved
from strandline.model.imports import Saved


def _fits(document: Document) -> bool:
    if document.form is Form.CSV:
        return bool(document.rows) and {"url", "time_added"} <= document.rows[0].keys()
    return document.form is Form.HTML and b"<title>pocket export" in document.body[:2_000].lower()


def _links(document: Document) -> Iterator[Saved | str]:
    if document.form is Form.HTML:
        for link in listed_links(document.body):
            added = link.attributes.get("time_added")
            yield saved(
                link.attributes.get("href"),
                link.text,
                added=added,
                read=added if "read archive" in link.heading.lower() else None,
                tags=(link.attributes.get("tags") or "").split(","),
            )
        return
    for row in document.rows:
        added = row.get("time_added")
        yield saved(
            row.get("url"),
            row.get("title"),
            added=added,
            read=added if row.get("status") == "archive" else None,
            tags=(row.get("tags") or "").split("|"),
        )


POCKET = Product("pocket", "Pocket", _fits, _links)
