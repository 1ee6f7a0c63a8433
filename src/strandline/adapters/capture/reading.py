"""Asks for the page with our own client, finds out what came, and reads it in a worker.

This is the one load on which the captures without a browser stand; none of them asks again.
"""

from dataclasses import replace
from pathlib import Path

from strandline.adapters.capture.context import CaptureContext
from strandline.adapters.capture.page import Page
from strandline.core.archive.outcomes import judge_answer
from strandline.core.archive.sniff import LOOK_BYTES, sniff
from strandline.core.text.charset import decode_page
from strandline.core.text.hints import PageHints
from strandline.model.archive import CaptureOutcome
from strandline.model.articles import ArticleText, TextStatus
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest, FetchResult

_PAGE_TYPES = ("", "text/html", "application/xhtml+xml")
_PLAIN_TYPES = frozenset(
    {"text/plain", "text/markdown", "text/csv", "text/calendar", "text/vtt", "application/json"}
)
#: Characters of a plain text that are kept for the search.
_MAX_PLAIN = 2_000_000


def read_page(context: CaptureContext) -> Page:
    """Fetch and read.

    Raises:
        OSError: The work folder cannot be written to.
    """
    request = FetchRequest(
        context.job.url,
        FetchKind.PAGE,
        max_bytes=min(context.limits.fetch, context.bytes_left()),
        timeout_s=max(0.1, context.left_s()),
    )
    recording = context.fetcher.record(
        request,
        context.folder / "exchanges",
        asks_robots=context.settings.archive.respect_robots,
    )
    last = recording.last
    path = last.body if last else None
    page = Page(recording.result, recording.exchanges, path)
    if path is None:
        return _judged(page, None)
    page = replace(page, sniffed=sniff(_start(path, LOOK_BYTES), _declared(page.result)))
    if page.sniffed.is_page:
        return _read_html(context, page, path)
    page = _judged(page, None)
    if page.sniffed.is_pdf:
        return _read_pdf(context, page, path)
    if page.sniffed.content_type in _PLAIN_TYPES:
        body = _start(path, _MAX_PLAIN)
        return replace(page, text=decode_page(body, _declared(page.result)).strip())
    return page


def _read_html(context: CaptureContext, page: Page, path: Path) -> Page:
    body = _start(path, context.settings.fetch.max_page_bytes)
    result = page.result
    whole = replace(result, body=body, headers=_as_page(result))
    if result.outcome in (FetchOutcome.TRUNCATED, FetchOutcome.TIMEOUT):
        whole = replace(whole, outcome=FetchOutcome.OK)  # half a page has words too
    text = context.parser.page(context.job.article_uuid, whole, context.now())
    try:
        hints = context.parser.hints(body, _declared(result), name=result.final_url)
    except ParseError:
        hints = PageHints()
    page = _judged(page, text)
    is_read = text.status is TextStatus.OK
    return replace(
        page,
        text=text.text if is_read else "",
        title=text.title,
        description=text.description,
        author=text.author,
        site_name=text.site_name,
        language=text.language,
        published_at=text.published_at,
        hints=hints,
        note="" if is_read else (text.message or text.status.value.replace("_", " ")),
    )


def _read_pdf(context: CaptureContext, page: Page, path: Path) -> Page:
    if context.tools.missing(["pypdf"]):
        return replace(page, note="pypdf is not installed")
    try:
        found = context.parser.pdf(path, name=page.result.final_url)
    except ParseError as error:
        return replace(page, note=error.message)
    return replace(
        page,
        text=found.text,
        title=found.title,
        author=found.author,
        language=found.language,
        published_at=found.created_at,
        note=found.message,
    )


def _judged(page: Page, text: ArticleText | None) -> Page:
    judgement = judge_answer(page.result, text)
    outcome = judgement.outcome
    if outcome is CaptureOutcome.TRUNCATED and page.body is None:
        outcome = CaptureOutcome.FAILED  # nothing came before the end
    return replace(page, outcome=outcome, message=judgement.message)


def _as_page(result: FetchResult) -> dict[str, str]:
    """Headers under which a page is read as one, whatever its server called it."""
    kind, semicolon, rest = _declared(result).partition(";")
    if kind.strip().lower() in _PAGE_TYPES:
        return dict(result.headers)
    return {**result.headers, "content-type": f"text/html{semicolon}{rest}"}


def _declared(result: FetchResult) -> str:
    return result.headers.get("content-type", "")


def _start(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size)
