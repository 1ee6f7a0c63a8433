"""One poll of real feeds from a loopback server: ours against the `reader` library.

    python bench/poll.py [FOLDER] [--rounds N]

FOLDER holds feeds, gzipped or not (default: `feeds/dev/real` of the labelled data). Each program
runs in a process of its own, on an empty database; the first run reads every feed, the second is
answered with 304. Each feed has a loopback address of its own. Printed: the best of the rounds;
processor seconds are those of the program and its workers in both runs, with their start.
"""

import argparse
import gzip
import hashlib
import http.server
import json
import multiprocessing
import os
import platform
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from typing import Any

REPOSITORY = Path(__file__).parent.parent
OURS, READER = "ours", "reader"


def default_folder() -> Path:
    data = os.environ.get("STRANDLINE_SHARED_DATA") or REPOSITORY.parent / "shared" / "data"
    return Path(data) / "feeds" / "dev" / "real"


def load(folder: Path) -> dict[str, bytes]:
    """Path → body; a second copy of a feed under another name is another feed."""
    bodies = {}
    for file in sorted(folder.iterdir()):
        if ".json" in file.suffixes and "consensus" in file.name:
            continue
        raw = file.read_bytes()
        bodies[f"/{file.name}"] = gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw
    return bodies


def serve(bodies: dict[str, bytes], port: Any) -> None:
    """Serve for ever: ETag, 304, kept connections; as cheap as the standard library can."""
    answers = {}
    for path, body in bodies.items():
        etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        head = f"ETag: {etag}\r\nContent-Type: application/xml\r\n"
        full = f"HTTP/1.1 200 OK\r\n{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        same = f"HTTP/1.1 304 Not Modified\r\n{head}\r\n".encode()
        answers[path] = (etag, full, same)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1

        def do_GET(self) -> None:
            if self.path not in answers:
                self.wfile.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
                return
            etag, full, same = answers[self.path]
            self.wfile.write(same if self.headers.get("if-none-match") == etag else full)
            self.wfile.flush()

        def log_message(self, *_: Any) -> None:
            pass

    first = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    others = [
        http.server.ThreadingHTTPServer((host_of(n), first.server_port), Handler)
        for n in range(1, len(bodies))
    ]
    for server in others:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
    port.put(first.server_port)
    first.serve_forever()


def host_of(number: int) -> str:
    """A loopback address for each feed: in the wild, feeds live on hosts of their own."""
    return f"127.0.{number // 250}.{number % 250 + 1}"


def peak_mb() -> float:
    """Peak of this process and of the largest of its children, MB (getrusage(2): kilobytes)."""
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return (own + children) / 1024


def processor_s() -> float:
    """Processor time of this process and of its children that have ended, s."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def run_ours(urls: list[str], folder: Path) -> dict[str, Any]:
    import logging

    import structlog

    from strandline.adapters.clock import SystemClock
    from strandline.adapters.fetch import make_fetcher
    from strandline.adapters.parse import PooledParser
    from strandline.adapters.parse.pool import FEEDS_ONLY
    from strandline.adapters.progress import SilentProgress
    from strandline.adapters.store import open_store
    from strandline.core.digest.classify import RuleClassifier
    from strandline.core.sources.registry import make_source
    from strandline.model.sources import SourceKind
    from strandline.pipelines.poll import run_poll
    from strandline.ports import Ports
    from strandline.settings import (
        DatabaseSettings,
        FetchSettings,
        PollSettings,
        Settings,
        UrlSettings,
    )

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    settings = Settings(
        database=DatabaseSettings(path=folder / "ours.sqlite3"),
        fetch=FetchSettings(allow_private_networks=("127.0.0.0/8",), host_delay_s=0),
        urls=UrlSettings(resolve=False),
        poll=PollSettings(window_hours=8760),
    )
    parser = PooledParser(settings.parse, modules=FEEDS_ONLY)
    parser.start()  # as `strandline poll` does: beside opening the database
    store = open_store(settings.database)
    for url in urls:
        uuid = store.new_source_uuid(SourceKind.FEED)
        store.save_source(make_source(uuid, url, kind=SourceKind.FEED, name=uuid))
    ports = Ports(
        clock=SystemClock(),
        fetcher=make_fetcher(settings.fetch, SystemClock()),
        parser=parser,
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: "0" * 32,
        jitter=lambda: 0.0,
        owner="bench",
    )
    began, used = time.perf_counter(), time.process_time()
    first = run_poll(ports, settings)
    first_s, first_cpu = time.perf_counter() - began, time.process_time() - used
    began = time.perf_counter()
    second = run_poll(ports, settings, force=True)
    second_s = time.perf_counter() - began
    counts = store.counts()
    reasons = Counter(d.reason for o in first.outcomes for _, d in o.drops)
    failed = {o.url: o.message for o in first.outcomes if o.is_failed}
    parser.close()
    store.close()
    return {
        "first_s": first_s,
        "first_cpu_s": first_cpu,
        "second_s": second_s,
        "unchanged": sum(o.is_unchanged for o in second.outcomes),
        "entries": counts.posts,
        "articles": counts.articles,
        "listed": sum(o.listed for o in first.outcomes),
        "drops": dict(reasons),
        "failed": failed,
        "peak_mb": peak_mb(),
        "processor_s": processor_s(),
    }


def run_reader(urls: list[str], folder: Path) -> dict[str, Any]:
    import reader

    made = reader.make_reader(str(folder / "reader.sqlite3"))
    for url in urls:
        made.add_feed(url)
    began = time.perf_counter()
    for _ in made.update_feeds_iter(workers=8, scheduled=False):
        pass
    first_s = time.perf_counter() - began
    failed = {f.url: str(f.last_exception) for f in made.get_feeds(broken=True)}
    began = time.perf_counter()
    unchanged = 0
    for result in made.update_feeds_iter(workers=8, scheduled=False):
        unchanged += result.value is None
    second_s = time.perf_counter() - began
    entries = made.get_entry_counts().total
    return {
        "first_s": first_s,
        "second_s": second_s,
        "unchanged": unchanged,
        "entries": entries,
        "failed": {url: message[:100] for url, message in failed.items()},
        "peak_mb": peak_mb(),
        "processor_s": processor_s(),
    }


RUNS = {OURS: run_ours, READER: run_reader}


def in_process(name: str, urls: list[str]) -> dict[str, Any]:
    """Run one program in a process of its own, on an empty folder."""
    with tempfile.TemporaryDirectory(prefix="bench-poll-") as folder:
        asked = json.dumps([name, urls, folder])
        command = [sys.executable, __file__, "--child"]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{name} failed:\n{done.stderr[-3000:]}")
        answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return answer


def best(results: list[dict[str, Any]]) -> dict[str, Any]:
    told = dict(results[-1])
    for key in ("first_s", "second_s", "peak_mb", "processor_s"):
        told[key] = min(result[key] for result in results)
    return told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=default_folder())
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--only", choices=[OURS, READER])
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        name, urls, folder = json.loads(sys.stdin.read())
        print(json.dumps(RUNS[name](urls, Path(folder))))
        return
    bodies = load(options.folder)
    port: Any = multiprocessing.Queue()
    server = multiprocessing.Process(target=serve, args=(bodies, port), daemon=True)
    server.start()
    served = port.get()
    urls = [f"http://{host_of(n)}:{served}{path}" for n, path in enumerate(bodies)]
    names = [options.only] if options.only else list(RUNS)
    told = {n: best([in_process(n, urls) for _ in range(options.rounds)]) for n in names}
    server.terminate()
    print(
        f"{platform.platform()}, {os.cpu_count()} processors, Python {platform.python_version()}, "
        f"reader {version('reader')}"
    )
    print(f"{len(urls)} feeds, {sum(map(len, bodies.values())) / 1e6:.1f} MB\n")
    print("| | first run, s | second run (304), s | 304 | entries | processor s | peak MB |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name, result in told.items():
        print(
            f"| {name} | {result['first_s']:.2f} | {result['second_s']:.3f} "
            f"| {result['unchanged']} | {result['entries']:,} "
            f"| {result['processor_s']:.1f} | {result['peak_mb']:.0f} |"
        )
    for name, result in told.items():
        extra = {
            k: result[k] for k in ("listed", "articles", "drops", "first_cpu_s") if k in result
        }
        print(f"\n{name}: {extra} failed: {result['failed']}")
    if len(told) == 2:
        ours, other = told[OURS], told[READER]
        print(
            f"\n{other['first_s'] / ours['first_s']:.1f} times as fast on the first run, "
            f"{other['second_s'] / ours['second_s']:.1f} times on the second."
        )


if __name__ == "__main__":
    main()
