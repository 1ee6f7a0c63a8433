"""How good a file is."""

import pytest

from strandline.core.archive.made_by import MADE_BY, outcome_of
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome, CaptureReport


def test_every_kind_has_a_maker() -> None:
    """The table is complete: a new kind of file must say which capture vouches for it."""
    assert set(MADE_BY) == set(ArtifactKind)


@pytest.mark.parametrize("outcome", list(CaptureOutcome))
def test_a_file_is_as_good_as_its_capture(outcome: CaptureOutcome) -> None:
    """The outcome of the capture is the file's; those of other captures are not."""
    reports = (
        CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD),
        CaptureReport(CaptureName.PDF, outcome),
    )
    assert outcome_of(ArtifactKind.PDF, reports) is outcome
    assert outcome_of(ArtifactKind.HEADERS, reports) is CaptureOutcome.GOOD


def test_a_file_that_nothing_vouches_for_has_failed() -> None:
    """A file without a report never becomes what people see."""
    assert outcome_of(ArtifactKind.VIDEO, ()) is CaptureOutcome.FAILED
