"""Bodies that stored WARCs hold, and records that refer to them instead of repeating them.

A page that is captured again is mostly what it was. Its WARC then has `revisit` records of the
profile `identical-payload-digest` (ISO 28500:2017, 6.7.2). Besides the fields of the standard they
carry `WARC-Refers-To-Filename` and `WARC-Refers-To-File-Offset`, which other archives use as well:
here the key of the object and where in it the record begins. A reference always leads to a record
that holds the body, never to another reference.
"""

import base64
import hashlib
from collections.abc import Iterator
from typing import IO, Any, BinaryIO

from strandline.core.archive.layout import NAMES
from strandline.core.archive.warc_reading import (
    PIECE,
    Pieces,
    payload_pieces,
    read_warc,
    safely,
)
from strandline.model.archive import ArtifactKind, StoredPayload

#: Records that hold a body.
HOLDERS = ("response", "resource")
#: No other object is ever read because a record says so.
_WARC_NAME = "/" + NAMES[ArtifactKind.WARC]


def digest_of(body: IO[bytes]) -> str:
    """Digest of a body from where it stands, where it is left; empty for an empty body.

    SHA-256: with SHA-1, whose collisions can be bought, a page could be shown for another.
    """
    here, checksum, is_empty = body.tell(), hashlib.sha256(), True
    while piece := body.read(PIECE):
        checksum.update(piece)
        is_empty = False
    body.seek(here)
    return "" if is_empty else written(checksum.digest())


def written(checksum: bytes) -> str:
    """A checksum as the field of a record."""
    return f"sha256:{base64.b32encode(checksum).decode()}"


def stored_payloads(source: Pieces | BinaryIO, key: str) -> dict[str, StoredPayload]:
    """Bodies of a stored WARC by digest: those it holds whole, and those it refers to.

    Args:
        source: The WARC, open.
        key: Of the object that it is.
    """
    found: dict[str, StoredPayload] = {}
    records = read_warc(source)
    for record in safely(records):
        payload = reference_of(record)
        if record.rec_type in HOLDERS:
            payload = _held(record, key, records)
        if payload is not None:
            found.setdefault(payload.digest, payload)
    return found


def reference_of(record: Any) -> StoredPayload | None:
    """What a record refers to; None where it is no `revisit`, or does not say where to look."""
    if record.rec_type != "revisit":
        return None
    head = record.rec_headers
    key = head.get_header("WARC-Refers-To-Filename") or ""
    offset = head.get_header("WARC-Refers-To-File-Offset") or ""
    digest = head.get_header("WARC-Payload-Digest") or ""
    if not key.endswith(_WARC_NAME) or not digest.startswith("sha256:"):
        return None
    if not (offset.isascii() and offset.isdigit()):
        return None
    return StoredPayload(
        digest,
        head.get_header("WARC-Refers-To-Target-URI") or "",
        head.get_header("WARC-Refers-To-Date") or "",
        head.get_header("WARC-Refers-To") or "",
        key,
        int(offset),
    )


def reference_fields(payload: StoredPayload) -> dict[str, str]:
    """Fields of a record that refers to a body, beyond those that the library writes."""
    return {
        "WARC-Refers-To": payload.record_id,
        "WARC-Refers-To-Filename": payload.key,
        "WARC-Refers-To-File-Offset": str(payload.offset),
    }


def holder(source: Pieces | BinaryIO, payload: StoredPayload) -> Any | None:
    """The record that holds a body, read from where it begins; None where another one is there."""
    record = next(safely(read_warc(source)), None)
    if record is None or record.rec_type not in HOLDERS:
        return None
    said = record.rec_headers.get_header("WARC-Payload-Digest")
    return record if said == payload.digest else None


def body_of(source: Pieces | BinaryIO, payload: StoredPayload) -> Iterator[bytes]:
    """A body in pieces, as written; nothing where another record is there."""
    record = holder(source, payload)
    return iter(()) if record is None else payload_pieces(record)


def _held(record: Any, key: str, records: Any) -> StoredPayload | None:
    """What a record holds whole; None where it was cut short, or the body is another than it says.

    The body itself is asked: of a damaged file the head may be readable and anything behind it.
    """
    head, checksum = record.rec_headers, hashlib.sha256()
    for piece in payload_pieces(record):
        checksum.update(piece)
    digest = written(checksum.digest())
    if head.get_header("WARC-Truncated") or head.get_header("WARC-Payload-Digest") != digest:
        return None
    return StoredPayload(
        digest,
        head.get_header("WARC-Target-URI") or "",
        head.get_header("WARC-Date") or "",
        head.get_header("WARC-Record-ID") or "",
        key,
        records.get_record_offset(),  # which reads the record to its end
    )
