"""FreshRSS: Import/export → starred articles, `{"items": [{"alternate", …}]}`.

The form is Google Reader's, which Feedbin, The Old Reader and others write too.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from strandline.core.imports.document import Document
from strandline.core.imports.reading import entries, has_entries
from strandline.core.imports.saved import Product, saved
from strandline.model.imports import Saved

_LABEL = "/label/"
_READ = ("/state/com.google/read", "/state/org.freshrss/read")


def _fits(document: Document) -> bool:
    return has_entries(document, "items", "alternate") or has_entries(
        document, "items", "canonical"
    )


def _links(document: Document) -> Iterator[Saved | str]:
    for one in entries(document, "items"):
        marks = one.get("categories")
        marks = [m for m in marks if isinstance(m, str)] if isinstance(marks, list) else []
        added = one.get("timestampUsec") or one.get("crawlTimeMsec") or one.get("published")
        yield saved(
            _address(one.get("canonical")) or _address(one.get("alternate")),
            one.get("title"),
            added=added,
            read=added if any(mark.endswith(_READ) for mark in marks) else None,
            tags=[mark.partition(_LABEL)[2] for mark in marks if _LABEL in mark],
        )


def _address(places: Any) -> Any:
    first = places[0] if isinstance(places, list) and places else None
    return first.get("href") if isinstance(first, Mapping) else None


FRESHRSS = Product("freshrss", "FreshRSS", _fits, _links)
