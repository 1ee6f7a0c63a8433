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
    page = context.page
    warc = next(file.path for file in context.files if file.kind is ArtifactKind.WARC)
    name = name_of(ArtifactKind.WACZ)
    path = context.path(name)
    last = page.exchanges[-1]
    listed = ListedPage(last.url, page.title, last.started_at, page.text)
    write_wacz(path, warc, listed, SOFTWARE, context.now())
    if path.stat().st_size > context.bytes_left():
        path.unlink()
        return CaptureYield(CaptureOutcome.TOO_LARGE, "the package is over the cap on bytes")
    made = captured(ArtifactKind.WACZ, path, name, "application/wacz")
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (made,)))


KIND = CaptureKind(CaptureName.WACZ, ("warcio",), applies, run)
