"""Capture pages of a loopback server: ours beside a bare Playwright loop and SingleFile CLI.

    python bench/archive.py [--times N] [--workers 1 2] [--single-file FOLDER] [--only NAME ...]

A set has 20 pages: 14 articles with pictures, two 20,000 pixels tall whose pictures load on sight,
one with a frame from another address, a PDF, a film, and one whose script never ends; `--times`
repeats the set under other addresses. `ours` runs real `strandline worker` processes with every
capture and then captures all pages again (MB: what that added to the store); `loop` writes DOM,
full screenshot and PDF of each page
with one browser; `single-file` runs the command once a page (`npm install --prefix FOLDER
single-file-cli`), each ended after a minute. Memory is the proportional share (PSS) of the whole
process tree, sampled four times a second. Each program runs alone, one after the other.
"""

import argparse
import json
import multiprocessing
import os
import platform
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from loopback import listening
from strandline.testing.world.answers import Answer

ARTICLES, TALL = 14, 2
KINDS = ("article",) * ARTICLES + ("tall",) * TALL + ("frame", "pdf", "film", "spins")
#: A browser call of the bare loop may take so long, seconds.
CALL_S = 30
SAMPLE_S = 0.25
#: Helpers that end by themselves when their worker has ended get so long before they count as left.
SETTLE_S = 1.0
WORDS = tuple(
    "bridge council ferry harbour ledger market miller morning orchard paper quarry river "  # noqa: SIM905
    "sailor school season square street teacher theatre timber tower valley village winter".split()
)


def picture(seed: int, width: int = 480, height: int = 320) -> bytes:
    """A PNG that does not compress away: stripes with noise."""
    rng = random.Random(seed)
    noise = rng.randbytes(width)
    rows = b"".join(
        b"\0" + bytes((noise[x] // 4 + (x * y * (seed % 7 + 1)) // 90) % 256 for x in range(width))
        for y in range(height)
    )

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(rows))
        + chunk(b"IEND", b"")
    )


def words(seed: int, count: int) -> str:
    rng = random.Random(seed)
    return " ".join(rng.choice(WORDS) for _ in range(count)).capitalize() + "."


def frame(title: str, main: str) -> bytes:
    return (
        f"<!doctype html><html lang='en'><head><meta charset='utf-8'><title>{title}</title>"
        "<style>body{font:17px/1.6 serif;max-width:44rem;margin:auto}img{max-width:100%}</style>"
        f"</head><body><article><h1>{title}</h1>{main}</article></body></html>"
    ).encode()


def article(seed: int) -> bytes:
    parts = "".join(
        f"<p>{words(seed * 100 + n, 80)}</p><img src='/picture/{seed % 6 * 5 + n % 5}.png' alt=''>"
        for n in range(6)
    )
    return frame(words(seed, 6), parts)


def tall(seed: int) -> bytes:
    """20,000 pixels; a picture in each thousand, asked for when it comes into sight."""
    bands = "".join(
        f"<section style='height:1000px'><p>{words(seed * 100 + n, 40)}</p>"
        f"<img loading='lazy' width='480' height='320' src='/picture/{n}.png' alt=''></section>"
        for n in range(20)
    )
    return frame(words(seed, 6), bands)


def spins(seed: int) -> bytes:
    script = "<script>setTimeout(() => { for (;;) {} }, 50)</script>"
    return frame(words(seed, 6), f"<p>{words(seed, 80)}</p>{script}")


def framed(seed: int, other: str) -> bytes:
    inner = f"<iframe src='{other}/set/0/0' width='600' height='400'></iframe>"
    return frame(words(seed, 6), f"<p>{words(seed, 80)}</p>{inner}")


def film_page(seed: int) -> bytes:
    return frame(
        words(seed, 6), f"<p>{words(seed, 80)}</p><video controls src='/film.mp4'></video>"
    )


def a_pdf(seed: int) -> bytes:
    """A page of text, written by hand."""
    text = f"BT /F1 12 Tf 72 720 Td ({words(seed, 30)}) Tj ET".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources %s >>"
        % b"<< /Font << /F1 5 0 R >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"xref\n0 6\n0000000000 65535 f \n" + table
    return out + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start


def make_film(folder: Path) -> bytes:
    """Three seconds, by the system's ffmpeg; empty where there is none."""
    target = folder / "film.mp4"
    program = shutil.which("ffmpeg")
    if program is None:
        return b""
    command = [
        program,
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        "testsrc=duration=3:size=320x240:rate=15",
    ]
    subprocess.run([*command, "-pix_fmt", "yuv420p", str(target)], check=True)
    return target.read_bytes()


def serve(film: bytes, ready: Any) -> None:
    """Serve on two loopback addresses until the process is ended."""
    pictures = {f"/picture/{n}.png": picture(n) for n in range(30)}
    origins: list[str] = []

    def answer(path: str) -> Answer:
        if path in pictures:
            return Answer(pictures[path], "image/png")
        if path == "/film.mp4":
            return Answer(film, "video/mp4")
        parts = path.strip("/").split("/")
        if len(parts) != 3 or parts[0] != "set":
            return Answer(b"not here", "text/plain", 404)
        number = int(parts[2])
        seed = int(parts[1]) * len(KINDS) + number + 1
        kind = KINDS[number]
        if kind == "pdf":
            return Answer(a_pdf(seed), "application/pdf")
        makers = {"article": article, "tall": tall, "spins": spins, "film": film_page}
        return Answer(framed(seed, origins[1]) if kind == "frame" else makers[kind](seed))

    with listening(answer) as found:
        origins.extend(found)
        ready.put(found[0])
        signal.pause()


@contextmanager
def served(folder: Path) -> Iterator[str]:
    context = multiprocessing.get_context("fork")
    ready = context.Queue()
    process = context.Process(target=serve, args=(make_film(folder), ready), daemon=True)
    process.start()
    try:
        yield ready.get(timeout=60)
    finally:
        process.terminate()
        process.join()


@dataclass
class Watched:
    """What a process tree took."""

    seconds: float = 0.0
    peak_bytes: int = 0
    members: dict[int, str] = field(default_factory=dict)

    @property
    def left(self) -> int:
        """Processes of the tree that still live."""
        return sum(start_of(pid) == start for pid, start in self.members.items())


def start_of(pid: int) -> str:
    """When a process began; empty for one that is gone or waits to be buried."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if words[0] == "Z" else words[19]


def share_of(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        return 0
    return 0


def descendants(roots: set[int]) -> set[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            parents[int(entry.name)] = int(words[1])
    members = set(roots)
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    return members


def watch(processes: list[subprocess.Popen[bytes]], limit_s: float = 7200) -> Watched:
    """Wait for processes, and look at their trees meanwhile; what takes too long is killed."""
    began, watched = time.perf_counter(), Watched()
    while any(process.poll() is None for process in processes):
        seen = {pid for pid, start in watched.members.items() if start_of(pid) == start}
        members = descendants({p.pid for p in processes if p.poll() is None} | seen)
        watched.members |= {pid: start for pid in members if (start := start_of(pid))}
        watched.peak_bytes = max(watched.peak_bytes, sum(map(share_of, members)))
        if time.perf_counter() - began > limit_s:
            for pid in members:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        time.sleep(SAMPLE_S)
    watched.seconds = time.perf_counter() - began
    time.sleep(SETTLE_S)
    return watched


@dataclass
class Row:
    """A line of the table."""

    name: str
    watched: Watched
    pages: int
    good: int
    stored: int
    note: str = ""


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def urls_of(base: str, times: int) -> list[str]:
    return [f"{base}/set/{t}/{n}" for t in range(times) for n in range(len(KINDS))]


class Ours:
    """Worker processes on a database of their own."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.workers = workers
        self.database = folder / "s.sqlite3"
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "DATABASE_PATH": str(self.database),
            "STORAGE_PATH": str(folder / "artifacts"),
            "ALLOW_PRIVATE_NETWORKS": "127.0.0.0/8",
            "HOST_DELAY_SECONDS": "0",
            "RESPECT_ROBOTS": "false",
            "PER_DOMAIN_CONCURRENCY": str(workers),
            "CAPTURE_DEADLINE_SECONDS": str(CALL_S * 2),
            "REARCHIVE_GAP_SECONDS": "0",
            "REARCHIVE_PER_HOUR": "100000",
            "LOG_LEVEL": "error",
        }

    def queue(self, urls: list[str]) -> None:
        from strandline.adapters.clock import SystemClock
        from strandline.pipelines.archive.demand import demand
        from strandline.settings import load_settings
        from strandline.wiring import open_ports

        settings = load_settings(environ=self.environ)
        with open_ports(settings) as ports:
            for url in urls:
                demand(ports, settings, url, now=SystemClock().now())

    def run(self, urls: list[str], name: str) -> Row:
        self.queue(urls)
        before = size_of(self.folder / "artifacts")
        command = [sys.executable, "-m", "strandline", "worker", "--once", "--concurrency", "1"]
        watched = watch(
            [
                subprocess.Popen(
                    command,
                    env=self.environ,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                for _ in range(self.workers)
            ]
        )
        stored = size_of(self.folder / "artifacts") - before
        named, kept, outcomes = self._told()
        return Row(
            name, watched, len(urls), kept, stored, f"{named / 1e6:.1f} MB named; {outcomes}"
        )

    def _told(self) -> tuple[int, int, str]:
        """Bytes of the last jobs' artifacts, jobs that were kept, and what went wrong."""
        connection = sqlite3.connect(self.database)
        last = "SELECT MAX(job_id) FROM archive_jobs GROUP BY article_uuid"
        try:
            (named,) = connection.execute(
                f"SELECT SUM(size_bytes) FROM archive_artifacts WHERE job_id IN ({last})"  # noqa: S608
            ).fetchone()
            jobs = connection.execute(
                f"SELECT job_id FROM archive_jobs WHERE job_id IN ({last}) AND EXISTS "  # noqa: S608
                "(SELECT 1 FROM archive_artifacts a WHERE a.job_id = archive_jobs.job_id "
                "AND a.capture_outcome = 'good')"
            ).fetchall()
            reports = connection.execute(
                f"SELECT reports FROM archive_attempts WHERE job_id IN ({last})"  # noqa: S608
            ).fetchall()
        finally:
            connection.close()
        bad = Counter(
            f"{report['capture']} {report['outcome']}"
            for (text,) in reports
            for report in json.loads(text)
            if report["outcome"] not in ("good", "not_applicable", "no_media")
        )
        told = ", ".join(f"{name} {count}" for name, count in sorted(bad.items()))
        return int(named or 0), len(jobs), told or "every capture good"


#: What a person writes first, with the least that survives a page that never yields: `content()`
#: has no timeout, so the browser is killed when a page takes too long, and started anew.
LOOP = """
import json, os, signal, sys, threading, urllib.request
from pathlib import Path
from playwright.sync_api import Error, sync_playwright

program, folder, call_s = sys.argv[1], Path(sys.argv[2]), float(sys.argv[3])

def kill_browser():
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                text = (entry / "stat").read_text()
            except OSError:
                continue
            parents[int(entry.name)] = (int(text.rpartition(")")[2].split()[1]), text)
    mine, more = set(), {os.getpid()}
    while more:
        mine |= more
        more = {pid for pid, (parent, _) in parents.items() if parent in mine} - mine
    for pid in mine:
        if "(chrom" in parents.get(pid, (0, ""))[1] or "(headless" in parents.get(pid, (0, ""))[1]:
            os.kill(pid, signal.SIGKILL)

def copy(page, url, number):
    page.goto(url, wait_until="load")
    (folder / f"{number}.html").write_text(page.content())
    page.screenshot(path=folder / f"{number}.png", full_page=True)
    page.pdf(path=folder / f"{number}.pdf")

good = 0
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=program)
    for number, url in enumerate(json.load(sys.stdin)):
        guard = threading.Timer(call_s, kill_browser)
        guard.start()
        try:
            context = browser.new_context()
            copy(context.new_page(), url, number)
            good += 1
            context.close()
        except Error as error:
            if "Download is starting" in str(error):
                with urllib.request.urlopen(url) as answer:
                    (folder / f"{number}.raw").write_bytes(answer.read())
                good += 1
                context.close()
        guard.cancel()
        if not browser.is_connected():
            browser = playwright.chromium.launch(executable_path=program)
    browser.close()
(folder / "good").write_text(str(good))
"""


def loop(folder: Path, program: str, urls: list[str]) -> Row:
    folder.mkdir()
    command = [sys.executable, "-c", LOOP, program, str(folder), str(CALL_S)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(json.dumps(urls).encode())
    process.stdin.close()
    watched = watch([process])
    good = folder / "good"
    count = int(good.read_text()) if good.exists() else 0
    return Row("loop", watched, len(urls), count, size_of(folder), "DOM, screenshot, PDF")


def single_file(folder: Path, tool: Path, program: str, urls: list[str]) -> Row:
    """One run of the command a page; good where a file with the page's own words came."""
    folder.mkdir()
    total, good, silent = Watched(), 0, 0
    for number, url in enumerate(urls):
        target = folder / f"{number}.html"
        command = [
            "node",
            str(tool),
            f"--browser-executable-path={program}",
            "--browser-arg=--no-sandbox",
            f"--browser-load-max-time={CALL_S * 1000}",
            f"--browser-capture-max-time={CALL_S * 1000}",
            url,
            str(target),
        ]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        watched = watch([process], 2 * CALL_S)
        total.seconds += watched.seconds
        total.peak_bytes = max(total.peak_bytes, watched.peak_bytes)
        total.members |= watched.members
        has_file = target.exists() and target.stat().st_size > 0
        good += has_file
        silent += not has_file and process.returncode == 0
    note = f"DOM with its pictures; {silent} without a file and without an error"
    return Row("single-file", total, len(urls), good, size_of(folder), note)


COLUMNS = ("pages", "kept", "s/page", "total s", "peak MB", "left", "MB")


def show(row: Row) -> None:
    w = row.watched
    figures = (
        f"{row.pages}",
        f"{row.good}",
        f"{w.seconds / row.pages:.2f}",
        f"{w.seconds:.1f}",
        f"{w.peak_bytes / 1e6:.0f}",
        f"{w.left}",
        f"{row.stored / 1e6:.1f}",
    )
    print(f"{row.name:14}" + "".join(f"{f:>9}" for f in figures) + f"  {row.note}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--times", type=int, default=1, help="Sets of 20 pages.")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--single-file", type=Path, help="Folder with node_modules.")
    parser.add_argument("--only", nargs="+", default=["ours", "loop", "single-file"])
    chosen = parser.parse_args()
    program = shutil.which("chromium-headless-shell") or shutil.which("chromium") or ""
    peer = shutil.which("chromium") or program
    print(f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"Playwright {version('playwright')}, {program or 'no Chromium'}")
    print(f"{'':14}" + "".join(f"{name:>9}" for name in COLUMNS), flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-archive-") as name, served(Path(name)) as base:
        folder, urls = Path(name), urls_of(base, chosen.times)
        if "ours" in chosen.only:
            for workers in chosen.workers:
                place = folder / f"ours-{workers}"
                place.mkdir()
                ours = Ours(place, workers)
                show(ours.run(urls, f"ours, {workers}"))
                show(ours.run(urls, f"again, {workers}"))
        if "loop" in chosen.only:
            show(loop(folder / "loop", program, urls))
        if "single-file" in chosen.only:
            tool = (
                chosen.single_file or Path()
            ) / "node_modules/single-file-cli/single-file-node.js"
            if chosen.single_file and tool.exists():
                show(single_file(folder / "single", tool, peer, urls))
            else:
                print("single-file: not installed (--single-file FOLDER), left out")


if __name__ == "__main__":
    main()
