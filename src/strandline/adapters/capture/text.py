"""The readable text of a page, a PDF or a plain text."""

from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    kept,
    like_page,
)
from strandline.core.archive.layout import name_of
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome


def run(context: CaptureContext) -> CaptureYield:
    """Write the text that was read."""
    page = context.page
    if page.sniffed.is_pdf and context.tools.missing(["pypdf"]):
        return CaptureYield(CaptureOutcome.TOOL_MISSING, page.note)
    if not page.text:
        reason = page.note or "no readable text"
        return CaptureYield(CaptureOutcome.NOT_APPLICABLE, reason)
    name = name_of(ArtifactKind.TEXT)
    path = context.path(name)
    path.write_text(page.text + "\n", encoding="utf-8", errors="replace")
    file = captured(ArtifactKind.TEXT, path, name, "text/plain")
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, page.note, (file,)))


KIND = CaptureKind(CaptureName.TEXT, (), kept, run)
