"""Why a job has failed, in one word: what its last attempt says of the page itself."""

from collections.abc import Sequence

from strandline.core.archive.retry import CONTENT, FATES, Fate
from strandline.model.archive import CaptureName, CaptureReport, JobStatus

#: There was no report: the worker was lost, or the attempt broke off.
LOST = "lost"


def failure_of(status: JobStatus, reports: Sequence[CaptureReport]) -> str:
    """The outcome that failed a job; empty for a job that has not failed.

    Our own request speaks first, then the browser and what else holds the page itself.
    """
    if status is not JobStatus.FAILED:
        return ""
    missing = [report for report in reports if FATES[report.outcome] is not Fate.DONE]
    order = (CaptureName.FETCH, *CONTENT)
    told = sorted(
        (report for report in missing if report.capture in order),
        key=lambda report: order.index(report.capture),
    )
    return next((report.outcome.value for report in (*told, *missing)), LOST)
