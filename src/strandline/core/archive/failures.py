"""What a job has not, in one word: why it failed, or which copy a kept page is without."""

from collections.abc import Sequence

from strandline.core.archive.retry import CONTENT, FATES, Fate
from strandline.model.archive import CaptureName, CaptureReport, JobStatus

#: There was no report: the worker was lost, or the attempt broke off.
LOST = "lost"
#: The order in which a missing copy is missed.
_MISSED = (
    *(CaptureName.WARC, CaptureName.DOM, CaptureName.SCREENSHOT, CaptureName.PDF),
    *(CaptureName.MEDIA, CaptureName.TEXT, CaptureName.REDDIT, CaptureName.FETCH),
    CaptureName.METADATA,
)


def failure_of(status: JobStatus, reports: Sequence[CaptureReport]) -> str:
    """The outcome that failed a job, or the name of the copy that a kept page is without; empty
    where nothing is missing.

    Of a failure our own request speaks first, then the browser and what else holds the page itself.
    """
    missing = [report for report in reports if FATES[report.outcome] is not Fate.DONE]
    if status is JobStatus.SUCCEEDED:
        names = {report.capture for report in missing}
        return next((name.value for name in _MISSED if name in names), "")
    if status is not JobStatus.FAILED:
        return ""
    order = (CaptureName.FETCH, *CONTENT)
    told = sorted(
        (report for report in missing if report.capture in order),
        key=lambda report: order.index(report.capture),
    )
    return next((report.outcome.value for report in (*told, *missing)), LOST)
