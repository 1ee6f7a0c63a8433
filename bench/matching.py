"""New articles matched end to end into a ledger that holds a window of many.

    python bench/matching.py [--window N] [--new N] [--models none light both]

The window is filled with matched articles of 500 papers over four days; titles are made of 20,000
invented words of which a few are in most titles, as in real ones. Every fifth new article is an
edited title of the window. Timed is `run_match` alone, after the window was read once: reading,
finding candidates, comparing, saving and grouping, on SQLite; with no models, with the light one
and its index, and with both.
"""

import argparse
import logging
import os
import platform
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import structlog

from strandline.adapters.clock import SystemClock
from strandline.adapters.parse import PooledParser
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.dedup.cascade import cascade_version
from strandline.core.digest.classify import RuleClassifier
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import MatchBatch
from strandline.pipelines.stories import Matcher, run_match
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, Settings, StorySettings
from strandline.testing.builders import a_mention, a_source, an_article
from strandline.testing.fakes import ScriptedFetcher
from strandline.wiring import open_embedders, open_index

NOW = datetime(2026, 6, 1, tzinfo=UTC)
PAPERS = 500
WORDS = 20_000
SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo ya zu bra dro".split()  # noqa: SIM905


def vocabulary(rng: random.Random) -> list[str]:
    """Invented words of two to four syllables, some of them names."""
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(2, 4))) for _ in range(WORDS)]
    return [word.title() if n % 3 == 0 else word for n, word in enumerate(words)]


def titles(rng: random.Random, count: int) -> list[str]:
    """Of six to twelve words; the word of rank r comes with a weight of 1 over r."""
    words = vocabulary(rng)
    weights = [1 / rank for rank in range(10, WORDS + 10)]
    drawn = iter(rng.choices(words, weights, k=count * 12))
    return [" ".join(next(drawn) for _ in range(rng.randint(6, 12))) for _ in range(count)]


def edited(rng: random.Random, title: str) -> str:
    """Another paper's wording: two words change places, one more comes."""
    words = title.split()
    at = rng.randrange(len(words) - 1)
    words[at], words[at + 1] = words[at + 1], words[at]
    return " ".join([*words, rng.choice(("today", "officials say", "update", "report"))])


def article(number: int, title: str, when: datetime) -> Article:
    return an_article(
        f"https://paper{number % PAPERS}.example/{number}",
        article_title=title,
        source_uuid=f"W_RSS_{number % PAPERS}",
        published_utc_iso=when,
        article_detected_utc_iso=when,
    )


def enter(store: Store, articles: list[Article], *, is_matched: bool) -> None:
    for at in range(0, len(articles), 1000):
        some = articles[at : at + 1000]
        mentions = tuple(a_mention(a, a_source(int(a.source_uuid.rsplit("_", 1)[1]))) for a in some)
        store.ingest(IngestBatch(NOW, articles=tuple(some), mentions=mentions))
        if is_matched:
            ids = tuple(a.article_uuid for a in some)
            batch = MatchBatch(NOW - timedelta(days=1), cascade_version(), matched=ids)
            store.save_match(
                batch, lambda graph: {n.article_uuid: n.article_uuid for n in graph.nodes}
            )


def measured(
    store: Store, settings: Settings, models: str, new: list[Article]
) -> tuple[float, int]:
    """Articles per second, and how many joined."""
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
        began = time.perf_counter()
        report = run_match(ports, settings.stories, now=NOW, matcher=matcher)
        return report.matched / (time.perf_counter() - began), report.joined


def rows(window: int, new: int, models: list[str]) -> Iterator[tuple[str, float, int]]:
    rng = random.Random(7)
    known = titles(rng, window)
    with tempfile.TemporaryDirectory(prefix="bench-matching-") as folder:
        settings = Settings(
            database=DatabaseSettings(path=Path(folder) / "ledger.sqlite3"),
            stories=StorySettings(index_path=Path(folder) / "vectors"),
        )
        with closing(open_store(settings.database)) as store:
            step = timedelta(days=4) / window
            old = [article(n, t, NOW - timedelta(days=4) + n * step) for n, t in enumerate(known)]
            enter(store, old, is_matched=True)
            for turn, name in enumerate(models):
                fresh = titles(random.Random(turn), new)
                wanted = [
                    edited(rng, rng.choice(known[window // 2 :])) if n % 5 == 0 else title
                    for n, title in enumerate(fresh)
                ]
                numbers = range(window + turn * new, window + (turn + 1) * new)
                articles = [article(n, t, NOW) for n, t in zip(numbers, wanted, strict=True)]
                speed, joined = measured(store, settings, name, articles)
                yield name, speed, joined


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--window", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=2_000)
    parser.add_argument("--models", nargs="+", default=["none", "light", "both"])
    chosen = parser.parse_args()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"{chosen.window:,} articles in the window, {chosen.new:,} new, a fifth of them known\n")
    print("| models | articles/s | joined |\n|---|--:|--:|")
    for name, speed, joined in rows(chosen.window, chosen.new, chosen.models):
        print(f"| {name} | {speed:,.0f} | {joined} |", flush=True)


if __name__ == "__main__":
    main()
