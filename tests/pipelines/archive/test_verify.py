"""Stored bytes, read back."""

from dataclasses import replace
from typing import Any

import pytest

from strandline.model.archive import (
    ArtifactKind,
    CaptureName,
    CaptureOutcome,
    CaptureReport,
)
from strandline.pipelines.archive.verify import Finding, verify
from strandline.testing.archive_fakes import good_page

URL = "https://courier.example/town/bridge"
WARC = (
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
    b"WARC-Date: 2026-03-04T07:00:00Z\r\nWARC-Target-URI: https://courier.example/\r\n"
    b"Content-Type: text/html\r\nContent-Length: 5\r\n\r\n<p>hi\r\n\r\n"
)


def findings(rig: Any, **kinds: bytes) -> dict[str, Finding]:
    """What reading back a page with these files shows, by kind."""
    files = {ArtifactKind(kind): data for kind, data in kinds.items()}
    reports = (
        CaptureReport(CaptureName.FETCH, CaptureOutcome.GOOD),
        CaptureReport(CaptureName.WARC, CaptureOutcome.GOOD),
    )
    rig.capturer.pages[URL] = replace(good_page(), files=files, reports=reports)
    rig.queue(URL)
    rig.run()
    return read_back(rig)


def read_back(rig: Any) -> dict[str, Finding]:
    return {c.artifact.kind.value: c.finding for c in verify(rig.ports, rig.blobs)}


def test_what_was_stored_is_good(archive_rig: Any) -> None:
    """Bytes and WARC alike."""
    found = findings(archive_rig, raw=b"<p>one", warc=WARC)
    assert set(found.values()) == {Finding.GOOD}


def test_a_changed_byte_is_found(archive_rig: Any) -> None:
    """The same size and another checksum is another file."""
    rig = archive_rig
    findings(rig, raw=b"<p>one")
    (key,) = rig.keys()
    rig.blobs.objects[key] = b"<p>oNe"
    assert read_back(rig) == {"raw": Finding.CHANGED}


def test_a_missing_object_is_found(archive_rig: Any) -> None:
    """What the database names must be there."""
    rig = archive_rig
    findings(rig, raw=b"<p>one")
    rig.blobs.delete(list(rig.keys()))
    assert read_back(rig) == {"raw": Finding.MISSING}


def test_a_store_that_is_down_says_nothing_of_the_bytes(archive_rig: Any) -> None:
    """A fault of the store is no fault of the artifact."""
    rig = archive_rig
    findings(rig, raw=b"<p>one")
    rig.blobs.is_down = True
    assert read_back(rig) == {"raw": Finding.UNREADABLE}


@pytest.mark.parametrize("warc", [b"", WARC[:-9], b"WARC/1.0\r\n\r\n", b"no warc"])
def test_a_warc_that_no_player_shows_is_found(archive_rig: Any, warc: bytes) -> None:
    """The right bytes of a useless file are told apart from good ones."""
    assert findings(archive_rig, warc=warc) == {"warc": Finding.UNPLAYABLE}


def test_one_page_alone_can_be_verified(archive_rig: Any) -> None:
    """A person who doubts one page need not read back all."""
    rig = archive_rig
    findings(rig, raw=b"<p>one")
    uuid = rig.ledger()[0].article_uuid
    assert len(list(verify(rig.ports, rig.blobs, article_uuid=uuid))) == 1
    assert list(verify(rig.ports, rig.blobs, article_uuid="A_" + "0" * 16)) == []
