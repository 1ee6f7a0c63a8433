"""Which capture leaves which kind of file: a file is as good as the capture that left it."""

from collections.abc import Iterable, Mapping

from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome, CaptureReport

#: Every kind of file has one maker; a test holds the table complete.
MADE_BY: Mapping[ArtifactKind, CaptureName] = {
    ArtifactKind.RAW: CaptureName.FETCH,
    ArtifactKind.HEADERS: CaptureName.FETCH,
    ArtifactKind.FETCH_JSON: CaptureName.FETCH,
    ArtifactKind.TEXT: CaptureName.TEXT,
    ArtifactKind.METADATA_JSON: CaptureName.METADATA,
    ArtifactKind.SCREENSHOT: CaptureName.SCREENSHOT,
    ArtifactKind.SCREENSHOT_FULL: CaptureName.SCREENSHOT,
    ArtifactKind.PDF: CaptureName.PDF,
    ArtifactKind.DOM: CaptureName.DOM,
    ArtifactKind.SNAPSHOT: CaptureName.DOM,
    ArtifactKind.VIDEO: CaptureName.MEDIA,
    ArtifactKind.THUMB: CaptureName.MEDIA,
    ArtifactKind.SUBTITLES: CaptureName.MEDIA,
    ArtifactKind.INFO_JSON: CaptureName.MEDIA,
    ArtifactKind.REDDIT_JSON: CaptureName.REDDIT,
    ArtifactKind.WARC: CaptureName.WARC,
}


def outcome_of(kind: ArtifactKind, reports: Iterable[CaptureReport]) -> CaptureOutcome:
    """How good a file of this kind is: the outcome of its capture.

    A file whose capture made no report counts as failed: nothing vouches for it.
    """
    maker = MADE_BY[kind]
    found = [report.outcome for report in reports if report.capture is maker]
    return found[-1] if found else CaptureOutcome.FAILED
