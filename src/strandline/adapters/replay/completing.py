"""Makes a WARC complete: bodies that lie in earlier ones take the place of references to them.

Records that hold their body are copied byte for byte.
"""

import hashlib
import tempfile
from collections.abc import Callable
from typing import IO, Any, BinaryIO

from strandline.core.archive.revisits import body_of, reference_of, written
from strandline.core.archive.warc_reading import PIECE, Pieces, read_warc, safely
from strandline.model.archive import StoredPayload
from strandline.model.errors import BlobError

#: Fields of a reference that the record in its place has not.
_OF_REFERENCE = (
    "WARC-Profile",
    "WARC-Refers-To",
    "WARC-Refers-To-Target-URI",
    "WARC-Refers-To-Date",
    "WARC-Refers-To-Filename",
    "WARC-Refers-To-File-Offset",
    "WARC-Block-Digest",
    "Content-Length",
)
#: The object of a key, from an offset.
Open = Callable[[str, int], Pieces]


def complete(source: IO[bytes], target: IO[bytes], open_at: Open, folder: str | None) -> None:
    """Write a WARC that refers to nothing.

    Args:
        source: A stored WARC; can be sought in.
        target: Open for writing.
        open_at: Opens other objects.
        folder: For bodies while they are copied; None for the system's.

    Raises:
        StoreError: A body is not where it should be.
    """
    from warcio.warcwriter import WARCWriter

    writer = WARCWriter(target, gzip=True, warc_version="WARC/1.1")
    copied = 0
    for record, offset, length in _references(source):
        _copy(source, target, copied, offset)
        copied = offset + length
        payload = reference_of(record)
        if payload is None:  # nowhere to look: left as it is
            _copy(source, target, offset, copied)
            continue
        with tempfile.TemporaryFile(dir=folder) as body:
            size = _fetch(payload, open_at, body)
            writer.write_record(_whole(writer, record, body, size))
    _copy(source, target, copied, source.seek(0, 2))


def _references(source: IO[bytes]) -> list[tuple[Any, int, int]]:
    """Records that refer to others, with where they are in the file, in bytes."""
    found = []
    source.seek(0)
    records = read_warc(source)  # type: ignore[arg-type]  # it reads like any open file
    for record in safely(records):
        if record.rec_type == "revisit":
            records.read_to_end(record)  # only then its length is known
            found.append((record, records.get_record_offset(), records.get_record_length()))
    return found


def _fetch(payload: StoredPayload, open_at: Open, body: BinaryIO) -> int:
    """Copy a body and hold it against its checksum; its size, and `body` at its start.

    Raises:
        StoreError: It is not there.
    """
    checksum, size = hashlib.sha256(), 0
    for piece in body_of(open_at(payload.key, payload.offset), payload):
        checksum.update(piece)
        size += body.write(piece)
    body.seek(0)
    if written(checksum.digest()) != payload.digest:
        raise BlobError(
            f"A body that a later capture refers to is not in {payload.key} any more.",
            subject=payload.key,
            advice="See what else is missing: strandline archive verify",
        )
    return size


def _whole(writer: Any, record: Any, body: BinaryIO, size: int) -> Any:
    """The record with its body: an answer where it has headers of one, else a file of ours."""
    head = record.rec_headers
    for name in _OF_REFERENCE:
        head.remove_header(name)
    kind = "response" if record.http_headers else "resource"
    head.replace_header("WARC-Type", kind)
    return writer.create_warc_record(
        head.get_header("WARC-Target-URI"),
        kind,
        payload=body,
        length=size,
        warc_headers=head,
        http_headers=record.http_headers,
        warc_content_type=head.get_header("Content-Type"),
    )


def _copy(source: IO[bytes], target: IO[bytes], start: int, end: int) -> None:
    source.seek(start)
    left = end - start
    while left > 0 and (piece := source.read(min(PIECE, left))):
        target.write(piece)
        left -= len(piece)
