"""Names under which a WARC holds what we made of a page, as browser archivers name them."""

from strandline.model.archive import ArtifactKind

PAGE_TEXT = "urn:text:"
#: Which of the answers is the page, as JSON: `url`, `ts`, `title`.
PAGE_INFO = "urn:pageinfo:"
#: Files of other captures that belong to the record → prefix of their URI; the page's URL follows.
VIEWS = {
    ArtifactKind.SCREENSHOT: "urn:thumbnail:",
    ArtifactKind.SCREENSHOT_FULL: "urn:view:",
    ArtifactKind.PDF: "urn:pdf:",
    ArtifactKind.TEXT: PAGE_TEXT,
}
