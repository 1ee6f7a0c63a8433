"""What a capture is given, and what it gives back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from strandline.adapters.capture.page import Browsing, Page
from strandline.adapters.capture.tools import Tools
from strandline.model.archive import (
    ArchiveJob,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    StoredPayload,
)
from strandline.settings import Settings

if TYPE_CHECKING:
    from strandline.adapters.fetch.fetcher import HttpFetcher
    from strandline.adapters.fetch.proxy import GuardProxy
    from strandline.adapters.parse import PooledParser


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps in bytes.

    Attributes:
        fetch: A page or document by our own client, as sent and unpacked.
        artifact: One file.
        job: All files of a job.
    """

    fetch: int
    artifact: int
    job: int


@dataclass(frozen=True, slots=True)
class CaptureContext:
    """All that a capture may use.

    Attributes:
        folder: The job's work folder; files of a capture go below it, under names of ours.
        deadline: Of this capture, on the monotonic clock, seconds.
        browsing: The load in a browser, which captures share.
        page: What our client brought, with the words of the browser's view where it has more.
        known: Bodies that are stored already, by digest.
        files: What earlier captures of the job left.
    """

    job: ArchiveJob
    folder: Path
    deadline: float
    monotonic: Callable[[], float]
    now: Callable[[], datetime]
    settings: Settings
    limits: Limits
    tools: Tools
    fetcher: "HttpFetcher"
    parser: "PooledParser"
    proxy: "GuardProxy"
    browsing: Browsing
    page: Page
    known: Callable[[], Mapping[str, StoredPayload]]
    files: tuple[CapturedFile, ...] = ()

    def left_s(self) -> float:
        """Seconds until the deadline, never below 0."""
        return max(0.0, self.deadline - self.monotonic())

    def bytes_left(self) -> int:
        """What the job's files may still take, and no more than one file may."""
        used = sum(file.path.stat().st_size for file in self.files)
        return max(0, min(self.limits.artifact, self.limits.job - used))

    def path(self, name: str) -> Path:
        """Where a file of a name of ours goes; its folder is made."""
        path = self.folder / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


@dataclass(frozen=True, slots=True)
class CaptureYield:
    """What a capture gives back.

    Attributes:
        message: One line for a person; empty when good.
        retry_after: The server asked not to be asked again before this time.
    """

    outcome: CaptureOutcome
    message: str = ""
    files: tuple[CapturedFile, ...] = ()
    retry_after: datetime | None = None


@dataclass(frozen=True, slots=True)
class CaptureKind:
    """One kind of copy. To add one is to write a file and a line in `CAPTURE_KINDS`.

    Attributes:
        needs: Names of tools and libraries without which it cannot run.
        applies: Whether it has anything to do with a page; a reason where it has not, else empty.
        run: Makes it. What it raises ends this capture only.
        share_s: Longest time it takes, seconds.
    """

    name: CaptureName
    needs: tuple[str, ...]
    applies: Callable[[CaptureContext], str]
    run: Callable[[CaptureContext], CaptureYield]
    share_s: float = 60.0


def kept(context: CaptureContext) -> str:
    """Applies to every answer that is worth keeping."""
    return "" if context.page.is_kept else NOT_KEPT


#: Why nothing is taken out of an answer.
NOT_KEPT = "there is no page to take it from"


def like_page(context: CaptureContext, made: CaptureYield) -> CaptureYield:
    """What is taken out of half a page is half as well."""
    if made.outcome is CaptureOutcome.GOOD and context.page.outcome is not CaptureOutcome.GOOD:
        return replace(made, outcome=context.page.outcome, message=context.page.message)
    return made


def captured(
    kind: ArtifactKind, path: Path, name: str, content_type: str, original_name: str = ""
) -> CapturedFile:
    """A file that a capture left."""
    return CapturedFile(kind, path, name, content_type, original_name)
