"""Keys of objects: what may be one, the same for every store.

The alphabet is small on purpose: such a key is the same text as a file name, in a URL and in a
signature, so that no two stores (or a store and a proxy before it) can read it in two ways.
"""

import re

from strandline.model.errors import BlobError

#: Letters, digits and a few marks; a segment never starts with a dot, so there is no `..`, and
#: what starts with one in a folder is never an object.
_SEGMENT = re.compile(r"[A-Za-z0-9_@=+,-][A-Za-z0-9._@=+,-]*", re.ASCII)
#: S3 allows 1024 bytes in all, file systems 255 a name.
_MAX_KEY, _MAX_SEGMENT = 1_000, 200


def check_key(key: str) -> str:
    """The key as it is.

    Raises:
        BlobError: It is none.
    """
    segments = key.split("/")
    if len(key) > _MAX_KEY or not all(map(_is_segment, segments)):
        raise BlobError(f"{key[:200]!r} is no key of an object.", subject=key[:200])
    return key


def check_prefix(prefix: str) -> str:
    """A folder of keys without a slash at its end; empty for all.

    Raises:
        BlobError: It is none.
    """
    return check_key(prefix.removesuffix("/")) if prefix else ""


def _is_segment(text: str) -> bool:
    return len(text) <= _MAX_SEGMENT and _SEGMENT.fullmatch(text) is not None
