"""The captures of a page, told apart: the files that one attempt left belong together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from strandline.core.archive.outcomes import ORDER
from strandline.model.archive import Artifact, ArtifactKind, CaptureOutcome


@dataclass(frozen=True, slots=True)
class Capture:
    """What one attempt at a page left.

    Attributes:
        number: Names it: the id of its first file.
        is_shown: It is what people see.
    """

    number: int
    made_at: datetime
    files: tuple[Artifact, ...]
    is_shown: bool

    @property
    def outcome(self) -> CaptureOutcome:
        """How good it is: the best of its files."""
        return min((file.capture_outcome for file in self.files), key=ORDER.index)

    def file(self, *kinds: ArtifactKind) -> Artifact | None:
        """Its file of the first of some kinds that it has."""
        found = (file for kind in kinds for file in self.files if file.kind is kind)
        return next(found, None)


def captures_of(everything: Iterable[Artifact], current: Iterable[Artifact]) -> list[Capture]:
    """All captures of a page, newest first; the one with most of what is shown counts as shown.

    Args:
        everything: All its files.
        current: Those that people see.
    """
    by_attempt: dict[tuple[int, datetime], list[Artifact]] = {}
    for file in sorted(everything, key=lambda file: file.artifact_id):
        by_attempt.setdefault((file.job_id, file.created_at), []).append(file)
    ids = {file.artifact_id for file in current}
    shown = max(by_attempt.values(), key=lambda files: _shared(files, ids), default=[])
    captures = [
        Capture(files[0].artifact_id, made_at, tuple(files), files is shown and bool(ids))
        for (_, made_at), files in by_attempt.items()
    ]
    return sorted(captures, key=lambda one: (one.made_at, one.number), reverse=True)


def _shared(files: Sequence[Artifact], ids: set[int]) -> int:
    return sum(file.artifact_id in ids for file in files)
