"""Whether a WARC can be replayed: every record is read to its end, as a player would.

Reads from an open file that it is given; keeps one piece of a record in memory at a time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

from strandline.core.archive.revisits import reference_of
from strandline.core.archive.warc_reading import fault_of, read_warc
from strandline.model.archive import StoredPayload

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
        references: Bodies that are in other objects, in order.
        faults: One line each; empty where all of it can be read.
    """

    records: Mapping[str, int]
    urls: tuple[str, ...] = ()
    references: tuple[StoredPayload, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def is_playable(self) -> bool:
        """True where a player finds an answer to show."""
        return bool(self.urls) and not self.faults


def replay_warc(source: BinaryIO) -> Replay:
    """Read all records of a WARC, plain or compressed, and compare their checksums."""
    records: dict[str, int] = {}
    urls: list[str] = []
    references: list[StoredPayload] = []
    faults: list[str] = []
    try:
        for record in read_warc(source, check=True):
            url = record.rec_headers.get_header("WARC-Target-URI") or ""
            fault = fault_of(record)
            reference = reference_of(record)
            if record.rec_type == "revisit" and reference is None:
                fault = fault or "it does not say where its body is"
            if fault:
                faults.append(f"{record.rec_type} of {url[:200]!r}: {fault}")
            records[record.rec_type] = records.get(record.rec_type, 0) + 1
            if record.rec_type in _SHOWN:
                urls.append(url)
            if reference is not None:
                references.append(reference)
    except Exception as error:  # broken files make the library fail in many ways
        read = sum(records.values())
        faults.append(f"unreadable after {read} records: {str(error)[:200]!r}")
    if not records and not faults:
        faults.append("no records")
    return Replay(records, tuple(urls), tuple(references), tuple(faults[:_MOST_FAULTS]))
