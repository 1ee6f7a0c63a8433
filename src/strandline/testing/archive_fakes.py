"""Fakes of the archive's ports: objects in memory, captures from a table."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from strandline.model.archive import (
    ArchiveJob,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    LinkMetadata,
    StoredBlob,
    StoredPayload,
)
from strandline.model.errors import BlobError
from strandline.model.fetching import Hop
from strandline.ports import Captured

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class MemoryBlobs:
    """A `BlobStore` in memory.

    Args:
        now: Time of the puts from now on; tests move it.

    Attributes:
        is_down: True makes every call but `delete` raise `BlobError`.
        puts: Every key that was put, in order.
    """

    def __init__(self, now: datetime = _EPOCH) -> None:
        self.objects: dict[str, bytes] = {}
        self.changed: dict[str, datetime] = {}
        self.puts: list[str] = []
        self.is_down = False
        self.now = now

    def put(self, key: str, source: Path, content_type: str) -> StoredBlob:  # noqa: ARG002
        """Keep the file's bytes."""
        self._check()
        data = source.read_bytes()
        self.puts.append(key)
        self.objects[key], self.changed[key] = data, self.now
        return StoredBlob(key, len(data), hashlib.sha256(data).hexdigest())

    def read(self, key: str, *, start: int = 0, end: int | None = None) -> Iterator[bytes]:
        """The bytes in one piece."""
        self._check()
        if key not in self.objects:
            raise BlobError(f"{key} is not there.", subject=key)
        return iter([self.objects[key][start:end]])

    def size(self, key: str) -> int | None:
        """Bytes under a key."""
        self._check()
        return len(self.objects[key]) if key in self.objects else None

    def delete(self, keys: Sequence[str]) -> None:
        """Forget objects."""
        for key in keys:
            self.objects.pop(key, None)

    def keys(self, prefix: str) -> Iterator[tuple[str, datetime]]:
        """Keys below a prefix."""
        self._check()
        return iter([(k, self.changed[k]) for k in sorted(self.objects) if k.startswith(prefix)])

    def presign(self, key: str, *, expires: timedelta, download_name: str) -> str | None:  # noqa: ARG002
        """None: memory serves nothing."""
        return None

    def sweep(self, before: datetime) -> int:  # noqa: ARG002
        """Nothing is ever unfinished."""
        return 0

    def ping(self) -> None:
        """Nothing, while it is up."""
        self._check()

    def _check(self) -> None:
        if self.is_down:
            raise BlobError("The object store is down.", is_passing=True)


@dataclass(frozen=True)
class Scripted:
    """What capturing one URL gives.

    Attributes:
        files: Kind → bytes.
        reports: How each capture ended.
    """

    files: Mapping[ArtifactKind, bytes] = field(default_factory=dict)
    reports: Sequence[CaptureReport] = ()
    title: str = ""
    text: str = ""
    published_at: datetime | None = None
    final_url: str = ""
    hops: tuple[Hop, ...] = ()


def good_page(words: str = "Traffic goes round by the mill.", title: str = "A page") -> Scripted:
    """A page whose fetch and text are good."""
    return Scripted(
        files={
            ArtifactKind.RAW: f"<title>{title}</title><p>{words}".encode(),
            ArtifactKind.TEXT: words.encode(),
        },
        reports=(
            CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD),
            CaptureReport(CaptureName.TEXT, CaptureOutcome.GOOD),
        ),
        title=title,
        text=words,
    )


def bad_page(
    outcome: CaptureOutcome, message: str = "", retry_after: datetime | None = None
) -> Scripted:
    """A page whose fetch ended badly, with what the server sent all the same."""
    return Scripted(
        files={ArtifactKind.RAW: f"<p>{outcome.value}".encode()},
        reports=(CaptureReport(CaptureName.FETCH, outcome, message, retry_after=retry_after),),
    )


class ScriptedCapturer:
    """A `Capturer` that answers from a table; a URL that is not in it cannot be reached.

    Args:
        pages: URL → what capturing it gives, or a function of the job that may also wait or raise.
    """

    def __init__(
        self, pages: Mapping[str, Scripted | Callable[[ArchiveJob], Scripted]] | None = None
    ) -> None:
        self.pages = dict(pages or {})
        self.jobs: list[ArchiveJob] = []
        self.folders: list[Path] = []
        #: What was stored before each of the jobs.
        self.known: list[dict[str, StoredPayload]] = []

    def capture(
        self,
        job: ArchiveJob,
        folder: Path,
        *,
        deadline_s: float,  # noqa: ARG002 - nothing here takes time
        tell: Callable[[CaptureReport], None],
        known: Callable[[], Mapping[str, StoredPayload]] = dict,
    ) -> Captured:
        """The scripted captures, as files in the folder."""
        self.jobs.append(job)
        self.folders.append(folder)
        self.known.append(dict(known()))
        page = self.pages.get(job.url, bad_page(CaptureOutcome.FAILED, "nothing is scripted"))
        if callable(page):
            page = page(job)
        files = []
        for kind, data in page.files.items():
            path = folder / kind.value
            path.write_bytes(data)
            files.append(CapturedFile(kind, path, f"made/{kind.value}", "application/octet-stream"))
        for report in page.reports:
            tell(report)
        metadata = LinkMetadata(
            job.article_uuid,
            title=page.title,
            published_at=page.published_at,
            final_url=page.final_url or job.url,
            http_status=200,
        )
        return Captured(tuple(page.reports), tuple(files), metadata, page.text, page.hops)

    def close(self) -> None:
        """Nothing to let go of."""
