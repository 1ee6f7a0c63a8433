"""Strandline: every story once, every link kept.

As a library: what a URL is, what a feed lists, what links a post holds, whether two articles tell
one story. No database, no network, no settings; `docs/reference/python.md` has the examples.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from strandline.core.links.found import FoundLink, LinkKind
    from strandline.core.urls.identity import article_uuid
    from strandline.library import compare, find_links, identify, read_feed
    from strandline.model.entries import DateTrust, Enclosure, Entry, Listing, SkippedEntry
    from strandline.model.errors import ModelError, ParseError, StrandlineError, UrlError
    from strandline.model.stories import Answer, Relation, StoryInput, Verdict
    from strandline.model.urls import TrailStep, UrlIdentity, UrlNote

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "DateTrust",
    "Enclosure",
    "Entry",
    "FoundLink",
    "LinkKind",
    "Listing",
    "ModelError",
    "ParseError",
    "Relation",
    "SkippedEntry",
    "StoryInput",
    "StrandlineError",
    "TrailStep",
    "UrlError",
    "UrlIdentity",
    "UrlNote",
    "Verdict",
    "__version__",
    "article_uuid",
    "compare",
    "find_links",
    "identify",
    "read_feed",
]

#: Module → what of it is offered here. Loaded when it is asked for: `import strandline` is free.
_OFFERED = {
    "strandline.core.links.found": ("FoundLink", "LinkKind"),
    "strandline.core.urls.identity": ("article_uuid",),
    "strandline.library": ("compare", "find_links", "identify", "read_feed"),
    "strandline.model.entries": ("DateTrust", "Enclosure", "Entry", "Listing", "SkippedEntry"),
    "strandline.model.errors": ("ModelError", "ParseError", "StrandlineError", "UrlError"),
    "strandline.model.stories": ("Answer", "Relation", "StoryInput", "Verdict"),
    "strandline.model.urls": ("TrailStep", "UrlIdentity", "UrlNote"),
}


if not TYPE_CHECKING:  # a checker would believe in any name

    def __getattr__(name: str) -> object:
        for module, names in _OFFERED.items():
            if name in names:
                return globals().setdefault(name, getattr(import_module(module), name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
