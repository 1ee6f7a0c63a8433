"""The archive's pipeline around a real store, with objects in memory and scripted captures."""

import itertools
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.model.archive import ArchiveJob, JobStatus
from strandline.model.articles import Article, IngestBatch
from strandline.ports import Ports, Store
from strandline.settings import ArchiveSettings, DatabaseSettings, Settings
from strandline.testing.archive_fakes import MemoryBlobs, ScriptedCapturer
from strandline.testing.builders import NOW, an_article
from strandline.testing.fakes import FrozenClock, ScriptedFetcher

JOB_STATUS = JobStatus


@dataclass
class ArchiveRig:
    """Ports with fakes at the edges and the real store in the middle."""

    ports: Ports
    settings: Settings
    clock: FrozenClock
    blobs: MemoryBlobs
    capturer: ScriptedCapturer
    fetcher: ScriptedFetcher
    data: Path
    ends: list[Any] = field(default_factory=list)

    @property
    def store(self) -> Store:
        return self.ports.store

    def add(self, url: str, **changes: Any) -> Article:
        """An article in the ledger, under its real key."""
        from strandline.core.urls import article_uuid, identify
        from strandline.core.urls.domains import registrable_domain

        identity = identify(url)
        uuid = article_uuid(identity.canonical)
        article = an_article(
            identity.canonical,
            article_uuid=uuid,
            canonical_article_id=uuid,
            url_key=identity.key,
            domain=registrable_domain(identity.canonical),
            **changes,
        )
        self.store.ingest(IngestBatch(now=self.clock.now(), articles=(article,)))
        return article

    def queue(self, url: str, article: Article | None = None, **changes: Any) -> ArchiveJob:
        """A queued job of an article."""
        article = article or self.add(url)
        job = ArchiveJob(
            article.article_uuid,
            article.article_url_final,
            article.domain,
            self.clock.now(),
            **changes,
        )
        self.store.enqueue([job])
        return self.store.jobs(article_uuid=article.article_uuid, limit=1)[0]

    def run(self, **options: Any) -> list[Any]:
        """Work on what is due."""
        from strandline.pipelines.archive import run_jobs

        ends = run_jobs(self.ports, self.settings, **options)
        self.ends += ends
        return ends

    def ledger(self) -> list[Article]:
        """Every article, links of posts too."""
        return [article for batch in self.store.every_article() for article in batch]

    def advance(self, **span: float) -> None:
        self.blobs.now = self.clock.advance(timedelta(**span))

    def other(self, owner: str) -> "ArchiveRig":
        """Another worker on the same database and objects."""
        return replace(self, ports=replace(self.ports, owner=owner))

    def keys(self) -> set[str]:
        """Keys of all objects."""
        return set(self.blobs.objects)

    def named(self) -> set[str]:
        """Keys that artifacts name."""
        return {a.key for batch in self.store.every_artifact() for a in batch}


@pytest.fixture
def archive_rig(tmp_path: Path, empty_file: Path) -> Iterator[ArchiveRig]:
    settings = Settings(
        database=DatabaseSettings(path=tmp_path / "data" / "rig.sqlite3"),
        archive=ArchiveSettings(worker_concurrency=2),
    )
    settings.database.path.parent.mkdir()
    shutil.copy(empty_file, settings.database.path)
    clock, blobs = FrozenClock(NOW), MemoryBlobs(NOW)
    capturer, fetcher = ScriptedCapturer(), ScriptedFetcher()
    store = open_store(settings.database)
    numbers = itertools.count(1)
    ports = Ports(
        clock=clock,
        fetcher=fetcher,
        parser=None,  # type: ignore[arg-type]  # nothing here reads documents
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}"[::-1],
        jitter=lambda: 0.0,
        owner="first",
        blobs=blobs,
        capturer=capturer,
    )
    yield ArchiveRig(ports, settings, clock, blobs, capturer, fetcher, tmp_path / "data")
    store.close()
