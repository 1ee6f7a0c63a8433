"""The captures of a page, told apart: the files that one attempt left belong together."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from strandline.core.archive.outcomes import ORDER
from strandline.model.archive import Artifact
from strandline.model.captures import Capture


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
        Capture(
            files[0].artifact_id,
            made_at,
            tuple(files),
            files is shown and bool(ids),
            min((file.capture_outcome for file in files), key=ORDER.index),
        )
        for (_, made_at), files in by_attempt.items()
    ]
    return sorted(captures, key=lambda one: (one.made_at, one.number), reverse=True)


def _shared(files: Sequence[Artifact], ids: set[int]) -> int:
    return sum(file.artifact_id in ids for file in files)
