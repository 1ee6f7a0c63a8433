"""`strandline selftest`: tries the installation as it stands, in one table."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.archive.verbs import quiet
from strandline.cli.output import print_json, safe
from strandline.cli.registry import require_ledger

if TYPE_CHECKING:
    from strandline.ops.findings import Finding
    from strandline.ops.selftest import Server, Tried
    from strandline.ports import Ports
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)

#: One page, its captures: they are given up then.
_PAGE_S = 40.0


@app.command()
def selftest(
    without_mail: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--without-mail", help="Send no mail to MAIL_FROM.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,  # noqa: FBT002
) -> None:
    """Try the installation as it stands: what must work, and what must not be reached.

    A server on loopback that nothing may reach, a bomb, one page from end to end, the object store,
    a backup and a restore in a folder of their own, a mail to MAIL_FROM, and all that doctor looks
    at. Takes about a minute; nothing is left behind. Exit status 1 where something failed.

    Example: strandline selftest
    """
    from strandline.ops.findings import Level
    from strandline.settings import load_settings

    settings = quiet(require_ledger(load_settings()))
    failed = False
    began = time.monotonic()
    for tried in _all(settings, with_mail=not without_mail):
        failed |= tried.finding.level is Level.FAULT
        if as_json:
            print_json(tried)
        else:
            _show(tried)
    if not as_json:
        word = "something failed" if failed else "nothing failed"
        typer.echo(f"In {time.monotonic() - began:.0f} s: {word}.")
    if failed:
        raise typer.Exit(1)


def _show(tried: "Tried") -> None:
    finding = tried.finding
    line = f"{finding.level.mark} {finding.what:<24} {tried.seconds:5.1f} s  "
    typer.echo(line + safe(finding.detail, 600))
    if finding.advice:
        typer.echo(f"  {finding.advice}")


def _all(settings: "Settings", *, with_mail: bool) -> "Iterator[Tried]":
    from strandline.cli.doctor import all_findings
    from strandline.ops.selftest import (
        Tried,
        hostile,
        page_for,
        run_trials,
        serving,
        try_bomb,
        try_guard,
        try_mail,
        try_objects,
        try_restore,
    )
    from strandline.wiring import open_folder, open_ports, open_safekeeping

    began = time.monotonic()
    for finding in all_findings(settings):
        yield Tried(finding, time.monotonic() - began)
        began = time.monotonic()
    with ExitStack() as opened:
        ports = opened.enter_context(open_ports(settings, blobs=True))
        evil = opened.enter_context(hostile())
        good = opened.enter_context(serving(page_for(evil)))
        blobs, clock = ports.blobs, ports.clock
        assert blobs is not None  # noqa: S101 - asked for
        copies = open_safekeeping(settings).copies
        way = ports.mail if with_mail else None
        yield from run_trials(
            (
                ("addresses of this machine", lambda: try_guard(ports.fetcher, evil, settings)),
                ("object store", lambda: try_objects(blobs, ports.new_id)),
                ("backup and restore", lambda: try_restore(settings, copies, open_folder, clock)),
                ("mail", lambda: try_mail(way, settings.mail.sender, clock.now())),
            )
        )
        own = opened.enter_context(_own(settings, good))
        yield from run_trials(
            (
                ("a bomb", lambda: try_bomb(own[0].fetcher, good)),
                ("a page from end to end", lambda: _try_page(*own, good, evil)),
            )
        )


@contextmanager
def _own(settings: "Settings", good: "Server") -> "Iterator[tuple[Ports, Settings]]":
    """Ports with a ledger, an object store and one allowed server of their own."""
    from strandline.settings import DatabaseSettings, StorageSettings
    from strandline.wiring import open_ports

    with tempfile.TemporaryDirectory(prefix="strandline-selftest-") as name:
        folder = Path(name)
        fetch = {"allow_private_networks": (f"127.0.0.1:{good.port}",), "host_delay_s": 0.0}
        archive = {"mode": "all", "capture_deadline_s": _PAGE_S, "browsers": 1}
        changes = {
            "database": DatabaseSettings(path=folder / "strandline.sqlite3"),
            "storage": StorageSettings(path=folder / "objects"),
            "fetch": settings.fetch.model_copy(update=fetch),
            "archive": settings.archive.model_copy(update=archive),
        }
        own = settings.model_copy(update=changes)
        with open_ports(own, log=False, archive=True) as ports:
            yield ports, own


def _try_page(ports: "Ports", settings: "Settings", good: "Server", evil: "Server") -> "Finding":
    """Capture a page that tries to reach another server of this machine by every road."""
    from strandline.model.accounts import Actor
    from strandline.model.archive import KEPT, SearchQuery
    from strandline.ops.findings import Finding, Level
    from strandline.pipelines.archive import run_jobs
    from strandline.pipelines.desk.archive import ask

    what = "a page from end to end"
    evil.hits.clear()
    asked = ask(ports, settings, Actor.console(), f"{good.address}/story", force=True)
    ends = run_jobs(ports, settings, only=[asked.job.job_id] if asked.job else [])
    if evil.hits:
        said = f"the page reached a port of this machine: {', '.join(sorted(set(evil.hits)))}"
        return Finding(what, Level.FAULT, said, "Run no captures here, and see strandline doctor.")
    made = [report for end in ends for report in end.reports]
    kept = [report.capture.value for report in made if report.outcome in KEPT]
    found = ports.store.search(SearchQuery(words="arches mill"))
    if not found or not kept:
        why = "; ".join(f"{one.capture.value}: {one.message or one.outcome.value}" for one in made)
        return Finding(what, Level.FAULT, f"it was not kept: {why or 'no capture was made'}")
    lacking = [one.capture.value for one in made if one.outcome.value == "tool_missing"]
    rest = f"; without tools: {', '.join(lacking)}" if lacking else ""
    return Finding(what, Level.OK, f"kept as {', '.join(kept)}; found by its words{rest}")
