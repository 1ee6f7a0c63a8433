"""The document after its scripts have run."""

from strandline.adapters.browser import Piece
from strandline.adapters.capture import browsing
from strandline.adapters.capture.context import CaptureContext, CaptureKind, CaptureYield
from strandline.model.archive import CaptureName


def run(context: CaptureContext) -> CaptureYield:
    """Of the one load."""
    return browsing.take(context, Piece.DOM)


KIND = CaptureKind(CaptureName.DOM, browsing.NEEDS, browsing.applies, run)
