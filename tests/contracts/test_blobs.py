"""What every `BlobStore` promises, kept by the folder and by a real S3 server."""

import hashlib
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.adapters.blobs import open_blobs
from strandline.adapters.blobs.keys import check_key
from strandline.model.archive import StoredBlob
from strandline.model.errors import BlobError
from strandline.ports import BlobStore
from strandline.settings import StorageSettings

BAD_KEYS = [
    "",
    "/",
    "/etc/passwd",
    "../outside",
    "a/../../outside",
    "a/..",
    "a//b",
    "a/",
    ".incoming/x",
    "a/.hidden",
    "a\\b",
    "a\0b",
    "a b\n",
    "é",
    "a" * 1_001,
    "C:x",
    "a?b",
    "a#b",
    "a%2e%2e",
]


@pytest.fixture(params=["folder", "s3"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BlobStore]:
    """An empty store of each kind."""
    if request.param == "folder":
        yield open_blobs(StorageSettings(path=tmp_path / "artifacts"), {})
        return
    server: Any = request.getfixturevalue("s3_server")
    store = open_blobs(server.settings(), server.environ)
    store.delete([key for key, _ in store.keys("")])
    yield store


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A small file."""
    path = tmp_path / "page.html"
    path.write_bytes(b"<title>Strand</title>")
    return path


def test_put_and_read(blobs: BlobStore, page: Path) -> None:
    """What was put is there, with its size and checksum."""
    body = page.read_bytes()
    stored = blobs.put("archives/A_1/7/fetch/raw.html", page, "text/html")
    assert stored == StoredBlob(
        "archives/A_1/7/fetch/raw.html", len(body), hashlib.sha256(body).hexdigest()
    )
    assert b"".join(blobs.read(stored.key)) == body
    assert blobs.size(stored.key) == len(body)
    assert page.read_bytes() == body


def test_empty_object(blobs: BlobStore, tmp_path: Path) -> None:
    """Nothing can be stored as well."""
    (tmp_path / "empty").write_bytes(b"")
    assert blobs.put("a/empty", tmp_path / "empty", "text/plain").size_bytes == 0
    assert (b"".join(blobs.read("a/empty")), blobs.size("a/empty")) == (b"", 0)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [(0, None, "0123456789"), (3, None, "3456789"), (3, 6, "345"), (8, 99, "89"), (4, 4, "")],
)
def test_part(start: int, end: int | None, expected: str, blobs: BlobStore, tmp_path: Path) -> None:
    """A part is read by its first byte and the one behind its last."""
    (tmp_path / "digits").write_bytes(b"0123456789")
    blobs.put("digits", tmp_path / "digits", "text/plain")
    assert b"".join(blobs.read("digits", start=start, end=end)) == expected.encode()


def test_part_behind_the_end(blobs: BlobStore, page: Path) -> None:
    """Behind the end there is nothing."""
    blobs.put("page", page, "text/html")
    assert b"".join(blobs.read("page", start=10_000)) == b""


def test_large_object(blobs: BlobStore, tmp_path: Path) -> None:
    """A file of many parts arrives whole."""
    path = tmp_path / "video.mp4"
    block = hashlib.sha256(b"strand").digest() * 32_768  # 1 MiB
    with path.open("wb") as file:
        for number in range(20):
            file.write(number.to_bytes(4, "big") + block)
    stored = blobs.put("media/video.mp4", path, "video/mp4")
    checksum = hashlib.sha256()
    longest = 0
    for piece in blobs.read("media/video.mp4"):
        checksum.update(piece)
        longest = max(longest, len(piece))
    assert (stored.size_bytes, stored.sha256) == (20 * (len(block) + 4), checksum.hexdigest())
    assert longest <= 16 << 20  # no piece is the whole


def test_absent(blobs: BlobStore) -> None:
    """What is not there has no size, can be removed, and cannot be read."""
    assert blobs.size("a/nothing") is None
    blobs.delete(["a/nothing", "nothing"])
    with pytest.raises(BlobError, match=r"no such object|No such file") as caught:
        blobs.read("a/nothing")
    assert not caught.value.is_passing


def test_put_again(blobs: BlobStore, page: Path) -> None:
    """Putting the same once more changes nothing."""
    first = blobs.put("a/page", page, "text/html")
    assert blobs.put("a/page", page, "text/html") == first
    assert [key for key, _ in blobs.keys("a")] == ["a/page"]


def test_delete(blobs: BlobStore, page: Path) -> None:
    """What was removed is gone, and only that."""
    for key in ("a/1", "a/2", "a/3/4"):
        blobs.put(key, page, "text/html")
    blobs.delete(["a/1", "a/3/4"])
    assert [key for key, _ in blobs.keys("")] == ["a/2"]
    blobs.delete([])
    blobs.put("a/3/4", page, "text/html")
    assert blobs.size("a/3/4") == page.stat().st_size


def test_keys(blobs: BlobStore, page: Path) -> None:
    """Keys are listed by folder, with the time of their change."""
    names = {"archives/A_1/1/meta.json", "archives/A_1/2/meta.json", "archives/A_12/1/meta.json"}
    for key in [*names, "db-backups/2026-03-01/archive.sqlite3.gz"]:
        blobs.put(key, page, "application/json")
    assert {key for key, _ in blobs.keys("archives/")} == names
    assert {key for key, _ in blobs.keys("archives/A_1")} == {key for key in names if "A_1/" in key}
    assert list(blobs.keys("absent/")) == []
    times = [changed for _, changed in blobs.keys("archives")]
    assert all(abs(datetime.now(UTC) - changed) < timedelta(hours=1) for changed in times)


@pytest.mark.parametrize("key", BAD_KEYS)
def test_bad_key(key: str, blobs: BlobStore, page: Path, tmp_path: Path) -> None:
    """A key that is none touches nothing."""
    before = sorted(tmp_path.rglob("*"))
    for attempt in (
        lambda: blobs.put(key, page, "text/html"),
        lambda: blobs.read(key),
        lambda: blobs.size(key),
        lambda: blobs.delete([key]),
        lambda: blobs.presign(key, expires=timedelta(minutes=1), download_name="x"),
    ):
        with pytest.raises(BlobError):
            attempt()
    assert sorted(tmp_path.rglob("*")) == before


@given(st.text())
def test_any_text_as_key(text: str) -> None:
    """A text is refused as a key, or is a path without any step up, down or out."""
    try:
        key = check_key(text)
    except BlobError:
        return
    assert key.isascii()
    assert all(part and not part.startswith(".") for part in key.split("/"))
    assert Path("/root-folder", key).is_relative_to("/root-folder")


def test_source_is_absent(blobs: BlobStore, tmp_path: Path) -> None:
    """A file that is not there cannot be stored, and leaves nothing."""
    with pytest.raises(BlobError):
        blobs.put("a/b", tmp_path / "absent", "text/html")
    assert blobs.size("a/b") is None


def test_many_threads(blobs: BlobStore, page: Path) -> None:
    """A store may be used by many threads at once, also for the same folder of keys."""
    faults: list[Exception] = []

    def work(number: int) -> None:
        try:
            for _ in range(3):
                blobs.put(f"a/b/{number}", page, "text/html")
                blobs.delete([f"a/b/{number}"])
            blobs.put(f"a/b/{number}", page, "text/html")
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not faults
    assert {key for key, _ in blobs.keys("a")} == {f"a/b/{number}" for number in range(6)}


def test_ping_and_sweep(blobs: BlobStore, page: Path) -> None:
    """A store that works says so, leaves nothing of it, and has nothing to sweep."""
    blobs.put("a/b", page, "text/html")
    blobs.ping()
    assert blobs.sweep(datetime.now(UTC) + timedelta(days=1)) == 0
    assert [key for key, _ in blobs.keys("")] == ["a/b"]
