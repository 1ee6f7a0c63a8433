"""Bodies that pages share: scripts, sheets, fonts and pictures that many of them load.

A body that a record of another article holds is copied once into an object of its own, which
belongs to no article and which records refer to from then on: so no record refers to what goes with
somebody else's page. It goes when no article uses it any more.
"""

import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from strandline.core.archive.layout import NAMES, clean_prefix
from strandline.core.archive.revisits import reference_of
from strandline.core.archive.warc_reading import Pieces, payload_pieces, read_warc, safely
from strandline.model.archive import ArtifactKind, PayloadUse

#: Smaller bodies are not worth a reference, which takes some 500 bytes; larger ones are no parts
#: of many pages.
SMALLEST, LARGEST = 2_048, 20_000_000
_KINDS = ("image/", "font/", "application/font", "application/vnd.ms-fontobject")
_TYPES = frozenset(
    {
        *("text/css", "text/javascript", "application/javascript", "application/x-javascript"),
        *("application/ecmascript", "application/wasm", "application/x-font-ttf"),
    }
)
_FOLDER = "shared/"
_KEY = re.compile(r"shared/[0-9a-z]{52}/[0-9a-f]{8}/")


def is_shareable(content_type: str, size: int) -> bool:
    """True for a body that many pages may load."""
    kind = content_type.partition(";")[0].strip().lower()
    return SMALLEST <= size <= LARGEST and (kind in _TYPES or kind.startswith(_KINDS))


def shared_key(prefix: str, digest: str, claim: str) -> str:
    """Key of a shared body's object.

    Raises:
        ValueError: A digest that is none of ours.
    """
    name = digest.removeprefix("sha256:").rstrip("=").lower()
    key = f"{_FOLDER}{name}/{claim}/"
    if not _KEY.fullmatch(key):
        raise ValueError(f"no digest or claim: {digest!r}, {claim!r}")
    return f"{clean_prefix(prefix)}{key}{NAMES[ArtifactKind.WARC]}"


def is_shared(prefix: str, key: str) -> bool:
    """True for the key of a shared body."""
    head = clean_prefix(prefix)
    return key.startswith(head) and _KEY.match(key, len(head)) is not None


def uses_of(warc: Pieces | BinaryIO, key: str, prefix: str) -> Iterator[PayloadUse]:
    """What a record holds that may be shared, and the shared bodies that it refers to.

    Args:
        warc: The record, open.
        key: Of its object.
        prefix: Of all keys.
    """
    records = read_warc(warc)
    for record in safely(records):
        payload = reference_of(record)
        if payload is not None:
            if is_shared(prefix, payload.key):
                yield PayloadUse(payload.digest, "", 0, 0)
        elif record.rec_type == "response":
            found = _held(record, records, key)
            if found is not None:
                yield found


def _held(record: Any, records: Any, key: str) -> PayloadUse | None:
    head, http = record.rec_headers, record.http_headers
    digest = head.get_header("WARC-Payload-Digest") or ""
    size = sum(map(len, payload_pieces(record)))
    begins, length = records.get_record_offset(), records.get_record_length()
    is_whole = digest.startswith("sha256:") and not head.get_header("WARC-Truncated")
    if not is_whole or http is None or http.get_statuscode() != "200":
        return None
    kind = http.get_header("Content-Type") or ""
    return PayloadUse(digest, key, begins, length) if is_shareable(kind, size) else None
