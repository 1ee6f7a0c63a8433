"""Bodies that stored records hold, and records that refer to them."""

import io
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.adapters.capture.warc_writing import WarcFile
from strandline.core.archive.replay import replay_warc
from strandline.core.archive.revisits import (
    body_of,
    digest_of,
    holder,
    reference_of,
    stored_payloads,
)
from strandline.core.archive.warc_reading import Pieces, read_warc
from strandline.model.archive import StoredPayload
from strandline.testing.builders import NOW

FIRST = "archives/A_0000000000000001/1/aaaaaaaa/warc/page.warc.gz"
SECOND = "archives/A_0000000000000001/2/bbbbbbbb/warc/page.warc.gz"
URL = "https://courier.example/town/bridge"


def a_record(
    *bodies: bytes, known: dict[str, StoredPayload] | None = None, is_whole: bool = True
) -> bytes:
    """A WARC of answers, each at an address of its own."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "page.warc.gz"
        with WarcFile(path, "tests", NOW, known) as record:
            for number, body in enumerate(bodies):
                record.answer(
                    f"{URL}/{number}",
                    NOW,
                    asked=("GET", []),
                    answer=("HTTP/1.1", 200, "OK"),
                    headers=[("X-Number", str(number))],
                    body=io.BytesIO(body),
                    is_whole=is_whole,
                )
        return path.read_bytes()


def kinds(record: bytes) -> list[str]:
    """Types of the records that answer."""
    found = [one.rec_type for one in read_warc(io.BytesIO(record))]
    return [kind for kind in found if kind in ("response", "revisit")]


def read(objects: dict[str, bytes], payload: StoredPayload) -> bytes:
    """The body that a reference leads to."""
    source = io.BytesIO(objects[payload.key])
    source.seek(payload.offset)
    return b"".join(body_of(source, payload))


@given(st.lists(st.binary(min_size=1, max_size=400), min_size=1, max_size=5, unique=True))
def test_a_second_record_of_the_same_bodies_holds_none(bodies: list[bytes]) -> None:
    """Each is a `revisit` that leads to the body, through any number of records."""
    first = a_record(*bodies)
    known = stored_payloads(io.BytesIO(first), FIRST)
    second = a_record(*bodies, known=known)
    assert kinds(second) == ["revisit"] * len(bodies)
    objects = {FIRST: first, SECOND: second}
    # What the second one refers to is what a third one is told of.
    again = stored_payloads(io.BytesIO(second), SECOND)
    assert again == known
    assert sorted(read(objects, payload) for payload in again.values()) == sorted(bodies)


def test_a_reference_says_all_that_the_standard_asks() -> None:
    """Profile, checksum of the body, and the record that has it: id, address and time."""
    first = a_record(b"<p>one")
    (there,) = stored_payloads(io.BytesIO(first), FIRST).values()
    known = {there.digest: there}
    records = read_warc(io.BytesIO(a_record(b"<p>one", known=known)))
    head = next(one.rec_headers for one in records if one.rec_type == "revisit")
    (held,) = (one for one in read_warc(io.BytesIO(first)) if one.rec_type == "response")
    assert head["WARC-Profile"].endswith("/warc/1.1/revisit/identical-payload-digest")
    assert head["WARC-Payload-Digest"] == held.rec_headers["WARC-Payload-Digest"]
    assert head["WARC-Refers-To"] == held.rec_headers["WARC-Record-ID"]
    assert head["WARC-Refers-To-Target-URI"] == f"{URL}/0"
    assert head["WARC-Refers-To-Date"] == held.rec_headers["WARC-Date"]


def test_the_head_of_a_second_answer_is_kept() -> None:
    """Its headers are its own, also where its body is not."""
    known = stored_payloads(io.BytesIO(a_record(b"zero", b"one")), FIRST)
    record = a_record(b"one", known=known)
    heads = [one.http_headers for one in read_warc(io.BytesIO(record)) if one.http_headers]
    assert heads[0]["X-Number"] == "0"
    assert replay_warc(io.BytesIO(record)).is_playable


def test_half_a_body_is_neither_referred_to_nor_a_reference() -> None:
    """An answer that was cut short says nothing of the whole one, and the other way round."""
    assert stored_payloads(io.BytesIO(a_record(b"<p>ha", is_whole=False)), FIRST) == {}
    known = stored_payloads(io.BytesIO(a_record(b"<p>ha")), FIRST)
    assert kinds(a_record(b"<p>ha", known=known, is_whole=False)) == ["response"]


def test_an_empty_body_is_no_body() -> None:
    """A redirect has none; nothing is saved by referring to it."""
    assert stored_payloads(io.BytesIO(a_record(b"")), FIRST) == {}


def test_a_damaged_body_is_not_referred_to() -> None:
    """What reading shows to be broken is stored anew by the next capture."""
    raw = b"".join(_plain(a_record(b"one " * 50, b"two " * 50)))
    damaged = raw.replace(b"one one", b"one eno", 1)
    found = stored_payloads(io.BytesIO(damaged), FIRST).values()
    assert [payload.url for payload in found] == [f"{URL}/1"]


@pytest.mark.parametrize("is_plain", [False, True], ids=["compressed", "plain"])
def test_a_record_cut_anywhere_gives_what_is_whole(is_plain: bool) -> None:
    """Nothing is raised, and no body that is not there whole is promised, wherever the cut is: a
    head that says what a body ought to be may be whole, and the body is not."""
    whole = a_record(b"a" * 300, b"b" * 300)
    if is_plain:
        whole = b"".join(_plain(whole))
    for cut in range(1, len(whole), 3):
        objects = {FIRST: whole[:-cut]}
        for payload in stored_payloads(io.BytesIO(objects[FIRST]), FIRST).values():
            assert digest_of(io.BytesIO(read(objects, payload))) == payload.digest, cut


@pytest.mark.parametrize(
    "key", ["db-backups/2026-03-04/archive.sqlite3.gz", "archives/A_1/1/fetch/raw.html", ""]
)
def test_a_reference_leads_to_records_only(key: str) -> None:
    """Whatever a record says, no other object is read because of it."""
    (there,) = stored_payloads(io.BytesIO(a_record(b"x")), FIRST).values()
    elsewhere = StoredPayload(there.digest, there.url, there.date, there.record_id, key, 0)
    record = a_record(b"x", known={there.digest: elsewhere})
    found = [reference_of(one) for one in read_warc(io.BytesIO(record))]
    assert found == [None] * len(found)
    assert not replay_warc(io.BytesIO(record)).is_playable


def test_another_record_at_the_place_is_no_body() -> None:
    """A place that holds something else by now gives nothing."""
    (there,) = stored_payloads(io.BytesIO(a_record(b"one")), FIRST).values()
    source = io.BytesIO(a_record(b"two"))
    source.seek(there.offset)
    assert holder(source, there) is None


@given(st.lists(st.binary(min_size=1, max_size=9), max_size=9), st.integers(1, 20))
def test_pieces_read_like_a_file(pieces: list[bytes], size: int) -> None:
    """In order, none lost, and it knows where it is."""
    source, found = Pieces(iter(pieces)), b""
    while taken := source.read(size):
        assert len(taken) <= size
        found += taken
        assert source.tell() == len(found)
    assert found == b"".join(pieces)


def _plain(record: bytes) -> list[bytes]:
    """The members of a gzipped file, unpacked."""
    import zlib

    found: list[Any] = []
    while record:
        unpacking = zlib.decompressobj(zlib.MAX_WBITS + 16)
        found.append(unpacking.decompress(record) + unpacking.flush())
        record = unpacking.unused_data
    return found
