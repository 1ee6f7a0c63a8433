"""The `Capturer`: one load by our client, then every kind of copy on its own.

A copy that fails, hangs or is missing its tool ends with a report of its own; the others go on.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import structlog

from strandline.adapters.browser import BrowserPool
from strandline.adapters.capture.browsing import with_rendered
from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    Limits,
)
from strandline.adapters.capture.kinds import CAPTURE_KINDS
from strandline.adapters.capture.metadata import link_metadata
from strandline.adapters.capture.page import Browsing, Page
from strandline.adapters.capture.reading import read_page
from strandline.adapters.capture.tools import ADVICE, Tools
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.adapters.fetch.proxy import GuardProxy
from strandline.adapters.parse import PooledParser
from strandline.model.archive import (
    ArchiveJob,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    StoredPayload,
)
from strandline.model.errors import StrandlineError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.ports import Captured, Clock
from strandline.settings import Settings

log = structlog.get_logger("strandline.capture")

#: Part of the deadline that our own client may take: what comes after it needs time too.
_FETCH_PART = 0.5
#: These only write down what is known already.
_NEED_NO_TIME = frozenset({CaptureName.FETCH, CaptureName.TEXT, CaptureName.METADATA})
#: Where no limit is set: more than any disk holds.
_NO_LIMIT = 1 << 62


class PageCapturer:
    """Implements `Capturer`; safe from many threads.

    Args:
        settings: Limits.
        clock: Current time.
        fetcher: Our client.
        parser: Reads documents in workers.
        proxy: The way out for programs of others.
        browsers: None where there is no browser.
        tools: What is installed.
        opened: Closed with the capturer.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        *,
        fetcher: HttpFetcher,
        parser: PooledParser,
        proxy: GuardProxy,
        browsers: BrowserPool | None,
        tools: Tools,
        opened: ExitStack,
        kinds: Sequence[CaptureKind] = CAPTURE_KINDS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._fetcher = fetcher
        self._parser = parser
        self._proxy = proxy
        self._browsers = browsers
        self._tools = tools
        self._opened = opened
        self._kinds = tuple(kinds)
        self._monotonic = monotonic
        self._is_closed = False

    def capture(
        self,
        job: ArchiveJob,
        folder: Path,
        *,
        deadline_s: float,
        tell: Callable[[CaptureReport], None],
        known: Callable[[], Mapping[str, StoredPayload]] = dict,
    ) -> Captured:
        """Make all captures; `tell` is called after each.

        Raises:
            Exception: Whatever a capture under way met once its folder, or this capturer, was
                taken away: nobody waits for it, so it is neither told nor logged.
        """
        began = self._monotonic()
        # Programs run inside of the folder: a relative path would mean another place there.
        context = self._context(job, folder.absolute(), began + deadline_s * _FETCH_PART, known)
        page = self._read(context)
        context = replace(context, page=page, deadline=began + deadline_s)
        reports: list[CaptureReport] = []
        for kind in self._kinds:
            started = began if not reports else self._monotonic()
            made = self._make(kind, context)
            page = with_rendered(context.page, context.browsing.rendered)
            context = replace(context, page=page, files=(*context.files, *made.files))
            seconds = self._monotonic() - started
            report = CaptureReport(
                kind.name, made.outcome, made.message[:500], seconds, made.retry_after
            )
            reports.append(report)
            tell(report)
        return Captured(
            reports=tuple(reports),
            files=context.files,
            metadata=link_metadata(job.article_uuid, page),
            text=page.text if page.is_kept else "",
            hops=page.result.hops,
        )

    def close(self) -> None:
        """Let go of connections, workers and ports."""
        self._is_closed = True
        self._opened.close()

    def _context(
        self,
        job: ArchiveJob,
        folder: Path,
        deadline: float,
        known: Callable[[], Mapping[str, StoredPayload]],
    ) -> CaptureContext:
        settings = self._settings
        hard = settings.archive.max_bytes_hard_limit or _NO_LIMIT
        return CaptureContext(
            job=job,
            folder=folder,
            deadline=deadline,
            monotonic=self._monotonic,
            now=self._clock.now,
            settings=settings,
            limits=Limits(min(settings.archive.max_fetch_bytes, hard), hard, hard),
            tools=self._tools,
            fetcher=self._fetcher,
            parser=self._parser,
            proxy=self._proxy,
            browsing=Browsing(self._browsers, self._clock.now),
            page=_nothing(job.url, "nothing was asked"),
            known=known,
        )

    def _read(self, context: CaptureContext) -> Page:
        try:
            return read_page(context)
        except Exception as error:  # a fault of ours ends this page, not the worker
            if self._is_given_up(context):
                raise
            log.exception("page could not be read", url=context.job.url)
            return _nothing(context.job.url, _said(error))

    def _make(self, kind: CaptureKind, context: CaptureContext) -> CaptureYield:
        deadline = min(context.deadline, self._monotonic() + kind.share_s)
        try:
            return _checked(self._run(kind, replace(context, deadline=deadline)), context)
        except Exception as error:  # stays with this capture; the others go on
            if self._is_given_up(context):
                raise
            log.exception("capture failed", capture=kind.name.value, url=context.job.url)
            return CaptureYield(CaptureOutcome.FAILED, _said(error))

    def _is_given_up(self, context: CaptureContext) -> bool:
        return self._is_closed or not context.folder.is_dir()

    def _run(self, kind: CaptureKind, context: CaptureContext) -> CaptureYield:
        reason = kind.applies(context)
        if reason:
            return CaptureYield(CaptureOutcome.NOT_APPLICABLE, reason)
        missing = self._tools.missing(kind.needs)
        if missing:
            return CaptureYield(CaptureOutcome.TOOL_MISSING, _advice(missing))
        if context.left_s() <= 0 and kind.name not in _NEED_NO_TIME:
            return CaptureYield(CaptureOutcome.TIMEOUT, "the job's time was used up before")
        return kind.run(context)


def _checked(made: CaptureYield, context: CaptureContext) -> CaptureYield:
    """Files lie in the job's folder, and none of them, nor all together, are over the caps."""
    used = sum(_size(file) for file in context.files)
    root = context.folder.resolve()
    for file in made.files:
        size = _size(file)
        used += size
        if not file.path.resolve().is_relative_to(root):
            raise RuntimeError(f"{file.name} lies outside of the work folder")
        if size > context.limits.artifact or used > context.limits.job:
            message = f"{file.name} is over the cap on bytes"
            return replace(made, outcome=CaptureOutcome.TOO_LARGE, message=message, files=())
    return made


def _size(file: CapturedFile) -> int:
    return file.path.stat().st_size


def _nothing(url: str, message: str) -> Page:
    result = FetchResult(url, FetchOutcome.CONNECTION, url, message=message)
    return Page(result, outcome=CaptureOutcome.FAILED, message=message)


def _advice(missing: Sequence[str]) -> str:
    ways = "; ".join(ADVICE[name] for name in missing if name in ADVICE)
    return f"not installed: {', '.join(missing)}{f' ({ways})' if ways else ''}"


def _said(error: Exception) -> str:
    """One line for a person."""
    if isinstance(error, StrandlineError):
        return error.message
    text = error.strerror if isinstance(error, OSError) else str(error)
    return f"{type(error).__name__}: {' '.join(str(text).split())}"[:300]
