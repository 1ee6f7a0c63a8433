"""Browsers for many threads: a few processes, each for a limited number of pages."""

import contextlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from strandline.adapters.browser.finding import Missing, find_browser
from strandline.adapters.browser.page import PageResult, Piece, PieceResult
from strandline.adapters.browser.session import FOLDER_PREFIX, Ask, BrowserSession
from strandline.adapters.fetch.proxy import GuardProxy
from strandline.adapters.fetch.proxy_limits import ProxyLimits, ProxyReport
from strandline.model.archive import CaptureOutcome
from strandline.model.errors import CaptureError

#: Pages of one browser before a new one takes its place: what leaks, leaks no further.
PAGES_EACH = 40
#: Cap on a copy where none is set, bytes.
_MAX_BYTES = 500_000_000
#: Bodies of answers kept of one page, bytes.
_RECORD_BYTES = 200_000_000
#: Longest wait for a browser where no page sets a deadline, seconds.
_TURN_S = 60.0
#: What a page may load, as a multiple of what is kept of it.
_NETWORK_BYTES = 400_000_000


class BrowserPool:
    """Loads pages in real browsers, a few at once; safe from many threads.

    Args:
        program: Chromium, or what is missing.
        proxy: Every page leads out through a session of it.
        user_agent: Added to the browser's own.
        size: Browsers at once; started when they are needed.
        pages_each: Pages of one browser; 250 at most, since each has a door of its own.
    """

    def __init__(
        self,
        program: Path | Missing,
        proxy: GuardProxy,
        user_agent: str,
        *,
        size: int = 2,
        pages_each: int = PAGES_EACH,
    ) -> None:
        self._program = program
        self._proxy = proxy
        self._user_agent = user_agent
        self._pages_each = pages_each
        self._slots = threading.Semaphore(size)
        self._lock = threading.Lock()
        self._idle: list[BrowserSession] = []
        self._busy: set[BrowserSession] = set()
        self._is_closed = False
        sweep_folders()

    def load(
        self,
        url: str,
        folder: Path,
        wanted: Collection[Piece] = tuple(Piece),
        *,
        deadline_s: float,
        max_bytes: int = 0,
        record_bytes: int = _RECORD_BYTES,
    ) -> PageResult:
        """Load a page once and make the wanted copies of it.

        Never raises for what a page does, and returns within the deadline (a second more where
        processes had to be killed).

        Args:
            url: http or https.
            folder: Exists and is empty; takes the copies and the bodies of answers.
            deadline_s: For everything, the start of a browser included.
            max_bytes: Cap on each copy; 0 for the built-in one.
            record_bytes: Cap on the bodies of answers that are kept together; 0 keeps none.
        """
        began = time.monotonic()
        pieces = frozenset(wanted)
        if isinstance(self._program, Missing):
            missing = f"{self._program.what} {self._program.advice}"
            return _without(CaptureOutcome.TOOL_MISSING, missing, url, pieces)
        if urlsplit(url).scheme not in ("http", "https"):
            return _without(CaptureOutcome.UNSUPPORTED, "no web address", url, pieces)
        if not self._slots.acquire(timeout=deadline_s):
            return _without(CaptureOutcome.TIMEOUT, "no browser was free in time", url, pieces)
        try:
            result = self._load(
                self._program,
                began + deadline_s,
                Ask(url, folder, pieces, max_bytes or _MAX_BYTES, record_bytes),
            )
        except CaptureError as error:
            result = _without(CaptureOutcome.FAILED, str(error), url, pieces)
        finally:
            self._slots.release()
        return replace(result, seconds=time.monotonic() - began)

    def _load(self, program: Path, deadline: float, ask: Ask) -> PageResult:
        """Load in one browser; a second one where the first died before it asked for anything."""
        result, was_asked = self._try(program, deadline, ask)
        if not was_asked and time.monotonic() < deadline:
            result, _ = self._try(program, deadline, ask)
        return result

    def _try(self, program: Path, deadline: float, ask: Ask) -> tuple[PageResult, bool]:
        """The page, and whether its failure (if it is one) may be its own."""
        session = self._take(program)
        left = max(1.0, deadline - time.monotonic())
        limits = ProxyLimits(max_bytes=_NETWORK_BYTES, lifetime_s=left + 5.0)
        try:
            with self._proxy.session(limits, door=session.door()) as proxy:
                result = session.load(ask, proxy=proxy, deadline_s=left)
                report = proxy.report()
            was_asked = session.is_healthy or report.connections > 0
        finally:
            self._give_back(session)
        return _with_report(result, report), was_asked or self._is_closed

    def version(self) -> str:
        """Version of the browser; starts one where none runs.

        Raises:
            CaptureError: There is none, or it does not start.
        """
        if isinstance(self._program, Missing):
            raise CaptureError(self._program.what, advice=self._program.advice)
        if not self._slots.acquire(timeout=_TURN_S):
            raise CaptureError(f"No browser was free within {_TURN_S:.0f} s.")
        try:
            session = self._take(self._program)
            self._give_back(session)
        finally:
            self._slots.release()
        return session.version

    def close(self) -> None:
        """End every browser, busy ones too: their pages end as failed."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
            busy = list(self._busy)
        for session in busy:
            session.interrupt()
        for session in idle:
            session.close()

    def __enter__(self) -> "BrowserPool":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, program: Path) -> BrowserSession:
        session = self._idle_one() or BrowserSession(
            program, self._user_agent, most_pages=self._pages_each
        )
        with self._lock:
            self._busy.add(session)
        return session

    def _idle_one(self) -> BrowserSession | None:
        """A browser that waits for a page; one that died while it waited is cleared away."""
        while True:
            with self._lock:
                if self._is_closed:
                    raise CaptureError("The browsers were closed.")
                if not self._idle:
                    return None
                session = self._idle.pop()
            if session.is_alive():
                return session
            session.close()

    def _give_back(self, session: BrowserSession) -> None:
        with self._lock:
            self._busy.discard(session)
            is_kept = (
                session.is_healthy and session.pages < self._pages_each and not self._is_closed
            )
            if is_kept:
                self._idle.append(session)
        if not is_kept:
            session.close()


def make_browser_pool(
    proxy: GuardProxy, *, program: str = "", user_agent: str, size: int = 2
) -> BrowserPool:
    """A pool of the browser that this machine has.

    Args:
        program: What `CHROMIUM_PATH` says; empty to look for one.
    """
    return BrowserPool(find_browser(program), proxy, user_agent, size=size)


def sweep_folders() -> None:
    """Remove work folders whose process is gone: it and its browser were killed at once."""
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDER_PREFIX}*-*"):
        owner = folder.name.removeprefix(FOLDER_PREFIX).partition("-")[0]
        with contextlib.suppress(OSError):
            is_ours = folder.stat().st_uid == os.geteuid()
            if is_ours and owner.isdigit() and not Path("/proc", owner).exists():
                shutil.rmtree(folder, ignore_errors=True)


def _with_report(result: PageResult, report: ProxyReport) -> PageResult:
    """Add what the proxy knows; a refused tunnel is a mere failure to the browser."""
    result = replace(result, refused=report.refused, size_bytes=report.size_bytes)
    if result.outcome is not CaptureOutcome.FAILED:
        return result
    if report.is_over:
        return _failed_as(result, CaptureOutcome.TOO_LARGE, "the page loads too many bytes")
    host = urlsplit(result.final_url).hostname
    refusal = next((r for r in report.refusals if r.host == host), None)
    if refusal is not None:
        return _failed_as(result, CaptureOutcome.REFUSED, refusal.reason)
    return result


def _failed_as(result: PageResult, outcome: CaptureOutcome, message: str) -> PageResult:
    """The same failure by its better name, for copies that were not made too."""
    pieces = {
        piece: PieceResult(outcome, message=message)
        if made.outcome is CaptureOutcome.FAILED
        else made
        for piece, made in result.pieces.items()
    }
    return replace(result, outcome=outcome, message=message, pieces=pieces)


def _without(
    outcome: CaptureOutcome, message: str, url: str, wanted: frozenset[Piece]
) -> PageResult:
    pieces = {piece: PieceResult(outcome, message=message) for piece in Piece if piece in wanted}
    return PageResult(outcome, pieces, url, message)
