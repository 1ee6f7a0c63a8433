"""Identities of items that a source lists under one address: an item is more than its address.

The key of such an item is the key of its page, a space, and what tells it apart; no folding of a
URL makes a space. Its canonical URL opens the page: what tells the item apart stands behind `#`,
where no server sees it. A media file of its own needs none of that: it is an address.
"""

from dataclasses import replace
from hashlib import sha256

from strandline.core.urls.identity import identify
from strandline.core.urls.percent import canonical_escapes
from strandline.model.urls import TrailStep, UrlIdentity, UrlNote

_GAP = " "
_FRAGMENT = "#"
_FILE = "file:"
_KINDS = (_FRAGMENT, _FILE, "guid:", "title:")


def item_key(page_key: str, mark: str) -> str:
    """Key of an item among those of one address."""
    return f"{page_key}{_GAP}{mark}"


def is_item(url_key: str) -> bool:
    """True for the key of an item that shares its address with others."""
    return mark_of(url_key).startswith(_KINDS)


def mark_of(url_key: str) -> str:
    """What tells an item apart, such as `#v2`, `guid:ep-2`, `title:…`; empty for a page."""
    return url_key.partition(_GAP)[2]


def page_key(url_key: str) -> str:
    """Key of the page that an item shares; that of a page is its own."""
    return url_key.partition(_GAP)[0]


def mark_at(item_key: str, page_key: str) -> str:
    """What tells an item of a source from others of its address; empty where nothing has to."""
    start = f"{page_key}{_GAP}"
    return item_key.removeprefix(start) if item_key.startswith(start) else ""


def page_of(canonical: str) -> str:
    """The page that an item's canonical URL opens."""
    return canonical.rpartition(_FRAGMENT)[0] or canonical


def item_identity(page: UrlIdentity, mark: str) -> UrlIdentity:
    """Identity of an item on a page.

    Args:
        page: Identity of the address that it shares.
        mark: `#fragment`, `file:ADDRESS`, `guid:…` or `title:…`.

    Raises:
        UrlError: The address of the file is none.
    """
    if mark.startswith(_FILE):
        return identify(mark.removeprefix(_FILE))
    if mark.startswith(_FRAGMENT):
        anchor = canonical_escapes(mark.removeprefix(_FRAGMENT))
    else:
        anchor = "item-" + sha256(mark.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    notes = {*page.notes, UrlNote.OTHER_NORMALIZATION} - {UrlNote.REMOVED_FRAGMENT}
    return replace(
        page,
        canonical=f"{page.canonical}{_FRAGMENT}{anchor}",
        key=item_key(page.key, mark),
        notes=tuple(note for note in UrlNote if note in notes),
        trail=(*page.trail, TrailStep("item", mark)),
        needs_resolving=False,
    )


def rekeyed(canonical: str, url_key: str) -> str:
    """The key of an item by the rules of now: its page's may be another one.

    Raises:
        UrlError: The page's address is none any more.
    """
    return item_key(identify(page_of(canonical)).key, mark_of(url_key))
