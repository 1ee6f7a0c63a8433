"""Which pictures are tried, and when again; where they lie. Pure."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from strandline.model.pictures import NamedPicture, PictureOutcome, PictureTry

#: Where pictures lie in the object store, beside captures and backups.
PREFIX = "pictures/"
_NAME = re.compile(r"[0-9a-f]{64}\.(?:jpg|png)")

#: Pauses after a failure that may pass; after the last one nobody tries again.
PAUSES = (timedelta(hours=1), timedelta(hours=12), timedelta(days=3))
_MAY_PASS = frozenset({PictureOutcome.UNREACHABLE})
#: What a site's icon is looked at again after: they change, rarely.
ICON_AGE = timedelta(days=30)
#: Addresses of one article that are tried in one turn.
MOST_ADDRESSES = 3


def picture_key(name: str) -> str:
    """The key of a picture in the object store."""
    return f"{PREFIX}{name[:2]}/{name}"


def is_picture_name(name: str) -> bool:
    """True for the end of an address or a key that can be a picture of ours."""
    return _NAME.fullmatch(name) is not None


def checksum_in(key: str) -> str | None:
    """The checksum in a key of the object store; None for a key that is none of ours."""
    name = key.rpartition("/")[2]
    return name[:64] if is_picture_name(name) and key == picture_key(name) else None


def is_due(tried: PictureTry | None, first: str, now: datetime, *, is_icon: bool = False) -> bool:
    """True where a picture is to be tried.

    Args:
        first: The address that is tried first.
        is_icon: Of a source; those that are kept are looked at again in time.
    """
    if tried is None or tried.url != first:
        return True
    age = now - tried.tried_at
    if tried.outcome is PictureOutcome.KEPT:
        return is_icon and age >= ICON_AGE
    if tried.outcome not in _MAY_PASS or tried.attempts > len(PAUSES):
        return is_icon and age >= ICON_AGE
    return age >= PAUSES[tried.attempts - 1]


def wanted_of_articles(
    article_uuids: Sequence[str],
    named: Mapping[str, Sequence[NamedPicture]],
    tries: Mapping[str, PictureTry],
    now: datetime,
) -> list[tuple[str, list[NamedPicture]]]:
    """Articles whose picture is to be tried, in their order, with the addresses in theirs."""
    found = []
    for uuid in dict.fromkeys(article_uuids):
        addresses = list({one.url: one for one in named.get(uuid, ())}.values())
        if addresses and is_due(tries.get(uuid), addresses[0].url, now):
            found.append((uuid, addresses[:MOST_ADDRESSES]))
    return found
