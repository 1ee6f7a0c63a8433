"""The world outside: time, network, documents, and how far work has come."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from strandline.model.articles import ArticleText
from strandline.model.delivery import Incoming
from strandline.model.digests import SearchHit
from strandline.model.entries import Listing
from strandline.model.fetching import FetchRequest, FetchResult, Resolution
from strandline.model.imports import Export
from strandline.model.sources import Source


class Clock(Protocol):
    """The time, once; everything else takes it as an argument."""

    def now(self) -> datetime:
        """Current time, aware UTC."""
        ...


class Fetcher(Protocol):
    """The one way out to the network. Retries, politeness and caps are its own business.

    One request a host at a time, with the configured delay; robots.txt is asked for pages. What
    the network does is an outcome, never an exception.
    """

    def fetch(self, request: FetchRequest) -> FetchResult:
        """Make one request; follows redirects unless told not to, every hop checked."""
        ...

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        """Find where a URL leads: HEAD then GET, or one GET where the body is wanted anyway."""
        ...


class DocumentParser(Protocol):
    """Reads hostile documents in worker processes with a limit on time and memory.

    A document over its limit ends as `ParseError` for that document alone.
    """

    def listing(self, source: Source, result: FetchResult) -> Listing:
        """Read a feed, a page with links or a sitemap, as the source's kind says.

        Raises:
            ParseError: The document is of another kind (`subject` is a `SourceState` value such
                as `error:html_page`), or over the limits.
        """
        ...

    def incoming(self, body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
        """Tell what a mail that came in is; one over the limits is for a person to read."""
        ...

    def export(self, body: bytes) -> Export:
        """Read an export of another program.

        Raises:
            ParseError: No program is known that writes such a file, or it is over the limits.
        """
        ...

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        """Extract text and metadata of an article's page; never raises for a bad page."""
        ...


class WebSearch(Protocol):
    """Finds pages for phase 2 of a digest."""

    def search(self, query: str, *, limit: int) -> list[SearchHit]:
        """Best first.

        Raises:
            FetchError: The search service is down or answers nonsense.
        """
        ...


class Progress(Protocol):
    """Tells a person how far long work has come."""

    def start(self, label: str, total: int | None) -> None:
        """Begin a bar; None where the total is unknown."""
        ...

    def advance(self, label: str, steps: int = 1, note: str = "") -> None:
        """Move it."""
        ...

    def finish(self, label: str) -> None:
        """End it."""
        ...
