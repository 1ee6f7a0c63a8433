"""`strandline sources add`: what an address turns out to be."""

from typing import TYPE_CHECKING

import typer

from strandline.cli.output import safe
from strandline.model.sources import SourceKind

if TYPE_CHECKING:
    from strandline.pipelines.poll.discovery import Discovery

#: Of the feeds that a page names, so many are shown.
_MOST_SHOWN = 10


def show_found(found: "Discovery") -> None:
    """The feeds that a page names, which of them was taken, or why there is none."""
    for feed in found.named[:_MOST_SHOWN]:
        mark = "*" if feed.url == found.url else " "
        notes = [safe(feed.title, 60)] * bool(feed.title)
        notes += ["comments"] * feed.is_comments + ["another host"] * feed.is_elsewhere
        typer.echo(f"{mark} {safe(feed.url)}" + f"  ({', '.join(notes)})" * bool(notes))
    if len(found.named) > _MOST_SHOWN:
        typer.echo(f"  … and {len(found.named) - _MOST_SHOWN} more")
    if found.problem:
        kept = "a feed" if found.kind is SourceKind.FEED else "a page"
        said = f"warning: no look at it was of use, so it is added as {kept}: {safe(found.problem)}"
        typer.echo(said, err=True)
    elif found.guessed:
        typer.echo(f"The page names no feed that can be read; there is one at {safe(found.url)}.")
    elif found.kind is SourceKind.DIRECT:
        typer.echo("No feed was found: the page itself is read for links to articles.")
    elif found.named:
        typer.echo(f"The page names a feed, which is added instead: {safe(found.url)}.")
