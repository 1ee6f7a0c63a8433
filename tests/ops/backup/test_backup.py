"""Backups of a ledger on each kind of database: whole, brought back, told where they are not."""

import errno
import gzip
import json
import os
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.store import ledger_copies, open_store
from strandline.adapters.store.copies import sqlite as sqlite_copies
from strandline.core.archive.sharing import shared_key
from strandline.core.backups import write_manifest
from strandline.core.zstd import unpack
from strandline.model.archive import SharedPayload
from strandline.model.backups import BackupReason
from strandline.model.errors import BackupError, ConfigError, SchemaError, StoreError
from strandline.ops.backup import (
    Made,
    check_backup,
    extra_files,
    find,
    list_backups,
    make_backup,
    rehearse,
    restore,
)
from strandline.ops.backup.running import keep_since
from strandline.pipelines.archive.sweep import backed_up_since
from strandline.ports import BackupPlace
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW


def restored(rig: Any, made: Made, target: DatabaseSettings) -> Any:
    settings = rig.elsewhere(target)
    copies = ledger_copies(target, settings.backup.pg_programs)
    return restore(made.newest, copies, extra_files(settings), target.path.parent, rig.blobs)


def test_a_ledger_comes_back_as_it_was(rig: Any, empty_database: DatabaseSettings) -> None:
    """Every count, the secret, and the object that it names, into a database where nothing is."""
    made = rig.back_up()
    assert made.newest.name == f"{NOW:%Y-%m-%d}"
    outcome = restored(rig, made, empty_database)
    assert outcome.checked.lacking == 0
    assert outcome.written == (empty_database.path.parent / "secret.key",)
    assert outcome.written[0].stat().st_mode & 0o777 == 0o600
    with (
        closing(open_store(empty_database)) as store,
        closing(open_store(rig.settings.database)) as old,
    ):
        now, before = store.counts(), old.counts()
        assert (now.articles, now.mentions, now.artifacts) == (10, 10, 1)
        assert now.jobs_by_status == before.jobs_by_status == {"succeeded": 1}


def test_nothing_is_overwritten(rig: Any) -> None:
    """A restore where there is a ledger changes nothing and says what to do."""
    made = rig.back_up()
    with pytest.raises(BackupError, match="already") as refused:
        restored(rig, made, rig.settings.database)
    assert "overwritten" in refused.value.message


def test_a_rehearsal_is_kept_in_the_ledger(rig: Any) -> None:
    """What a backup and a rehearsal brought is told; a bad one keeps what the good one brought."""
    with closing(open_store(rig.settings.database)) as store:
        with pytest.raises(BackupError, match="no finished backup"):
            rehearse(rig.safekeeping, store, rig.settings, rig.clock, rig.blobs)
        assert "no finished backup" in store.upkeep()["rehearsal"].message
        rig.back_up()
        checked = rehearse(rig.safekeeping, store, rig.settings, rig.clock, rig.blobs)
        assert checked.lacking == 0
        known = store.upkeep()
        assert (known["rehearsal"].message, known["rehearsal"].ok_at) == ("", NOW)
        assert known["backup"].since == NOW


def break_file(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(bytes(data))


def rewrite(path: Path, **changes: Any) -> None:
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


DAMAGES: dict[str, tuple[Callable[[Any, Made], None], str]] = {
    "cut": (lambda rig, made: break_file(rig.file(made, made_ledger(made))), "is cut or was"),
    "changed": (lambda rig, made: flip(rig.file(made, made_ledger(made))), "is cut or was"),
    "lost": (lambda rig, made: rig.file(made, made_ledger(made)).unlink(), "is cut or was"),
    "secret": (lambda rig, made: flip(rig.file(made, "files/secret.key")), "is cut or was"),
    "objects": (lambda rig, made: break_file(rig.file(made, "objects.tsv.zst")), "is cut or was"),
    "manifest": (lambda rig, made: break_file(rig.file(made, "manifest.json")), "manifest of"),
    "product": (
        lambda rig, made: rewrite(rig.file(made, "manifest.json"), product="other"),
        "another product",
    ),
    "no manifest": (lambda rig, made: rig.file(made, "manifest.json").unlink(), "no finished"),
}


def made_ledger(made: Made) -> str:
    return made.newest.manifest.files[0].name


def test_a_damaged_backup_is_told_and_never_brought_back(
    rig: Any, empty_database: DatabaseSettings
) -> None:
    """Whatever was cut, changed, lost or exchanged, a sentence says so and nothing is written."""
    made = rig.back_up()
    whole = rig.folder / "whole"
    shutil.copytree(rig.folder / "objects", whole)
    for damage, said in DAMAGES.values():
        shutil.rmtree(rig.folder / "objects")
        shutil.copytree(whole, rig.folder / "objects")
        damage(rig, made)
        with pytest.raises(BackupError, match=said):
            restored(rig, Made((find(rig.place, made.newest.name),)), empty_database)
    assert not (empty_database.path.parent / "secret.key").exists()
    assert ledger_copies(empty_database, rig.settings.backup.pg_programs).is_empty()


def test_what_an_earlier_version_packed_comes_back(file_rig: Any, tmp_path: Path) -> None:
    """With gzip; cut short it is told as any other."""
    made = file_rig.back_up()
    manifest = made.newest.manifest
    files = list(manifest.files)
    for place, file in enumerate(files[:2]):
        path = file_rig.file(made, file.name)
        packed = gzip.compress(b"".join(unpack([path.read_bytes()])))
        path.with_suffix(".gz").write_bytes(packed)
        path.unlink()
        name, digest = file.name.replace(".zst", ".gz"), sha256(packed).hexdigest()
        files[place] = replace(file, name=name, size_bytes=len(packed), sha256=digest)
    before = replace(manifest, files=tuple(files))
    file_rig.file(made, "manifest.json").write_bytes(write_manifest(before))
    back = DatabaseSettings(path=tmp_path / "back" / "s.sqlite3")
    restored(file_rig, Made((find(file_rig.place, made.newest.name),)), back)
    with closing(open_store(back)) as store:
        assert store.counts().articles == 10
    files[0] = replace(files[0], size_bytes=9, sha256=sha256(packed[:9]).hexdigest())
    file_rig.file(made, files[0].name).write_bytes(packed[:9])
    cut = replace(manifest, files=tuple(files))
    file_rig.file(made, "manifest.json").write_bytes(write_manifest(cut))
    found = find(file_rig.place, made.newest.name)
    with pytest.raises(BackupError, match="is cut or was"):
        check_backup(found, file_rig.safekeeping.copies, file_rig.folder)


def test_a_backup_of_a_later_version_is_refused(file_rig: Any) -> None:
    """Both versions are named, nothing is unpacked."""
    from dataclasses import replace

    made = file_rig.back_up()
    manifest = made.newest.manifest
    later = replace(manifest, ledger=replace(manifest.ledger, schema="9999"), version="99.0")
    file_rig.file(made, "manifest.json").write_bytes(write_manifest(later))
    with pytest.raises(SchemaError, match="9999") as refused:
        check_backup(find(file_rig.place), file_rig.safekeeping.copies, file_rig.folder)
    assert "99.0" in refused.value.advice


def test_a_lost_object_is_named(rig: Any) -> None:
    """What the object store has lost is told by its key; the ledger can be brought back anyway."""
    made = rig.back_up()
    (key,) = [key for key, _ in rig.blobs.keys("archives/")]
    rig.blobs.delete([key])
    checked = check_backup(made.newest, rig.safekeeping.copies, rig.folder, rig.blobs)
    assert (checked.lacking, checked.examples) == (1, (key,))


def test_a_lost_shared_body_is_named(rig: Any) -> None:
    """Objects that belong to no page are told of like the others."""
    key = shared_key("archives", "sha256:" + "A" * 52, "0123abcd")
    source = rig.folder / "shared"
    source.write_bytes(b"body")
    stored = rig.blobs.put(key, source, "application/warc")
    body = SharedPayload(
        *("sha256:" + "A" * 52, "https://valley.example/a.css", NOW.isoformat(), "<urn:uuid:1>"),
        *(key, 0, stored.size_bytes, stored.sha256),
    )
    with closing(open_store(rig.settings.database)) as store:
        assert store.share_payload(body, NOW)
    made = rig.back_up()
    assert made.newest.manifest.objects == 2
    rig.blobs.delete([key])
    checked = check_backup(made.newest, rig.safekeeping.copies, rig.folder, rig.blobs)
    assert (checked.lacking, checked.examples) == (1, (key,))


def test_what_was_never_finished_is_none_and_goes_in_time(file_rig: Any) -> None:
    """A folder without a manifest is listed as such, never taken, and removed after a day."""
    made = file_rig.back_up()
    file_rig.file(made, "manifest.json").unlink()
    listed = list_backups(file_rig.place)
    assert ([*listed.backups], [name for name, _ in listed.unfinished]) == ([], [made.newest.name])
    for path in (file_rig.folder / "objects" / "db-backups").rglob("*"):
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    file_rig.clock.advance(timedelta(days=2))
    again = file_rig.back_up()
    assert again.removed == (made.newest.name,)
    assert list_backups(file_rig.place).names == {again.newest.name}


def test_installations_that_share_a_place_leave_one_another_alone(file_rig: Any) -> None:
    """Each takes and lets go of its own; whoever has no secret yet must say which one."""
    kept = file_rig.settings.backup.model_copy(
        update={"keep_days": 1, "keep_weeks": 0, "keep_months": 0}
    )
    file_rig.settings = file_rig.settings.model_copy(update={"backup": kept})
    file_rig.installation = "a"
    whole = file_rig.back_up().newest.name
    cut_off = file_rig.back_up()
    file_rig.file(cut_off, "manifest.json").unlink()
    for path in (file_rig.folder / "objects" / "db-backups").rglob("*"):
        os.utime(path, (NOW.timestamp(), NOW.timestamp()))
    file_rig.installation = "b"
    with pytest.raises(BackupError, match="are of others"):
        find(file_rig.place)
    with pytest.raises(BackupError, match="of another installation"):
        find(file_rig.place, whole)
    assert find(file_rig.place, whole, of_any=True).manifest.installation == "a"
    made = []
    for _ in range(4):
        file_rig.clock.advance(timedelta(days=2))
        made.append(file_rig.back_up())
    first, newest = made[0].newest.name, made[-1].newest.name
    assert made[-1].removed == (first,)
    listed = list_backups(file_rig.place)
    assert {one.name for one in listed.backups if not one.is_own} == {whole}
    assert (listed.unfinished, listed.others) == ((), (cut_off.newest.name,))
    assert find(file_rig.place).name == newest
    file_rig.installation = ""
    with pytest.raises(BackupError, match="2 installations") as several:
        find(file_rig.place)
    assert f"{newest} (of b), {whole} (of a)" in several.value.message
    file_rig.installation = "a"
    assert find(file_rig.place).name == whole
    assert file_rig.back_up().removed == (cut_off.newest.name,)


def test_a_backup_that_names_no_installation_is_everybodys(file_rig: Any) -> None:
    """Those of earlier versions are found, and let go of, as before."""
    old = file_rig.back_up().newest
    file_rig.installation = "a"
    assert find(file_rig.place).name == old.name
    assert find(file_rig.place).is_own


def test_two_that_begin_at_once_take_two_names(file_rig: Any) -> None:
    """Neither writes into the folder of the other, though it saw none when it looked."""
    taken = file_rig.folder / "objects" / "db-backups" / f"{NOW:%Y-%m-%d}" / "begun-b"
    put = file_rig.blobs.put

    def put_beside(key: str, *given: Any) -> Any:
        if key.endswith("/begun-a") and not taken.exists():
            taken.parent.mkdir(parents=True, exist_ok=True)
            taken.touch()
        return put(key, *given)

    file_rig.installation, file_rig.blobs.put = "a", put_beside
    assert file_rig.back_up().newest.name == f"{NOW:%Y-%m-%dT%H%M%S}"
    assert [path.name for path in taken.parent.iterdir()] == ["begun-b"]


def test_one_place_that_fails_does_not_keep_the_other_from_it(file_rig: Any) -> None:
    """The backup is made where it can be, and the fault is told."""
    from strandline.adapters.blobs.local import LocalBlobs
    from strandline.ops.backup import back_up
    from strandline.ports import Safekeeping

    (file_rig.folder / "file").touch()
    bad = BackupPlace(LocalBlobs(file_rig.folder / "file"), "db-backups/", "there")
    both = Safekeeping((bad, file_rig.place), file_rig.safekeeping.copies)
    with closing(open_store(file_rig.settings.database)) as store:
        made = back_up(both, store, file_rig.settings, file_rig.clock, BackupReason.DAILY)
        assert [one.place.label for one in made.backups] == ["here"]
        assert set(made.failed) == {"there"}
        told = store.upkeep()["backup"]
    assert told.ok_at == NOW
    assert "there" in told.message


def test_a_backup_is_given_up_when_told(file_rig: Any) -> None:
    """Nothing finished is left of it."""
    stop = threading.Event()
    stop.set()
    with pytest.raises(StoreError):
        make_backup(
            file_rig.safekeeping, file_rig.settings, file_rig.clock, BackupReason.DAILY, stop
        )
    assert list_backups(file_rig.place).backups == ()
    assert [*file_rig.folder.glob(".backup-*")] == []


def test_a_full_disk_is_a_sentence(file_rig: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is written where the room is known to lack, and while it is copied, packed,
    put.
    """
    usage = shutil.disk_usage(file_rig.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(BackupError, match="no room"):
        file_rig.back_up()
    monkeypatch.undo()

    fsync = os.fsync
    for flushed in range(4):
        left = iter([True] * flushed)

        def full(file: int, left: Iterator[bool] = left) -> None:
            if not next(left, False):
                raise OSError(errno.ENOSPC, "No space left on device")
            fsync(file)

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match=r"is full|No space left"):
            file_rig.back_up()
        monkeypatch.undo()
    assert list_backups(file_rig.place).backups == ()
    file_rig.back_up()


def test_what_is_younger_than_the_oldest_backup_is_not_swept(file_rig: Any) -> None:
    """A ledger that was brought back knows how far its backup reaches."""
    file_rig.back_up()
    with closing(open_store(file_rig.settings.database)) as store:
        assert backed_up_since(store) == NOW
        keep_since(store, NOW + timedelta(days=3), NOW + timedelta(days=4))
        assert backed_up_since(store) == NOW


def test_a_backup_of_the_other_kind_is_refused(file_rig: Any, tmp_path: Path) -> None:
    """It says which kind the settings name and which one the backup is of."""
    from dataclasses import replace

    made = file_rig.back_up()
    manifest = made.newest.manifest
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[manifest.ledger.kind]
    changed = replace(manifest, ledger=replace(manifest.ledger, kind=other))
    file_rig.file(made, "manifest.json").write_bytes(write_manifest(changed))
    with pytest.raises(BackupError, match=f"on {other}"):
        check_backup(find(file_rig.place), file_rig.safekeeping.copies, file_rig.folder)


@pytest.mark.postgres
def test_missing_or_old_programs_are_named(
    postgres_server: str, empty_postgres: DatabaseSettings, tmp_path: Path
) -> None:
    """Which version is needed, and where to name it."""
    with pytest.raises(ConfigError, match="are not there"):
        ledger_copies(empty_postgres, str(tmp_path)).copy(
            tmp_path / "a", tmp_path / "b", threading.Event()
        )
    for name in ("pg_dump", "pg_restore"):
        (tmp_path / name).write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
        (tmp_path / name).chmod(0o700)
    with pytest.raises(ConfigError, match="of version 9") as refused:
        ledger_copies(empty_postgres, str(tmp_path)).copy(
            tmp_path / "a", tmp_path / "b", threading.Event()
        )
    assert "BACKUP_PG_PROGRAMS" in refused.value.advice


def test_a_damaged_ledger_makes_no_backup(tmp_path: Path) -> None:
    """A file whose pages are broken is found before it takes the place of a good backup."""
    path = tmp_path / "s.sqlite3"
    open_store(DatabaseSettings(path=path)).close()
    data = bytearray(path.read_bytes())
    for at in range(8192, len(data) - 4096, 8192):
        data[at : at + 64] = b"\xee" * 64
    path.write_bytes(bytes(data))
    copies = sqlite_copies.SqliteCopies(DatabaseSettings(path=path))
    with pytest.raises(StoreError, match="damaged"):
        copies.copy(tmp_path / "copy", tmp_path / "objects", threading.Event())


def test_a_file_that_is_too_large_is_never_cut(
    file_rig: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What belongs to the ledger is backed up whole or the backup fails; a restore has a bound."""
    made = file_rig.back_up()
    size = len((file_rig.folder / "secret.key").read_bytes())
    monkeypatch.setattr("strandline.ops.backup.making.MOST_EXTRA", size)
    file_rig.back_up()
    monkeypatch.setattr("strandline.ops.backup.making.MOST_EXTRA", size - 1)
    with pytest.raises(BackupError, match=r"secret\.key is larger"):
        file_rig.back_up()
    monkeypatch.setattr("strandline.ops.backup.restoring.MOST_EXTRA", size - 1)
    new = DatabaseSettings(path=tmp_path / "new" / "strandline.sqlite3")
    with pytest.raises(BackupError, match="no file of Strandline"):
        restored(file_rig, made, new)
    assert not new.path.exists()
