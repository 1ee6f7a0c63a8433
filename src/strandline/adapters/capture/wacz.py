"""The record in the one file that a player opens by itself."""

from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    kept,
    like_page,
)
from strandline.adapters.capture.wacz_writing import ListedPage, write_wacz
from strandline.adapters.capture.warc import SOFTWARE
from strandline.core.archive.layout import name_of
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome


def applies(context: CaptureContext) -> str:
    """To every record that was made."""
    has_record = any(file.kind is ArtifactKind.WARC for file in context.files)
    return kept(context) or ("" if has_record else "there is no record to pack")


def run(context: CaptureContext) -> CaptureYield:
    """Pack the record."""
    warc = next(file.path for file in context.files if file.kind is ArtifactKind.WARC)
    name = name_of(ArtifactKind.WACZ)
    path = context.path(name)
    listed = _main_page(context)
    write_wacz(path, warc, listed, SOFTWARE, context.now())
    if path.stat().st_size > context.bytes_left():
        path.unlink()
        return CaptureYield(CaptureOutcome.TOO_LARGE, "the package is over the cap on bytes")
    made = captured(ArtifactKind.WACZ, path, name, "application/wacz")
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (made,)))


def _main_page(context: CaptureContext) -> ListedPage:
    """The browser's view where there is one: what the page loaded belongs to that view."""
    page, browsing = context.page, context.browsing
    result = browsing.result
    if (
        result is not None
        and browsing.began_at
        and any(response.url == result.final_url for response in browsing.responses)
    ):
        return ListedPage(result.final_url, page.title, browsing.began_at, page.text)
    last = page.exchanges[-1]
    return ListedPage(last.url, page.title, last.started_at, page.text)


KIND = CaptureKind(CaptureName.WACZ, ("warcio",), applies, run)
