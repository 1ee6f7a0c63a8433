"""Full-text search, newest first, on both databases: rare, middling and the commonest words.

    python bench/search.py                       # 100,000 documents of 300 words
    python bench/search.py --documents 5000      # while the machine is busy

Documents are drawn from 400,000 invented words whose frequencies fall as one over their rank, as in
any language; the commonest is in nearly every document. Each query asks for a page of 20 with
everything that a list shows; every word is asked for once, so that nothing comes from a cache of
answers. Target: 50 ms for 95 of 100 queries.
"""

import argparse
import os
import platform
import random
import sqlite3
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from databases import postgres
from strandline.adapters.store import archive_schema, open_store
from strandline.adapters.store.archive_rows import job_row
from strandline.adapters.store.bulk import BulkInsert
from strandline.adapters.store.documents import refresh
from strandline.model.archive import (
    ArchiveJob,
    Attempt,
    JobResult,
    JobStatus,
    SearchQuery,
)
from strandline.model.articles import Article, IngestBatch
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import an_article

#: Different words for each document of the corpus: 30 million words of text have some 400,000.
WORDS_A_DOCUMENT = 4
LENGTH = 300
BATCH = 500
#: Queries of each kind.
QUERIES = 200
TARGET_MS = 50.0
START = datetime(2025, 1, 1, tzinfo=UTC)
#: Between two captures.
PACE = timedelta(minutes=5)

_JOBS = BulkInsert(archive_schema.archive_jobs)
_TEXTS = BulkInsert(archive_schema.archive_texts)
_SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]


def vocabulary(picks: random.Random, count: int) -> list[str]:
    """Invented words, the commonest first; short ones tend to be common."""
    made: dict[str, None] = {}
    while len(made) < count:
        longest = 1 + min(4, len(made) // 40)
        made["".join(picks.choices(_SYLLABLES, k=picks.randint(1, 1 + longest)))] = None
    return list(made)


class Corpus:
    """Documents by number, always the same ones; counts in how many each word is."""

    def __init__(self, documents: int) -> None:
        self._picks = random.Random(11)
        self.words = vocabulary(self._picks, documents * WORDS_A_DOCUMENT)
        self._weights = list(accumulate(1 / rank for rank in range(1, len(self.words) + 1)))
        self.documents = documents
        self.frequency: Counter[str] = Counter()

    def text(self) -> str:
        """The words of the next document."""
        words = self._picks.choices(self.words, cum_weights=self._weights, k=LENGTH)
        self.frequency.update(set(words))
        return " ".join(words)

    def article(self, number: int) -> Article:
        title = " ".join(self.words[(number * 7 + step) % len(self.words)] for step in range(6))
        return an_article(
            f"https://paper{number % 50}.example/{number}",
            article_title=title,
            article_detected_utc_iso=START + PACE * number,
        )


def fill(store: Any, corpus: Corpus) -> float:
    """Enter documents in bulk, through the store's own code for indexing; seconds."""
    began = time.perf_counter()
    for first in range(0, corpus.documents, BATCH):
        numbers = range(first, min(first + BATCH, corpus.documents))
        articles = [corpus.article(number) for number in numbers]
        store.ingest(IngestBatch(START, tuple(articles)))
        with store._database.write() as connection:  # noqa: SLF001 - a worker's way is one by one
            _JOBS.run(
                connection,
                [
                    job_row(
                        ArchiveJob(
                            article.article_uuid,
                            article.article_url_final,
                            article.domain,
                            article.article_detected_utc_iso,
                            status=JobStatus.SUCCEEDED,
                        )
                    )
                    for article in articles
                ],
            )
            _TEXTS.run(connection, [(article.article_uuid, corpus.text()) for article in articles])
            refresh(connection, [article.article_uuid for article in articles])
    return time.perf_counter() - began


def work(store: Store, jobs: int) -> tuple[float, float]:
    """Claims and ends of jobs a second, one at a time, on top of what is there."""
    articles = [an_article(f"https://paper{n % 50}.example/job/{n}") for n in range(jobs)]
    now = datetime(2027, 1, 1, tzinfo=UTC)
    queue = [ArchiveJob(a.article_uuid, a.article_url_final, a.domain, now) for a in articles]
    store.ingest(IngestBatch(now, tuple(articles), jobs=tuple(queue)))
    claims = ends = 0.0
    for _ in range(jobs):
        began = time.perf_counter()
        (job,) = store.claim_jobs(now, "bench", PACE, limit=1, per_domain=2)
        claimed = time.perf_counter()
        result = JobResult(
            job.job_id,
            job.article_uuid,
            JobStatus.SUCCEEDED,
            Attempt(job.job_id, 1, now, now, ()),
            text="the bridge is closed " * 75,
            is_archived=True,
        )
        assert store.finish_job(result, owner="bench")
        ends += time.perf_counter() - claimed
        claims += claimed - began
    return jobs / claims, jobs / ends


def kinds(corpus: Corpus) -> dict[str, list[str]]:
    """Queries of each kind: by the share of documents that have the word."""
    picks = random.Random(13)
    shares = {word: count / corpus.documents for word, count in corpus.frequency.items()}
    by_share = sorted(shares, key=lambda word: -shares[word])
    common = by_share[:30]
    middling = [word for word in by_share if 0.002 <= shares[word] <= 0.1]
    rare = [word for word in by_share if corpus.frequency[word] <= 20]
    rare = picks.sample(rare, min(QUERIES, len(rare)))
    return {
        "commonest (30 words)": common,
        "middling (0.2 to 10 %)": picks.sample(middling, min(QUERIES, len(middling))),
        "rare (20 at most)": rare,
        "two common together": [f"{a} {b}" for a, b in pairwise(common)],
        "common and rare": [f"{a} {b}" for a, b in zip(common * 9, rare, strict=False)],
        "phrase of common": [f"{a}-{b}" for a, b in pairwise(common)],
    }


def ask(store: Store, queries: Sequence[str], make: Callable[[str], SearchQuery]) -> list[float]:
    """Milliseconds of each query."""
    times = []
    for words in queries:
        began = time.perf_counter()
        store.search(make(words))
        times.append((time.perf_counter() - began) * 1000)
    return times


def p95(times: Sequence[float]) -> float:
    return sorted(times)[max(0, -(-len(times) * 95 // 100) - 1)]


def measure(name: str, settings: DatabaseSettings, documents: int) -> None:
    """Fill, ask, print a table."""
    corpus = Corpus(documents)
    store = open_store(settings)
    seconds = fill(store, corpus)
    size = store.counts().size_bytes
    print(
        f"\n{name}: {documents:,} documents in {seconds:,.0f} s ({documents / seconds:,.0f}/s), "
        f"{size / 1e6:,.0f} MB"
    )
    print("\n| database | words | queries | p50 ms | p95 ms | worst ms | within target |")
    print("|---|---|---|---|---|---|---|")
    asked = kinds(corpus)
    ask(store, asked["rare (20 at most)"][:3], SearchQuery)  # open connections, prepare
    for kind, queries in asked.items():
        _tell(name, kind, ask(store, queries, SearchQuery))
    common = asked["commonest (30 words)"]
    _tell(name, "commonest, ranked", ask(store, common, lambda w: SearchQuery(w, ranked=True)))
    one = lambda w: SearchQuery(w, domain="paper7.example")  # noqa: E731 - one of many
    _tell(name, "commonest, of one domain", ask(store, common, one))
    _tell(name, "no words", ask(store, [""] * 30, SearchQuery))
    claims, ends = work(store, 200)
    print(f"\n{name}, jobs one at a time: {claims:,.0f} claims/s, {ends:,.0f} ends/s")
    store.close()


def _tell(name: str, kind: str, times: Sequence[float]) -> None:
    verdict = "yes" if p95(times) < TARGET_MS else "NO"
    print(
        f"| {name} | {kind} | {len(times)} | {statistics.median(times):.1f} | {p95(times):.1f} "
        f"| {max(times):.1f} | {verdict} |",
        flush=True,
    )


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    chosen = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} processors, Python {platform.python_version()}")
    if chosen.database in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            settings = DatabaseSettings(path=Path(folder) / "bench.sqlite3")
            measure(f"SQLite {sqlite3.sqlite_version}", settings, chosen.documents)
    if chosen.database in ("postgres", "both"):
        with postgres() as address:
            settings = DatabaseSettings(url=SecretStr(address))
            measure("PostgreSQL", settings, chosen.documents)


if __name__ == "__main__":
    main()
