"""The replayable record of a page: all that was asked and answered, its picture and its print."""

from strandline import __version__
from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    kept,
    like_page,
)
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.core.archive.layout import name_of
from strandline.core.archive.replay import replay_warc
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome

SOFTWARE = f"Strandline {__version__}"

#: Files of other captures that belong to the record → prefix of their URI, as browser archivers
#: name them.
VIEWS = {
    ArtifactKind.SCREENSHOT: "urn:thumbnail:",
    ArtifactKind.SCREENSHOT_FULL: "urn:view:",
    ArtifactKind.PDF: "urn:pdf:",
    ArtifactKind.TEXT: "urn:text:",
}


def run(context: CaptureContext) -> CaptureYield:
    """Write it, and read it back as a player would."""
    page = context.page
    name = name_of(ArtifactKind.WARC)
    path = context.path(name)
    now = context.now()
    with WarcFile(path, SOFTWARE, now) as warc:
        for exchanged in page.exchanges:
            if exchanged.status:
                warc.exchange(exchanged)
        for file in context.files:
            if file.kind in VIEWS:
                url = VIEWS[file.kind] + page.result.final_url
                warc.resource(url, now, file.path, file.content_type)
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
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (made,)))


KIND = CaptureKind(CaptureName.WARC, ("warcio",), kept, run)
