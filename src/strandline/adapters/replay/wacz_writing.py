"""Packs a WARC with its index and list of pages: WACZ 1.1.1, as ReplayWeb.page opens it.

Written here and not with the `wacz` package, which brings some forty packages (frictionless, petl,
jsonschema, …) for what is a zip with five small files beside the WARC.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import SEEK_END
from typing import IO, Any, BinaryIO

from strandline.core.archive.surt import surt
from strandline.core.archive.warc_reading import read_warc

VERSION = "1.1.1"
_PIECE = 1 << 20
#: Records that a player shows, and so looks for in the index.
_SHOWN = frozenset({"response", "resource", "revisit"})
#: Characters of a page's text that go into the list of pages: the player searches them.
_MAX_TEXT = 200_000


@dataclass(frozen=True, slots=True)
class ListedPage:
    """The page that a player opens first."""

    url: str
    title: str
    visited_at: datetime
    text: str = ""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A record to be packed.

    Attributes:
        warc: Gzipped by record; can be sought in.
        page: Its URL is that of an answer in the WARC.
        made_at: When it was recorded.
    """

    warc: IO[bytes]
    page: ListedPage
    made_at: datetime


def write_wacz(target: BinaryIO, records: Iterable[Recorded], software: str) -> None:
    """Pack records, one after the other: only one of them need be open at a time.

    Args:
        target: Takes the package.
        records: At least one; a player opens the page of the first.
        software: Name and version of the writer.

    Raises:
        OSError: It cannot be written.
        ValueError: There is no record.
    """
    resources: list[dict[str, Any]] = []
    lines: list[str] = []
    pages: list[ListedPage] = []
    now: datetime | None = None
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as packed:
        # Stored, not deflated: players read records by their offset within the zip.
        for number, record in enumerate(records, start=1):
            now = now or record.made_at
            name = "data.warc.gz" if number == 1 else f"data-{number}.warc.gz"
            resources.append(_add_file(packed, f"archive/{name}", record.warc, record.made_at))
            lines += cdxj_lines(record.warc, name)
            pages.append(record.page)
        if now is None:
            raise ValueError("a package without a record")
        page = pages[0]
        index = "".join(sorted(lines))
        resources.append(_add(packed, "indexes/index.cdx", index.encode(), now))
        resources.append(_add(packed, "pages/pages.jsonl", _pages(pages), now))
        description = _dumped(
            {
                "profile": "data-package",
                "wacz_version": VERSION,
                "title": page.title or page.url,
                "software": software,
                "created": _stamp(now),
                "mainPageUrl": page.url,
                "mainPageDate": _stamp(page.visited_at),
                "resources": resources,
            }
        )
        _add(packed, "datapackage.json", description, now)
        seal = {"path": "datapackage.json", "hash": _sha256(description)}
        _add(packed, "datapackage-digest.json", _dumped(seal), now)


def cdxj_lines(warc: IO[bytes], name: str = "data.warc.gz") -> Iterator[str]:
    """One line for each record that a player shows: key, time, and where it is."""
    warc.seek(0)
    records = read_warc(warc)  # type: ignore[arg-type]  # it reads like any open file
    for record in records:
        if record.rec_type not in _SHOWN:
            continue
        head = record.rec_headers
        url = head.get_header("WARC-Target-URI")
        http = record.http_headers
        kind = (http or head).get_header("Content-Type") or ""
        status = http.get_statuscode() if http else "200"
        line = {
            "url": url,
            "mime": kind.partition(";")[0].strip() or "application/octet-stream",
            "status": status,
            "digest": head.get_header("WARC-Payload-Digest")
            or head.get_header("WARC-Block-Digest"),
        }
        records.read_to_end(record)  # only then its length is known
        line["length"] = str(records.get_record_length())
        line["offset"] = str(records.get_record_offset())
        line["filename"] = name
        when = "".join(char for char in head.get_header("WARC-Date")[:19] if char.isdigit())
        yield f"{surt(url)} {when} {json.dumps(line)}\n"


def _pages(pages: Sequence[ListedPage]) -> bytes:
    header = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True}
    rows = [
        {
            "id": hashlib.sha256(page.url.encode()).hexdigest()[:22],
            "url": page.url,
            "ts": _stamp(page.visited_at),
            "title": page.title or page.url,
            "text": page.text[: _MAX_TEXT // len(pages)],
        }
        for page in pages
    ]
    lines = (json.dumps(value, ensure_ascii=False) for value in (header, *rows))
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def _add(packed: zipfile.ZipFile, name: str, body: bytes, now: datetime) -> dict[str, Any]:
    packed.writestr(_entry(name, now), body)
    return _resource(name, _sha256(body), len(body))


def _add_file(
    packed: zipfile.ZipFile, name: str, source: IO[bytes], now: datetime
) -> dict[str, Any]:
    checksum = hashlib.sha256()
    entry = _entry(name, now)
    entry.file_size = source.seek(0, SEEK_END)  # decides whether the zip needs 64-bit sizes
    source.seek(0)
    with packed.open(entry, "w") as target:
        while piece := source.read(_PIECE):
            checksum.update(piece)
            target.write(piece)
    return _resource(name, f"sha256:{checksum.hexdigest()}", entry.file_size)


def _entry(name: str, now: datetime) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, now.astimezone(UTC).timetuple()[:6])


def _resource(name: str, checksum: str, size: int) -> dict[str, Any]:
    return {
        "name": name.rpartition("/")[2],
        "path": name,
        "hash": checksum,
        "bytes": size,
    }


def _dumped(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace")


def _sha256(body: bytes) -> str:
    return f"sha256:{hashlib.sha256(body).hexdigest()}"


def _stamp(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
