"""Runs the drills: attacks and faults that the product must stand, each a few tests, in one table.

`scripts/drills [NAME…]` calls it. To add a drill: write its tests (`tests/drills/test_<name>.py`,
or where they stand already), add one line to `DRILLS`, and the same line to the table in
docs/security.md. Traffic stays on loopback; every drill has a bound.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree as ET

from rich.console import Console
from rich.table import Table

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Drill:
    """One row.

    Attributes:
        name: One word or two.
        defends: What must hold, in a sentence.
        tests: Files, or single tests as pytest names them, from the repository's root.
        limit_s: It has failed when it takes longer.
    """

    name: str
    defends: str
    tests: tuple[str, ...]
    limit_s: float = 180.0


DRILLS: tuple[Drill, ...] = (
    Drill(
        "egress",
        "No address form, redirect or changing DNS answer reaches past the guard",
        ("tests/adapters/fetch/test_guard.py",),
    ),
    Drill(
        "heads",
        "A request is read in one way alone: short, with CR before every LF and one length",
        ("tests/web/test_heads.py",),
    ),
    Drill(
        "bombs",
        "Answers that never end, unpack without end or stall are given up within their caps",
        ("tests/adapters/fetch/test_caps.py", "tests/adapters/fetch/test_answers.py"),
    ),
    Drill(
        "proxy",
        "What a browser or a loader is given as its way out leads nowhere but through the guard",
        ("tests/adapters/fetch/test_proxy.py", "tests/adapters/fetch/test_proxy_heads.py"),
    ),
    Drill(
        "browser",
        "No page reaches a port of this machine, hangs a capture or leaves a process behind",
        (
            "tests/adapters/browser/test_hostile_pages.py",
            "tests/adapters/browser/test_enclosed.py",
        ),
    ),
    Drill(
        "enclosure",
        "A browser or a loader connects to the guard's port and to nothing else, by any road",
        ("tests/adapters/enclosure/test_enclosure.py",),
    ),
    Drill(
        "media",
        "No film, list of pieces or player makes a loader ask this machine or start a program",
        ("tests/adapters/capture/test_media_hostile.py",),
        limit_s=400,
    ),
    Drill(
        "names",
        "A foreign name that leads to this machine reads nothing and writes nothing",
        ("tests/web/test_hosts.py",),
    ),
    Drill(
        "pages",
        "Nothing from a feed or a kept page runs or breaks out on our own pages",
        ("tests/web/test_safety.py", "tests/web/test_hostile_capture.py"),
    ),
    Drill(
        "public copies",
        "Nothing private, struck or behind a log-in is handed to the Wayback Machine, judged right "
        "before it is asked",
        ("tests/pipelines/test_wayback.py", "tests/core/archive/test_public_copies.py"),
    ),
    Drill(
        "patterns",
        "No text from outside makes a pattern or a loop work more than in proportion to its length",
        ("tests/work/test_patterns.py", "tests/work/test_loops.py"),
    ),
    Drill(
        "documents",
        "Kept pages in any state of repair are shown again",
        ("tests/work/test_documents.py",),
    ),
    Drill(
        "terminals",
        "No word of a feed, page or file name acts on a terminal or makes labels without end",
        ("tests/cli/test_words_from_outside.py",),
    ),
    Drill(
        "slow clients",
        "Requests that never arrive and answers that nobody takes hold nothing for ever",
        ("tests/web/test_patience.py",),
    ),
    Drill(
        "dead workers",
        "Where no document can be read or handed over, it is said at once; nothing waits for ever",
        ("tests/adapters/parse/test_pool.py",),
    ),
    Drill(
        "fair turns",
        "However much one source lists, the others are polled when they are due",
        (
            "tests/pipelines/test_poll.py::test_following_delays_no_poll",
            "tests/pipelines/test_poll.py::test_hosts_are_followed_in_fair_turns",
            "tests/pipelines/test_poll.py::test_waiting_urls_hide_none_that_is_due",
        ),
    ),
    Drill(
        "clocks",
        "A clock that is ahead, or pretended to be, forgets nothing and hides nothing for long",
        (
            "tests/core/test_calendar.py",
            "tests/contracts/test_store_mending.py",
            "tests/pipelines/digest/test_digest_history.py",
            (
                "tests/pipelines/test_poll.py::"
                "test_what_a_clock_ahead_found_old_enters_when_it_is_set_right"
            ),
        ),
    ),
    Drill(
        "signals",
        "Every verb ends in one order, gives back what it holds, and at once the second time",
        ("tests/cli/test_stopping.py",),
    ),
    Drill(
        "kills",
        "A poll that is killed at any moment loses nothing and shows nothing twice",
        ("tests/pipelines/test_killed.py",),
    ),
    Drill(
        "mails",
        "A sender that is killed at any moment sends nobody an edition twice and leaves nobody out",
        ("tests/pipelines/delivery/test_killed.py",),
        limit_s=1_800.0,
    ),
    Drill(
        "backups",
        "Every finished backup brings back a state that existed; none that was cut off is taken",
        ("tests/drills/test_backups_killed.py", "tests/ops/backup/test_backup.py"),
        limit_s=7_200.0,
    ),
    Drill(
        "moves",
        "A ledger killed on its way to another database goes on; what comes back is what went",
        ("tests/drills/test_moves_killed.py",),
        limit_s=7_200.0,
    ),
)


@dataclass(frozen=True, slots=True)
class Result:
    """How a drill went; `message` says why it could not be run to its end."""

    tried: int
    failed: int
    left_out: int
    seconds: float
    message: str = ""


def main(names: Sequence[str]) -> int:
    """Run all drills, or those that are named; the exit status is 1 where one failed."""
    known = {drill.name: drill for drill in DRILLS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"No such drill: {', '.join(unknown)}. There are: {', '.join(known)}.")
        return 2
    console = Console()
    results: dict[str, Result] = {}
    for drill in [known[name] for name in names] or DRILLS:
        console.print(f"[bold]{drill.name}[/bold]: {drill.defends}")
        results[drill.name] = result = run(drill)
        if result.message:
            console.print(result.message, markup=False, highlight=False)
    console.print(_table(results))
    return int(any(result.failed or result.message for result in results.values()))


def run(drill: Drill) -> Result:
    """Run one drill's tests in a process group of their own."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider"),
                *(f"--junitxml={report}", "--no-header", "--tb=short", *drill.tests),
            ],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = process.communicate(timeout=drill.limit_s)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
            said += f"\nIt took longer than {drill.limit_s:.0f} s."
        seconds = time.monotonic() - began
        tried, failed, left_out = _counts(report)
    is_fine = process.returncode == 0 and tried > 0
    return Result(tried, failed, left_out, seconds, "" if is_fine else said[-6000:])


def _counts(report: Path) -> tuple[int, int, int]:
    """Tests that ran, that failed, and that this machine could not run."""
    if not report.exists():
        return 0, 0, 0
    suites = ET.parse(report).getroot().iter("testsuite")  # noqa: S314 - pytest's own report
    numbers = [
        [int(suite.get(name, 0)) for name in ("tests", "failures", "errors", "skipped")]
        for suite in suites
    ]
    tests, failures, errors, skipped = (sum(column) for column in zip(*numbers, strict=True))
    return tests - skipped, failures + errors, skipped


def _table(results: dict[str, Result]) -> Table:
    table = Table(title="Drills")
    table.add_column("drill")
    for name in ("tried", "failed", "left out", "seconds"):
        table.add_column(name, justify="right")
    table.add_column("")
    for name, result in results.items():
        is_fine = not (result.failed or result.message)
        numbers = (result.tried, result.failed, result.left_out)
        said = "[green]stands[/green]" if is_fine else "[red]fails[/red]"
        table.add_row(name, *map(str, numbers), f"{result.seconds:.0f}", said)
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
