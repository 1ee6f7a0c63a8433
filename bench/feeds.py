"""Feeds a second against feedparser and fastfeedparser, and what hostile documents cost.

    python bench/feeds.py DIR [--only speed|hostile] [--most N]

DIR holds feed files, gzipped or not (names with `.consensus.` are left out). Each reader reads
every file once, after a warm-up; entries are counted, so that nobody is fast by leaving things out.
Hostile documents are made here and read as a poll reads them: in a worker with its limits.
"""

import argparse
import gzip
import importlib.metadata
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from strandline.adapters.parse.pool import FEEDS_ONLY, PooledParser
from strandline.core.sources.feeds.reader import read_feed
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import Source, SourceKind
from strandline.settings import ParseSettings

SOURCE = Source("W_RSS_1", SourceKind.FEED, "https://paper.example/feed.xml", "Paper")
THREADS = 8
Count = Callable[[bytes], int]


def an_answer(body: bytes) -> FetchResult:
    return FetchResult(SOURCE.url, FetchOutcome.OK, SOURCE.url, status=200, body=body)


def feeds(folder: Path) -> list[bytes]:
    bodies = []
    for file in sorted(folder.iterdir()):
        if file.is_file() and ".consensus." not in file.name:
            raw = file.read_bytes()
            bodies.append(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    return bodies


@contextmanager
def a_parser(workers: int) -> Iterator[PooledParser]:
    parser = PooledParser(ParseSettings(workers=workers), modules=FEEDS_ONLY)
    try:
        yield parser
    finally:
        parser.close()


def ours(body: bytes) -> int:
    return len(read_feed(body, keep_all=True).entries)


def peers() -> list[tuple[str, Count]]:
    import fastfeedparser
    import feedparser

    def bare(body: bytes) -> int:
        options = {"sanitize_html": False, "resolve_relative_uris": False}
        return len(feedparser.parse(body, **options).entries)

    return [
        ("feedparser", lambda body: len(feedparser.parse(body).entries)),
        ("feedparser without sanitizer", bare),
        ("fastfeedparser", lambda body: len(fastfeedparser.parse(body).entries)),
    ]


def measured(name: str, count: Count, bodies: Sequence[bytes], threads: int = 1) -> float:
    """Print a row and return feeds per second."""

    def safely(body: bytes) -> int | None:
        try:
            return count(body)
        except Exception:  # a peer may raise anything
            return None

    safely(bodies[0])
    began = time.perf_counter()
    if threads == 1:
        found = [safely(body) for body in bodies]
    else:
        with ThreadPoolExecutor(threads) as executor:
            found = list(executor.map(safely, bodies))
    rate = len(bodies) / (time.perf_counter() - began)
    entries = sum(number for number in found if number is not None)
    print(f"{name:34} {rate:10.1f} {entries:9} {sum(n is None for n in found):8}", flush=True)
    return rate


def speed(bodies: Sequence[bytes]) -> None:
    size = sum(map(len, bodies))
    print(f"\n{len(bodies)} feeds, {size / 1e6:.1f} MB")
    print(f"{'':34} {'feeds/s':>10} {'entries':>9} {'refused':>8}")
    slowest = measured(*peers()[0], bodies)
    for name, count in peers()[1:]:
        measured(name, count, bodies)
    rates = [measured("read_feed, in process", ours, bodies)]
    with a_parser(workers=2) as parser:

        def pooled(body: bytes) -> int:
            return len(parser.feed(body, name="feed", content_type="", base_url="").entries)

        rates.append(measured("PooledParser, one caller", pooled, bodies))
        rates.append(measured(f"PooledParser, {THREADS} callers", pooled, bodies, THREADS))
    print("times feedparser: " + ", ".join(f"{rate / slowest:.1f}" for rate in rates))


def hostile() -> dict[str, Callable[[], bytes]]:
    """Documents by name, each made when its turn comes."""
    link = b"<link>https://a.example/1</link>"

    def rss(items: bytes) -> bytes:
        return (
            b'<rss version="2.0"><channel><item>' + link + b"</item>" + items + b"</channel></rss>"
        )

    def item(inside: bytes) -> bytes:
        return rss(b"<item>" + link + inside + b"</item>")

    def bomb() -> bytes:
        levels = [b'<!ENTITY e%d "%s">' % (n, b"&e%d;" % (n - 1) * 10) for n in range(1, 12)]
        doctype = b'<!DOCTYPE rss [<!ENTITY e0 "x">' + b"".join(levels) + b"]>"
        return doctype + item(b"<title>&e11;</title>")

    def quadratic() -> bytes:
        doctype = b'<!DOCTYPE rss [<!ENTITY e "' + b"x" * 50_000 + b'">]>'
        return doctype + item(b"<title>" + b"&e;" * 50_000 + b"</title>")

    def attributes() -> bytes:
        return rss(b"<item " + b" ".join(b'a%d="v"' % n for n in range(100_000)) + b"/>")

    def cdata() -> bytes:
        return item(b"<description><![CDATA[" + b"x" * 30_000_000 + b"]]></description>")

    def nested() -> bytes:
        depth = 200_000
        return item(b"<description>" + b"<b>" * depth + b"</b>" * depth + b"</description>")

    return {
        "100,000 attributes": attributes,
        "30 MB CDATA": cdata,
        "200,000 nested tags": nested,
        "entity bomb": bomb,
        "quadratic entities": quadratic,
        "30 MB of <": lambda: rss(b"<" * 30_000_000),
        "30 MB of &": lambda: item(b"<title>" + b"&" * 30_000_000 + b"</title>"),
        "200,000 open items": lambda: rss(b"<item>" * 200_000),
        "200,000 items": lambda: rss((b"<item>" + link + b"</item>") * 200_000),
        "1,000,000 open scripts": lambda: item(
            b"<description><![CDATA[" + b"<script " * 1_000_000 + b"]]></description>"
        ),
        "1,000,000 open comments": lambda: item(
            b"<title><![CDATA[" + b"<!-- " * 1_000_000 + b"]]></title>"
        ),
        "JSON, 5,000,000 deep": lambda: b'{"version":"1","items":' + b"[" * 5_000_000,
        "JSON, 2,000,000 items": lambda: (
            b'{"version":"1","items":[' + b'{"id":1},' * 2_000_000 + b"1]}"
        ),
        "24 MB web page": lambda: b"<html><body>" + b"<p>x</p>" * 3_000_000,
    }


def workers_of_ours() -> list[int]:
    """Grandchildren: the fork server's children."""
    parents = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(file.parent.name)] = int(file.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return [pid for pid, parent in parents.items() if parents.get(parent) == os.getpid()]


@contextmanager
def peak_of(pid: int) -> Iterator[list[int]]:
    """Highest memory of a process so far (MB), kept up to date until it ends."""
    peak, done = [0], threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            try:
                status = Path(f"/proc/{pid}/status").read_text()
            except OSError:
                return
            found = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
            peak[0] = max(peak[0], *(int(kilobytes) // 1000 for kilobytes in found), 0)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        yield peak
    finally:
        done.set()
        watcher.join()


def drill() -> None:
    print(f"\n{'hostile document':26} {'MB':>6} {'seconds':>8} {'peak MB':>8}  outcome")
    for name, make in hostile().items():
        body = make()
        with a_parser(workers=1) as parser:
            parser.listing(SOURCE, an_answer(b"<rss><channel/></rss>"))
            (worker,) = workers_of_ours()
            began = time.perf_counter()
            with peak_of(worker) as peak:
                try:
                    listing = parser.listing(SOURCE, an_answer(body))
                    outcome = f"{len(listing.entries)} entries {' '.join(listing.flags)}"
                except ParseError as error:
                    outcome = f"ParseError {error.subject}"
                seconds = time.perf_counter() - began
        size = len(body) / 1e6
        print(f"{name:26} {size:6.1f} {seconds:8.2f} {peak[0]:8}  {outcome}", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--only", choices=["speed", "hostile"])
    arguments.add_argument("--most", type=int, default=1_000_000, help="read only so many feeds")
    asked = arguments.parse_args()
    names = ("feedparser", "fastfeedparser", "lxml")
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in names)
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; {versions}")
    if asked.only != "hostile":
        speed(feeds(asked.folder)[: asked.most])
    if asked.only != "speed":
        drill()


if __name__ == "__main__":
    main()
