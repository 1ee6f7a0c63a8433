"""`strandline sources add`: what an address turns out to be."""

from typing import TYPE_CHECKING

import typer

from strandline.cli.output import safe
from strandline.model.errors import UsageError
from strandline.model.sources import SourceKind

if TYPE_CHECKING:
    from strandline.pipelines.poll.discovery import Discovery
    from strandline.ports import Store

#: Of the feeds that a page names, so many are shown.
_MOST_SHOWN = 10


def refuse_known(store: "Store", url: str) -> None:
    """Turn an address away that a source has.

    Raises:
        UsageError: It names the source and how to edit it.
    """
    from strandline.core.sources.registry import address_key, by_address

    same = by_address(store.sources()).get(address_key(url))
    if same is not None:
        raise UsageError(
            f"{same.source_uuid} ({safe(same.name, 60)}) has the address {safe(url)} already.",
            subject=url,
            advice=f"Edit it: strandline sources edit {same.source_uuid}",
        )


def look_at(url: str, taken_for: SourceKind) -> "Discovery":
    """What is at an address that has the letters of a page or of a feed."""
    from strandline.pipelines.poll.discovery import discover
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    with open_ports(load_settings()) as ports:
        return discover(ports, url, taken_for)


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
