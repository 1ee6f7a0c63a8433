"""`strandline history`: what readers were shown."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import counted, parse_time, print_json, read_input, safe
from strandline.cli.registry import begin_ledger, require_ledger
from strandline.cli.whole_file import whole_file
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from strandline.core.digest.seen_urls import SeenUrls
    from strandline.model.readers import Reader
    from strandline.ports import Store

app = typer.Typer(add_completion=False, no_args_is_help=True)

ReaderId = Annotated[str, typer.Option("--reader", help="Whose; `public` is everybody.")]
Now = Annotated[str, typer.Option(help="Pretend that it is this time (ISO 8601).")]

#: Rows inserted at a time.
_BATCH = 500


@app.command("list")
def list_history(
    reader: ReaderId = "public",
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines.")] = False,  # noqa: FBT002
) -> None:
    """List what a reader was shown, oldest first: day (UTC) and URL."""
    store, found = _open(reader)
    try:
        for entry in store.history(found.reader_id):
            if as_json:
                print_json(entry)
            else:
                typer.echo(f"{entry.created_at:%Y-%m-%d}  {safe(entry.url, 2000)}")
    finally:
        store.close()


@app.command("import")
def import_history(
    file: Annotated[str, typer.Argument(help="A seen_urls.json; - is standard input.")],
    reader: ReaderId = "public",
    now: Now = "",
) -> None:
    """Read a `seen_urls.json`: {"https://…": "YYYY-MM-DD", …}. What is known stays as it is.

    A file that is missing or corrupt counts as empty: that is reported and is no failure. Rows
    that make no sense are left out and named.

    Example: strandline history import seen_urls.json
    """
    from strandline.core.digest.seen_urls import as_history

    when = parse_time(now) or _clock_now()
    store, found = _open(reader, begins=True)
    try:
        seen = _read(file, when)
        rows = as_history(seen, found.reader_id)
        new = sum(
            store.insert_urls(rows[start : start + _BATCH]) for start in range(0, len(rows), _BATCH)
        )
        total = store.count_history(found.reader_id)
    finally:
        store.close()
    for problem in seen.problems:
        typer.echo(f"warning: {safe(problem)}", err=True)
    if seen.left_out > len(seen.problems):
        more = counted(seen.left_out - len(seen.problems), "more row")
        typer.echo(f"warning: and {more}.", err=True)
    known = len(rows) - new
    typer.echo(
        f"{counted(new, 'new URL')}, {known:,} known before, {seen.left_out:,} left out; "
        f"{total:,} in history."
    )


@app.command()
def export(
    file: Annotated[str, typer.Argument(help="Where to; - is standard output.")] = "-",
    reader: ReaderId = "public",
) -> None:
    """Write a reader's history as `seen_urls.json`; a file is replaced in one step.

    Example: strandline history export seen_urls.json
    """
    from strandline.core.digest.seen_urls import write_seen_urls

    store, found = _open(reader)
    try:
        text = write_seen_urls(store.history(found.reader_id))
    finally:
        store.close()
    if file == "-":
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
        return
    with whole_file(Path(file)) as target:
        target.write(text.encode())
    typer.echo(f"Wrote {file}.", err=True)


@app.command()
def search(
    words: Annotated[list[str], typer.Argument(help="Each in the URL or the title.")],
    reader: ReaderId = "public",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 50,
) -> None:
    """Search what a reader was shown, newest first: day (UTC), URL and title."""
    store, found = _open(reader)
    try:
        rows = store.search_history(found.reader_id, words=" ".join(words), limit=limit)
    finally:
        store.close()
    for entry, title in rows:
        typer.echo(f"{entry.created_at:%Y-%m-%d}  {safe(entry.url, 2000)}  {safe(title, 120)}")


@app.command()
def remove(
    urls: Annotated[list[str], typer.Argument(metavar="URL…", help="As they were shown.")],
    reader: ReaderId = "public",
) -> None:
    """Forget that URLs were shown: they may come again.

    Example: strandline history remove https://example.org/story --reader ada
    """
    from strandline.core.digest.shown import hashes_of

    store, found = _open(reader)
    try:
        rows = store.history(found.reader_id)
        named = [row.url_hash for row in rows if row.url in urls] + hashes_of(urls)
        gone = store.forget_history(found.reader_id, url_hashes=named)
    finally:
        store.close()
    if not gone:
        raise UsageError(
            "None of these is in the history.",
            subject=urls[0],
            advice="Look for it: strandline history search WORDS",
        )
    typer.echo(f"Forgot {counted(gone, 'row')}.")


@app.command()
def prune(reader: ReaderId = "public", now: Now = "") -> None:
    """Forget what was shown longer ago than the reader's history lasts.

    Every edition does this before it starts; this is the same by hand.
    """
    from strandline.core.digest.history import expiry, pruned_line
    from strandline.pipelines.calendar import day_for_removing
    from strandline.wiring import system_clock

    when = parse_time(now) or _clock_now()
    store, found = _open(reader)
    try:
        today, odd = day_for_removing(store, system_clock(), when)
        before = expiry(found, today)
        if before is None:
            typer.echo("The history of this reader is off (0 days): nothing is pruned.")
            return
        pruned = store.cleanup_old(found.reader_id, before)
        total = store.count_history(found.reader_id)
    finally:
        store.close()
    if odd:
        typer.echo(odd, err=True)
    typer.echo(f"{pruned_line(pruned, found.history_days) or 'pruned nothing'}; {total} left.")


def _open(reader: str, *, begins: bool = False) -> "tuple[Store, Reader]":
    """The store and the reader with the settings that count.

    Raises:
        UsageError: There is no such reader.
    """
    from strandline.core.digest.defaults import effective
    from strandline.settings import load_settings
    from strandline.wiring import open_ledger

    settings = load_settings()
    (begin_ledger if begins else require_ledger)(settings)
    store = open_ledger(settings)
    found = store.reader(reader)
    if found is None:
        store.close()
        raise UsageError(
            f"There is no reader {safe(reader, 60)}.",
            subject=reader,
            advice="List them: strandline readers list",
        )
    return store, effective(found, settings.digest)


def _read(file: str, now: "datetime") -> "SeenUrls":
    """The file; one that cannot be read at all is an empty history with a warning."""
    from strandline.core.digest.seen_urls import SeenUrls, read_seen_urls

    try:
        body = read_input(file)
    except UsageError as error:
        return SeenUrls({}, (f"{error} It counts as empty.",), is_corrupt=True)
    seen = read_seen_urls(body, now)
    if not seen.is_corrupt:
        return seen
    problem = f"{file} counts as empty: {seen.problems[0]}"
    return SeenUrls({}, (problem,), is_corrupt=True)


def _clock_now() -> "datetime":
    from datetime import UTC, datetime

    return datetime.now(UTC)
