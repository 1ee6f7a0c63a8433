"""The page as printed."""

from strandline.adapters.browser import Piece
from strandline.adapters.capture import browsing
from strandline.adapters.capture.context import CaptureContext, CaptureKind, CaptureYield
from strandline.model.archive import CaptureName


def run(context: CaptureContext) -> CaptureYield:
    """Of the one load."""
    return browsing.take(context, Piece.PDF)


KIND = CaptureKind(CaptureName.PDF, browsing.NEEDS, browsing.applies, run)
