"""Pictures of a page: its first screen, and all of it."""

from strandline.adapters.browser import Piece
from strandline.adapters.capture import browsing
from strandline.adapters.capture.context import CaptureContext, CaptureKind, CaptureYield
from strandline.model.archive import CaptureName


def run(context: CaptureContext) -> CaptureYield:
    """Both, of the one load."""
    return browsing.take(context, Piece.SCREENSHOT, Piece.SCREENSHOT_FULL)


KIND = CaptureKind(CaptureName.SCREENSHOT, browsing.NEEDS, browsing.applies, run, share_s=180.0)
