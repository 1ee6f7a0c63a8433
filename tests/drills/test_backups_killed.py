"""Backups of a ledger that is written to, killed in each of their phases.

The size is set by the environment: `DRILL_ARTICLES`, `DRILL_CAPTURES`, `DRILL_KILLS`; the full one
is 100000, 1000 and 60.
"""

import os
import random
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from tests.drills.backup_killer import PHASES
from tests.drills.full_ledger import ARTICLES, CAPTURES, fill

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import ledger_copies, open_store
from strandline.ops.backup import Backup, list_backups, restore
from strandline.ports import BackupPlace
from strandline.settings import DatabaseSettings

KILLS = int(os.environ.get("DRILL_KILLS", "6"))
FOLDER = Path(__file__).parent
#: How many backups one that ended in a phase may have made; in the others none.
FINISHED = {"manifest": {0, 1}, "after": {1}, "ended": {1}}


def test_killed_backups(tmp_path: Path) -> None:
    """Every finished backup brings back a state that existed; no other one is taken for one."""
    ledger = tmp_path / "strandline.sqlite3"
    blobs = LocalBlobs(tmp_path / "objects")
    with closing(open_store(DatabaseSettings(path=ledger))) as store:
        fill(store, blobs, tmp_path)
    ends = Counter[str]()
    with writing(ledger, tmp_path), backing_up(tmp_path) as back_up:
        acts = [
            (phase, float(seconds))
            for phase, _, seconds in (act.partition(":") for act in back_up("").split())
        ]
        (first,) = list_backups(BackupPlace(blobs, "db-backups/", "here")).backups
        place = BackupPlace(blobs, "db-backups/", "here", first.manifest.installation)
        finished = checked(place, set(), tmp_path)
        for point in points(acts):
            end = back_up(point)
            new = checked(place, finished, tmp_path)
            assert len(new) in FINISHED.get(end, {0}), (point, end)
            finished |= new
            ends[f"{end}{', finished' if new else ''}"] += 1
        back_up("")
    assert len(checked(place, finished, tmp_path)) == 1
    assert not [*tmp_path.glob(".backup-*")]
    whole_s = sum(seconds for _, seconds in acts)
    print(f"A whole one takes {whole_s:.1f} s and {len(acts)} acts. {dict(ends)}")


def points(acts: Sequence[tuple[str, float]]) -> Iterator[str]:
    """Points in each phase: spread over its acts, and over the time until the next one."""
    chance = random.Random(7)  # noqa: S311 - which moment does not matter
    each = max(1, KILLS // len(PHASES))
    for phase in PHASES:
        gaps = [seconds for name, seconds in acts if name == phase]
        for step in range(each):
            number = min(int((step + chance.random()) * len(gaps) / each), len(gaps) - 1)
            later = chance.uniform(0, gaps[number]) if step % 2 else 0.0
            yield f"{phase}:{number + 1}:{later:.6f}"


def checked(place: BackupPlace, known: set[str], folder: Path) -> set[str]:
    """Names of the finished backups that are new, each brought back."""
    listed = list_backups(place)
    assert (listed.unreadable, listed.others) == ((), ())
    new = [backup for backup in listed.backups if backup.name not in known]
    for backup in new:
        check(backup, folder / "back")
    return {backup.name for backup in new}


def check(backup: Backup, folder: Path) -> None:
    """It holds all that was there before, and of the writer's pairs a beginning without halves."""
    target = DatabaseSettings(path=folder / "s.sqlite3")
    outcome = restore(backup, ledger_copies(target), [], folder, backup.place.blobs)
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
    for left in folder.glob("s.sqlite3*"):
        left.unlink()


@contextmanager
def writing(ledger: Path, folder: Path) -> Iterator[None]:
    """While the writer writes, which it does before and after."""
    with subprocess.Popen(
        [sys.executable, str(FOLDER / "backup_writer.py"), str(ledger)],
        cwd=folder,
        stdout=subprocess.PIPE,
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


@contextmanager
def backing_up(folder: Path) -> Iterator[Callable[[str], str]]:
    """Ask the killer for `strandline backup` in a folder: a point, and what it says of it."""
    environ = os.environ | {
        "DATABASE_PATH": str(folder / "strandline.sqlite3"),
        "STORAGE_PATH": str(folder / "objects"),
        **{f"BACKUP_KEEP_{span}": "0" for span in ("DAYS", "WEEKS", "MONTHS")},
    }
    with subprocess.Popen(
        [sys.executable, str(FOLDER / "backup_killer.py"), str(folder)],
        env=environ,
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as killer:
        assert killer.stdin is not None
        assert killer.stdout is not None
        said, asked = killer.stdout, killer.stdin

        def back_up(point: str) -> str:
            print(point, file=asked, flush=True)
            return said.readline().strip()

        yield back_up
        asked.close()
