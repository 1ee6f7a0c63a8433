"""Bodies that pages share are stored once, and never lie in what goes with somebody else's page."""

import hashlib
import io
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator

from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay import WarcReplayer
from strandline.core.archive.sharing import is_shareable, is_shared
from strandline.model.archive import (
    ArchiveJob,
    Artifact,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
    JobStatus,
    LinkMetadata,
    StoredPayload,
)
from strandline.model.takedowns import Takedown
from strandline.pipelines.archive.known import taken_in
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.verify import Finding, verify
from strandline.ports import Captured
from strandline.testing.archive_builders import a_result


def noise(seed: str, size: int) -> bytes:
    """Bytes that no compression makes smaller."""
    parts = (hashlib.sha256(f"{seed}{n}".encode()).digest() for n in range(size // 32 + 1))
    return b"".join(parts)[:size]


DAY = timedelta(days=1)
#: What every page of the site loads.
SCRIPT, LOGO = noise("script", 60_000), b"\x89PNG\r\n\x1a\n" + noise("logo", 30_000)
SMALL = noise("small", 900)


class Recorder:
    """A capturer that writes a real record of a page with what it loads."""

    def __init__(self, rig: Any) -> None:
        self._rig = rig

    def capture(
        self,
        job: ArchiveJob,
        folder: Path,
        *,
        deadline_s: float,
        tell: Callable[[CaptureReport], None],
        known: Callable[[], Mapping[str, StoredPayload]],
    ) -> Captured:
        path, now = folder / "page.warc.gz", self._rig.clock.now()
        site = job.url.rpartition("/")[0]
        own = f"<!doctype html><title>{job.url}</title>".encode() + noise(job.url, 5_000)
        with WarcFile(path, "tests", now, known()) as record:
            for url, kind, body in (
                (job.url, "text/html", own),
                (f"{site}/app.js", "text/javascript", SCRIPT),
                (f"{site}/logo.png", "image/png", LOGO),
                (f"{site}/dot.png", "image/png", SMALL),
            ):
                record.answer(
                    url,
                    now,
                    asked=("GET", []),
                    answer=("HTTP/1.1", 200, "OK"),
                    headers=[("Content-Type", kind), ("X-Page", job.url)],
                    body=io.BytesIO(body),
                )
        reports = tuple(
            CaptureReport(name, CaptureOutcome.GOOD)
            for name in (CaptureName.FETCH, CaptureName.WARC)
        )
        file = CapturedFile(ArtifactKind.WARC, path, "warc/page.warc.gz", "application/warc")
        metadata = LinkMetadata(job.article_uuid, final_url=job.url, http_status=200)
        return Captured(reports, (file,), metadata)

    def close(self) -> None:
        """Nothing to let go of."""


class Site:
    """Pages of one site that are captured one after the other."""

    def __init__(self, rig: Any) -> None:
        self.rig = replace(rig, ports=replace(rig.ports, capturer=Recorder(rig)))
        self.store, self.blobs = rig.store, rig.blobs

    def keep(self, *names: str) -> list[str]:
        """Captures, an hour apart; ids of their articles."""
        uuids = []
        for name in names:
            self.rig.advance(hours=1)
            job = self.rig.queue(f"https://site.example/{name}")
            (end,) = self.rig.run()
            assert end.status is JobStatus.SUCCEEDED, end.message
            uuids.append(job.article_uuid)
        return uuids

    def shared(self) -> list[str]:
        return [key for key in self.blobs.objects if is_shared("archives/", key)]

    def record(self, uuid: str) -> Artifact:
        found: list[Artifact] = self.store.artifacts(uuid)
        return [one for one in found if one.kind is ArtifactKind.WARC][-1]

    def findings(self) -> set[Finding]:
        return {checked.finding for checked in verify(self.rig.ports, self.blobs)}

    def sweep(self) -> int:
        now = self.rig.clock.now()
        return sweep(self.rig.ports, self.blobs, self.rig.settings, now=now).objects


@pytest.fixture
def site(archive_rig: Any) -> Site:
    return Site(archive_rig)


def test_what_many_pages_load_is_stored_once(site: Site) -> None:
    """The first page holds it, the second one shares it, all others refer to it."""
    first, second, *_ = site.keep(*map(str, range(6)))
    assert len(site.shared()) == 2
    assert site.record(first).size_bytes > 90_000
    assert site.record(second).size_bytes < 15_000
    together = sum(map(len, site.blobs.objects.values()))
    assert together < 2 * (len(SCRIPT) + len(LOGO)) + 6 * 12_000
    assert site.findings() == {Finding.GOOD}
    assert site.sweep() == 0


def test_a_reference_says_where_to_look_as_the_standard_has_it(site: Site) -> None:
    """Target and date of the answer that holds the body, and what this answer's own head was."""
    _, second = site.keep("a", "b")
    body = site.blobs.objects[site.record(second).key]
    found = {
        record.rec_headers.get_header("WARC-Target-URI"): record
        for record in ArchiveIterator(io.BytesIO(body))
        if record.rec_type == "revisit"
    }
    assert set(found) == {"https://site.example/app.js", "https://site.example/logo.png"}
    record = found["https://site.example/app.js"]
    head = record.rec_headers
    assert head.get_header("WARC-Profile").endswith("/revisit/identical-payload-digest")
    assert head.get_header("WARC-Refers-To-Target-URI") == "https://site.example/app.js"
    key = head.get_header("WARC-Refers-To-Filename")
    (held,) = ArchiveIterator(io.BytesIO(site.blobs.objects[key]))
    assert held.rec_headers.get_header("WARC-Date") == head.get_header("WARC-Refers-To-Date")
    assert held.rec_headers.get_header("WARC-Record-ID") == head.get_header("WARC-Refers-To")
    assert record.http_headers.get_header("X-Page") == "https://site.example/b"


def test_a_package_of_one_page_is_complete(site: Site, tmp_path: Path) -> None:
    """It holds every body, and refers to nothing."""
    *_, last = site.keep("a", "b", "c")
    target = tmp_path / "page.wacz"
    with target.open("wb") as file:
        WarcReplayer(site.blobs, tmp_path).pack([site.record(last).key], file)
    packed = target.read_bytes()
    assert b'"status": "200"' in packed
    with zipfile.ZipFile(target) as opened, opened.open("archive/data.warc.gz") as record:
        kinds = {one.rec_type for one in ArchiveIterator(record)}
    assert "revisit" not in kinds
    replayer = WarcReplayer(site.blobs, tmp_path)
    key = site.record(last).key
    bodies = [replayer.body(key, n, limit=10**6) for n in range(len(replayer.answers(key)))]
    assert SCRIPT in bodies
    assert LOGO in bodies


def test_what_others_refer_to_outlives_the_page_that_had_it_first(site: Site) -> None:
    """Taken down and erased, the first page takes nothing from the others; the last one all."""
    first, *others = site.keep("a", "b", "c")
    for number, uuid in enumerate((first, *others)):
        now = site.rig.clock.now()
        site.store.strike(
            Takedown(uuid, f"https://site.example/{uuid}", "asked", "owner", now, now)
        )
        site.sweep()
        site.rig.advance(hours=3)
        site.sweep()
        assert site.findings() <= {Finding.GOOD}
        assert len(site.shared()) == (2 if number < 2 else 0)
    assert all(key.startswith("archives/takedowns/") for key in site.blobs.objects)


def test_a_page_that_is_captured_meanwhile_keeps_what_it_refers_to(site: Site) -> None:
    """Nobody uses a body any more, but a capture has just asked for it: it stays for a while."""
    uuids = site.keep("a", "b")
    now = site.rig.clock.now()
    for uuid in uuids:
        site.store.strike(
            Takedown(uuid, f"https://site.example/{uuid}", "asked", "owner", now, now)
        )
    site.sweep()
    site.rig.advance(hours=3)
    digest = next(iter(_digests(site)))
    assert site.store.shared_payload(digest, site.rig.clock.now()) is not None
    site.sweep()
    assert len(site.shared()) == 1
    site.rig.advance(hours=3)
    site.sweep()
    assert site.shared() == []


def test_a_shared_body_that_somebody_removed_is_stored_anew(site: Site) -> None:
    """With the page itself."""
    site.keep("a", "b")
    site.blobs.delete(site.shared())
    (third,) = site.keep("c")
    assert site.record(third).size_bytes > 90_000


def test_a_page_captured_again_refers_to_itself_first(site: Site) -> None:
    """And to what is shared where its own record does so."""
    first, second = site.keep("a", "b")
    site.keep("a", "b")
    assert site.record(first).size_bytes < 15_000
    assert site.record(second).size_bytes < 15_000
    assert site.findings() == {Finding.GOOD}
    assert len(site.shared()) == 2


def test_articles_that_turn_out_to_be_one_go_on_using_it(site: Site) -> None:
    """The use moves with the page."""
    first, second = site.keep("a", "b")
    site.store.merge_into(second, first, ())
    site.rig.advance(hours=3)
    site.sweep()
    assert len(site.shared()) == 2
    assert site.findings() == {Finding.GOOD}


def test_a_ledger_that_was_lost_knows_who_uses_what_again(site: Site) -> None:
    """Taken in from the objects alone, shared bodies stay as long as a page refers to them."""
    first, second = site.keep("a", "b")
    keys = [site.record(uuid).key for uuid in (first, second)]
    with site.store._database.write() as connection:
        for table in ("archive_artifacts", "payload_uses", "shared_payloads"):
            connection.exec_driver_sql(f"DELETE FROM {table}")  # noqa: S608 - names of ours
    for uuid, key in zip((first, second), keys, strict=True):
        uses = taken_in(site.rig.ports, site.blobs, key, "archives/")
        assert len(uses) == 2
        job = site.rig.queue("", site.store.articles([uuid])[uuid])
        (job,) = site.store.claim_jobs(site.rig.clock.now(), "me", DAY, limit=1, per_domain=9)
        assert site.store.finish_job(a_result(job, uses=uses), owner="me")
    site.rig.advance(hours=3)
    site.sweep()
    assert len(site.shared()) == 2


@pytest.mark.parametrize(
    ("kind", "size", "expected"),
    [
        ("text/css", 5_000, True),
        ("Image/PNG; x=1", 5_000, True),
        ("font/woff2", 5_000, True),
        ("text/css", 500, False),
        ("image/png", 30_000_000, False),
        ("text/html", 5_000, False),
        ("video/mp4", 5_000, False),
        ("", 5_000, False),
    ],
)
def test_what_may_be_shared(kind: str, size: int, expected: bool) -> None:
    """Parts of pages, neither so small that a reference is no less nor whole films."""
    assert is_shareable(kind, size) is expected


def _digests(site: Site) -> set[str]:
    found = set()
    for key in site.shared():
        for record in ArchiveIterator(io.BytesIO(site.blobs.objects[key])):
            found.add(record.rec_headers.get_header("WARC-Payload-Digest"))
    return found
