"""A ledger of a million articles published: seconds, bytes, and the most memory that it takes.

    python bench/publish.py [--articles N] [--texts] [--most-mb 300]

The ledger is made first, in a process of its own, with alias, mention and post for one article in
five, and with `--texts` a text of 6 kB for one in a hundred; then `strandline publish` runs in
another one, whose memory is read when it has ended. Exit status 1 where it took more than
`--most-mb`.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from ledger import FULL_SHARE, an_article, fill
from strandline.adapters.store import open_store
from strandline.model.articles import ArticleText, TextStatus
from strandline.settings import DatabaseSettings

BATCH = 500


def make(path: Path, count: int, *, with_texts: bool) -> None:
    """The ledger."""
    store = open_store(DatabaseSettings(path=path))
    split = round(count * (1 - FULL_SHARE))
    fill(store, range(split), BATCH, full=False)
    fill(store, range(split, count), BATCH, full=True)
    for number in range(0, count, 100) if with_texts else ():
        article = an_article(number)
        words = f"What the council said on day {number}, and why. " * 140
        read = ArticleText(article.article_uuid, TextStatus.OK, article.created_at, words)
        store.save_text(read)
    store.close()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=1_000_000)
    parser.add_argument("--texts", action="store_true")
    parser.add_argument("--most-mb", type=int, default=300)
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.make:
        make(chosen.make, chosen.articles, with_texts=chosen.texts)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite3"
        again = [sys.executable, __file__, "--make", str(path), "--articles", str(chosen.articles)]
        texts = ["--texts"] if chosen.texts else []
        subprocess.run([*again, *texts], check=True)
        public = Path(folder) / "public.db"
        began = time.perf_counter()
        child = subprocess.Popen(
            [sys.executable, "-m", "strandline", "publish", str(public), *texts],
            env={**os.environ, "DATABASE_PATH": str(path)},
            stdout=subprocess.DEVNULL,
        )
        _, status, used = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - began
        assert status == 0, f"publish ended with {status}"
        memory_mb = used.ru_maxrss / 1024
        busy = used.ru_utime + used.ru_stime
        print("| articles | ledger MB | published MB | seconds | of them busy | memory MB |")
        print("|---|---|---|---|---|---|")
        sizes = [one.stat().st_size / 1e6 for one in (path, public)]
        print(
            f"| {chosen.articles:,} | {sizes[0]:,.0f} | {sizes[1]:,.0f} | {seconds:.1f} "
            f"| {busy:.1f} | {memory_mb:.0f} |"
        )
        if memory_mb > chosen.most_mb:
            sys.exit(f"more than {chosen.most_mb} MB")


if __name__ == "__main__":
    main()
