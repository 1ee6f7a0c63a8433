"""The archive's part of a ledger from its objects alone."""

import json
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.store import open_store
from strandline.core.urls import article_uuid, identify
from strandline.model.accounts import Actor
from strandline.model.archive import ArtifactKind, SearchQuery
from strandline.model.errors import StoreError
from strandline.pipelines.archive.erasing import erase_due
from strandline.pipelines.archive.rebuild import Rebuilt, rebuild
from strandline.pipelines.archive.sweep import sweep
from strandline.pipelines.archive.takedown_list import agree
from strandline.pipelines.desk.takedowns import lift, strike
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW

URL = "https://courier.example/town/bridge"
UUID = article_uuid(identify(URL).canonical)


def put(rig: Any, key: str, data: bytes) -> str:
    path = Path(rig.data, "object")
    path.write_bytes(data)
    rig.blobs.put(key, path, "text/plain")
    return key


def a_capture(rig: Any, job_id: int, words: str, **facts: Any) -> set[str]:
    """What a capture leaves in the object store."""
    at = NOW + timedelta(hours=job_id)
    meta = {
        "url": URL,
        "final_url": URL,
        "status": 200,
        "outcome": "good",
        "content_type": "text/html",
        "original_name": "bridge.html",
        "fetched_at": at.isoformat(),
    } | facts
    told = {"title": "The bridge", "language": "en", "published_at": "2026-03-01T08:00:00+00:00"}
    head = f"archives/{UUID}/{job_id}/abcd{job_id:04}"
    return {
        put(rig, f"{head}/meta.json", json.dumps(meta).encode()),
        put(rig, f"{head}/text/metadata.json", json.dumps(told).encode()),
        put(rig, f"{head}/text/extracted.txt", words.encode()),
        put(rig, f"{head}/fetch/raw.html", b"<p>" + words.encode()),
        put(rig, f"{head}/warc/page.warc.gz", b"warc" + words.encode()),
    }


def rebuilt(rig: Any) -> list[Rebuilt]:
    return list(rebuild(rig.ports, rig.blobs, rig.settings))


def test_an_empty_ledger_learns_what_objects_hold(archive_rig: Any) -> None:
    """Page, title, text, every file and its checksum; the last capture is shown; again: nothing."""
    rig = archive_rig
    first = a_capture(rig, 2, "Traffic goes round by the mill.")
    last = a_capture(rig, 10, "The bridge is open again.")
    done = rebuilt(rig)
    assert [(one.url, one.files, one.message) for one in done] == [(URL, 5, "")] * 2
    assert rig.store.named_keys([*first, *last]) == first | last
    shown = {artifact.key for artifact in rig.store.artifacts(UUID)}
    assert shown == last
    (raw,) = [one for one in rig.store.artifacts(UUID) if one.kind is ArtifactKind.RAW]
    assert (raw.content_type, raw.original_name, raw.size_bytes) == ("text/html", "bridge.html", 28)
    assert rig.store.link_metadata([UUID])[UUID].title == "The bridge"
    (found,) = rig.store.search(SearchQuery(words="open again"))
    assert (found.url, found.last_archived_at) == (URL, NOW + timedelta(hours=10))
    assert rebuilt(rig) == []


def test_what_is_no_page_stays_evidence(archive_rig: Any) -> None:
    """A block page comes back as what it was: nothing of it becomes the page's."""
    rig = archive_rig
    a_capture(rig, 1, "Please prove that you are human.", outcome="blocked", status=403)
    assert [one.files for one in rebuilt(rig)] == [5]
    assert rig.store.search(SearchQuery(words="human")) == []
    assert rig.store.job_counts()["failed"] == 1


def test_what_says_nothing_of_itself_is_told(archive_rig: Any) -> None:
    """Objects without their sidecar, and files that are none of ours, are left as they are."""
    rig = archive_rig
    key = put(rig, f"archives/{UUID}/4/abcd0004/fetch/raw.html", b"<p>")
    put(rig, f"archives/{UUID}/5/abcd0005/meta.json", b"{cut")
    done = rebuilt(rig)
    assert [one.files for one in done] == [0, 0]
    assert all("no meta.json" in one.message for one in done)
    assert {key} <= rig.keys()


def test_objects_of_a_lost_ledger_are_not_swept(archive_rig: Any) -> None:
    """A new ledger beside an old object store removes nothing that it has never heard of."""
    rig = archive_rig
    kept = a_capture(rig, 7, "Traffic goes round by the mill.")
    rig.clock.advance(timedelta(days=30))
    assert sweep(rig.ports, rig.blobs, rig.settings, now=rig.clock.now()).objects == 0
    rig.add(URL, created_at=rig.clock.now())
    rig.clock.advance(timedelta(days=30))
    assert sweep(rig.ports, rig.blobs, rig.settings, now=rig.clock.now()).objects == 0
    assert kept <= rig.keys()


def struck_since(rig: Any, tmp_path: Path) -> tuple[set[str], Any]:
    """A kept page that was taken down, and a new ledger beside its objects."""
    keys = a_capture(rig, 2, "Traffic goes round by the mill.")
    rebuilt(rig)
    assert strike(rig.ports, rig.settings, Actor.console(), URL, "asked for").is_done
    return keys, open_store(DatabaseSettings(path=tmp_path / "new.sqlite3"))


def test_a_page_that_was_struck_stays_struck_in_a_new_ledger(
    archive_rig: Any, tmp_path: Path
) -> None:
    """Its objects are not taken in; when its time comes they are erased, though no row names them;
    the list says when, why and by whom.
    """
    rig = archive_rig
    keys, store = struck_since(rig, tmp_path)
    told = rig.store.struck([UUID])
    with closing(store):
        again = replace(rig, ports=replace(rig.ports, store=store))
        assert [one.message for one in rebuilt(again)] == ["the page is struck"]
        assert store.struck([UUID]) == told
        assert store.artifacts(UUID) == []
        rig.clock.advance(timedelta(days=31))
        sweep(again.ports, rig.blobs, rig.settings, now=rig.clock.now())
        assert not keys & set(rig.blobs.objects)


def test_who_is_stopped_while_erasing_does_it_again(archive_rig: Any) -> None:
    """A takedown counts as erased once all of its objects are gone."""
    rig = archive_rig
    keys = a_capture(rig, 2, "Traffic goes round by the mill.")
    rebuilt(rig)
    assert strike(rig.ports, rig.settings, Actor.console(), URL, "asked for").is_done
    rig.clock.advance(timedelta(days=31))
    rig.blobs.is_down = True
    with pytest.raises(StoreError):
        erase_due(rig.ports, "archives/")
    assert rig.store.struck([UUID])[UUID].erased_at is None
    rig.blobs.is_down = False
    assert [erase_due(rig.ports, "archives/") for _ in range(2)] == [1, 0]
    assert not keys & set(rig.blobs.objects)


def test_the_list_is_mended_and_a_lifted_page_is_off_it(archive_rig: Any, tmp_path: Path) -> None:
    """What was struck while the object store was down is written by the next sweep, once."""
    rig = archive_rig
    rig.blobs.is_down = True
    assert strike(rig.ports, rig.settings, Actor.console(), URL, "asked for").is_done
    rig.blobs.is_down = False
    assert not rig.blobs.objects
    assert [agree(rig.ports, rig.settings) for _ in range(2)] == [0, 0]
    assert len(rig.blobs.puts) == 1
    rig.blobs.is_down = True
    with pytest.raises(StoreError):
        lift(rig.ports, rig.settings, Actor.console(), UUID)
    assert rig.store.struck([UUID])
    rig.blobs.is_down = False
    assert lift(rig.ports, rig.settings, Actor.console(), UUID).is_done
    assert not rig.blobs.objects
    agree(rig.ports, rig.settings)
    assert not rig.store.struck([UUID])


def test_a_line_that_cannot_be_read_hinders_none(archive_rig: Any, tmp_path: Path) -> None:
    """Broken lines are passed over; what they are beside is struck."""
    rig = archive_rig
    _, store = struck_since(rig, tmp_path)
    for number, line in enumerate((b"", b"[]", b'{"url": "x"}', b"[" * 9_000)):
        put(rig, f"archives/takedowns/A_{number:016x}/1.json", line)
    with closing(store):
        assert agree(replace(rig.ports, store=store), rig.settings) == 1
