"""A file from another program, opened once: JSON, CSV, HTML or XML, alone or in a zip."""

import csv
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from strandline.core.sources.feeds.decoding import to_utf8
from strandline.model.errors import ParseError

#: Largest file, and all that comes out of a zip together (bytes).
MOST_BYTES = 120_000_000
#: Files of a zip that are looked at.
MOST_FILES = 200
#: How files of a zip may be packed.
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
#: What the library raises for a zip that is no good.
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, struct.error),
    *(EOFError, OSError, RuntimeError, ValueError),
)
#: Names in a zip that may hold links; pictures and databases are passed over.
_ENDINGS = (".json", ".csv", ".html", ".htm", ".xml", ".opml")


class Form(StrEnum):
    """How a file is written."""

    JSON = "json"
    CSV = "csv"
    HTML = "html"
    OPML = "opml"


@dataclass(frozen=True, slots=True)
class Document:
    """One file.

    Attributes:
        tree: JSON as it was read; None for another form.
        rows: Rows of CSV by their names, which are in lower case.
        body: UTF-8 without a mark.
    """

    form: Form
    body: bytes
    tree: Any = None
    rows: tuple[dict[str, str], ...] = ()


def open_file(body: bytes) -> list[Document]:
    """The file, or those of a zip that can hold links.

    Raises:
        ParseError: It is empty, too large, broken, or of no form that is read.
    """
    if not body.strip():
        raise ParseError("The file is empty.", advice="Export it once more.")
    if len(body) > MOST_BYTES:
        raise _too_large()
    if not body.startswith(b"PK\x03\x04"):
        return [_document(body)]
    found = [_document(one) for one in _unpacked(body)]
    if not found:
        raise ParseError("The zip holds no file with links (JSON, CSV, HTML or OPML).")
    return found


def _unpacked(body: bytes) -> Iterator[bytes]:
    left = MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            named = [one for one in archive.infolist() if one.filename.lower().endswith(_ENDINGS)]
            for one in named[:MOST_FILES]:
                if one.compress_type not in _PACKED:  # others unpack without a bound of memory
                    raise zipfile.BadZipFile("packed in a rare way")
                with archive.open(one) as member:
                    inner = member.read(left + 1)
                left -= len(inner)
                if left < 0:
                    raise _too_large()
                if inner.strip():
                    yield inner
    except _BROKEN as error:
        raise ParseError(
            "The zip cannot be unpacked: it is broken, cut off, locked or packed in a rare way.",
            advice="Download it once more, or unpack it and import its files.",
        ) from error


def _document(body: bytes) -> Document:
    text = to_utf8(body).data.lstrip()
    start = text[:2_000].lower()
    if text[:1] in (b"{", b"["):
        return Document(Form.JSON, text, tree=_json(text))
    if b"<opml" in start:
        return Document(Form.OPML, text)
    if start.startswith(b"<"):
        return Document(Form.HTML, text)
    rows = _csv(text)
    if rows is None:
        raise ParseError(
            "The file is neither JSON, CSV, HTML nor OPML.",
            advice="Import what the other program calls an export or a backup.",
        )
    return Document(Form.CSV, text, rows=rows)


def _json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        reason = " ".join(str(error).split())[:160]
        raise ParseError(
            f"The file begins as JSON and is broken: {reason}.",
            advice="Export it once more; a download may have been cut off.",
        ) from error


def _csv(text: bytes) -> tuple[dict[str, str], ...] | None:
    """Rows of a table that has a column of addresses; None for anything else."""
    lines = io.StringIO(text.decode("utf-8", "replace"), newline="")
    try:
        reader = csv.reader(lines)
        names = [name.strip().lower() for name in next(reader, [])]
        if "url" not in names:
            return None
        return tuple(dict(zip(names, row, strict=False)) for row in reader if row)
    except csv.Error as error:
        raise ParseError(f"The file begins as CSV and is broken: {error}.") from error


def _too_large() -> ParseError:
    return ParseError(
        f"The file holds more than {MOST_BYTES // 1_000_000} MB.",
        advice="Take it apart, or leave out the texts of pages where the export lets you.",
    )
