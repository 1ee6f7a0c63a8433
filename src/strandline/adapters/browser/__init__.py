"""Pages as a real browser sees them: screenshots, PDF, the document after scripts have run.

The browser runs in processes of its own, goes out through the guarded proxy alone, and is killed
when it hangs. `make_browser_pool(...).load(url, folder, ...)` is all that others call.
"""

from strandline.adapters.browser.finding import Missing, find_browser
from strandline.adapters.browser.page import PageResult, Piece, PieceResult, RecordedResponse
from strandline.adapters.browser.pool import BrowserPool, make_browser_pool
from strandline.adapters.browser.selftest import SelfTest, selftest

__all__ = [
    "BrowserPool",
    "Missing",
    "PageResult",
    "Piece",
    "PieceResult",
    "RecordedResponse",
    "SelfTest",
    "find_browser",
    "make_browser_pool",
    "selftest",
]
