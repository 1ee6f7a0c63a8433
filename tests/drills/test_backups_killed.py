"""Backups of a ledger that is written to, each killed at a random moment.

The size is set by the environment: `DRILL_ARTICLES`, `DRILL_CAPTURES`, `DRILL_KILLS`; the full one
is 100000, 1000 and 50.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import ledger_copies, open_store
from strandline.model.articles import IngestBatch
from strandline.ops.backup import Backup, list_backups, restore
from strandline.ports import BackupPlace, Store
from strandline.settings import DatabaseSettings
from strandline.testing.archive_builders import a_job, a_result, an_artifact
from strandline.testing.builders import NOW, a_mention, an_article

ARTICLES = int(os.environ.get("DRILL_ARTICLES", "60"))
CAPTURES = int(os.environ.get("DRILL_CAPTURES", "5"))
KILLS = int(os.environ.get("DRILL_KILLS", "2"))
WRITER = Path(__file__).with_name("backup_writer.py")
_BATCH = 500


def test_killed_backups(tmp_path: Path) -> None:
    """Every finished backup brings back a state that existed; no other one is taken for one."""
    ledger = tmp_path / "strandline.sqlite3"
    blobs = LocalBlobs(tmp_path / "objects")
    with closing(open_store(DatabaseSettings(path=ledger))) as store:
        fill(store, blobs, tmp_path)
    environ = os.environ | {
        "DATABASE_PATH": str(ledger),
        "STORAGE_PATH": str(tmp_path / "objects"),
        **{f"BACKUP_KEEP_{span}": "0" for span in ("DAYS", "WEEKS", "MONTHS")},
    }
    place = BackupPlace(blobs, "db-backups/", "here")
    chance = random.Random(7)  # noqa: S311 - which moment does not matter
    with writing(ledger, tmp_path):
        began = time.monotonic()
        assert backing_up(environ, tmp_path).wait() == 0
        whole_s = time.monotonic() - began
        for _ in range(KILLS):
            process = backing_up(environ, tmp_path)
            try:
                process.wait(chance.uniform(0, 1.1 * whole_s))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
            process.wait()
        # One that certainly had begun.
        process = backing_up(environ, tmp_path)
        while process.poll() is None and not [*tmp_path.glob(".backup-*/copy")]:
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert backing_up(environ, tmp_path).wait() == 0
    listed = list_backups(place)
    assert listed.unreadable == ()
    assert len(listed.backups) >= 2
    for number, backup in enumerate(listed.backups):
        check(backup, tmp_path / f"back{number}", blobs)
    killed = KILLS + 3 - len(listed.backups)
    print(
        f"{len(listed.backups)} finished and brought back, {len(listed.unfinished)} cut off while "
        f"being put, {killed} never came so far; a whole one takes {whole_s:.1f} s"
    )


def check(backup: Backup, folder: Path, blobs: LocalBlobs) -> None:
    """It holds all that was there before, and of the writer's pairs a beginning without halves."""
    target = DatabaseSettings(path=folder / "s.sqlite3")
    outcome = restore(backup, ledger_copies(target), [], folder, blobs)
    assert outcome.checked.lacking == 0
    assert backup.manifest.objects == CAPTURES
    with closing(sqlite3.connect(target.path)) as connection:
        (before,) = connection.execute(
            "SELECT count(*) FROM articles WHERE article_url_final LIKE 'https://before.example/%'"
        ).fetchone()
        rows = connection.execute(
            "SELECT article_url_final FROM articles "
            "WHERE article_url_final LIKE 'https://w.example/%'"
        ).fetchall()
    assert before == ARTICLES
    numbers = sorted(int(row[0].split("/")[3]) for row in rows)
    assert numbers == [number for number in range(len(numbers) // 2) for _ in "ab"]
    target.path.unlink()


def fill(store: Store, blobs: LocalBlobs, folder: Path) -> None:
    """Articles, and of some of them a capture with its object."""
    for start in range(0, ARTICLES, _BATCH):
        numbers = range(start, min(start + _BATCH, ARTICLES))
        articles = tuple(an_article(f"https://before.example/{number}") for number in numbers)
        store.ingest(IngestBatch(NOW, articles=articles, mentions=tuple(map(a_mention, articles))))
    page = folder / "page"
    for number in range(CAPTURES):
        article = an_article(f"https://before.example/{number}")
        store.enqueue([a_job(article)])
        (job,) = store.claim_jobs(NOW, "me", timedelta(minutes=1), limit=1, per_domain=1)
        page.write_bytes(f"<p>kept {number}".encode())
        artifact = an_artifact(job)
        stored = blobs.put(artifact.key, page, "text/html")
        kept = an_artifact(job, sha256=stored.sha256, size_bytes=stored.size_bytes)
        assert store.finish_job(a_result(job, artifacts=(kept,)), owner="me")


@contextmanager
def writing(ledger: Path, folder: Path) -> Iterator[None]:
    """While the writer writes, which it does before and after."""
    with subprocess.Popen(
        [sys.executable, str(WRITER), str(ledger)], cwd=folder, stdout=subprocess.PIPE
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"0\n"
        silent = (folder / "said").open("wb")
        drain = subprocess.Popen(["cat"], stdin=writer.stdout, stdout=silent)
        try:
            yield
            assert writer.poll() is None
        finally:
            writer.kill()
            writer.wait()
            drain.wait()
            silent.close()


def backing_up(environ: dict[str, str], folder: Path) -> "subprocess.Popen[bytes]":
    """`strandline backup`."""
    return subprocess.Popen(
        [sys.executable, "-m", "strandline", "backup"],
        env=environ,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
