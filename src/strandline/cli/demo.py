"""`strandline demo`: the product on a small bundled world, with no internet."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.first_start import welcome
from strandline.cli.output import counted
from strandline.cli.stopping import until_told
from strandline.model.errors import StrandlineError, UsageError

if TYPE_CHECKING:
    from strandline.model.digests import Digest
    from strandline.pipelines.poll import PollReport
    from strandline.ports import Ports
    from strandline.settings import Settings
    from strandline.testing.world import World

app = typer.Typer(add_completion=False)

#: Tried first, so that the world's addresses are the same from one demo to the next.
WORLD_PORT = 8481
DAY = timedelta(days=1)
#: Seconds that nothing in the world takes; a bound all the same.
PATIENCE_S = 120.0
DEFAULT_DAYS = 2
#: Name of the database in the demo's folder.
DATABASE = "strandline.sqlite3"
#: What happened, line by line.
LOG = "demo.log"
#: What the demo's edition is sorted into, and how much of each.
CATEGORIES = ("news", "science", "technology", "culture", "local")
ITEMS_PER_CATEGORY = 6


@app.command()
def demo(
    days: Annotated[
        int, typer.Option(help="How many days to play; the last one is today.", min=1, max=30)
    ] = DEFAULT_DAYS,
    port: Annotated[
        int | None, typer.Option(help="Port of the page; default from settings.", min=0, max=65535)
    ] = None,
    data: Annotated[
        str, typer.Option(help="Folder for the database; default a temporary one.")
    ] = "",
    serve: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--serve/--no-serve", help="Show the page, or end after the summary.")
    ] = True,
) -> None:
    """Play some days of a bundled world of newspapers and show the page.

    Everything runs on this machine: a small server with newspapers, blogs, a podcast and a forum
    in three languages, and with all that goes wrong on the way to an article.
    """
    from strandline.settings import load_settings

    settings = load_settings()
    if port is not None:
        web = settings.web.model_copy(update={"port": port})
        settings = settings.model_copy(update={"web": web})
    run_demo(settings, days=days, data=Path(data) if data else None, serve=serve)


def run_demo(
    settings: "Settings",
    *,
    days: int = DEFAULT_DAYS,
    data: Path | None = None,
    serve: bool = True,
) -> None:
    """Play the days, print what happened, and serve the page until Ctrl-C.

    The log goes into a file beside the database: its lines are not for between these words.

    Args:
        settings: Only what is about the page and the logs is taken; database, network and
            categories are the demo's own, so that nobody's ledger is touched.
        data: Folder for the database; None for a temporary one that goes at the end.

    Raises:
        UsageError: The folder holds a database already.
    """
    from strandline.wiring import open_ports, system_clock

    with _folder(data) as folder, _world(system_clock().now(), days) as world:
        _log_into(settings, folder / LOG)
        own = demo_settings(settings, folder / DATABASE, world.allow_list)
        with open_ports(own, log=False, archive=True) as ports:
            _add_sources(ports, world)
            digests = [_play(ports, own, world, day) for day in range(1, days + 1)]
            if not serve:
                _keep_links(ports, own)
            _say_summary(ports, world, digests, folder, is_kept=data is not None)
            if serve:
                _serve(ports, own, world, digests[-1])


def demo_settings(settings: "Settings", database: Path, allow: tuple[str, ...]) -> "Settings":
    """The settings with the demo's own database and network."""
    from strandline.settings import DatabaseSettings, DigestSettings, StorageSettings, StorySettings

    fetch = settings.fetch.model_copy(
        # The world is ours: nobody needs a pause between two requests, and it answers as soon as
        # the machine lets it: a slow one is no fault of the world's.
        update={"allow_private_networks": allow, "host_delay_s": 0.0, "timeout_s": PATIENCE_S}
    )
    return settings.model_copy(
        update={
            "database": DatabaseSettings(path=database),
            "storage": StorageSettings(path=database.parent / "artifacts"),
            "fetch": fetch,
            # Whoever looks at the demo wants to see how it works.
            "web": settings.web.model_copy(update={"public_details": True}),
            "poll": settings.poll.model_copy(update={"rss_url": "", "window_hours": 24}),
            # The world has no platform whose posts get deleted.
            "archive": settings.archive.model_copy(
                update={"mode": "all", "capture_deadline_s": 3 * PATIENCE_S}
            ),
            "parse": settings.parse.model_copy(update={"timeout_s": PATIENCE_S}),
            # Titles and texts tell its stories apart: no model is loaded, none is asked.
            "stories": StorySettings(embeddings="off"),
            "digest": DigestSettings(
                categories=CATEGORIES, max_items_per_category=ITEMS_PER_CATEGORY
            ),
        }
    )


def _log_into(settings: "Settings", path: Path) -> None:
    """The log in a file until the process ends: a capture that was left may still say a word."""
    from strandline.wiring import configure_logs

    configure_logs(settings.log, path.open("a", encoding="utf-8"))


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    if data is None:
        with tempfile.TemporaryDirectory(prefix="strandline-demo-") as name:
            yield Path(name)
        return
    if (data / DATABASE).exists():
        raise UsageError(
            f"{data} holds a database already, and a demo starts with an empty one.",
            subject=str(data),
            advice="Name another folder with --data, or delete this one.",
        )
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"The folder {data} cannot be made: {error.strerror}.", subject=str(data)
        ) from error
    yield data


@contextmanager
def _world(now: datetime, days: int) -> Iterator["World"]:
    """The world, with day 1 so long ago that the last day is now."""
    from strandline.testing.world import World

    start = now - (days - 1) * DAY
    try:
        world = World(start, port=WORLD_PORT).start()
    except OSError:
        try:
            world = World(start).start()
        except OSError as error:
            raise StrandlineError(
                f"The demo world cannot listen on 127.0.0.2 and its neighbours: {error}.",
                advice="On macOS add them first, up to 23: sudo ifconfig lo0 alias 127.0.0.2 up",
            ) from error
    try:
        yield world
    finally:
        world.stop()


def _add_sources(ports: "Ports", world: "World") -> None:
    for source in world.sources():
        ports.store.save_source(source)


def _play(ports: "Ports", settings: "Settings", world: "World", day: int) -> "Digest":
    """One day: move the world, poll, match, make the edition of everybody."""
    from strandline.pipelines.digest import run_digest
    from strandline.pipelines.poll import run_poll
    from strandline.pipelines.stories import run_match

    if day > 1:
        world.next_day()
    typer.echo(f"Day {day} ({world.now:%Y-%m-%d %H:%M} UTC)")
    report = run_poll(ports, settings, now=world.now)
    typer.echo(f"  poll    {_poll_line(report)}")
    match = run_match(ports, settings.stories, now=world.now)
    typer.echo(f"  match   {match.joined} of {match.matched} articles tell a story that is known")
    reader = next(r for r in ports.store.readers() if r.reader_id == "public")
    digest = run_digest(ports, settings, reader, now=world.now)
    typer.echo(f"  digest  {counted(len(digest.items), 'item')}")
    for note in (note for step in digest.funnel.steps for note in step.notes):
        typer.echo(f"          {note}")
    return digest


def _poll_line(report: "PollReport") -> str:
    return (
        f"{counted(len(report.outcomes), 'source')}, {counted(report.new, 'new article')}, "
        f"{counted(report.failed, 'source')} in trouble (on purpose)"
    )


def _keep_links(ports: "Ports", settings: "Settings") -> None:
    """Capture what the forum links to, with the tools that this machine has."""
    from strandline.model.archive import JobStatus
    from strandline.pipelines.archive import run_jobs

    ends = run_jobs(ports, settings)
    kept = sum(end.status is JobStatus.SUCCEEDED for end in ends)
    typer.echo(f"Archive: {kept} of {len(ends)} links of the forum are kept.")


def _say_summary(
    ports: "Ports", world: "World", digests: "list[Digest]", folder: Path, *, is_kept: bool
) -> None:
    counts = ports.store.counts()
    shown = [item.url for digest in digests for item in digest.items if item.is_recorded]
    typer.echo(
        f"Ledger: {counted(counts.articles, 'article')}, {counted(counts.mentions, 'mention')}, "
        f"{counted(counts.texts, 'text')}. Shown in {counted(len(digests), 'digest')}: "
        f"{len(shown)}, {len(shown) - len(set(shown))} twice."
    )
    if is_kept:
        typer.echo(f"Database: {folder / DATABASE}")
        typer.echo(
            f"The whole way of a link: DATABASE_PATH={folder / DATABASE} "
            f"strandline explain {world.url('short', '/tidal')}"
        )


def _serve(ports: "Ports", settings: "Settings", world: "World", today: "Digest") -> None:
    from strandline.web import serve_site
    from strandline.worker import ARCHIVE, FIGURES, PICTURES, Work, Worker

    # In the background: the page is there at once, and its archive fills while it is looked at.
    worker = Worker(Work(ports, settings), (ARCHIVE, FIGURES, PICTURES))
    with until_told() as stop, serve_site(ports, settings) as served:
        worker.start()
        typer.echo("")
        typer.echo(f"The page:         {served.url}")
        typer.echo(f"Today's digest:   {served.url}/digests/{today.digest_id}")
        typer.echo(f"Told by several:  {served.url}/stories")
        typer.echo(f"Links being kept: {served.url}/archive")
        typer.echo(f"Health of all:    {served.url}/sources")
        typer.echo(f"A paper of the world, as a reader sees it: {world.base_url}/")
        welcome(ports, settings, served.url)
        typer.echo("Ctrl-C ends it.")
        try:
            stop.wait()
        finally:
            worker.stop()
