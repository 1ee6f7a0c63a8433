"""Text and metadata of a PDF, within a worker's limits.

A page at a time until the time is used up: half of a long document is found by its words, a worker
that was killed for its length leaves nothing.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

#: Characters that are kept of a document.
MAX_TEXT = 2_000_000
_MAX_FIELD = 1_000


@dataclass(frozen=True, slots=True)
class PdfText:
    """What a PDF says.

    Attributes:
        pages: Of the document; 0 where that could not be read.
        pages_read: How many of them the text comes from.
        message: One line for a person where something is missing.
    """

    text: str = ""
    title: str = ""
    author: str | None = None
    language: str | None = None
    created_at: datetime | None = None
    pages: int = 0
    pages_read: int = 0
    message: str = ""


def read_pdf(path: Path, seconds: float, clock: Callable[[], float] = time.process_time) -> PdfText:
    """Read a PDF; a broken one gives what could be read of it.

    Args:
        path: The file.
        seconds: Processor time after which no further page is begun.
        clock: Processor time in seconds.

    Raises:
        ImportError: The library is not installed.
    """
    from pypdf import PdfReader

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    began = clock()
    try:
        reader = PdfReader(path, strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            return PdfText(message="the document is locked with a password")
        count = len(reader.pages)
        facts = _facts(reader)
    except Exception as error:  # broken files make the library fail in many ways
        return PdfText(message=f"the document cannot be read ({type(error).__name__})")
    texts: list[str] = []
    size = 0
    message = ""
    for number in range(count):
        if clock() - began > seconds or size > MAX_TEXT:
            message = f"text of the first {number} of {count} pages"
            break
        try:
            text = reader.pages[number].extract_text()
        except Exception as error:
            message = f"page {number + 1} cannot be read ({type(error).__name__})"
            text = ""
        texts.append(_clean(text))
        size += len(text)
    body = "\n\n".join(text for text in texts if text)[:MAX_TEXT]
    return PdfText(text=body, pages=count, pages_read=len(texts), message=message, **facts)


def _facts(reader: Any) -> dict[str, Any]:
    """What the document says of itself; what cannot be read is left out."""
    info = reader.metadata
    if info is None:
        return {}
    created = None
    try:
        created = info.creation_date
    except ValueError:
        created = None
    if created is not None:
        created = (created if created.tzinfo else created.replace(tzinfo=UTC)).astimezone(UTC)
    language = reader.root_object.get("/Lang")
    return {
        "title": _field(info.title),
        "author": _field(info.author) or None,
        "language": _field(language)[:35] or None,
        "created_at": created,
    }


def _field(value: object) -> str:
    return " ".join(_clean(str(value)).split())[:_MAX_FIELD] if isinstance(value, str) else ""


def _clean(text: str) -> str:
    """Without NUL and halves of surrogate pairs, which no database takes."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8").strip()
