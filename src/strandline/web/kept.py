"""What the archive keeps of an article, gathered for its page."""

from collections.abc import Sequence
from datetime import datetime

import structlog

from strandline.core.archive.serving import serve_as
from strandline.core.archive.sniff import Sniffed
from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.errors import StoreError
from strandline.model.rot import LOST
from strandline.ports import BlobStore, Store
from strandline.render.archive_views import JobRow, KeptFile, KeptView
from strandline.web.replayed import has_page

#: Jobs and earlier files that are told; a page may have been kept for years.
JOBS, EARLIER = 10, 60
#: Visits that are told.
VISITS = 20
#: How much of a text is read, bytes, and how much of it is shown, characters.
_TEXT_BYTES, _SHOWN = 16_384, 1_300

#: The order in which a person looks through files; others come after.
_ORDER = (
    ArtifactKind.SCREENSHOT,
    ArtifactKind.SCREENSHOT_FULL,
    ArtifactKind.TEXT,
    ArtifactKind.PDF,
    ArtifactKind.VIDEO,
    ArtifactKind.SUBTITLES,
    ArtifactKind.THUMB,
    ArtifactKind.REDDIT_JSON,
    ArtifactKind.WARC,
    ArtifactKind.RAW,
    ArtifactKind.SNAPSHOT,
    ArtifactKind.DOM,
)


def gather_kept(
    store: Store, blobs: BlobStore | None, article_uuid: str, *, has_replay: bool, asked: str
) -> KeptView:
    """Files, jobs, attempts, and the start of the text.

    Args:
        store: The database.
        blobs: The object store; None where this process has none.
        article_uuid: Whose.
        has_replay: There is an origin for replaying.
        asked: What became of a demand made a moment ago.
    """
    everything = store.artifacts(article_uuid, current_only=False)
    current = [artifact for artifact in everything if artifact.is_current]
    earlier = [artifact for artifact in everything if not artifact.is_current]
    earlier.sort(key=lambda artifact: (artifact.created_at, artifact.artifact_id), reverse=True)
    text, is_out_of_reach = _text(blobs, current)
    jobs = store.jobs(article_uuid=article_uuid, limit=JOBS)
    attempts = store.attempts(*(job.job_id for job in jobs))
    link = store.link_health([article_uuid]).get(article_uuid)
    return KeptView(
        files=tuple(map(_file, sorted(current, key=_place))),
        earlier=tuple(map(_file, earlier[:EARLIER])),
        metadata=store.link_metadata([article_uuid]).get(article_uuid),
        jobs=tuple(
            JobRow(job, tuple(one for one in attempts if one.job_id == job.job_id)) for job in jobs
        ),
        text=text,
        is_out_of_reach=is_out_of_reach,
        can_replay=has_replay and has_page(current),
        asked=asked,
        link=link,
        visits=tuple(store.visits(article_uuid)[:VISITS]) if link else (),
        copy=store.public_copies([article_uuid]).get(article_uuid),
    )


def lost_at(store: Store, article_uuid: str) -> datetime | None:
    """When a kept page was last seen to be gone; None where it is there, as far as is known."""
    link = store.link_health([article_uuid]).get(article_uuid)
    return (link.visited_at or link.since) if link is not None and link.state in LOST else None


def _file(artifact: Artifact) -> KeptFile:
    """By the type that it was stored under; the answer itself looks at the bytes again."""
    served = serve_as(artifact.kind, Sniffed(artifact.content_type, ""))
    return KeptFile(artifact, served.is_inline)


def _place(artifact: Artifact) -> tuple[int, str, int]:
    rank = _ORDER.index(artifact.kind) if artifact.kind in _ORDER else len(_ORDER)
    return rank, artifact.kind.value, artifact.artifact_id


def _text(blobs: BlobStore | None, current: Sequence[Artifact]) -> tuple[tuple[str, ...], bool]:
    """Paragraphs from the start of the text, and whether the object store failed to give it."""
    found = next((a for a in current if a.kind is ArtifactKind.TEXT and a.size_bytes), None)
    if found is None or blobs is None:
        return (), False
    try:
        start = b"".join(blobs.read(found.key, start=0, end=_TEXT_BYTES))
    except StoreError as error:
        structlog.get_logger("strandline.web").warning("text_out_of_reach", message=str(error))
        return (), True
    return _paragraphs(start.decode("utf-8", "ignore")), False


def _paragraphs(text: str) -> tuple[str, ...]:
    """Lines that are not empty, up to the one with which there is enough."""
    found: list[str] = []
    for line in text.splitlines():
        if sum(map(len, found)) >= _SHOWN:
            break
        if line.strip():
            found.append(line.strip())
    return tuple(found)
