"""The document after its scripts have run, and the page as it is seen, which needs none."""

from strandline.adapters.browser import Piece
from strandline.adapters.capture import browsing
from strandline.adapters.capture.context import CaptureContext, CaptureKind, CaptureYield
from strandline.model.archive import CaptureName


def run(context: CaptureContext) -> CaptureYield:
    """Both, of the one load."""
    return browsing.take(context, Piece.DOM, Piece.SNAPSHOT)


KIND = CaptureKind(CaptureName.DOM, browsing.NEEDS, browsing.applies, run)
