"""Pages of a large ledger as a browser asks for them: requests per second, p95, statements, kB.

    python bench/web.py                              # 1,000,000 articles, 2,000 sources, SQLite
    python bench/web.py --articles 20000 --sources 100 --database both

Pages are those of the table of routes: each without parameters, and of each other route the first
address that a link leads to; for who is not signed in, and for an editor. One client asks for a
page again and again over one connection, in the process that serves it. Statements are counted
where they reach the database. A fifth of the articles have all rows that a poll brings; there are
stories of two sources, editions, archive jobs in every state, and the days are counted before.
"""

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import httpx2
import sqlalchemy as sa
from fastapi.routing import APIRoute
from pydantic import SecretStr

from databases import postgres
from ledger import BEGINNING, an_article, bare, whole
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.dedup.grouping import group
from strandline.core.digest.classify import RuleClassifier
from strandline.model.accounts import Role
from strandline.model.archive import ArchiveJob, Attempt, JobResult, JobStatus
from strandline.model.digests import Digest, DigestItem, Section
from strandline.model.readers import DigestScope
from strandline.pipelines.figures import count_days
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, Settings
from strandline.testing.account_builders import a_session, an_account
from strandline.testing.builders import a_reader, a_source
from strandline.testing.fakes import FrozenClock
from strandline.testing.story_builders import a_match, a_verdict
from strandline.web import serve_site
from strandline.web.desk import DESK
from strandline.web.pages import PAGES
from strandline.web.site import Site

BATCH = 500
#: Share of the articles that have all rows that a poll brings.
WHOLE = 0.2
#: Archive jobs, editions, and items of each.
JOBS, EDITIONS, ITEMS = 2_000, 40, 40
#: Stories of two sources, the newest.
STORIES = 60
#: Requests of a page, and no more than so many seconds of them.
REQUESTS, SECONDS = 40, 8.0
#: What is asked for: most bytes and statements of a page.
MOST_KB, MOST_STATEMENTS = 80, 30


class AnySite:
    """Stands for a site while routes are declared."""

    def __getattr__(self, name: str) -> "AnySite":
        return AnySite()

    def __call__(self, *_: object) -> "AnySite":
        return AnySite()

    def __truediv__(self, other: object) -> "AnySite":
        return AnySite()


@dataclass
class Row:
    """What was measured of a page."""

    path: str
    per_second: float
    p95_ms: float
    statements: int
    kilobytes: float


def routes() -> list[APIRoute]:
    """What is read, as it is declared."""
    made = [route for make in (*PAGES, *DESK) for route in make(cast(Site, AnySite())).routes]
    return [r for r in made if isinstance(r, APIRoute) and "GET" in (r.methods or ())]


def fill(store: Store, articles: int, sources: int) -> None:
    """A ledger of a newsroom that has run for long."""
    for number in range(1, sources + 1):
        name, url = f"Paper {number}", f"https://www.paper{number - 1}.example/feed.xml"
        store.save_source(
            replace(a_source(number, name=name, url=url), source_uuid=f"W_RSS_{number - 1}")
        )
    first_bare = round(articles * WHOLE)
    for start in range(0, articles, BATCH):
        # The whole ones are the newest: they are what pages show.
        make = whole if start >= articles - first_bare else bare
        store.ingest(make([an_article(n) for n in range(start, min(start + BATCH, articles))]))
    newest = [an_article(n) for n in range(max(0, articles - JOBS), articles)]
    now = newest[-1].created_at
    for number in range(STORIES):
        pair = newest[-1 - number], newest[-1 - number - BATCH]  # another paper's
        store.save_match(a_match(pair, [a_verdict(*pair)]), group)
    store.save_reader(a_reader("all", scope=DigestScope.SHARED))
    for number in range(EDITIONS):
        shown = newest[number * ITEMS : (number + 1) * ITEMS]
        items = tuple(
            DigestItem(
                n,
                Section.ARTICLES,
                "city",
                a.article_uuid,
                a.article_url_final,
                a.article_title or "",
                "Paper",
                a.published_utc_iso,
                "The council voted last night. " * 5,
            )
            for n, a in enumerate(shown, start=1)
        )
        when = now - timedelta(days=EDITIONS - number)
        store.save_digest(Digest(f"edition{number}", "all", when, "The day", "en", items), ())
    store.enqueue([ArchiveJob(a.article_uuid, a.article_url_final, a.domain, now) for a in newest])
    taken = store.claim_jobs(now, "bench", timedelta(hours=1), limit=JOBS // 2, per_domain=JOBS)
    for number, job in enumerate(taken[20:]):
        status = JobStatus.FAILED if number % 3 == 0 else JobStatus.SUCCEEDED
        attempt = Attempt(job.job_id, 1, now, now, ())
        is_kept = status is JobStatus.SUCCEEDED
        result = JobResult(job.job_id, job.article_uuid, status, attempt, is_archived=is_kept)
        store.finish_job(result, owner="bench")


def ports_of(store: Store, clock: FrozenClock) -> Ports:
    """Those of a process that serves pages."""
    nothing: Any = None
    numbers = iter(range(1, 10**9))
    return Ports(
        clock=clock,
        fetcher=nothing,
        parser=nothing,
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: f"{next(numbers):032x}",
        jitter=lambda: 0.5,
        owner="bench",
    )


@contextmanager
def counted(store: Store) -> Iterator[Callable[[], int]]:
    """How many statements have reached the database."""
    engine = cast(Any, store)._database.engine  # noqa: SLF001 - a bench may look at what it holds
    seen = [0]

    def count(_: object, __: object, statement: str, *___: object) -> None:
        seen[0] += not statement.startswith("BEGIN")

    sa.event.listen(engine, "before_cursor_execute", count)
    yield lambda: seen[0]
    sa.event.remove(engine, "before_cursor_execute", count)


def pages(client: httpx2.Client, patterns: list[APIRoute]) -> list[str]:
    """An address of each route that answers with a page."""
    waiting = [route.path for route in patterns if "{" not in route.path]
    found: dict[str, str] = {}
    tried: set[str] = set()
    while waiting:
        path = waiting.pop(0)
        place = path.partition("?")[0]
        route = next((r for r in patterns if r.path_regex.fullmatch(place)), None)
        if route is None or route.path in found or path in tried:
            continue
        tried.add(path)
        answer = client.get(path)
        is_page = answer.headers.get("content-type", "").startswith("text/html")
        if answer.status_code == 200 and is_page:
            found[route.path] = path
            waiting += [
                h.replace("&amp;", "&")
                for h in re.findall(r'href="(/[^"#]*)"', answer.text)
                if "lang=" not in h
            ]
    return list(found.values())


def measure(client: httpx2.Client, path: str, statements: Callable[[], int]) -> Row:
    """Ask for a page until there is enough to tell."""
    client.get(path)
    before = statements()
    size = len(client.get(path).content)
    asked = statements() - before
    times: list[float] = []
    end = time.perf_counter() + SECONDS
    while len(times) < REQUESTS and time.perf_counter() < end:
        start = time.perf_counter()
        client.get(path)
        times.append(time.perf_counter() - start)
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return Row(path, 1 / statistics.mean(times), p95 * 1000, asked, size / 1000)


def report(title: str, rows: list[Row]) -> None:
    """A table as Markdown; what is over the bounds is marked."""
    print(f"\n{title}\n\n| page | requests/s | p95, ms | statements | kB |\n|---|--:|--:|--:|--:|")
    for row in rows:
        over = " (over)" if row.kilobytes > MOST_KB or row.statements > MOST_STATEMENTS else ""
        path = re.sub(r"[0-9a-f]{16,}", "…", row.path.partition("?")[0])
        figures = f"{row.per_second:,.0f} | {row.p95_ms:,.1f} | {row.statements}"
        print(f"| `{path}` | {figures} | {row.kilobytes:,.1f}{over} |")


def bench(name: str, database: DatabaseSettings, articles: int, sources: int) -> None:
    store = open_store(database)
    started = time.perf_counter()
    fill(store, articles, sources)
    clock = FrozenClock(BEGINNING + timedelta(seconds=articles))
    ports = ports_of(store, clock)
    count_days(ports)
    took = time.perf_counter() - started
    print(f"\n{name}: {articles:,} articles, {sources:,} sources, filled in {took:,.0f} s")
    account = an_account("bench", role=Role.EDITOR, created_at=clock.now())
    store.save_account(account)
    session = a_session(
        account,
        created_at=clock.now(),
        last_seen_at=clock.now(),
        ends_at=clock.now() + timedelta(days=9),
    )
    store.add_session(session)
    settings = Settings()
    settings = settings.model_copy(update={"web": settings.web.model_copy(update={"port": 0})})
    patterns = routes()
    with serve_site(ports, settings) as served, counted(store) as statements:
        for who, cookies in (("Not signed in", {}), ("An editor", {"session": "secret-bench-1"})):
            with httpx2.Client(
                base_url=served.url, cookies=cookies, timeout=120, trust_env=False
            ) as client:
                rows = [measure(client, path, statements) for path in pages(client, patterns)]
            wanted = [row for row in rows if cookies or not row.path.startswith("/desk")]
            report(f"{name}. {who}", wanted)
    store.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--articles", type=int, default=1_000_000)
    parser.add_argument("--sources", type=int, default=2_000)
    parser.add_argument("--database", choices=("sqlite", "postgres", "both"), default="sqlite")
    chosen = parser.parse_args()
    if chosen.database in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            bench(
                "SQLite",
                DatabaseSettings(path=Path(folder) / "web.sqlite3"),
                chosen.articles,
                chosen.sources,
            )
    if chosen.database in ("postgres", "both"):
        with postgres() as address:
            bench(
                "PostgreSQL",
                DatabaseSettings(url=SecretStr(address)),
                chosen.articles,
                chosen.sources,
            )


if __name__ == "__main__":
    main()
