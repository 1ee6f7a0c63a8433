"""The archive's part of a ledger from the objects alone: what each folder of a job says of itself.

For a ledger that was lost, or brought back from a backup that is older than captures since. Only
objects that nobody names are taken in. What no object says is lost: who told of a page, and jobs
that kept nothing. Pages that were struck are struck first, by the list beside the objects.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any

from strandline.core.archive.checksums import measure
from strandline.core.archive.layout import KeyParts, clean_prefix, kind_of, parse_key
from strandline.core.archive.made_by import MADE_BY
from strandline.core.text.languages import language_tag
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.archive import (
    KEPT,
    ArchiveJob,
    Artifact,
    ArtifactKind,
    Attempt,
    CaptureOutcome,
    CaptureReport,
    JobResult,
    JobStatus,
    LinkMetadata,
)
from strandline.model.articles import Article
from strandline.model.errors import StoreError, UrlError
from strandline.pipelines.archive.demand import enter_page
from strandline.pipelines.archive.known import taken_in
from strandline.pipelines.archive.takedown_list import agree
from strandline.ports import BlobStore, Ports
from strandline.settings import Settings

_LEASE = timedelta(minutes=10)
#: Of a sidecar or a text that is read into memory.
_MOST_BYTES = 20_000_000
_TYPES = {
    "html": "text/html",
    "json": "application/json",
    "txt": "text/plain",
    "png": "image/png",
    "jpg": "image/jpeg",
    "pdf": "application/pdf",
    "mp4": "video/mp4",
    "webm": "video/webm",
    "vtt": "text/vtt",
    "gz": "application/warc",
}


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """One folder of a job.

    Attributes:
        folder: Beginning of its keys.
        files: How many objects were taken in.
        message: Why none was; empty where some were.
    """

    folder: str
    url: str = ""
    files: int = 0
    message: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """An object that nobody names."""

    key: str
    parts: KeyParts
    changed: datetime


def rebuild(ports: Ports, blobs: BlobStore, settings: Settings) -> Iterator[Rebuilt]:
    """Take in what nobody names, a job after the other; run again it goes on.

    Raises:
        StoreError: The database or the object store is down.
    """
    prefix = settings.storage.s3_prefix
    agree(ports, settings)
    found = (
        _Found(key, parts, changed)
        for key, changed in blobs.keys(clean_prefix(prefix))
        if (parts := parse_key(prefix, key)) is not None
    )
    for uuid, group in groupby(found, lambda one: one.parts.article_uuid):
        objects = list(group)
        named = ports.store.named_keys([one.key for one in objects])
        loose: dict[int, list[_Found]] = {}
        for one in objects:
            if one.key not in named:
                loose.setdefault(one.parts.job_id, []).append(one)
        for job_id in sorted(loose):  # of equal captures the last one is shown
            folder = f"{clean_prefix(prefix)}{uuid}/{job_id}/"
            yield _job(ports, blobs, settings, folder, loose[job_id])


def _job(
    ports: Ports, blobs: BlobStore, settings: Settings, folder: str, objects: Sequence[_Found]
) -> Rebuilt:
    uuid = objects[0].parts.article_uuid
    facts = _sidecar(blobs, objects, ArtifactKind.FETCH_JSON)
    url = str(facts.get("url") or "")
    if not url:
        return Rebuilt(folder, message="it has no meta.json: nothing says what page it is of")
    try:
        article = _article(ports, settings, uuid, url)
    except UrlError:
        return Rebuilt(folder, url, message="its address cannot be read by this version")
    if ports.store.struck([uuid, article.article_uuid]):
        return Rebuilt(folder, url, message="the page is struck")
    at = _time(facts.get("fetched_at")) or max(one.changed for one in objects)
    job = _queued(ports, article, url, at)
    if job is None:
        return Rebuilt(
            folder, url, message="a job of this page is open: try again when it has ended"
        )
    result = _result(blobs, job, objects, facts, at)
    prefix = settings.storage.s3_prefix
    for artifact in result.artifacts:
        if artifact.kind is ArtifactKind.WARC:
            result = replace(result, uses=taken_in(ports, blobs, artifact.key, prefix))
    if not ports.store.finish_job(result, owner=ports.owner):
        return Rebuilt(folder, url, message="another worker has taken the job up")
    return Rebuilt(folder, url, len(result.artifacts))


def _article(ports: Ports, settings: Settings, uuid: str, url: str) -> Article:
    """The article of the objects; where the ledger has none, that of the page they are of."""
    known = ports.store.articles([uuid], also_struck=True).get(uuid)
    return known or enter_page(ports, settings, url, ports.clock.now())


def _queued(ports: Ports, article: Article, url: str, at: datetime) -> ArchiveJob | None:
    """A job of its own, claimed; None where another one of the article is open."""
    domain = registrable_domain(identify(url).canonical)
    job = ArchiveJob(article.article_uuid, url, domain, at, reason="rebuilt from objects")
    if not ports.store.enqueue([job]):
        return None
    newest = ports.store.jobs(article_uuid=article.article_uuid, limit=1)
    claimed = ports.store.claim_jobs(
        ports.clock.now(),
        ports.owner,
        _LEASE,
        limit=1,
        per_domain=1_000,
        only=[one.job_id for one in newest],
    )
    return claimed[0] if claimed else None


def _result(
    blobs: BlobStore,
    job: ArchiveJob,
    objects: Sequence[_Found],
    facts: dict[str, Any],
    at: datetime,
) -> JobResult:
    outcome = _outcome(facts.get("outcome"))
    is_kept = outcome in KEPT
    artifacts = tuple(
        artifact
        for one in objects
        if (artifact := _artifact(blobs, job, one, facts, outcome, at)) is not None
    )
    captures = dict.fromkeys(MADE_BY[artifact.kind] for artifact in artifacts)
    reports = tuple(CaptureReport(capture, outcome, "rebuilt") for capture in captures)
    text = _read(blobs, objects, ArtifactKind.TEXT) if is_kept else b""
    return JobResult(
        job_id=job.job_id,
        article_uuid=job.article_uuid,
        status=JobStatus.SUCCEEDED if is_kept else JobStatus.FAILED,
        attempt=Attempt(job.job_id, 1, at, at, reports),
        artifacts=artifacts,
        metadata=_metadata(blobs, job, objects, facts) if is_kept else None,
        text=text.decode("utf-8", "replace").removesuffix("\n"),
        last_error="" if is_kept else f"fetch: {outcome.value}",
        is_archived=is_kept,
    )


def _artifact(
    blobs: BlobStore,
    job: ArchiveJob,
    found: _Found,
    facts: dict[str, Any],
    outcome: CaptureOutcome,
    at: datetime,
) -> Artifact | None:
    """A file of a kind that we know, with the checksum of its bytes as they are."""
    kind = kind_of(found.parts.name)
    if kind is None:
        return None
    size, sha256 = measure(blobs.read(found.key))
    declared = str(facts.get("content_type") or "") if kind is ArtifactKind.RAW else ""
    ending = found.parts.name.rpartition(".")[2]
    return Artifact(
        article_uuid=job.article_uuid,
        job_id=job.job_id,
        kind=kind,
        key=found.key,
        content_type=declared or _TYPES.get(ending, "application/octet-stream"),
        size_bytes=size,
        sha256=sha256,
        created_at=at,
        original_name=str(facts.get("original_name") or "") if kind is ArtifactKind.RAW else "",
        capture_outcome=outcome,
    )


def _metadata(
    blobs: BlobStore, job: ArchiveJob, objects: Sequence[_Found], facts: dict[str, Any]
) -> LinkMetadata:
    told = _sidecar(blobs, objects, ArtifactKind.METADATA_JSON)
    status = facts.get("status")
    return LinkMetadata(
        article_uuid=job.article_uuid,
        title=_text(told.get("title")),
        description=_text(told.get("description")),
        author=_text(told.get("author")) or None,
        published_at=_time(told.get("published_at")),
        site_name=_text(told.get("site_name")) or None,
        language=language_tag(_text(told.get("language"))) or None,
        final_url=_text(facts.get("final_url")),
        http_status=status if isinstance(status, int) else 0,
    )


def _sidecar(blobs: BlobStore, objects: Sequence[_Found], kind: ArtifactKind) -> dict[str, Any]:
    """The tree of a file of ours; empty where it is not there, or none of ours any more."""
    try:
        tree = json.loads(_read(blobs, objects, kind) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return tree if isinstance(tree, dict) else {}


def _read(blobs: BlobStore, objects: Sequence[_Found], kind: ArtifactKind) -> bytes:
    """The newest file of a kind; empty where there is none."""
    of_kind = [one for one in objects if kind_of(one.parts.name) is kind]
    if not of_kind:
        return b""
    newest = max(of_kind, key=lambda one: one.changed)
    try:
        return b"".join(blobs.read(newest.key, start=0, end=_MOST_BYTES))
    except StoreError:
        return b""


def _outcome(value: object) -> CaptureOutcome:
    try:
        return CaptureOutcome(str(value))
    except ValueError:
        return CaptureOutcome.FAILED


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _time(value: object) -> datetime | None:
    try:
        found = datetime.fromisoformat(_text(value))
    except ValueError:
        return None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
