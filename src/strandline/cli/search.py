"""`strandline search`: find what the archive keeps, by word and by filter."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import iso, parse_time, print_json, safe
from strandline.cli.registry import open_registry

if TYPE_CHECKING:
    from strandline.model.archive import ArchivedLink

app = typer.Typer(add_completion=False)


@app.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="Any text; none lists all.")
    ] = None,
    domain: Annotated[str, typer.Option(help="Only of this registrable domain.")] = "",
    has_video: Annotated[
        bool | None, typer.Option("--has-video/--no-video", help="With or without a video.")
    ] = None,
    status: Annotated[str, typer.Option(help="Status of the last job.")] = "",
    since: Annotated[str, typer.Option(help="Archived at or after (ISO 8601).")] = "",
    until: Annotated[str, typer.Option(help="Archived before (ISO 8601).")] = "",
    ranked: Annotated[bool, typer.Option("--ranked", help="Best first, not newest.")] = False,  # noqa: FBT002
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,  # noqa: FBT002
) -> None:
    """Find archived pages by title, URL, site and text, newest first. Exit status 1 for none.

    Any text is a query: quotes, dashes and colons are looked for as words.

    Example: strandline search bridge repairs --since 2026-03-01
    """
    from strandline.cli.archive import read_status
    from strandline.model.archive import SearchQuery

    query = SearchQuery(
        words=" ".join(words or []),
        domain=domain or None,
        has_video=has_video,
        status=read_status(status),
        since=parse_time(since),
        until=parse_time(until),
        limit=limit,
        ranked=ranked,
    )
    with open_registry() as (store, _):
        found = store.search(query)
    for link in found:
        if as_json:
            print_json(link)
        else:
            _print(link)
    if not found:
        if not as_json:
            typer.echo("Nothing was found.")
            typer.echo(
                "Only pages that the archive keeps are searched (strandline archive list); keep "
                "one with: strandline archive URL",
                err=True,
            )
        raise typer.Exit(1)


def _print(link: "ArchivedLink") -> None:
    from strandline.render.archive_parts import badges
    from strandline.render.i18n import translate

    typer.echo(f"{safe(link.title) or '(no title)'}")
    state = link.status.value if link.status else "never archived"
    kept = [translate("en", f"archive.badge.{badge}").lower() for badge in badges(link)]
    typer.echo(f"  {safe(link.url, 2000)}")
    typer.echo(f"  {iso(link.last_archived_at)}  {state}  {', '.join(kept)}".rstrip())
    if link.snippet:
        typer.echo(f"  {safe(link.snippet)}")
