"""Packs a stored WARC into a WACZ when somebody asks for it: stored, it would be the WARC twice.

Copies are made in files without a name, which are gone with the process that made them.
"""

import json
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import IO, Any, BinaryIO

from strandline import __version__
from strandline.adapters.replay.completing import complete
from strandline.adapters.replay.wacz_writing import ListedPage, Recorded, write_wacz
from strandline.core.archive.urns import PAGE_INFO, PAGE_TEXT
from strandline.core.archive.warc_reading import Pieces, payload_pieces, read_warc, safely
from strandline.model.errors import BlobError
from strandline.ports import BlobStore

SOFTWARE = f"Strandline {__version__}"
#: Bytes of a page's text that are read for the list of pages.
_TEXT_BYTES = 1 << 20


def pack(blobs: BlobStore, keys: Sequence[str], target: BinaryIO, folder: Path | None) -> None:
    """Write a WACZ of stored WARCs; one of them lies beside the package at a time.

    Raises:
        StoreError: The object store does not give one out, or a body that it refers to is gone.
    """
    write_wacz(target, _records(blobs, keys, str(folder) if folder else None), SOFTWARE)


def _records(blobs: BlobStore, keys: Sequence[str], where: str | None) -> Iterator[Recorded]:
    for key in keys:
        with tempfile.TemporaryFile(dir=where) as whole:
            with tempfile.TemporaryFile(dir=where) as stored:
                for piece in blobs.read(key):
                    stored.write(piece)
                complete(stored, whole, lambda at, n: Pieces(blobs.read(at, start=n)), where)
            yield Recorded(whole, *_told(whole, key))


def _told(warc: IO[bytes], key: str) -> tuple[ListedPage, datetime]:
    """The page that a player opens first, and when the record was made.

    Raises:
        BlobError: There is nothing in it to open.
    """
    made_at, text = "", ""
    facts: dict[str, Any] = {}
    first: dict[str, Any] = {}
    warc.seek(0)
    for record in safely(read_warc(warc)):  # type: ignore[arg-type]  # reads like any open file
        url = record.rec_headers.get_header("WARC-Target-URI") or ""
        date = record.rec_headers.get_header("WARC-Date") or ""
        made_at = made_at or date
        if url.startswith(PAGE_INFO):
            facts = _facts(_start_of(record))
        elif url.startswith(PAGE_TEXT):
            text = _start_of(record).decode("utf-8", "ignore")
        elif not first and _is_page(record):
            first = {"url": url, "title": "", "ts": date}
    facts = facts or first
    try:
        page = ListedPage(facts["url"], facts["title"], datetime.fromisoformat(facts["ts"]), text)
        return page, datetime.fromisoformat(made_at)
    except (KeyError, ValueError) as error:
        raise BlobError(f"There is no page in {key}.", subject=key) from error


def _is_page(record: Any) -> bool:
    head = record.http_headers
    return (
        record.rec_type == "response"
        and head is not None
        and head.get_statuscode() == "200"
        and "html" in (head.get_header("Content-Type") or "").lower()
    )


def _facts(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _start_of(record: Any) -> bytes:
    found = b""
    for piece in payload_pieces(record):
        if len(found) < _TEXT_BYTES:
            found += piece
    return found[:_TEXT_BYTES]
