"""`PooledParser`: documents are read in processes that may be killed.

A parser in C can crash, and no Python code can end a loop inside it; a process can be ended. A
worker that runs out of time is killed, one that dies is replaced, and only the document that it
read is lost.
"""

import atexit
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from strandline.adapters.parse import work
from strandline.adapters.parse.worker import NotHandedOver, Worker, WorkerGone
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.delivery import Incoming, IncomingKind
from strandline.model.entries import Listing
from strandline.model.errors import ParseError, ParserFault
from strandline.model.fetching import FetchResult
from strandline.model.imports import Export
from strandline.model.pictures import MadePicture, PictureOutcome, PictureUse
from strandline.model.sources import Source, SourceState

if TYPE_CHECKING:
    from pathlib import Path

    from strandline.adapters.parse.pdf import PdfText
    from strandline.core.text.hints import PageHints
    from strandline.settings import ParseSettings  # would load pydantic into every worker

Answer = TypeVar("Answer")

#: What workers load before their first document.
FEEDS_ONLY: tuple[str, ...] = (
    "strandline.core.sources.feeds.reader",
    "strandline.core.sources.kinds",
)
PAGES_ONLY: tuple[str, ...] = ("strandline.adapters.parse.pages", "trafilatura")
PICTURES_ONLY: tuple[str, ...] = ("strandline.adapters.parse.pictures",)
EVERYTHING: tuple[str, ...] = (*FEEDS_ONLY, *PAGES_ONLY)

#: A worker is replaced after so many documents: what C libraries keep does not add up.
DOCUMENTS_PER_WORKER = 1000
#: Part of a document's seconds after which its worker is ended; the end takes the rest.
KILL_AT = 0.9
#: Part of that time after which no further page of a document is begun.
PAGES_UNTIL = 0.6
#: A worker that waits instead of working is ended after so many times its seconds on the wall.
PATIENCE = 6
#: The same for the handing over, seconds.
HAND_OVER_S = 10.0
#: A document that has found no free worker after so many times that is given up.
TURNS = 50


class PooledParser:
    """Implements `DocumentParser`; safe to call from many threads.

    Processes start with the first document, as many as there are documents at once. Every method
    that reads raises `ParserFault` where no process can begin.

    Args:
        settings: Workers, seconds and bytes for a document.
        modules: What workers load at their start.
    """

    def __init__(self, settings: "ParseSettings", *, modules: Sequence[str] = EVERYTHING) -> None:
        self._settings = settings
        self._modules = tuple(modules)
        self._changed = threading.Condition()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._closed = False
        atexit.register(self.close)  # before multiprocessing waits for its children

    def start(self) -> None:
        """Start a process now, beside other work, instead of with the first document."""
        threading.Thread(target=self._warm, name="parse-start", daemon=True).start()

    def check(self) -> None:
        """See whether a process can begin.

        Raises:
            ParserFault: None can.
        """
        self._run(work.nothing, "check")

    def _warm(self) -> None:
        # A parser that was closed meanwhile, or that cannot begin, has nothing to warm: the first
        # document will tell.
        with contextlib.suppress(ParseError, ParserFault), self._worker():
            pass

    def listing(self, source: Source, result: FetchResult) -> Listing:
        """Read a feed, a page with links or a sitemap, as the source's kind says.

        Raises:
            ParseError: The document is of another kind, or over the limits.
        """
        return self._run(work.listing, source.name, source, _plain(result))

    def incoming(self, body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
        """Tell what a mail that came in is; one over the limits is for a person to read."""
        try:
            return self._run(work.incoming, "mail", body, tuple(recipients), secret)
        except (ParseError, MemoryError, RecursionError) as error:
            return Incoming(IncomingKind.OTHER, said=f"It could not be read: {error}"[:300])

    def export(self, body: bytes) -> Export:
        """Read an export of another program.

        Raises:
            ParseError: It cannot be read, or is over the limits.
        """
        try:
            return self._run(work.export, "The export", body)
        except ParseError as error:
            if error.subject != SourceState.TOO_LARGE.value:
                raise
            raise ParseError(
                error.message,
                subject=error.subject,
                advice="`strandline import` reads it without such limits, or raise "
                "PARSE_MEMORY_BYTES and PARSE_TIMEOUT_SECONDS.",
            ) from error

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

    def picture(self, body: bytes, use: PictureUse, *, name: str) -> MadePicture | PictureOutcome:
        """Write a picture anew for a use; says why where there is none."""
        try:
            return self._run(work.picture, name, body, use)
        except ParseError:
            return PictureOutcome.TOO_LARGE

    def close(self) -> None:
        """End the workers; documents being read are given up."""
        with self._changed:
            self._closed = True
            idle, self._idle = self._idle, []
            busy = tuple(self._busy)
            self._changed.notify_all()
        for worker in busy:
            worker.interrupt()  # who waits for its answer ends it
        for worker in idle:
            worker.end()
        atexit.unregister(self.close)

    def _run(self, function: Callable[..., Answer], name: str, *arguments: object) -> Answer:
        """Call a function of `work` in a worker.

        Raises:
            ParseError: The document cannot be read, or not within the limits.
            ParserFault: No worker can begin.
        """
        seconds = self._settings.timeout_s * KILL_AT
        try:
            with self._worker() as worker:
                return worker.call(
                    function, arguments, cpu_s=seconds, wall_s=seconds * PATIENCE + HAND_OVER_S
                )
        except TimeoutError as error:
            raise self._too_slow(name) from error
        except WorkerGone as error:
            if error.exit_code == -signal.SIGPROF:
                raise self._too_slow(name) from error
            raise ParseError(
                f"{name}: the process that read the document ended without an answer ({error}).",
                subject=SourceState.TOO_LARGE.value,
                advice="It is tried again later.",
            ) from error
        except (ParseError, ParserFault):
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

    @contextlib.contextmanager
    def _worker(self) -> Iterator[Worker]:
        """A worker for one document; what it cannot go on with, it is ended after."""
        worker = self._taken()
        is_sound = False
        try:
            yield worker
            is_sound = True
        except (TimeoutError, WorkerGone, NotHandedOver):
            raise
        except Exception:  # an answer too
            is_sound = True
            raise
        finally:
            stays = not worker.leaves and worker.documents < DOCUMENTS_PER_WORKER
            self._give_back(worker, is_sound=is_sound and stays)

    def _taken(self) -> Worker:
        """An idle worker or a new one, once there is room.

        Raises:
            ParseError: The parser is closed; no worker was free for very long.
            ParserFault: It cannot begin.
        """
        with self._changed:
            patience = self._settings.timeout_s * PATIENCE * TURNS
            if not self._changed.wait_for(self._has_room, patience):
                raise ParseError(
                    f"No process was free to read a document within {patience:.0f} s.",
                    subject=SourceState.TOO_LARGE.value,
                    advice="Raise PARSE_WORKERS.",
                )
            if self._closed:
                raise ParseError("The parser is closed.")
            while self._idle:
                worker = self._idle.pop()
                if worker.is_alive():
                    self._busy.add(worker)
                    return worker
                worker.end()
            worker = Worker(self._settings.memory_bytes, self._modules)
            self._busy.add(worker)
        try:
            worker.begin()
        except BaseException:
            self._give_back(worker, is_sound=False)
            raise
        return worker

    def _has_room(self) -> bool:
        return self._closed or len(self._busy) < self._settings.workers

    def _give_back(self, worker: Worker, *, is_sound: bool) -> None:
        with self._changed:
            self._busy.discard(worker)
            is_kept = is_sound and not self._closed
            if is_kept:
                self._idle.append(worker)
            self._changed.notify()
        if not is_kept:
            worker.end()


def _plain(result: FetchResult) -> FetchResult:
    """The answer without what a parser does not need, and with a dictionary that can travel."""
    return replace(result, headers=dict(result.headers), hops=())
