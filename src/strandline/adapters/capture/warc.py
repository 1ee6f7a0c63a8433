"""The replayable record of a page: all that was asked and answered, its picture and its print."""

import json
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO

import structlog

from strandline import __version__
from strandline.adapters.browser import RecordedResponse
from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    kept,
    like_page,
)
from strandline.adapters.capture.page import Page
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.fetch.recording import Exchanged
from strandline.core.archive.layout import name_of
from strandline.core.archive.replay import replay_warc
from strandline.core.archive.urns import PAGE_INFO, VIEWS
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome

log = structlog.get_logger("strandline.capture")

SOFTWARE = f"Strandline {__version__}"


@dataclass(frozen=True, slots=True)
class MainPage:
    """The page that a player opens first, under the URL of an answer in the record."""

    url: str
    title: str
    visited_at: datetime


def run(context: CaptureContext) -> CaptureYield:
    """Write it, and read it back as a player would."""
    page = context.page
    name = name_of(ArtifactKind.WARC)
    path = context.path(name)
    now = context.now()
    lack, lost = _lack(context), 0
    with WarcFile(path, SOFTWARE, now, context.known()) as warc:
        for exchanged in page.exchanges:
            if exchanged.status and not _is_refusal(exchanged, page):
                warc.exchange(exchanged)
        for response in () if lack else context.browsing.responses:
            try:
                _add(warc, response, context.browsing.began_at or now)
            except ValueError as error:  # one part never costs the record of the page
                log.warning("part not recorded", url=response.url, error=str(error))
                lost += 1
        for file in context.files:
            if file.kind in VIEWS:
                url = VIEWS[file.kind] + page.result.final_url
                warc.resource(url, now, file.path, file.content_type)
        _name(warc, _main_page(context), now)
    if path.stat().st_size > context.bytes_left():
        path.unlink()
        return CaptureYield(CaptureOutcome.TOO_LARGE, "the record is over the cap on bytes")
    with path.open("rb") as file_read:
        replay = replay_warc(file_read)
    if not replay.is_playable:
        path.unlink()
        reason = "; ".join(replay.faults) or "there is nothing in it to show"
        return CaptureYield(CaptureOutcome.FAILED, f"the record cannot be replayed: {reason}")
    made = captured(ArtifactKind.WARC, path, name, "application/warc")
    if lack or lost:
        message = lack or f"{lost} of the parts of the page could not be recorded"
        return CaptureYield(CaptureOutcome.TRUNCATED, message, (made,))
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (made,)))


def _lack(context: CaptureContext) -> str:
    """Why nothing that a browser loads is in the record, though the page is; empty where it is.

    What a wall loads is no part of the page, and would be played in its place: such a record must
    not take the place of an earlier whole one.
    """
    result, rendered = context.browsing.result, context.browsing.rendered
    if rendered is not None and not rendered.is_kept:
        return f"the page alone: a browser is shown something else ({rendered.message})"
    if result is None or rendered is not None:
        return ""
    is_none = result.outcome is CaptureOutcome.NOT_APPLICABLE
    return "" if is_none else f"the page alone: the browser did not load it ({result.message})"


def _is_refusal(exchanged: Exchanged, page: Page) -> bool:
    """Our client was turned away where the browser was let in: a player has one page to show."""
    return exchanged.status >= 400 > page.result.status


def _main_page(context: CaptureContext) -> MainPage:
    """The browser's view where there is one: what the page loaded belongs to that view."""
    page, browsing = context.page, context.browsing
    result = browsing.result
    if (
        result is not None
        and not _lack(context)
        and browsing.began_at
        and any(response.url == result.final_url for response in browsing.responses)
    ):
        return MainPage(result.final_url, page.title, browsing.began_at)
    last = page.exchanges[-1]
    return MainPage(last.url, page.title, last.started_at)


def _name(warc: WarcFile, page: MainPage, now: datetime) -> None:
    """Say which of the answers is the page: a package has a list of pages."""
    facts = {"url": page.url, "ts": page.visited_at.isoformat(), "title": page.title}
    body = json.dumps(facts, ensure_ascii=False).encode("utf-8", "replace")
    warc.statement(PAGE_INFO + page.url, now, BytesIO(body), "application/json")


def _add(warc: WarcFile, response: RecordedResponse, when: datetime) -> None:
    """What the browser was answered; one without its body would answer a player with nothing."""
    if response.body_path is None and not 300 <= response.status < 400:
        return
    body = response.body_path.open("rb") if response.body_path else BytesIO()
    with body:
        warc.answer(
            response.url,
            when,
            asked=(response.method, list(response.request_headers)),
            answer=("HTTP/1.1", response.status, response.reason),
            headers=[(_as_decoded(name), value) for name, value in response.response_headers],
            body=body,
        )


def _as_decoded(name: str) -> str:
    """A browser hands out bodies decoded: what says otherwise no longer holds."""
    lowered = name.lower()
    return f"x-orig-{lowered}" if lowered in ("content-encoding", "content-length") else name


KIND = CaptureKind(CaptureName.WARC, ("warcio",), kept, run)
