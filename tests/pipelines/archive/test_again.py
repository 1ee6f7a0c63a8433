"""Pages that are captured again: what did not change is not stored again, and nothing is lost."""

import hashlib
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.model.archive import Artifact, ArtifactKind, CaptureOutcome, JobStatus
from strandline.pipelines.archive import run_jobs
from strandline.pipelines.archive.demand import demand
from strandline.pipelines.archive.known import known_payloads
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.verify import Finding, verify
from strandline.ports import BlobStore, Capturer, Ports
from strandline.settings import Settings, load_settings
from strandline.testing.documents import png
from strandline.testing.fakes import FrozenClock
from strandline.testing.world.answers import Answer
from strandline.testing.world.scene import Ask
from strandline.testing.world.server import serving
from strandline.wiring import open_ports

START = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
WORDS = "<p>The old bridge is closed, and the traffic goes round by the mill until May.</p>"
PAGE = f"<!doctype html><title>The bridge</title><h1>The bridge</h1>{WORDS * 30}<img src=/p.png>"
#: Bytes that no compression makes smaller.
NOISE = b"".join(hashlib.sha256(bytes([n])).digest() for n in range(256)) * 8


@dataclass
class Site:
    """Paths, their types and bodies."""

    url: str = ""
    answers: dict[str, tuple[str, bytes]] = field(default_factory=dict)


@pytest.fixture(scope="module")
def served() -> Iterator[Site]:
    site = Site()

    def answer(_host: str, _method: str, ask: Ask) -> Answer:
        path = f"{ask.path}?{ask.query}" if ask.query else ask.path
        kind, body = site.answers.get(path, ("text/plain", b""))
        return Answer(body, kind, 200 if path in site.answers else 404)

    with serving(answer) as port:
        site.url = f"http://127.0.0.1:{port}"
        yield site


@pytest.fixture
def site(served: Site) -> Site:
    """A page with a picture, and a document."""
    served.answers = {
        "/page": ("text/html", PAGE.encode()),
        "/p.png": ("image/png", png()),
        "/doc?id=1": ("application/pdf", b"%PDF-1.4\n" + NOISE),
    }
    return served


def settings_for(site: Site, folder: Path) -> Settings:
    return load_settings(
        environ={
            "DATABASE_PATH": str(folder / "strandline.sqlite3"),
            "STORAGE_PATH": str(folder / "artifacts"),
            "ALLOW_PRIVATE_NETWORKS": site.url.removeprefix("http://"),
            "HOST_DELAY_SECONDS": "0",
            "PARSE_TIMEOUT_SECONDS": "60",
            "LOG_LEVEL": "error",
        }
    )


@pytest.fixture(scope="module")
def capturer(served: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Capturer]:
    """One browser for all tests."""
    settings = settings_for(served, tmp_path_factory.mktemp("capturer"))
    with open_ports(settings, archive=True) as ports:
        assert ports.capturer is not None
        yield ports.capturer


@dataclass
class Archive:
    """Real ports over a site, an object store of either kind, and a clock."""

    site: Site
    ports: Ports
    settings: Settings
    clock: FrozenClock

    @property
    def blobs(self) -> BlobStore:
        assert self.ports.blobs is not None
        return self.ports.blobs

    def capture(self, *paths: str) -> list[Any]:
        """Capture, some hours later than the last time."""
        now = self.clock.advance(timedelta(hours=3))
        for path in paths:
            demand(self.ports, self.settings, self.site.url + path, now=now, force=True)
        ends = run_jobs(self.ports, self.settings)
        assert [end.status for end in ends] == [JobStatus.SUCCEEDED] * len(paths)
        return ends

    def sizes(self) -> dict[str, int]:
        """Every object and its size."""
        keys = [key for key, _ in self.blobs.keys(self.settings.storage.s3_prefix)]
        return {key: self.blobs.size(key) or 0 for key in keys}

    def artifacts(self) -> list[Artifact]:
        return [item for batch in self.ports.store.every_artifact() for item in batch]

    def record(self) -> Artifact:
        """The newest record of the page."""
        return [a for a in self.artifacts() if a.kind is ArtifactKind.WARC][-1]

    def findings(self) -> list[Finding]:
        return [checked.finding for checked in verify(self.ports, self.blobs)]


#: For what an object store does; what the pages do is the same on each.
ON_EACH_STORE = pytest.mark.parametrize("archive", ["folder", "s3"], indirect=True)


@pytest.fixture
def archive(
    request: pytest.FixtureRequest,
    site: Site,
    capturer: Capturer,
    empty_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Archive]:
    clock = FrozenClock(START)
    shutil.copy(empty_file, tmp_path / "strandline.sqlite3")
    settings = settings_for(site, tmp_path)
    if getattr(request, "param", "folder") == "s3":
        server = request.getfixturevalue("s3_server")
        for name, value in server.environ.items():
            monkeypatch.setenv(name, value)
        prefix = f"again-{os.getpid()}-{tmp_path.name}/"
        storage = server.settings().model_copy(update={"s3_prefix": prefix})
        settings = settings.model_copy(update={"storage": storage})
    with open_ports(settings, clock=clock, archive=True) as ports:
        yield Archive(site, replace(ports, capturer=capturer), settings, clock)


def test_unchanged_pages_store_no_bytes_twice(archive: Archive) -> None:
    """The second time only what was said anew is stored: heads, times, and references."""
    archive.capture("/page", "/doc?id=1")
    first = archive.sizes()
    archive.capture("/page", "/doc?id=1")
    second = {key: size for key, size in archive.sizes().items() if key not in first}
    kinds = {a.kind for a in archive.artifacts() if a.key in second}
    assert kinds <= {ArtifactKind.HEADERS, ArtifactKind.FETCH_JSON, ArtifactKind.WARC}
    assert sum(second.values()) < sum(first.values()) / 10
    checksums = [hashlib.sha256(b"".join(archive.blobs.read(key))).digest() for key in first]
    checksums += [hashlib.sha256(b"".join(archive.blobs.read(key))).digest() for key in second]
    assert len(set(checksums)) == len(checksums)


@ON_EACH_STORE
def test_what_was_stored_once_is_read_back_for_every_capture(archive: Archive) -> None:
    """Checksums agree, references lead somewhere, nothing is left over, and nothing is swept."""
    for _ in range(3):
        archive.capture("/page", "/doc?id=1")
    assert set(archive.findings()) == {Finding.GOOD}
    assert set(archive.sizes()) == {item.key for item in archive.artifacts()}
    later = datetime.now(UTC) + timedelta(days=2)
    assert sweep(archive.ports, archive.blobs, archive.settings, now=later).objects == 0


def test_every_capture_replays_and_packs_by_itself(archive: Archive) -> None:
    """The last of three equal captures shows the same answers as the first one."""
    shown = []
    for _ in range(3):
        archive.capture("/page")
        shown.append(_answers(archive.ports, archive.record().key))
    assert shown[0] == shown[1] == shown[2]
    assert shown[0][archive.site.url + "/page"] == PAGE.encode()


def test_what_changed_is_stored_and_the_rest_is_not(archive: Archive) -> None:
    """Another text makes another page; the document beside it is not stored for it."""
    archive.capture("/page", "/doc?id=1")
    first = archive.sizes()
    changed = PAGE.replace("until May", "until June").encode()
    archive.site.answers["/page"] = ("text/html", changed)
    archive.capture("/page", "/doc?id=1")
    second = {key: size for key, size in archive.sizes().items() if key not in first}
    new = [a for a in archive.artifacts() if a.key in second]
    assert ArtifactKind.RAW in {a.kind for a in new}
    assert sum(second.values()) < sum(first.values())
    assert set(archive.findings()) == {Finding.GOOD}
    page = next(a for a in reversed(new) if a.kind is ArtifactKind.RAW)
    assert b"".join(archive.blobs.read(page.key)) == changed


@ON_EACH_STORE
def test_a_body_that_was_lost_is_told_and_stored_anew(archive: Archive) -> None:
    """Somebody removed the first record: what refers to it is told, and the next capture needs
    neither of them.
    """
    archive.capture("/doc?id=1")
    lost = archive.record()
    archive.capture("/doc?id=1")
    referring = archive.record()
    archive.blobs.delete([lost.key])
    found = {c.artifact.artifact_id: c for c in verify(archive.ports, archive.blobs)}
    assert found[lost.artifact_id].finding is Finding.MISSING
    assert found[referring.artifact_id].finding is Finding.UNPLAYABLE
    assert "earlier" in found[referring.artifact_id].message
    archive.capture("/doc?id=1")
    newest = archive.record()
    answers = _answers(archive.ports, newest.key)
    assert answers[archive.site.url + "/doc?id=1"] == b"%PDF-1.4\n" + NOISE
    found = {c.artifact.artifact_id: c for c in verify(archive.ports, archive.blobs)}
    assert found[newest.artifact_id].finding is Finding.GOOD


def test_a_worse_capture_between_two_good_ones_costs_nothing(archive: Archive) -> None:
    """A block page has a record of its own; the good one after it still refers to the first."""
    archive.capture("/page")
    first = archive.sizes()
    archive.site.answers["/page"] = ("text/html", b"<p>blocked by network security")
    now = archive.clock.advance(timedelta(hours=3))
    demand(archive.ports, archive.settings, archive.site.url + "/page", now=now, force=True)
    (end,) = run_jobs(archive.ports, archive.settings)
    assert end.reports[0].outcome is CaptureOutcome.BLOCKED
    archive.site.answers["/page"] = ("text/html", PAGE.encode())
    before = archive.sizes()
    archive.clock.advance(timedelta(days=3))
    archive.capture("/page")
    third = {key: size for key, size in archive.sizes().items() if key not in before}
    assert sum(third.values()) < sum(first.values()) / 2
    assert set(archive.findings()) == {Finding.GOOD}


def test_records_out_of_reach_cost_a_copy_and_not_the_capture(archive_rig: Any) -> None:
    """An object store that fails while earlier records are read is no reason to keep nothing."""
    rig = archive_rig
    article = rig.add("https://courier.example/town/bridge")
    rig.blobs.is_down = True
    assert known_payloads(rig.ports, rig.blobs, "archives/", article.article_uuid)() == {}


def test_only_objects_of_the_same_page_are_referred_to(archive: Archive) -> None:
    """A record names an object that no artifact of the page names: it is not believed."""
    archive.capture("/doc?id=1")
    archive.capture("/doc?id=1")
    uuid = archive.record().article_uuid
    assert known_payloads(archive.ports, archive.blobs, "archives/", uuid)()
    newest = [a for a in archive.artifacts() if a.kind is ArtifactKind.WARC][-1]

    class Only:
        def artifacts(self, *_: Any, **__: Any) -> list[Artifact]:
            return [newest]

    only: Any = replace(archive.ports, store=Only())  # type: ignore[arg-type]
    found = known_payloads(only, archive.blobs, "archives/", uuid)()
    assert {found[digest].key for digest in found} == {newest.key}


def _answers(ports: Ports, key: str) -> dict[str, bytes | None]:
    replayer = ports.replayer
    assert replayer is not None
    told = replayer.answers(key)
    return {a.url: replayer.body(key, a.number, limit=10_000_000) for a in told}
