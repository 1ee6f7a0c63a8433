"""A ledger moved to PostgreSQL and back to a file, killed again and again on each way.

The size is set by the environment: `DRILL_ARTICLES`, `DRILL_CAPTURES`, `DRILL_KILLS`; the full one
is 100000, 1000 and 10.
"""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.drills.full_ledger import ARTICLES, fill

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.store import open_store
from strandline.settings import DatabaseSettings

KILLS = int(os.environ.get("DRILL_KILLS", "1"))
#: Numbers of rows that are the other side's own: documents are made anew in any order.
OWN = ("archive_documents", "documents_waiting", "article_text_fts")


@pytest.mark.postgres
def test_killed_moves(tmp_path: Path, empty_file: Path, empty_postgres: DatabaseSettings) -> None:
    """Each goes on where it was, and what comes back is what went, byte for byte."""
    here, back = tmp_path / "here.sqlite3", tmp_path / "back.sqlite3"
    shutil.copy(empty_file, here)
    with closing(open_store(DatabaseSettings(path=here))) as store:
        fill(store, LocalBlobs(tmp_path / "objects"), tmp_path)
    address = empty_postgres.url.get_secret_value()
    told = [*moves(str(here), address), *moves(address, str(back))]
    rows = dict(contents(here))
    assert [one["said"] for one in told if one["ended"]] == ["", ""]
    assert rows["articles"][0] == told[-1]["counts"]["articles"] == ARTICLES
    assert dict(contents(back)) == rows
    with closing(open_store(DatabaseSettings(path=back))) as store:
        assert store.counts().articles == ARTICLES
    print(*(f"{one['ended']} {one['seconds']} s {one['memory_mb']} MB" for one in told), sep="; ")


def moves(source: str, target: str) -> list[dict[str, Any]]:
    """Killed after equal parts of all rows, until the last one comes to its end."""
    part = ARTICLES * 5 // (KILLS + 1)
    killer = Path(__file__).with_name("move_killer.py")
    points = [str(part)] * KILLS + ["0"]
    done = subprocess.run(
        [sys.executable, str(killer), source, target, *points],
        capture_output=True,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def contents(path: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Rows of each table of a file and a sum of them, as SQLite itself reads them."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in sorted(names):
            if not name.startswith(("sqlite_", *OWN)):
                sums = [hash(row) for row in connection.execute(f'SELECT * FROM "{name}"')]  # noqa: S608
                yield name, (len(sums), sum(sums))
