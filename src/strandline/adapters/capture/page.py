"""A page as a capture finds it: what our own client brought, and the load in a browser."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.adapters.browser import BrowserPool, PageResult, RecordedResponse
from strandline.core.archive.outcomes import is_kept
from strandline.core.archive.sniff import UNKNOWN, Sniffed
from strandline.core.text.hints import PageHints
from strandline.model.archive import CaptureOutcome
from strandline.model.fetching import FetchResult

if TYPE_CHECKING:
    from strandline.adapters.fetch.recording import Exchanged


@dataclass(frozen=True, slots=True)
class Page:
    """What our own client brought, and what it is.

    Attributes:
        result: The answer; its body is only the start.
        exchanges: Every request and answer of the chain.
        body: The document after content coding; None where none came.
        outcome: What the answer is worth.
        text: Readable text, empty where there is none.
        title: Plain text; so are the others.
        note: What is missing of the text, in one line.
    """

    result: FetchResult
    exchanges: "tuple[Exchanged, ...]" = ()
    body: Path | None = None
    sniffed: Sniffed = UNKNOWN
    outcome: CaptureOutcome = CaptureOutcome.FAILED
    message: str = ""
    text: str = ""
    title: str = ""
    description: str = ""
    author: str | None = None
    site_name: str | None = None
    language: str | None = None
    published_at: datetime | None = None
    hints: PageHints = field(default_factory=PageHints)
    note: str = ""

    @property
    def is_kept(self) -> bool:
        """True where the answer is worth keeping."""
        return is_kept(self.outcome)


@dataclass(slots=True)
class Browsing:
    """The load of one job: made when the first capture asks for it, then remembered.

    Attributes:
        began_at: When it was made; None before.
        rendered: The page as the browser saw it, with what it is worth; None where there is none.
    """

    pool: BrowserPool | None
    now: Callable[[], datetime]
    result: PageResult | None = None
    began_at: datetime | None = None
    rendered: Page | None = None
    responses: tuple[RecordedResponse, ...] = field(default=())
