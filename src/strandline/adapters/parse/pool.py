"""`PooledParser`: documents are read in processes that may be killed.

A parser in C can crash, and no Python code can end a loop inside it; a process can be ended. A
worker that runs out of time is killed, one that dies is replaced, and only the document that it
read is lost.
"""

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pebble import ProcessExpired, ProcessPool

from strandline.adapters.parse import work
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.entries import Listing
from strandline.model.errors import ParseError, StrandlineError
from strandline.model.fetching import FetchResult
from strandline.model.sources import Source, SourceState

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.adapters.parse.pdf import PdfText
    from strandline.core.text.hints import PageHints
    from strandline.settings import ParseSettings  # would load pydantic into every worker

Answer = TypeVar("Answer")

#: What workers load before their first document.
FEEDS_ONLY: tuple[str, ...] = ("strandline.core.sources.feeds", "strandline.core.sources.kinds")
PAGES_ONLY: tuple[str, ...] = ("strandline.core.text.extract", "trafilatura")
EVERYTHING: tuple[str, ...] = (*FEEDS_ONLY, *PAGES_ONLY)

#: A worker is replaced after so many documents: what C libraries keep does not add up.
DOCUMENTS_PER_WORKER = 1000
#: Part of a document's seconds after which its worker is ended; the end takes the rest.
KILL_AT = 0.9
#: Part of that time after which no further page of a document is begun.
PAGES_UNTIL = 0.6
#: A worker that waits instead of working is ended after so many times its seconds on the wall.
PATIENCE = 6


class PooledParser:
    """Implements `DocumentParser`; safe to call from many threads.

    Processes start with the first document. They are forked from a server without threads
    (`forkserver`), since forking a program with threads can copy a lock that nobody will open.

    Args:
        settings: Workers, seconds and bytes for a document.
        modules: What workers load at their start.
    """

    def __init__(self, settings: "ParseSettings", *, modules: Sequence[str] = EVERYTHING) -> None:
        self._settings = settings
        self._modules = tuple(modules)
        self._lock = threading.Lock()
        self._pool: Any = None
        self._closed = False

    def start(self) -> None:
        """Start the processes now, beside other work, instead of with the first document."""
        threading.Thread(target=self._warm, name="parse-start", daemon=True).start()

    def _warm(self) -> None:
        # A parser that was closed meanwhile, or whose pool broke, has nothing to warm.
        with contextlib.suppress(ParseError, RuntimeError):
            self._started().schedule(work.nothing)

    def listing(self, source: Source, result: FetchResult) -> Listing:
        """Read a feed, a page with links or a sitemap, as the source's kind says.

        Raises:
            ParseError: The document is of another kind, or over the limits.
        """
        return self._run(work.listing, source.name, source, _plain(result))

    def feed(self, body: bytes, *, name: str, content_type: str, base_url: str) -> Listing:
        """Read a feed with the items that have no address too, as `strandline feed` shows it.

        Raises:
            ParseError: The document is no feed, or over the limits.
        """
        return self._run(work.feed, name, name, body, content_type, base_url)

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        """Extract text and metadata of an article's page; never raises for a bad page."""
        try:
            return self._run(work.page, result.final_url, article_uuid, _plain(result), now)
        except (ParseError, MemoryError, RecursionError) as error:
            message = str(error) or "The page took more than a page may."
            return ArticleText(article_uuid, TextStatus.FAILED, now, message=message)

    def hints(self, body: bytes, content_type: str, *, name: str) -> "PageHints":
        """Read what a page says besides its text.

        Raises:
            ParseError: Over the limits.
        """
        return self._run(work.hints, name, body, content_type)

    def pdf(self, path: "Path", *, name: str) -> "PdfText":
        """Read the text of a PDF, as far as the time allows.

        Raises:
            ParseError: Over the limits; the library for it is not installed.
        """
        seconds = self._settings.timeout_s * KILL_AT * PAGES_UNTIL
        return self._run(work.pdf, name, path, seconds)

    def close(self) -> None:
        """End the workers; documents being read are given up."""
        with self._lock:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.stop()
            pool.join()

    def _run(self, function: Callable[..., Answer], name: str, *arguments: object) -> Answer:
        """Call a function of `work` in a worker.

        Raises:
            ParseError: The worker ran out of time or died.
        """
        try:
            return self._answer(function, arguments)
        except TimeoutError as error:
            raise self._too_slow(name) from error
        except (ProcessExpired, CancelledError, BrokenExecutor) as error:
            if isinstance(error, ProcessExpired) and error.exitcode == -signal.SIGPROF:
                raise self._too_slow(name) from error
            raise ParseError(
                f"{name}: the process that read the document ended without an answer.",
                subject=SourceState.TOO_LARGE.value,
                advice="It is tried again later.",
            ) from error
        except StrandlineError:
            raise
        except Exception as error:  # a fault of ours stays with its document
            raise ParseError(
                f"{name}: the document could not be read ({type(error).__name__}: {error}).",
                subject=SourceState.NOT_A_FEED.value,
                advice="Please report it with the document.",
            ) from error

    def _too_slow(self, name: str) -> ParseError:
        return ParseError(
            f"{name}: reading the document took longer than {self._settings.timeout_s:g} s.",
            subject=SourceState.TOO_LARGE.value,
            advice="It is tried again later; raise PARSE_TIMEOUT_SECONDS if you trust it.",
        )

    def _answer(self, function: Callable[..., Answer], arguments: tuple[object, ...]) -> Answer:
        """Call in a worker; a pool that broke (its idle workers were killed) is replaced once."""
        pool = self._started()
        try:
            return self._call(pool, function, arguments)
        except BrokenExecutor:
            with self._lock:
                if self._pool is pool:
                    self._pool = None
            pool.stop()
            return self._call(self._started(), function, arguments)

    def _call(
        self, pool: Any, function: Callable[..., Answer], arguments: tuple[object, ...]
    ) -> Answer:
        seconds = self._settings.timeout_s * KILL_AT
        try:
            future = pool.schedule(
                work.timed, args=(seconds, function, *arguments), timeout=seconds * PATIENCE
            )
        except RuntimeError as error:  # what pebble says of a pool that broke before
            raise BrokenExecutor(str(error)) from error
        answer: Answer = future.result()
        return answer

    def _started(self) -> Any:
        with self._lock:
            if self._closed:
                raise ParseError("The parser is closed.")
            if self._pool is None:
                context = multiprocessing.get_context("forkserver")
                # What the server has loaded, its workers have from the start.
                context.set_forkserver_preload(["strandline.adapters.parse.work", *self._modules])
                self._pool = ProcessPool(
                    max_workers=self._settings.workers,
                    max_tasks=DOCUMENTS_PER_WORKER,
                    initializer=work.begin,
                    initargs=(self._settings.memory_bytes, self._modules),
                    context=context,
                )
            return self._pool


def _plain(result: FetchResult) -> FetchResult:
    """The answer without what a parser does not need, and with a dictionary that can travel."""
    return replace(result, headers=dict(result.headers), hops=())
