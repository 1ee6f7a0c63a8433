"""Whether a WARC can be replayed: every record is read to its end, as a player would.

Reads from an open file that it is given; keeps one piece of a record in memory at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

_PIECE = 1 << 16
#: Faults that are told; a broken file has one in every record.
_MOST_FAULTS = 10
#: Records that a player shows.
_SHOWN = ("response", "resource", "revisit")


@dataclass(frozen=True, slots=True)
class Replay:
    """What a WARC holds.

    Attributes:
        records: How many records of each type.
        urls: Target URLs of responses and resources, in order.
        faults: One line each; empty where all of it can be read.
    """

    records: Mapping[str, int]
    urls: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def is_playable(self) -> bool:
        """True where a player finds an answer to show."""
        return bool(self.urls) and not self.faults


def replay_warc(source: BinaryIO) -> Replay:
    """Read all records of a WARC, plain or compressed, and compare their checksums."""
    from warcio.archiveiterator import ArchiveIterator

    records: dict[str, int] = {}
    urls: list[str] = []
    faults: list[str] = []
    try:
        for record in ArchiveIterator(source, check_digests=True):
            url = record.rec_headers.get_header("WARC-Target-URI") or ""
            fault = _fault_of(record)
            if fault:
                faults.append(f"{record.rec_type} of {url[:200]!r}: {fault}")
            records[record.rec_type] = records.get(record.rec_type, 0) + 1
            if record.rec_type in _SHOWN:
                urls.append(url)
    except Exception as error:  # broken files make the library fail in many ways
        read = sum(records.values())
        faults.append(f"unreadable after {read} records: {str(error)[:200]!r}")
    if not records and not faults:
        faults.append("no records")
    return Replay(records, tuple(urls), tuple(faults[:_MOST_FAULTS]))


def _fault_of(record: Any) -> str:
    """What is wrong with a record, read to its end; empty where nothing is."""
    stream = record.raw_stream
    while stream.read(_PIECE):
        pass
    left = getattr(stream, "limit", 0)
    if left > 0:
        return f"{left} bytes are missing"
    checker = getattr(record, "digest_checker", None)
    if checker is not None and checker.passed is False:
        return "; ".join(checker.problems)
    return ""
