"""The kinds of copies that are made of a page, in the order in which they are made.

The bytes come first, so that a page that breaks the browser is kept all the same; words follow the
browser, which may see some that our client does not; the record follows what belongs into it; films
come last, since they take the longest.
"""

from strandline.adapters.capture import (
    dom,
    media,
    metadata,
    pdf,
    raw,
    reddit,
    screenshot,
    text,
    warc,
)
from strandline.adapters.capture.context import CaptureKind

CAPTURE_KINDS: tuple[CaptureKind, ...] = (
    raw.KIND,
    screenshot.KIND,
    dom.KIND,
    pdf.KIND,
    text.KIND,
    metadata.KIND,
    reddit.KIND,
    warc.KIND,
    media.KIND,
)
