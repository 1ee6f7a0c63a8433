"""Takes out of a print what differs each time although the page is the same.

Chromium writes the time of printing into the document. When a copy was made stands beside it in
the database; inside, it would only make equal prints differ, and each would be stored. What is
taken out is overwritten with spaces, so that nothing else moves.
"""

import os
import re
from pathlib import Path
from typing import BinaryIO

#: The end of a PDF: where its table of objects begins.
_TAIL_BYTES = 1_024
#: Table and trailer; the table has 20 bytes an object.
_TABLE_BYTES = 16_000_000
_INFO_BYTES = 65_536

_START = re.compile(rb"startxref\s+(\d{1,12})\s+%%EOF\s*$")
_TABLE = re.compile(rb"xref\s+0 (\d{1,8})\s*\n")
_INFO = re.compile(rb"/Info\s+(\d{1,8})\s+0\s+R")
_ID = re.compile(rb"/ID\s*\[\s*<[0-9A-Fa-f]*>\s*<[0-9A-Fa-f]*>\s*\]")
_DATES = re.compile(rb"/(?:CreationDate|ModDate)\s*\([^()\\]{0,100}\)")


def undate(path: Path) -> bool:
    """Blank times and the random identifier; True where the file is one that we can read so far.

    Any other PDF is left as it is: it is as good, only never equal to the next one.

    Raises:
        OSError: It cannot be read or written.
    """
    with path.open("r+b") as file:
        size = file.seek(0, os.SEEK_END)
        start = _START.search(_read(file, max(0, size - _TAIL_BYTES), _TAIL_BYTES))
        if start is None:
            return False
        at = int(start[1])
        table = _read(file, at, _TABLE_BYTES)
        head, info = _TABLE.match(table), _INFO.search(table)
        if head is None or info is None or b"/Encrypt" in table:
            return False
        entry = table[head.end() + 20 * int(info[1]) :][:20]
        if not re.fullmatch(rb"\d{10} 00000 n\s\s", entry):
            return False
        _blank(file, at, table, _ID)
        place = int(entry[:10])
        described = _read(file, place, _INFO_BYTES).partition(b"endobj")[0]
        if described.startswith(info[1] + b" 0 obj"):
            _blank(file, place, described, _DATES)
        return True


def _read(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    return file.read(size)


def _blank(file: BinaryIO, at: int, text: bytes, pattern: re.Pattern[bytes]) -> None:
    """Overwrite what a pattern finds in a text that begins at a place of the file."""
    for found in pattern.finditer(text):
        file.seek(at + found.start())
        file.write(b" " * len(found[0]))
