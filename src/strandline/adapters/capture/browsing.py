"""One load of a page in a real browser for all captures that need one, and what it amounts to.

A page that is made by its scripts says nothing to our own client; so where the browser has more to
say, text and metadata are taken from the document as the scripts left it.
"""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from strandline.adapters.browser import PageResult, Piece
from strandline.adapters.capture.context import CaptureContext, CaptureYield, captured
from strandline.adapters.capture.page import Page
from strandline.core.archive.layout import name_of
from strandline.core.archive.outcomes import ORDER, is_kept, judge_answer
from strandline.core.archive.sniff import PAGE
from strandline.core.text.emptiness import STUB, weigh
from strandline.core.text.hints import PageHints
from strandline.model.archive import ArtifactKind, CapturedFile, CaptureOutcome
from strandline.model.articles import TextStatus
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchOutcome, FetchResult, Hop, HopKind

#: What a load needs.
NEEDS = ("playwright", "chromium")
#: Part of the time left that the browser may take: the record still has to be written.
_BROWSER_PART = 0.6
_CONTENT_TYPES = {
    Piece.SCREENSHOT: (ArtifactKind.SCREENSHOT, "image/png"),
    Piece.SCREENSHOT_FULL: (ArtifactKind.SCREENSHOT_FULL, "image/png"),
    Piece.PDF: (ArtifactKind.PDF, "application/pdf"),
    Piece.DOM: (ArtifactKind.DOM, "text/html"),
    Piece.SNAPSHOT: (ArtifactKind.SNAPSHOT, "text/html"),
}
#: What a page may say to a client that runs no scripts, and not to a browser.
_SAID_WITHOUT_SCRIPTS = frozenset({CaptureOutcome.LOGIN_WALL, CaptureOutcome.FAILED})
#: Bytes of a document that are looked at for a challenge page.
_LOOK = 65_536


def load(context: CaptureContext) -> PageResult:
    """The load of the job: made when the first capture asks for it, then remembered.

    Raises:
        RuntimeError: There is no browser; its absence should have been noticed before.
    """
    made = context.browsing
    if made.result is not None:
        return made.result
    if made.pool is None:
        raise RuntimeError("there is no browser")
    folder = context.folder / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    made.began_at = made.now()
    made.result = made.pool.load(
        context.job.url,
        folder,
        deadline_s=max(1.0, context.left_s() * _BROWSER_PART),
        max_bytes=min(context.bytes_left(), 1 << 40),
    )
    made.responses = made.result.responses
    if made.result.outcome is CaptureOutcome.GOOD:
        made.rendered = _read(context, made.result, _document(made.result))
    return made.result


def applies(context: CaptureContext) -> str:
    """To pages; also where our client was blocked or could not read the answer: a browser may be
    let in where it is not, and what a page asks or excuses itself for may be meant for those
    without scripts.

    Never where the server asked to be left alone.
    """
    page = context.page
    if page.result.retry_after is not None:
        return "the server asked to wait"
    is_refused = page.result.outcome is FetchOutcome.PROTOCOL  # by our client's reading of HTTP
    is_blocked = page.outcome is CaptureOutcome.BLOCKED
    if is_blocked or is_refused or context.browsing.result is not None:
        return ""
    is_found = page.result.is_ok and page.result.status < 400 and not page.result.hops
    if is_found and page.sniffed.is_page and page.outcome in _SAID_WITHOUT_SCRIPTS:
        return ""
    if not page.is_kept:
        return "there is no page to show"
    return "" if page.sniffed.is_page else "not a page"


def take(context: CaptureContext, *pieces: Piece) -> CaptureYield:
    """Some pieces of the load; the first of them gives the outcome."""
    result = load(context)
    files: list[CapturedFile] = []
    for piece in pieces:
        made = result.pieces.get(piece)
        if made is not None and made.path is not None:
            kind, content_type = _CONTENT_TYPES[piece]
            files.append(captured(kind, made.path, name_of(kind), content_type))
    first = result.pieces[pieces[0]]
    messages = (made.message for piece in pieces if (made := result.pieces.get(piece)))
    outcome, message = first.outcome, "; ".join(dict.fromkeys(filter(None, messages)))
    rendered = context.browsing.rendered
    if is_kept(outcome) and rendered is not None and not rendered.is_kept:
        # A good picture of a wall is a picture of a wall.
        outcome, message = rendered.outcome, rendered.message
    return CaptureYield(outcome, message, tuple(files))


def with_rendered(page: Page, rendered: Page | None) -> Page:
    """The page of later captures: of both views the better, and of the words those that are there.

    The bytes stay those of our client.
    """
    if rendered is not None:
        page = replace(page, hints=_joined(page.hints, rendered.hints))
        if page.is_kept and not (page.text or rendered.is_kept) and page.sniffed.is_page:
            return replace(page, outcome=rendered.outcome, message=rendered.message)
    if rendered is None or ORDER.index(rendered.outcome) > ORDER.index(page.outcome):
        return page
    if page.is_kept and page.text:
        is_teaser = weigh(page.text) < STUB and weigh(rendered.text) > 2 * weigh(page.text)
        return replace(page, text=rendered.text, note=rendered.note) if is_teaser else page
    return replace(
        page,
        outcome=page.outcome if page.is_kept else rendered.outcome,
        message=page.message if page.is_kept else rendered.message,
        result=page.result if page.is_kept else rendered.result,
        sniffed=page.sniffed if page.is_kept else rendered.sniffed,
        text=rendered.text or page.text,
        title=rendered.title or page.title,
        description=rendered.description or page.description,
        author=rendered.author or page.author,
        site_name=rendered.site_name or page.site_name,
        language=rendered.language or page.language,
        published_at=rendered.published_at or page.published_at,
        note=rendered.note,
    )


def _joined(own: PageHints, rendered: PageHints) -> PageHints:
    """What the page said before its scripts, and what came after it."""
    return PageHints(
        own.properties or rendered.properties,
        own.has_media or rendered.has_media,
        tuple(dict.fromkeys((*own.media, *rendered.media))),
    )


def _document(result: PageResult) -> Path | None:
    """The document after scrolling where there is one, else the one before."""
    made = (result.pieces.get(piece) for piece in (Piece.READ, Piece.DOM))
    return next((one.path for one in made if one is not None and one.path is not None), None)


def _read(context: CaptureContext, result: PageResult, dom: Path | None) -> Page:
    body = b""
    if dom is not None:
        with dom.open("rb") as file:
            body = file.read(context.settings.fetch.max_page_bytes)
    is_fine = result.status == 0 or result.status < 400
    before = context.page.result.final_url or context.job.url
    moved = Hop(result.status or 200, before, result.final_url, HopKind.META_REFRESH)
    answer = FetchResult(
        before,
        FetchOutcome.OK if is_fine else FetchOutcome.HTTP_ERROR,
        result.final_url,
        status=result.status or 200,
        headers={
            **{name.lower(): value for name, value in result.headers},
            "content-type": "text/html; charset=utf-8",
        },
        body=body,
        hops=() if result.final_url == before else (moved,),
    )
    text = context.parser.page(context.job.article_uuid, answer, context.now())
    hints = PageHints()
    with suppress(ParseError):
        hints = context.parser.hints(body, answer.headers["content-type"], name=result.final_url)
    judgement = judge_answer(replace(answer, body=body[:_LOOK]), text if is_fine else None)
    is_read = text.status is TextStatus.OK
    return Page(
        result=replace(answer, body=body[:_LOOK], hops=()),  # a script's word makes no alias
        sniffed=PAGE,
        outcome=judgement.outcome,
        message=judgement.message,
        text=text.text if is_read else "",
        title=text.title or result.title,
        description=text.description,
        author=text.author,
        site_name=text.site_name,
        language=text.language,
        published_at=text.published_at,
        hints=hints,
        note="" if is_read else (text.message or text.status.value.replace("_", " ")),
    )
