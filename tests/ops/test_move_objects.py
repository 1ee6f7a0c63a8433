"""Every object in another store: a folder, and a real S3 server."""

from pathlib import Path

from strandline.adapters.blobs import open_blobs
from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.progress import SilentProgress
from strandline.ops.move_objects import move_objects
from strandline.ports import BlobStore
from strandline.testing.s3_server import S3Server


def filled(folder: Path) -> LocalBlobs:
    blobs, source = LocalBlobs(folder / "objects"), folder / "object"
    for number in range(5):
        source.write_bytes(b"x" * number * 1000)
        blobs.put(f"archives/A_{number:016x}/1/c/fetch/raw.html", source, "text/html")
    return blobs


def content(blobs: BlobStore) -> dict[str, bytes]:
    return {key: b"".join(blobs.read(key)) for key, _ in blobs.keys("")}


def test_from_a_folder_to_a_folder(tmp_path: Path) -> None:
    """All of it, each once; what was cut short is copied again."""
    here, there = filled(tmp_path), LocalBlobs(tmp_path / "there")
    moved = move_objects(here, there, SilentProgress())
    assert (moved.copied, moved.copied_bytes, moved.there) == (5, 10_000, 0)
    assert content(here) == content(there)
    key = next(key for key, _ in there.keys("") if there.size(key) == 4000)
    (tmp_path / "there" / key).write_bytes(b"x")
    again = move_objects(here, there, SilentProgress())
    assert (again.copied, again.there) == (1, 4)
    assert content(here) == content(there)


def test_from_a_folder_to_a_bucket_and_back(tmp_path: Path, s3_server: S3Server) -> None:
    """The same keys, the same bytes."""
    here = filled(tmp_path)
    settings = s3_server.settings().model_copy(update={"s3_bucket": "moved-objects"})
    bucket = open_blobs(settings, s3_server.environ)
    assert move_objects(here, bucket, SilentProgress()).copied == 5
    back = LocalBlobs(tmp_path / "back")
    assert move_objects(bucket, back, SilentProgress()).copied == 5
    assert content(back) == content(here)
