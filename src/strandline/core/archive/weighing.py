"""Which of two captures of a page is the better one, weighed as a whole.

A server may answer the second time with a shell without words, the start of an article before a
wall, or half of what it sent: good answers each, and worse copies. The better capture stays what
people see, with all of its kinds; the other one is kept beside it, to be looked at and put back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from strandline.core.archive.outcomes import best, is_kept, may_replace
from strandline.model.archive import ArtifactKind, CaptureOutcome

#: Films and what belongs to them come and go with a player, not with the page.
FILM_KINDS = frozenset(
    {
        ArtifactKind.VIDEO,
        ArtifactKind.THUMB,
        ArtifactKind.SUBTITLES,
        ArtifactKind.INFO_JSON,
    }
)
#: A text below this many bytes says nothing about what comes after it.
_SOME_TEXT = 400
#: A text shorter than this part of the earlier one is a worse copy, whatever it says.
_STUB = 0.5
#: One shorter than this part is, where it has lost more than `_SHARED` of the earlier words.
_SHORTER, _SHARED = 0.8, 0.5
#: Characters that are compared, and the size of the pieces.
_COMPARED, _PIECE = 20_000, 5


class Kept(Protocol):
    """A stored file, or its row."""

    @property
    def kind(self) -> str:
        """Of file."""
        ...

    @property
    def capture_outcome(self) -> str:
        """Of the capture that left it."""
        ...

    @property
    def size_bytes(self) -> int:
        """Of the file."""
        ...


@dataclass(frozen=True, slots=True)
class Copy:
    """A capture of a page.

    Attributes:
        kinds: The best outcome of each kind of file, films left out.
        text_bytes: Size of its readable text.
        text: That text, where it is known.
    """

    kinds: Mapping[str, CaptureOutcome]
    text_bytes: int = 0
    text: str = ""


def copy_of(files: Iterable[Kept], text: str = "") -> Copy:
    """The copy that some files make."""
    kinds: dict[str, CaptureOutcome] = {}
    size = 0
    for file in files:
        outcome = CaptureOutcome(file.capture_outcome)
        if file.kind in FILM_KINDS:
            continue
        kinds[file.kind] = (
            best([outcome, *([kinds[file.kind]] if file.kind in kinds else [])]) or outcome
        )
        if file.kind == ArtifactKind.TEXT and is_kept(outcome):
            size = max(size, file.size_bytes)
    return Copy(kinds, size, text)


def takes_over(new: Copy, old: Copy) -> bool:
    """Whether a newer capture becomes what people see; of equals it does."""
    before, after = best([*old.kinds.values()]), best([*new.kinds.values()])
    if before is None or not is_kept(before):
        return before is None or (after is not None and may_replace(after, before))
    if after is None or not may_replace(after, before):
        return False
    return not _lost_its_record(new, old) and not _lost_its_words(new, old)


def _lost_its_record(new: Copy, old: Copy) -> bool:
    record, now = old.kinds.get(ArtifactKind.WARC), new.kinds.get(ArtifactKind.WARC)
    if record is None or not is_kept(record):
        return False
    return now is None or not may_replace(now, record)


def _lost_its_words(new: Copy, old: Copy) -> bool:
    if old.text_bytes < _SOME_TEXT or new.text_bytes >= _SHORTER * old.text_bytes:
        return False
    return new.text_bytes < _STUB * old.text_bytes or shared(old.text, new.text) < _SHARED


def shared(old: str, new: str) -> float:
    """Which part of a text another one has, in pieces of a few letters; 1 where there is none."""
    pieces = _pieces(old)
    return len(pieces & _pieces(new)) / len(pieces) if pieces else 1.0


def _pieces(text: str) -> set[str]:
    bare = " ".join(text[:_COMPARED].split())
    return {bare[at : at + _PIECE] for at in range(len(bare) - _PIECE + 1)}
