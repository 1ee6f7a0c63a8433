"""Robust Links: beside a link, where the page was, where a copy of it is, and of when that is.

The attributes are those of https://robustlinks.mementoweb.org/spec/. Where no copy is known, the
date alone says which state of the page was meant: a web archive finds the nearest by it.
"""

from dataclasses import dataclass
from datetime import date

from markupsafe import Markup

from strandline.model.digests import Digest, DigestItem
from strandline.render.links import percent_encoded, safe_href

#: Where a kept page is played.
REPLAY = "/articles/{}/replay"


@dataclass(frozen=True, slots=True)
class Robust:
    """A link that outlives its page.

    Attributes:
        version_url: Of a copy: ours where our pages have an address, else that of a public archive;
            empty where there is none.
        version_date: Of the copy; of the edition where there is none.
    """

    original_url: str
    version_url: str
    version_date: date

    @property
    def attributes(self) -> Markup:
        """With a space before each."""
        named = [("originalurl", self.original_url), ("versionurl", self.version_url)]
        parts = [
            Markup(' data-{}="{}"').format(name, percent_encoded(url)) for name, url in named if url
        ]
        dated = Markup(' data-versiondate="{}"').format(self.version_date.isoformat())
        return Markup("").join([*parts, dated])


def robust(digest: Digest, item: DigestItem, base_url: str | None) -> Robust | None:
    """The link of an item as it was when its edition went out; None for one without an address.

    Args:
        base_url: Before the paths of our pages; none or empty where they have no address.
    """
    original = safe_href(item.url)
    if original is None:
        return None
    known = digest.versions.get(item.article_uuid)
    if known is not None and known.kept_at is not None and base_url:
        ours = f"{base_url.rstrip('/')}{REPLAY.format(item.article_uuid)}"
        return Robust(original, ours, known.kept_at.date())
    copy = safe_href(known.copy_url) if known is not None else None
    if known is not None and known.copy_at is not None and copy is not None:
        return Robust(original, copy, known.copy_at.date())
    return Robust(original, "", digest.issued_at.date())


def robust_attributes(digest: Digest, item: DigestItem, base_url: str | None) -> Markup:
    """The attributes of its link; nothing for one without an address."""
    found = robust(digest, item, base_url)
    return found.attributes if found is not None else Markup("")
