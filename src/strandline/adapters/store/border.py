"""What comes in is made storable here, the same way for both databases.

PostgreSQL's text holds no NUL, neither database holds half of a surrogate pair, and a B-tree of
PostgreSQL refuses entries over 2,704 bytes. Titles, URLs and guids from outside bring all three.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from strandline.model.errors import StoreError

#: Longest text, in UTF-8 bytes, that goes into a unique index as it is. PostgreSQL's limit for
#: all columns of an entry together is 2,704 bytes (a third of a page).
MAX_KEY_BYTES = 2_000
_KEPT_BYTES = 1_800

#: No text of so few characters is longer than that, whatever it is made of.
_SURELY_SHORT = MAX_KEY_BYTES // 4

#: Both databases count rows and numbers in 64 bits.
MAX_INTEGER = 2**63 - 1


def clean(text: str) -> str:
    """The text without NUL; halves of surrogate pairs become U+FFFD."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "") if "\0" in text else text


def clean_rows(rows: Sequence[tuple[Any, ...]]) -> Sequence[tuple[Any, ...]]:
    """`clean` for every text of many rows; a look at each first, as most need nothing."""
    texts = [value for row in rows for value in row if type(value) is str]
    if all(map(_is_clean, texts)):
        return rows
    return [
        tuple([clean(value) if isinstance(value, str) else value for value in row]) for row in rows
    ]


def _is_clean(text: str) -> bool:
    return clean(text) is text


def clean_tree(value: Any) -> Any:
    """`clean` for every text in a tree of lists and mappings."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): clean_tree(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [clean_tree(item) for item in value]
    return value


def bounded(key: str) -> str:
    """A key that every index takes: a longer one keeps its start and ends in its checksum.

    The checksum stands behind `#`, so that a folded URL is still a URL.
    """
    if len(key) <= _SURELY_SHORT:
        return key if key.isascii() and "\0" not in key else clean(key)
    key = clean(key)
    raw = key.encode()
    if len(raw) <= MAX_KEY_BYTES:
        return key
    start = raw[:_KEPT_BYTES].decode("utf-8", "ignore")
    return f"{start}#sha256-{hashlib.sha256(raw).hexdigest()}"


def utc_text(value: datetime) -> str:
    """ISO 8601 in UTC, such as `2026-02-12T14:03:12+00:00`.

    Raises:
        StoreError: It is naive, so nobody knows which time it is.
    """
    return _iso(value) if value.tzinfo is UTC else aware(value).isoformat()


@lru_cache(maxsize=4096)
def _iso(value: datetime) -> str:
    """A batch says the same few times in every row; only for UTC, where equal means equal."""
    return value.isoformat()


def aware(value: datetime) -> datetime:
    """The time in UTC.

    Raises:
        StoreError: It is naive, or so near the year 0 or 10,000 that UTC has no name for it.
    """
    if value.tzinfo is None:
        raise StoreError(
            f"A time without a zone cannot be stored: {value.isoformat()}.",
            subject=value.isoformat(),
        )
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise StoreError(
            f"A time out of range cannot be stored: {value.isoformat()}.",
            subject=value.isoformat(),
        ) from error


def utc_text_optional(value: datetime | None) -> str | None:
    """`utc_text`, where a time may be missing."""
    return None if value is None else utc_text(value)


def row_limit(limit: int) -> int:
    """A LIMIT that both databases take: negative ones mean no rows, huge ones all."""
    return max(0, min(limit, MAX_INTEGER))
