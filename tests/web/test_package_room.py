"""Packages are made while there is room for them on the disk, which may be the ledger's own."""

import gc
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from starlette.requests import Request

from strandline.adapters.replay import WarcReplayer
from strandline.model.archive import ArtifactKind
from strandline.web.package_room import PackageRoom
from strandline.web.packages import PackageServer


def ten(target: BinaryIO) -> None:
    target.write(b"0123456789")


def test_bytes_count_while_somebody_reads(tmp_path: Path) -> None:
    """A slow reader keeps a package open; above the bound none is made until he lets go."""
    room = PackageRoom(tmp_path, most_open=35, least_free=0)
    made = room.make(10, ten)
    assert made is not None
    slow = made.part(2, 10)
    del made
    assert room.open_bytes == 10
    assert room.make(10, ten) is None
    assert b"".join(slow) == b"23456789"
    del slow
    gc.collect()
    assert room.open_bytes == 0
    assert room.make(10, ten) is not None


def test_what_is_kept_for_the_next_part_gives_way(tmp_path: Path) -> None:
    """Nobody reads it now; a large package alone is made too."""
    room = PackageRoom(tmp_path, most_open=5, least_free=0)
    for tag in ("a", "b"):
        made = room.make(10, ten)
        assert made is not None
        room.keep(tag, made)
        del made
        gc.collect()
    assert room.kept("a") is None
    assert room.kept("b") is not None
    assert room.open_bytes == 10


def test_a_package_that_cannot_be_made_holds_no_room(tmp_path: Path) -> None:
    """The fault is told on, the place is free again."""
    room = PackageRoom(tmp_path, most_open=5, least_free=0)

    def broken(target: BinaryIO) -> None:
        target.write(b"half")
        raise OSError("gone")

    for _ in range(3):
        with pytest.raises(OSError, match="gone"):
            room.make(10, broken)
    assert room.open_bytes == 0
    assert room.make(10, ten) is not None


def test_a_disk_that_is_nearly_full_takes_no_package(tmp_path: Path, vault: Any) -> None:
    """Whoever asks is told to come again."""
    body = vault.warc(("https://courier.example/a", "text/html", b"<p>a"))
    file = (ArtifactKind.WARC, "warc/page.warc.gz", body, "application/warc")
    record = vault.keep(vault.link("https://courier.example/a"), file)[ArtifactKind.WARC]
    asked = Request({"type": "http", "method": "GET", "path": "/", "headers": []})

    def answer(least_free: int) -> Any:
        room = PackageRoom(tmp_path, least_free=least_free)
        return PackageServer(WarcReplayer(vault.blobs), "1", room, "").answer(asked, record)

    assert answer(0).status_code == 200
    refused = answer(10**18)
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
