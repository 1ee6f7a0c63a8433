"""Removes what killed workers left: objects that no artifact names, parts, work folders.

An object is put before the database names it, so for a while a good object is not named. What is
younger than the longest job is left alone, and so is what belongs to a job that runs, however old a
clock that was set makes it. Nothing here can touch an object that is named: the names are asked for
after the keys were listed and the running jobs were read, and a named object never loses its name.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import TypeVar

import structlog

from strandline.core.archive.layout import KeyParts, clean_prefix, job_prefix, parse_key
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.pipelines.archive.erasing import erase_due
from strandline.pipelines.archive.takedown_list import agree
from strandline.pipelines.archive.work import sweep_work, work_root
from strandline.ports import BlobStore, Ports, Store
from strandline.settings import Settings

Item = TypeVar("Item")

log = structlog.get_logger("strandline.archive")

#: Objects that are younger may belong to a job that runs.
ORPHAN_AGE = timedelta(hours=1)
_BATCH = 500
#: More jobs than this never run at once.
_RUNNING = 10_000


@dataclass(frozen=True, slots=True)
class Swept:
    """What was removed."""

    objects: int = 0
    parts: int = 0
    folders: int = 0


def sweep(ports: Ports, blobs: BlobStore, settings: Settings, *, now: datetime) -> Swept:
    """Remove orphan objects, stale parts of uploads, and work folders that nobody holds.

    Raises:
        StoreError: The database or the object store is down.
    """
    deadline = timedelta(seconds=settings.archive.capture_deadline_s)
    before = now - max(ORPHAN_AGE, 2 * deadline)
    since = backed_up_since(ports.store)
    removable = before if since is None else min(before, since)
    agree(ports, settings)
    erase_due(ports, settings.storage.s3_prefix)
    swept = Swept(
        objects=_sweep_objects(ports, blobs, settings.storage.s3_prefix, removable)
        + _sweep_shared(ports, blobs, removable),
        parts=blobs.sweep(before),
        folders=sweep_work(work_root(settings)),
    )
    if swept != Swept():
        log.info("swept", objects=swept.objects, parts=swept.parts, work_folders=swept.folders)
    return swept


def backed_up_since(store: Store) -> datetime | None:
    """When the oldest kept backup was made; None where there is none.

    What is younger stays, whether somebody names it or not: a ledger that is brought back from that
    backup has never heard of it, and it can be taken in again.
    """
    backup = store.upkeep().get("backup")
    return None if backup is None else backup.since


def claim_name(new_id: str) -> str:
    """Folder of one claim of a job: no two claims ever share a key."""
    return new_id[:8]


def sweep_job(ports: Ports, blobs: BlobStore, settings: Settings, job: ArchiveJob) -> int:
    """Remove what an earlier claim of a job put and never named: its worker was killed.

    Safe while that worker lives after all: it has lost its lease, so nothing of it is named.
    """
    prefix = job_prefix(settings.storage.s3_prefix, job.article_uuid, job.job_id)
    since = backed_up_since(ports.store)
    keys = (key for key, changed in blobs.keys(prefix) if since is None or changed < since)
    return sum(_remove_unnamed(ports, blobs, batch) for batch in _batches(keys))


def _sweep_objects(ports: Ports, blobs: BlobStore, prefix: str, before: datetime) -> int:
    old = (
        (key, parts, changed)
        for key, changed in blobs.keys(clean_prefix(prefix))
        if changed < before and (parts := parse_key(prefix, key)) is not None
    )
    return sum(_remove_unnamed(ports, blobs, _of_our_jobs(ports, batch)) for batch in _batches(old))


def _sweep_shared(ports: Ports, blobs: BlobStore, before: datetime) -> int:
    """Shared bodies that no page uses any more.

    One that was put and never named stays: what a lost ledger had named is not told from it.
    """
    removed = 0
    while keys := ports.store.let_go_payloads(before, limit=_BATCH):
        blobs.delete(keys)
        removed += len(keys)
    return removed


def _of_our_jobs(ports: Ports, objects: Sequence[tuple[str, KeyParts, datetime]]) -> list[str]:
    """Keys of jobs that do not run, of articles that were in this ledger when they were put.

    The others are of a ledger that was lost: `rebuild` takes them in.
    """
    running = {job.job_id for job in ports.store.jobs(status=JobStatus.RUNNING, limit=_RUNNING)}
    uuids = {parts.article_uuid for _, parts, _ in objects}
    articles = ports.store.articles(sorted(uuids), also_struck=True)
    return [
        key
        for key, parts, changed in objects
        if parts.job_id not in running
        and (article := articles.get(parts.article_uuid)) is not None
        and article.created_at <= changed
    ]


def _remove_unnamed(ports: Ports, blobs: BlobStore, keys: list[str]) -> int:
    named = ports.store.named_keys(keys)
    orphans = [key for key in keys if key not in named]
    if orphans:
        blobs.delete(orphans)
    return len(orphans)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    left = iter(items)
    while batch := list(islice(left, _BATCH)):
        yield batch
