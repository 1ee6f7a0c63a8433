"""Reads WARC records one after the other out of whatever gives bytes; broken files end early."""

from collections.abc import Iterator
from typing import Any, BinaryIO

from strandline.model.errors import StoreError

PIECE = 1 << 16


class Pieces:
    """Bytes that come in pieces, as a file that is read forwards.

    Args:
        pieces: None of them empty.
    """

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest, self._at = pieces, b"", 0

    def read(self, size: int = -1) -> bytes:
        """At most `size` bytes; empty at the end."""
        if not self._rest:
            self._rest = next(self._pieces, b"")
        taken = self._rest if size < 0 else self._rest[:size]
        self._rest = self._rest[len(taken) :]
        self._at += len(taken)
        return taken

    def tell(self) -> int:
        """Bytes read so far."""
        return self._at


def read_warc(source: Pieces | BinaryIO, *, check: bool = False) -> Any:
    """An iterator of `warcio` over records, plain or compressed.

    Args:
        check: Compute the checksums of records as they are read.
    """
    from warcio.archiveiterator import ArchiveIterator

    return ArchiveIterator(source, check_digests=check)


def safely(records: Any) -> Iterator[Any]:
    """Records up to where the file breaks; faults of the object store go through."""
    try:
        yield from records
    except StoreError:
        raise
    except Exception:  # broken files make the library fail in many ways
        return


def payload_pieces(record: Any) -> Iterator[bytes]:
    """The body of a record in pieces, as written."""
    while piece := record.raw_stream.read(PIECE):
        yield piece


def fault_of(record: Any) -> str:
    """What is wrong with a record, which is read to its end; empty where nothing is."""
    for _ in payload_pieces(record):
        pass
    left = getattr(record.raw_stream, "limit", 0)
    if left > 0:
        return f"{left} bytes are missing"
    checker = getattr(record, "digest_checker", None)
    if checker is not None and checker.passed is False:
        return "; ".join(checker.problems)
    return ""
