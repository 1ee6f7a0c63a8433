"""What the database does for matching: reading what waits, saving matches, reading stories.

    python bench/story_store.py [--articles N] [--database sqlite|postgres|both] [--verdicts N]

A ledger of articles of 500 papers, a minute's news each; every fifth article is a duplicate of the
one before, and each is compared with the `--verdicts` before it. Matches are saved 500 articles at
a time, with a vector of 1,536 bytes each; a grouping that costs nothing stands in for the real one.
PostgreSQL is started from a package unless TEST_DATABASE_URL names a server.
"""

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from databases import postgres
from ledger import BEGINNING, an_article, bare
from strandline.adapters.store import open_store
from strandline.model.articles import Article
from strandline.model.stories import (
    Answer,
    ArticleVector,
    MatchBatch,
    Relation,
    StoredVerdict,
    StoryGraph,
    Verdict,
)
from strandline.ports import Store
from strandline.settings import DatabaseSettings

BATCH = 500
NOW = datetime(2026, 6, 1, tzinfo=UTC)
VECTOR = bytes(range(256)) * 6


def a_verdict(one: Article, other: Article, answer: Answer) -> StoredVerdict:
    """As long as real ones."""
    a, b = sorted((one.article_uuid, other.article_uuid))
    verdict = Verdict(
        answer=answer,
        relation=Relation.SAME_STORY if answer is Answer.SAME else Relation.DIFFERENT,
        layer="title_similarity",
        score=0.71,
        reason="the titles share 12 of 17 grams, and the numbers differ",
        vetoes=("numbers",),
        scores={"jaccard": 0.705, "cosine": 0.821, "body": 0.112},
        thresholds={"same": 0.93, "different": 0.35},
        calibration="pairs-2026-05",
    )
    return StoredVerdict(a, b, NOW, verdict, language="en")


def a_batch(articles: Sequence[Article], verdicts: int) -> MatchBatch:
    """Each article is compared with those before it; every fifth is a duplicate."""
    found = [
        a_verdict(
            one,
            articles[n - back],
            Answer.SAME if back == 1 and n % 5 == 0 else Answer.DIFFERENT,
        )
        for n, one in enumerate(articles)
        for back in range(1, min(verdicts, n) + 1)
    ]
    return MatchBatch(
        NOW,
        "v1",
        tuple(one.article_uuid for one in articles),
        tuple(found),
        tuple(ArticleVector(one.article_uuid, "model-1", "0" * 64, VECTOR) for one in articles),
    )


def group(graph: StoryGraph) -> Mapping[str, str]:
    """Pairs only: the greater id joins the smaller one."""
    main = {node.article_uuid: node.article_uuid for node in graph.nodes}
    for one, other in graph.links:
        main[other] = main[one]
    return main


@contextmanager
def timed(rows: list[str], what: str, count: Callable[[], int]) -> Iterator[None]:
    """Note how long something takes, and how many things a second that is."""
    began, busy = time.perf_counter(), time.process_time()
    yield
    wall, cpu = time.perf_counter() - began, time.process_time() - busy
    done = count()
    rate = f"{done / wall:,.0f}/s" if done > 1 else ""
    rows.append(f"| {what} | {done:,} | {wall * 1000:,.1f} | {rate} | {cpu / wall:.0%} |")


def measure(name: str, settings: DatabaseSettings, count: int, verdicts: int) -> None:
    """Fill, match, read; print a table."""
    store = open_store(settings)
    for start in range(0, count, BATCH):
        store.ingest(bare([an_article(n) for n in range(start, min(start + BATCH, count))]))
    rows: list[str] = []
    waiting(store, rows, "nothing matched")
    saved = 0
    with timed(rows, "save_match: verdicts", lambda: saved):
        for start in range(0, count, BATCH):
            articles = [an_article(n) for n in range(start, min(start + BATCH, count))]
            batch = a_batch(articles, verdicts)
            store.save_match(batch, group)
            saved += len(batch.verdicts)
    with timed(rows, "the last batch once more", lambda: 1):
        store.save_match(batch, group)
    waiting(store, rows, "all matched")
    with timed(rows, "unmatched, newer rules", lambda: BATCH):
        assert len(store.unmatched(since=None, cascade_version="v2", limit=BATCH)) == BATCH
    read = 0
    with timed(rows, "story_window", lambda: read):
        for page in store.story_window(BEGINNING - timedelta(days=1), NOW):
            read += len(page)
    with timed(rows, "recent_stories, 50", lambda: 50):
        store.recent_stories(limit=50)
    with timed(rows, "recent_stories of two, 50", lambda: 50):
        store.recent_stories(limit=50, least=2)
    with timed(rows, "recent_stories of three, none", lambda: 1):
        assert store.recent_stories(limit=50, least=3) == []
    half = BEGINNING + timedelta(seconds=count // 2)
    with timed(rows, "recent_stories, a page from half-way", lambda: 50):
        store.recent_stories(limit=50, before=(half, ""))
    with timed(rows, "verdicts_of", lambda: 1):
        store.verdicts_of(articles[0].article_uuid)
    with timed(rows, "story_counts", lambda: 1):
        counts = store.story_counts()
    assert (counts.articles, counts.unmatched) == (count, 0)
    print(f"\n| {name}, {count:,} articles | count | ms | a second | our processor share |")
    print("|---|---|---|---|---|")
    print("\n".join(rows))
    print(f"\n{store.counts().size_bytes / 1e6:,.0f} MB on disk, {saved:,} verdicts")
    store.close()


def waiting(store: Store, rows: list[str], state: str) -> None:
    """Ask for a batch of what waits."""
    found = 0
    with timed(rows, f"unmatched, {state}", lambda: found):
        found = len(store.unmatched(since=None, cascade_version="v1", limit=BATCH))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=100_000)
    parser.add_argument("--verdicts", type=int, default=5)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    chosen = parser.parse_args()
    if chosen.database in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            settings = DatabaseSettings(path=Path(folder) / "bench.sqlite3")
            measure("SQLite", settings, chosen.articles, chosen.verdicts)
    if chosen.database in ("postgres", "both"):
        with postgres() as address:
            settings = DatabaseSettings(url=SecretStr(address))
            measure("PostgreSQL", settings, chosen.articles, chosen.verdicts)


if __name__ == "__main__":
    main()
