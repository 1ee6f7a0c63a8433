"""Packages made of stored records: complete, also where a record refers to earlier ones."""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.capture.warc_writing import WarcFile
from strandline.adapters.replay import WarcReplayer
from strandline.core.archive.replay import replay_warc
from strandline.core.archive.revisits import stored_payloads
from strandline.core.archive.warc_reading import Pieces, payload_pieces, read_warc
from strandline.model.archive import StoredPayload
from strandline.model.errors import BlobError
from strandline.testing.builders import NOW

KEYS = [f"archives/A_0000000000000001/{n}/aaaaaaaa/warc/page.warc.gz" for n in range(1, 4)]
URL = "https://courier.example/town/bridge"
PICTURE = b"".join(hashlib.sha256(bytes([n % 256, n // 256])).digest() for n in range(2_000))


class Shelf:
    """Objects in a folder, and records that are put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blobs = LocalBlobs(folder / "objects")
        self.replayer = WarcReplayer(self.blobs, folder)

    def known(self, *keys: str) -> dict[str, StoredPayload]:
        found: dict[str, StoredPayload] = {}
        for key in keys:
            found |= stored_payloads(Pieces(self.blobs.read(key)), key)
        return found

    def put(
        self,
        key: str,
        answers: Mapping[str, bytes],
        known: Mapping[str, StoredPayload] | None = None,
        *,
        is_named: bool = True,
    ) -> None:
        path = self.folder / "page.warc.gz"
        text = self.folder / "text"
        text.write_text("The bridge is open.")
        with WarcFile(path, "tests", NOW, known) as record:
            for url, body in answers.items():
                record.answer(
                    url,
                    NOW,
                    asked=("GET", []),
                    answer=("HTTP/1.1", 200, "OK"),
                    headers=[("Content-Type", "text/html")],
                    body=io.BytesIO(body),
                )
            record.resource(f"urn:text:{URL}", NOW, text, "text/plain")
            if is_named:
                facts = {"url": URL, "ts": NOW.isoformat(), "title": "Bridge"}
                said = io.BytesIO(json.dumps(facts).encode())
                record.statement(f"urn:pageinfo:{URL}", NOW, said, "application/json")
        self.blobs.put(key, path, "application/warc")

    def packed(self, key: str) -> bytes:
        target = io.BytesIO()
        self.replayer.pack([key], target)
        return target.getvalue()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def bodies(package: bytes) -> dict[str, tuple[str, str, bytes]]:
    """Type of record, declared type and body of each address in a package."""
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        assert opened.testzip() is None
        warc = opened.read("archive/data.warc.gz")
    assert replay_warc(io.BytesIO(warc)).is_playable
    found = {}
    for record in read_warc(io.BytesIO(warc)):
        if record.rec_type in ("response", "resource", "revisit"):
            kind = record.rec_headers["Content-Type"]
            url = record.rec_headers["WARC-Target-URI"]
            found[url] = (record.rec_type, kind, b"".join(payload_pieces(record)))
    return found


def test_a_package_of_references_is_complete(shelf: Shelf) -> None:
    """A player of others opens it by itself: every body is in it, no reference is."""
    answers = {URL: b"<p>open", f"{URL}/a.png": PICTURE}
    shelf.put(KEYS[0], answers)
    shelf.put(KEYS[1], answers, shelf.known(KEYS[0]))
    first, second = (shelf.blobs.size(key) or 0 for key in KEYS[:2])
    assert second < first / 2
    assert bodies(shelf.packed(KEYS[1])) == bodies(shelf.packed(KEYS[0]))


def test_what_is_new_and_what_is_referred_to_come_together(shelf: Shelf) -> None:
    """Bodies of several records make one page."""
    shelf.put(KEYS[0], {URL: b"<p>shut", f"{URL}/a.png": PICTURE})
    shelf.put(KEYS[1], {URL: b"<p>open", f"{URL}/a.png": PICTURE}, shelf.known(KEYS[0]))
    third = {URL: b"<p>open", f"{URL}/a.png": PICTURE, f"{URL}/b": b"new"}
    shelf.put(KEYS[2], third, shelf.known(KEYS[1]))
    found = bodies(shelf.packed(KEYS[2]))
    assert {url: found[url][2] for url in third} == third
    assert {kind for kind, _, _ in found.values()} == {"response", "resource"}
    assert found[f"urn:text:{URL}"][1:] == ("text/plain", b"The bridge is open.")


def test_a_record_without_references_is_packed_as_it_is(shelf: Shelf) -> None:
    """To the byte, and the same each time."""
    shelf.put(KEYS[0], {URL: b"<p>open"})
    with zipfile.ZipFile(io.BytesIO(shelf.packed(KEYS[0]))) as package:
        warc = package.read("archive/data.warc.gz")
    assert warc == b"".join(shelf.blobs.read(KEYS[0]))
    assert shelf.packed(KEYS[0]) == shelf.packed(KEYS[0])


def test_the_page_of_a_package_is_the_one_that_the_record_names(shelf: Shelf) -> None:
    """With its title and its text; where it names none, it is the first page in it."""
    shelf.put(KEYS[0], {f"{URL}/frame": b"<p>ad", URL: b"<p>open"})
    shelf.put(KEYS[1], {f"{URL}/first": b"<p>open"}, is_named=False)
    assert [_page(shelf.packed(key))["url"] for key in KEYS[:2]] == [URL, f"{URL}/first"]
    page = _page(shelf.packed(KEYS[0]))
    assert (page["title"], page["text"]) == ("Bridge", "The bridge is open.")


@pytest.mark.parametrize("is_there", [True, False])
def test_a_body_that_is_gone_is_a_fault(shelf: Shelf, is_there: bool) -> None:
    """Half a package is not given out as a whole one, whether the object went or changed."""
    answers = {URL: PICTURE}
    shelf.put(KEYS[0], answers)
    shelf.put(KEYS[1], answers, shelf.known(KEYS[0]))
    shelf.blobs.delete([KEYS[0]])
    if is_there:
        shelf.put(KEYS[0], {URL: b"other bytes"})
    with pytest.raises(BlobError):
        shelf.packed(KEYS[1])


def test_answers_of_references_have_their_bodies(shelf: Shelf) -> None:
    """The replay shows a second capture as it shows a first one."""
    answers = {URL: b"<p>open", f"{URL}/a.png": PICTURE}
    shelf.put(KEYS[0], answers)
    shelf.put(KEYS[1], answers, shelf.known(KEYS[0]))
    told: list[Any] = list(shelf.replayer.answers(KEYS[1]))
    assert [answer.url for answer in told] == list(answers)
    assert {answer.content_type for answer in told} == {"text/html"}
    shown = [shelf.replayer.body(KEYS[1], n, limit=1_000_000) for n in range(len(told))]
    assert shown == list(answers.values())


def test_an_answer_whose_body_is_elsewhere_by_now_has_none(shelf: Shelf) -> None:
    """Other bytes at the place are not shown in its place."""
    shelf.put(KEYS[0], {URL: b"<p>open"})
    shelf.put(KEYS[1], {URL: b"<p>open"}, shelf.known(KEYS[0]))
    shelf.blobs.delete([KEYS[0]])
    shelf.put(KEYS[0], {URL: b"<p>something else"})
    assert shelf.replayer.body(KEYS[1], 0, limit=1_000) is None


def _page(package: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(package)) as opened:
        page: dict[str, Any] = json.loads(opened.read("pages/pages.jsonl").splitlines()[1])
        return page
