"""WARCs that can be replayed, and WARCs that only look like it."""

import base64
import gzip as gz
import hashlib
import io

import pytest

from strandline.core.archive.replay import replay_warc

URL = "https://courier.example/town/bridge"
HTTP_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


def a_record(kind: str, block: bytes, content_type: str) -> bytes:
    """A record as the standard writes it (ISO 28500), with the checksum of its block."""
    checksum = base64.b32encode(hashlib.sha1(block, usedforsecurity=False).digest()).decode()
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{kind}>\r\n"
        f"WARC-Date: 2026-03-04T07:00:00Z\r\nWARC-Target-URI: {URL}\r\n"
        f"WARC-Block-Digest: sha1:{checksum}\r\nContent-Type: {content_type}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def a_warc(*, gzip: bool = True, answers: bool = True) -> bytes:
    records = [a_record("warcinfo", b"software: test\r\n", "application/warc-fields")]
    if answers:
        # Words that do not compress well: a cut must hit something.
        words = "".join(hashlib.sha256(str(n).encode()).hexdigest() for n in range(40))
        body = b"<p>The bridge is closed.</p>" + words.encode()
        records.append(a_record("response", HTTP_HEAD + body, "application/http;msgtype=response"))
    return b"".join(gz.compress(record) if gzip else record for record in records)


@pytest.mark.parametrize("gzip", [True, False])
def test_a_whole_file_is_playable(gzip: bool) -> None:
    """Every record is read, plain or compressed."""
    replay = replay_warc(io.BytesIO(a_warc(gzip=gzip)))
    assert replay.is_playable
    assert replay.urls == (URL,)
    assert replay.records == {"warcinfo": 1, "response": 1}


@pytest.mark.parametrize("cut", [20, 60, 200])
@pytest.mark.parametrize("gzip", [True, False])
def test_a_file_cut_short_is_not(gzip: bool, cut: int) -> None:
    """A file without its end is told, wherever the cut is."""
    assert not replay_warc(io.BytesIO(a_warc(gzip=gzip)[:-cut])).is_playable


def test_a_changed_byte_is_found() -> None:
    """The record's own checksum is compared."""
    changed = a_warc(gzip=False).replace(b"bridge is closed", b"bridge is opened", 1)
    (fault,) = replay_warc(io.BytesIO(changed)).faults
    assert "digest failed" in fault


@pytest.mark.parametrize("data", [b"", b"no warc at all\n" * 20, b"WARC/1.0\r\n\r\n", b"\x1f\x8b"])
def test_what_is_no_warc_is_a_finding(data: bytes) -> None:
    """Any bytes end with a word about them, never with an exception."""
    replay = replay_warc(io.BytesIO(data))
    assert not replay.is_playable


def test_a_file_without_answers_shows_nothing() -> None:
    """Records that no player shows make no playable file."""
    replay = replay_warc(io.BytesIO(a_warc(answers=False)))
    assert (replay.faults, replay.is_playable) == ((), False)
