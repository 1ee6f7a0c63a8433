"""The kinds of copies that are made of a page, in the order in which they are made.

What needs only our own client comes first, so that a page that breaks the browser is kept all the
same; the record follows what belongs into it; films come last, since they take the longest.
"""

from strandline.adapters.capture import media, metadata, raw, reddit, text, wacz, warc
from strandline.adapters.capture.context import CaptureKind

CAPTURE_KINDS: tuple[CaptureKind, ...] = (
    raw.KIND,
    text.KIND,
    metadata.KIND,
    reddit.KIND,
    warc.KIND,
    wacz.KIND,
    media.KIND,
)
