"""What a published file holds, in the form of Datasette's `metadata.json`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from strandline.adapters.publishing.derived import DERIVED, FTS
from strandline.adapters.publishing.shape import Table

#: Said where whoever publishes names no licence.
NO_LICENCE = "None is given. Titles, summaries and texts belong to their authors."
_ORDER = {
    "articles": "found_at",
    "stories": "newest_at",
    "threads": "newest_at",
    "links": "listed_at",
    "editions": "published_at",
}
_LABELS = {"sources": "name", "articles": "title", "stories": "title", "editions": "title"}
_FACETS = {
    "articles": ["domain", "language", "content_type"],
    "links": ["status", "language"],
    "files": ["kind", "outcome"],
    "mentions": ["source_name", "in_quote"],
}


@dataclass(frozen=True, slots=True)
class About:
    """What whoever publishes says of the file.

    Attributes:
        source_url: Address of the site that it comes from; may be empty.
    """

    title: str
    source_url: str = ""
    licence: str = ""
    licence_url: str = ""


def describe(database: str, tables: Sequence[Table], about: About) -> dict[str, Any]:
    """The description, for the whole and for every table and column.

    Args:
        database: Name of the file without its ending: so Datasette calls it.
    """
    columns = {table.name: {c.name: c.about for c in table.columns} for table in tables}
    columns |= {derived.name: dict(derived.columns) for derived in DERIVED}
    texts = {table.name: table.about for table in tables}
    texts |= {derived.name: derived.about for derived in DERIVED}
    whole = {
        "title": about.title,
        "description": "Articles, stories and kept links, with where each was seen.",
        "license": about.licence or NO_LICENCE,
        "license_url": about.licence_url,
        "source": "Strandline",
        "source_url": about.source_url,
    }
    told = {name: _told(name, text, columns[name]) for name, text in texts.items()}
    told |= {
        f"{name}_fts": {"description": f"Index of words of {name}.", "hidden": True}
        for name in FTS
        if name in texts
    }
    return {
        **{name: text for name, text in whole.items() if text},
        "databases": {database: {"tables": told}},
    }


def _told(name: str, text: str, columns: dict[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = {"description": text, "columns": columns}
    if name in _ORDER:
        told["sort_desc"] = _ORDER[name]
    if name in _LABELS:
        told["label_column"] = _LABELS[name]
    if name in _FACETS:
        told["facets"] = _FACETS[name]
    return told
