"""New articles matched end to end into a ledger that holds a window of many.

    python bench/matching.py [--window N] [--new N] [--models none light both]

The window is filled with matched articles of 500 papers over four days and their vectors, with
invented headlines in English, French and Chinese whose words are as common as real ones; one in ten
repeats an earlier one of the last 36 hours with a few words changed. Timed is `run_match` alone,
after the window was read once: reading, finding candidates, comparing, saving and grouping, on
SQLite; with no models, with the light one and its index, and with both; by the clock and by
processor time.
"""

import argparse
import logging
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import islice
from pathlib import Path

import structlog

from strandline.adapters.clock import SystemClock
from strandline.adapters.parse import PooledParser
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.dedup.cascade import cascade_version
from strandline.core.dedup.telling import embedded_text, tell
from strandline.core.digest.classify import RuleClassifier
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import ArticleVector, MatchBatch, StoryInput
from strandline.pipelines.stories import Matcher, run_match
from strandline.ports import Embedder, Ports, Store
from strandline.settings import DatabaseSettings, Settings, StorySettings
from strandline.testing.builders import a_mention, a_source, an_article
from strandline.testing.fakes import ScriptedFetcher
from strandline.testing.headlines import Headline, headlines
from strandline.wiring import open_embedders, open_index

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PAPERS = 500
DAYS = 4


def article(told: Headline) -> Article:
    return an_article(
        f"https://paper{told.number % PAPERS}.example/{told.number}",
        article_title=told.folded.capitalize(),
        language=told.language,
        source_uuid=f"W_RSS_{told.number % PAPERS}",
        published_utc_iso=told.time,
        article_detected_utc_iso=told.time,
    )


def enter(
    store: Store, articles: list[Article], *, is_matched: bool, light: Embedder | None = None
) -> None:
    """Articles that wait, or are matched and have their vectors."""
    for at in range(0, len(articles), 1000):
        some = articles[at : at + 1000]
        mentions = tuple(a_mention(a, a_source(int(a.source_uuid.rsplit("_", 1)[1]))) for a in some)
        store.ingest(IngestBatch(NOW, articles=tuple(some), mentions=mentions))
        if is_matched:
            ids = tuple(a.article_uuid for a in some)
            vectors = vectors_of(some, light) if light else ()
            batch = MatchBatch(
                NOW - timedelta(days=1), cascade_version(), matched=ids, vectors=vectors
            )
            store.save_match(
                batch, lambda graph: {n.article_uuid: n.article_uuid for n in graph.nodes}
            )


def vectors_of(articles: list[Article], light: Embedder) -> tuple[ArticleVector, ...]:
    texts = [
        embedded_text(tell(StoryInput(a.article_title or "", language=a.language)))
        for a in articles
    ]
    return tuple(
        ArticleVector(a.article_uuid, light.model, sha256(text.encode()).hexdigest(), vector)
        for a, text, vector in zip(articles, texts, light.embed(texts), strict=True)
    )


def measured(
    store: Store, settings: Settings, models: str, new: list[Article]
) -> tuple[float, float, int]:
    """Articles per second, the same of processor time, and how many joined."""
    with ExitStack() as opened:
        light, better = open_embedders(settings) if models != "none" else (None, None)
        index = open_index(settings, light.model, light.dimension) if light else None
        if index is not None:
            opened.enter_context(closing(index))
        ports = Ports(
            clock=SystemClock(),
            fetcher=ScriptedFetcher(),
            parser=opened.enter_context(closing(PooledParser(settings.parse))),
            store=store,
            classifier=RuleClassifier(),
            progress=SilentProgress(),
            new_id=lambda: "",
            jitter=lambda: 0.0,
            owner="bench",
            embedder=light,
            rescorer=better if models == "both" else None,
            index=index,
        )
        matcher = Matcher(ports, settings.stories)
        enter(store, new[:100], is_matched=False)
        run_match(ports, settings.stories, now=NOW, matcher=matcher)
        enter(store, new[100:], is_matched=False)
        began, worked = time.perf_counter(), time.process_time()
        report = run_match(ports, settings.stories, now=NOW, matcher=matcher)
        seconds, work = time.perf_counter() - began, time.process_time() - worked
        return report.matched / seconds, report.matched / work, report.joined


def rows(window: int, new: int, models: list[str]) -> Iterator[tuple[str, float, float, int]]:
    told = headlines(window + new * len(models), NOW - timedelta(days=DAYS), window // DAYS)
    with tempfile.TemporaryDirectory(prefix="bench-matching-") as folder:
        settings = Settings(
            database=DatabaseSettings(path=Path(folder) / "ledger.sqlite3"),
            stories=StorySettings(index_path=Path(folder) / "vectors"),
        )
        with closing(open_store(settings.database)) as store:
            light = open_embedders(settings)[0] if {*models} - {"none"} else None
            past = [article(one) for one in islice(told, window)]
            enter(store, past, is_matched=True, light=light)
            for name in models:
                fresh = [article(one) for one in islice(told, new)]
                yield name, *measured(store, settings, name, fresh)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--window", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=2_000)
    parser.add_argument("--models", nargs="+", default=["none", "light", "both"])
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{chosen.window:,} articles in the window, {chosen.new:,} new, a tenth of them copies\n")
    print("| models | articles/s | of processor time | joined |\n|---|--:|--:|--:|")
    for name, speed, of_work, joined in rows(chosen.window, chosen.new, chosen.models):
        print(f"| {name} | {speed:,.0f} | {of_work:,.0f} | {joined} |", flush=True)


if __name__ == "__main__":
    main()
