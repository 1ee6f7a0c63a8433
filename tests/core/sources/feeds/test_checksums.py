"""The checksum that the reader of a feed takes along."""

from collections.abc import Callable
from dataclasses import replace

from strandline.core.sources.sightings import content_hash
from strandline.model.entries import Entry

Build = Callable[..., bytes]
Only = Callable[[bytes], Entry]


def test_taken_where_the_document_is_read(rss: Build, only: Only) -> None:
    """It is the one that would be taken later, with or without a title of the item's own."""
    link, text = "<link>https://paper.example/1</link>", "<description>Ships.</description>"
    for title in ("<title>Harbour</title>", ""):
        entry = only(rss(f"<item>{title}{link}{text}</item>"))
        assert entry.content_hash
        assert content_hash(entry) == content_hash(replace(entry, content_hash=""))
