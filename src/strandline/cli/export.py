"""`strandline export`: what is kept, as files for other programs."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated, BinaryIO, cast

import typer

from strandline.cli.output import BarProgress, counted, safe
from strandline.cli.registry import open_registry, require_ledger
from strandline.cli.whole_file import whole_file
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.archive import Artifact

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Write what is kept to files.")


@app.callback()
def _group() -> None:
    """Write what is kept to files."""


Table = Annotated[str, typer.Option("--table", help="Of which table; see --help of publish.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="- is stdout.")]


@app.command("json")
def as_json(file: File = "-", table: Table = "links") -> None:
    """Write links and their metadata as JSON: an array, one object a line.

    Only what everybody may read, as in `strandline publish`; --table names another of its tables.

    Example: strandline export json links.json
    """
    _export("json", file, table)


@app.command("csv")
def as_csv(file: File = "-", table: Table = "links") -> None:
    """Write links and their metadata as CSV, with a line of names.

    A text that a spreadsheet would run as a formula gets an apostrophe before it.

    Example: strandline export csv --table articles articles.csv
    """
    _export("csv", file, table)


@app.command()
def parquet(file: File, table: Table = "links") -> None:
    """Write links and their metadata as Parquet, for pandas, DuckDB and others.

    Needs pyarrow: strandline[parquet].

    Example: strandline export parquet --table mentions mentions.parquet
    """
    _export("parquet", file, table)


@app.command()
def rss(file: File = "-") -> None:
    """Write the newest 50 kept pages as RSS, as /archive.xml shows them.

    Example: strandline export rss archive.xml
    """
    from strandline.render.feeds import FEED_FORMATS
    from strandline.web.pages.archive_feeds import kept_feed
    from strandline.wiring import system_clock

    write, _ = FEED_FORMATS["rss"]
    with open_registry() as (store, settings):
        feed = kept_feed(store, settings.web, "en", "/archive.xml", system_clock().now())
    with _opened(file) as target:
        target.write(write(feed))


def _export(form: str, file: str, table: str) -> None:
    from strandline.settings import load_settings
    from strandline.wiring import export_rows, published_tables

    known = published_tables()
    if table not in known:
        raise UsageError(
            f"There is no table {safe(table, 60)}.",
            subject=table,
            advice=f"There are {', '.join(known)}.",
        )
    settings = require_ledger(load_settings())
    with _opened(file) as target:
        count = export_rows(settings, table, form, target, BarProgress())
    if file != "-":
        typer.echo(f"{safe(file)}: {counted(count, 'row')} of {table}.", err=True)


@contextmanager
def _opened(file: str) -> Iterator[IO[bytes]]:
    """Standard output, or a file that is whole or not there."""
    if file == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with whole_file(Path(file)) as target:
        yield target


@app.command()
def forum(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where packages are put.")],
    source: Annotated[str, typer.Option(help="One forum; all where none is named.")] = "",
    month: Annotated[str, typer.Option(help="Of posts of a month, such as 2026-03.")] = "",
    topic: Annotated[str, typer.Option(help="Address of one topic.")] = "",
    tag: Annotated[str, typer.Option(help="Of forums with a tag.")] = "",
) -> None:
    """Write what forums link to and is kept as WACZ packages, each of 2 GB at most.

    Example: strandline export forum march --month 2026-03
    """
    from strandline.core.sources.registry import find_source
    from strandline.pipelines.desk.forums import Wanted, export, forums_of, month_of
    from strandline.settings import load_settings
    from strandline.wiring import open_replayer

    try:
        since, until = month_of(month) if month else (None, None)
    except ValueError as error:
        raise UsageError(f"{safe(month, 40)} is no month.", advice="Such as 2026-03.") from error
    folder.mkdir(parents=True, exist_ok=True)
    with open_registry() as (store, _):
        sources = store.sources()
        named = find_source(sources, source).source_uuid if source else ""
        uuids = tuple(one.source_uuid for one in forums_of(sources, named, tag))
        wanted = Wanted(uuids, topic or None, since, until)
        stem = f"forum-{month}" if month else "forum"
        counts = export(
            store,
            open_replayer(load_settings()),
            wanted,
            lambda number: _package(folder / f"{stem}-{number:03}.wacz"),
        )
    for number, count in enumerate(counts, 1):
        typer.echo(f"{folder / f'{stem}-{number:03}.wacz'}: {counted(count, 'page')}")
    if not counts:
        typer.echo("Nothing of that is kept.")


@contextmanager
def _package(path: Path) -> Iterator[BinaryIO]:
    """A package that is whole or not there."""
    with whole_file(path) as target:
        yield cast("BinaryIO", target)


@app.command()
def wacz(
    url: Annotated[str, typer.Argument(help="URL in any spelling, or id (A_…).")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is stdout.")] = "",
) -> None:
    """Write a page's WACZ, which ReplayWeb.page and other players open.

    The file is named after the article's id where no name or a folder is given. It is whole or
    not there.

    Example: strandline export wacz https://example.org/story story.wacz
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_replayer

    settings = load_settings()
    artifact = _find(url)
    with tempfile.TemporaryFile() as package:
        open_replayer(settings).pack([artifact.key], package)
        size = package.tell()
        package.seek(0)
        if file == "-":
            shutil.copyfileobj(package, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        path = _target(file, f"{artifact.article_uuid}.wacz")
        with whole_file(path) as target:
            shutil.copyfileobj(package, target)
    typer.echo(f"{path}: {size:,} bytes, captured {artifact.created_at:%Y-%m-%d}.")


def _target(file: str, usual: str) -> Path:
    """Where it goes: into a folder under its usual name."""
    path = Path(file or usual)
    return path / usual if path.is_dir() else path


def _find(url: str) -> "Artifact":
    """The record that people see of a page.

    Raises:
        UsageError: The page is not known, or has none.
    """
    from strandline.cli.archive.now import article_of
    from strandline.model.archive import ArtifactKind

    with open_registry() as (store, _):
        artifacts = store.artifacts(article_of(store, url).article_uuid)
    for artifact in artifacts:
        if artifact.kind is ArtifactKind.WARC:
            return artifact
    raise UsageError(
        "No record of this page is kept.", subject=url, advice="Capture it: strandline archive URL"
    )
