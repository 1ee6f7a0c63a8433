"""`strandline feed`: the entries of feed files, one JSON line each; no network."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from strandline.cli.output import read_input, safe
from strandline.core.sources.feeds.reader import read_feed
from strandline.core.text.visible import visible
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError, UsageError

#: Larger documents (bytes) are read under limits; a smaller one cannot take long.
SMALL = 1_000_000

app = typer.Typer(add_completion=False)


@app.command()
def feed(
    files: Annotated[list[str], typer.Argument(metavar="FILE", help="Files; - is stdin.")],
    base: Annotated[str, typer.Option("--base", help="URL that the document came from.")] = "",
    content_type: Annotated[
        str, typer.Option("--content-type", help="Content-Type header of the answer.")
    ] = "",
) -> None:
    """Print the entries of feed files, one JSON object a line, in the order of the documents.

    Warnings go to standard error. Exit status 1 when a file could not be read as a feed; the
    others are printed all the same.
    """
    failed = False
    with ExitStack() as stack:
        reader = _Reader(content_type, base, stack)
        for file in files:
            try:
                listing = reader.read(file)
            except UsageError as error:  # names the file itself
                failed = True
                print(safe(str(error)), file=sys.stderr)
            except ParseError as error:
                failed = True
                print(f"{safe(file)}: {safe(str(error))}", file=sys.stderr)
            else:
                _print(file, listing)
    if failed:
        raise typer.Exit(1)


class _Reader:
    """Reads files: small ones here, large ones in a process with limits on time and memory."""

    def __init__(self, content_type: str, base: str, stack: ExitStack) -> None:
        self._content_type = content_type
        self._base = base
        self._stack = stack
        self._worker: Callable[..., Listing] | None = None

    def read(self, file: str) -> Listing:
        """The listing of a file; `-` is standard input.

        Raises:
            UsageError: The file cannot be read, or is too large.
            ParseError: It is no feed, or takes too much.
        """
        body = read_input(file)
        if len(body) <= SMALL:
            return read_feed(
                body, content_type=self._content_type, base_url=self._base, keep_all=True
            )
        return self._started()(
            body, name=Path(file).name, content_type=self._content_type, base_url=self._base
        )

    def _started(self) -> Callable[..., Listing]:
        if self._worker is None:
            from strandline.wiring import open_feed_worker

            self._worker = self._stack.enter_context(open_feed_worker())
        return self._worker


def _print(file: str, listing: Listing) -> None:
    for line in listing.warnings:
        print(f"{safe(file)}: {safe(line)}", file=sys.stderr)
    sys.stdout.writelines(_lines(file, listing))


def _lines(file: str, listing: Listing) -> Iterator[str]:
    for entry in listing.entries:
        yield visible(json.dumps(_row(file, entry), ensure_ascii=False)) + "\n"


def _row(file: str, entry: Entry) -> dict[str, Any]:
    """The fields of an entry; a summary that is missing is the content."""
    return {
        "file": file,
        "title": entry.title,
        "url": entry.url,
        "guid": entry.guid,
        "published": entry.published.isoformat() if entry.published else None,
        "updated": entry.updated.isoformat() if entry.updated else None,
        "date_trust": entry.date_trust.value,
        "author": entry.author,
        "summary": entry.summary or entry.content,
        "content": entry.content,
        "enclosures": [
            {"url": one.url, "type": one.media_type, "length": one.size_bytes}
            for one in entry.enclosures
        ],
    }
