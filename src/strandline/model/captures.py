"""A capture of a page, told from its other ones."""

from dataclasses import dataclass
from datetime import datetime

from strandline.model.archive import Artifact, ArtifactKind, CaptureOutcome


@dataclass(frozen=True, slots=True)
class Capture:
    """What one attempt at a page left.

    Attributes:
        number: Names it: the id of its first file.
        is_shown: It is what people see.
        outcome: How good it is: the best of its files.
    """

    number: int
    made_at: datetime
    files: tuple[Artifact, ...]
    is_shown: bool
    outcome: CaptureOutcome

    def file(self, *kinds: ArtifactKind) -> Artifact | None:
        """Its file of the first of some kinds that it has."""
        found = (file for kind in kinds for file in self.files if file.kind is kind)
        return next(found, None)
