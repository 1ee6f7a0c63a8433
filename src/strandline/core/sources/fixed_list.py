"""A fixed list of URLs, such as skills to learn: nothing is fetched, nothing on it grows old."""

from strandline.model.entries import Entry, Listing
from strandline.model.sources import Source


def list_items(source: Source) -> Listing:
    """The source's own items as entries; their titles come from their pages."""
    return Listing(
        entries=tuple(Entry(url=url, content_type=source.content_type) for url in source.items),
        title=source.name,
        language=source.language,
    )
