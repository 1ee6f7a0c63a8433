"""Reads single answers out of WARCs in the object store.

A WARC is read through once for a table of its answers; each record is gzipped on its own, so that
an answer is then read from its offset alone. Bodies are undone by the fetcher's decoders, which
hold a bomb to its cap.
"""

import threading
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakValueDictionary

from strandline.adapters.fetch.decode import decode, read_encodings
from strandline.adapters.fetch.faults import BodyTooLarge, BodyTruncated, BodyUnreadable
from strandline.adapters.replay.packing import pack
from strandline.core.archive.revisits import holder, reference_of
from strandline.core.archive.warc_reading import PIECE, Pieces, read_warc, safely
from strandline.ports import BlobStore, RecordedAnswer

#: Answers of a record that are replayed; a page of people has hundreds.
MOST_ANSWERS = 5_000
#: Tables that are kept in memory.
_TABLES = 64
#: Records that answer; the body of a `revisit` lies elsewhere.
_ANSWERS = ("response", "revisit")
#: What browsers can ask for; a `resource` under `urn:` is a picture of ours.
_WEB = ("http://", "https://")


class WarcReplayer:
    """Implements `Replayer`.

    Args:
        blobs: Where the WARCs are.
        folder: For files while a package is made; None for the system's.
    """

    def __init__(self, blobs: BlobStore, folder: Path | None = None) -> None:
        self._blobs = blobs
        self._folder = folder
        self._lock = threading.Lock()
        self._readers: WeakValueDictionary[str, threading.Lock] = WeakValueDictionary()
        self._table = lru_cache(maxsize=_TABLES)(self._read_table)

    def answers(self, key: str) -> Sequence[RecordedAnswer]:
        """What a WARC holds, in order."""
        return list(self._places(key))

    def body(self, key: str, number: int, *, limit: int) -> bytes | None:
        """An answer's body; None where there is none, or none that can be shown."""
        places = self._places(key)
        if not 0 <= number < len(places):
            return None
        place = places[number]
        source = Pieces(self._blobs.read(key, start=place.offset, end=place.offset + place.length))
        record = next(safely(read_warc(source)), None)
        if record is None:
            return None
        reference = reference_of(record)
        held = record
        if reference is not None:
            # The same body under another answer's head: how it is coded is said by this one's.
            held = holder(self._at(reference.key, reference.offset), reference)
        return None if held is None else _body(record.http_headers, held, limit)

    def pack(self, keys: Sequence[str], target: BinaryIO) -> None:
        """Write a WACZ of a stored WARC."""
        pack(self._blobs, keys, target, self._folder)

    def _at(self, key: str, offset: int) -> Pieces:
        return Pieces(self._blobs.read(key, start=offset))

    def _places(self, key: str) -> tuple[RecordedAnswer, ...]:
        # A page asks for its pictures all at once; the table is made by the first of them, and
        # nobody waits for the table of another record.
        with self._lock:
            reader = self._readers.setdefault(key, threading.Lock())
        with reader:
            return self._table(key)

    def _read_table(self, key: str) -> tuple[RecordedAnswer, ...]:
        places: list[RecordedAnswer] = []
        iterator = read_warc(self._at(key, 0))
        for record in safely(iterator):
            url = record.rec_headers.get_header("WARC-Target-URI") or ""
            if record.rec_type not in _ANSWERS or not url.startswith(_WEB):
                continue
            answer = _answer(len(places), url, record)
            iterator.read_to_end(record)  # only then its length is known
            offset, length = iterator.get_record_offset(), iterator.get_record_length()
            places.append(replace(answer, offset=offset, length=length))
            if len(places) == MOST_ANSWERS:
                break
        return tuple(places)


def _answer(number: int, url: str, record: Any) -> RecordedAnswer:
    head = record.http_headers
    status = head.get_statuscode() if head else ""
    return RecordedAnswer(
        number=number,
        url=url,
        status=int(status) if status.isascii() and status.isdigit() else 0,
        content_type=(head.get_header("Content-Type") or "")[:200] if head else "",
        location=(head.get_header("Location") or "")[:4_000] if head else "",
        recorded_at=_time(record.rec_headers.get_header("WARC-Date") or ""),
        digest=record.rec_headers.get_header("WARC-Payload-Digest") or "",
    )


def _time(text: str) -> datetime | None:
    """A time of a record; None where it is none, or without a zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo is not None else None


def _body(head: Any, held: Any, limit: int) -> bytes | None:
    """What is there of it: half a picture is better than none."""
    coding = head.get_header("Content-Encoding") if head else None
    found: list[bytes] = []
    try:
        for piece in decode(_pieces(held), read_encodings(coding or ""), limit):
            found.append(piece)  # noqa: PERF402 - what came before a fault is kept
    except (BodyTruncated, BodyUnreadable, zlib.error, EOFError):
        pass
    except BodyTooLarge:
        return None
    return b"".join(found)


def _pieces(record: Any) -> Iterator[bytes]:
    """The body as sent, without chunks where another writer left them in."""
    stream = record.raw_stream
    head = record.http_headers
    if head and (head.get_header("Transfer-Encoding") or "").lower() == "chunked":
        from warcio.bufferedreaders import ChunkedDataReader

        stream = ChunkedDataReader(stream)
    while piece := stream.read(PIECE):
        yield piece
