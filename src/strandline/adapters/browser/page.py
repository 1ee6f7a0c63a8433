"""What a browser makes of one page, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from strandline.model.archive import CaptureOutcome

#: Header names and values as sent, in order.
Headers = tuple[tuple[str, str], ...]


class Piece(StrEnum):
    """The copies that a browser can make, all of one load; the values name the files."""

    SCREENSHOT = "screenshot.png"  # the first screen, before anything was scrolled
    DOM = "dom.html"  # the document after scripts have run, untouched by us; UTF-8
    SNAPSHOT = "snapshot.html"  # after scrolling, as it is seen: needs no script (`snapshot.py`)
    SCREENSHOT_FULL = "screenshot-full.png"  # after scrolling through, for images that load late
    PDF = "page.pdf"
    READ = "read.html"  # the document after scrolling, for reading only: with what frames say


@dataclass(frozen=True, slots=True)
class PieceResult:
    """What became of one copy.

    Attributes:
        path: The file; None unless something worth keeping was made (`KEPT`).
        message: One line for a person; may note something of a good copy too.
    """

    outcome: CaptureOutcome
    path: Path | None = None
    message: str = ""


@dataclass(frozen=True, slots=True)
class RecordedResponse:
    """One answer that the page received, for the WARC.

    Attributes:
        body_path: The body, decoded (`Content-Encoding` undone); None where it could not be kept:
            redirects have none, and very large ones are let go.
    """

    url: str
    method: str
    status: int
    reason: str
    request_headers: Headers
    response_headers: Headers
    body_path: Path | None
    size_bytes: int


@dataclass(frozen=True, slots=True)
class PageResult:
    """One load of a page.

    Attributes:
        outcome: Of the load itself; `GOOD` says that there is a page, whatever its HTTP status.
        pieces: Every wanted copy has an entry.
        final_url: Where the page is in the end; the asked URL where nothing came.
        status: HTTP status of the final answer; 0 where there was none.
        headers: Of the final answer.
        title: As the page set it, at most 1,000 characters.
        responses: In the order in which they were complete.
        refused: Requests of the page that the egress guard refused.
        size_bytes: Carried over the network.
    """

    outcome: CaptureOutcome
    pieces: Mapping[Piece, PieceResult]
    final_url: str
    message: str = ""
    status: int = 0
    headers: Headers = ()
    title: str = ""
    responses: tuple[RecordedResponse, ...] = field(default_factory=tuple)
    refused: int = 0
    size_bytes: int = 0
    seconds: float = 0.0
