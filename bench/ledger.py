"""A ledger of a million articles: how fast entries go in, and how fast known URLs are found.

    python bench/ledger.py [--articles N] [--database sqlite|postgres|both] [--batch N]

Articles alone come first (one row each), then articles as a poll brings them (each with an alias,
a mention and a post: four rows), on top of what is there. Look-ups ask for 1,000 URL keys in one
call: known ones spread over the whole ledger, and unknown ones. PostgreSQL is started from a
package unless TEST_DATABASE_URL names a server; it runs with its own durability settings.
"""

import argparse
import hashlib
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import SecretStr

from databases import postgres
from strandline.adapters.store import open_store
from strandline.model.articles import Alias, AliasKind, Article, IngestBatch, Mention, Post
from strandline.model.entries import DateTrust
from strandline.ports import Store
from strandline.settings import DatabaseSettings

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
KEYS_A_CALL = 1_000
CALLS = 30
#: Share of the ledger that is entered with all rows that a poll brings.
FULL_SHARE = 0.2


def an_article(number: int) -> Article:
    """Shaped like a real one: 80 characters of URL, a title of 50.

    500 in a row are of one site, as one poll brings them; there are 500 sites.
    """
    site = number // 500 % 500
    slug = hashlib.md5(str(number).encode()).hexdigest()[:12]  # noqa: S324 - only to scatter
    key = f"paper{site}.example/2026/{number % 12 + 1:02d}/{slug}-council-votes-on-the-bridge"
    url = f"https://www.{key}/"
    uuid = "A_" + hashlib.sha256(url.encode()).hexdigest()[:16]
    when = BEGINNING + timedelta(seconds=number)
    return Article(
        article_uuid=uuid,
        source_uuid=f"W_RSS_{site}",
        url_scraping_method="RSS",
        source_url=f"https://www.paper{site}.example/feed.xml",
        article_title=f"Council votes on the old bridge, once more ({number})",
        article_url_original=url + "?utm_source=rss",
        article_url_final=url,
        url_original_to_final_match=False,
        url_notes="removed_tracking_params",
        published_utc_iso=when - timedelta(hours=1),
        article_detected_utc_iso=when,
        created_at=when,
        updated_at=when,
        url_key=key,
        rules_version="1",
        domain=f"paper{site}.example",
        canonical_article_id=uuid,
        date_trust=DateTrust.EXACT,
        language="en",
    )


def bare(articles: Sequence[Article]) -> IngestBatch:
    """Articles alone."""
    return IngestBatch(articles[0].created_at, articles=tuple(articles))


def whole(articles: Sequence[Article]) -> IngestBatch:
    """Articles with an alias, a mention and a post each, as one poll brings them."""
    return IngestBatch(
        articles[0].created_at,
        articles=tuple(articles),
        aliases=tuple(map(_alias, articles)),
        mentions=tuple(map(_mention, articles)),
        posts=tuple(map(_post, articles)),
    )


def _alias(article: Article) -> Alias:
    code = article.article_uuid[2:12]
    return Alias(
        url=f"https://s.example/{code}",
        url_key=f"s.example/{code}",
        article_uuid=article.article_uuid,
        kind=AliasKind.REDIRECT,
        evidence="301",
        first_seen_at=article.created_at,
    )


def _mention(article: Article) -> Mention:
    return Mention(
        article_uuid=article.article_uuid,
        source_uuid=article.source_uuid,
        source_name="A paper",
        source_url=article.source_url,
        url_original=article.article_url_original,
        inserted_at=article.created_at,
        title=article.article_title or "",
        context_snippet="The council voted last night on what to do about the bridge. " * 4,
        published_at=article.published_utc_iso,
    )


def _post(article: Article) -> Post:
    return Post(
        source_uuid=article.source_uuid,
        item_key=f"guid:{article.article_url_final}",
        guid=article.article_url_final,
        post_url=article.article_url_original,
        title=article.article_title or "",
        published_at=article.published_utc_iso,
        date_trust=DateTrust.EXACT,
        content_hash=hashlib.sha256(article.article_url_final.encode()).hexdigest(),
        first_seen_at=article.created_at,
        last_seen_at=article.created_at,
        content_html="<p>The council voted last night on what to do about the bridge.</p>" * 4,
        decision="entered",
        article_uuid=article.article_uuid,
        url_key=article.url_key,
    )


def fill(store: Store, numbers: range, size: int, *, full: bool) -> tuple[float, float]:
    """Seconds spent in `ingest`: by the clock, and of this process's processor time."""
    wall = cpu = 0.0
    for start in range(numbers.start, numbers.stop, size):
        articles = [an_article(n) for n in range(start, min(start + size, numbers.stop))]
        batch = whole(articles) if full else bare(articles)
        began, busy = time.perf_counter(), time.process_time()
        result = store.ingest(batch)
        wall += time.perf_counter() - began
        cpu += time.process_time() - busy
        assert len(result.new_articles) == len(articles)
    return wall, cpu


def look_up(store: Store, count: int, *, known: bool) -> list[float]:
    """Milliseconds of each call; different keys every time."""
    picks = random.Random(7)
    times = []
    for _ in range(CALLS):
        if known:
            keys = [an_article(picks.randrange(count)).url_key for _ in range(KEYS_A_CALL)]
        else:
            keys = [f"new.example/{picks.random()}" for _ in range(KEYS_A_CALL)]
        began = time.perf_counter()
        found = store.find(keys)
        times.append((time.perf_counter() - began) * 1000)
        assert len(found) == (len(set(keys)) if known else 0)
    return times


def memory_mb() -> float:
    """Most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(name: str, settings: DatabaseSettings, count: int, size: int) -> None:
    """Fill, look up, print a table."""
    store = open_store(settings)
    before = memory_mb()
    split = round(count * (1 - FULL_SHARE))
    rows = []
    for what, numbers, full in (
        ("articles alone", range(split), False),
        ("with alias, mention, post", range(split, count), True),
    ):
        wall, cpu = fill(store, numbers, size, full=full)
        entered = len(numbers)
        each = 4 if full else 1
        rows.append(
            f"| {name} | {what} | {entered:,} | {entered / wall:,.0f} | "
            f"{entered * each / wall:,.0f} | {cpu / wall:.0%} |"
        )
    print("\n| database | entered | articles | articles/s | rows/s | our processor share |")
    print("|---|---|---|---|---|---|")
    print("\n".join(rows))
    print("\n| database | 1,000 keys in one call | median ms | worst ms |")
    print("|---|---|---|---|")
    for known in (True, False):
        times = look_up(store, count, known=known)
        what = "known" if known else "unknown"
        print(f"| {name} | {what} | {statistics.median(times):.1f} | {max(times):.1f} |")
    counts = store.counts()
    assert counts.articles == count
    print(
        f"\n{name}: {counts.articles:,} articles, {counts.size_bytes / 1e6:,.0f} MB on disk; "
        f"this process {memory_mb():.0f} MB at most ({before:.0f} MB before)"
    )
    store.close()


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--articles", type=int, default=1_000_000)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--batch", type=int, default=500)
    chosen = parser.parse_args()
    if chosen.database in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            settings = DatabaseSettings(path=Path(folder) / "bench.sqlite3")
            measure("SQLite", settings, chosen.articles, chosen.batch)
    if chosen.database in ("postgres", "both"):
        with postgres() as address:
            settings = DatabaseSettings(url=SecretStr(address))
            measure("PostgreSQL", settings, chosen.articles, chosen.batch)


if __name__ == "__main__":
    main()
