"""`strandline search`: find articles, by word and by filter."""

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import iso, parse_time, print_json, safe
from strandline.cli.registry import open_registry

if TYPE_CHECKING:
    from strandline.model.archive import ArchivedLink, SearchQuery

app = typer.Typer(add_completion=False)


@app.command()
def search(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="Any text; none lists all.")
    ] = None,
    domain: Annotated[str, typer.Option(help="Only of this registrable domain.")] = "",
    source: Annotated[str, typer.Option(help="Only what it told: id, address or name.")] = "",
    category: Annotated[str, typer.Option(help="Only of sources of this category.")] = "",
    language: Annotated[str, typer.Option(help="Only in this language, such as en.")] = "",
    kept: Annotated[
        bool | None, typer.Option("--kept/--not-kept", help="Whether the archive has it.")
    ] = None,
    has_video: Annotated[
        bool | None, typer.Option("--has-video/--no-video", help="With or without a video.")
    ] = None,
    status: Annotated[str, typer.Option(help="Status of the last archive job.")] = "",
    since: Annotated[str, typer.Option(help="Found, or kept, at or after (ISO 8601).")] = "",
    until: Annotated[str, typer.Option(help="Found, or kept, before (ISO 8601).")] = "",
    ranked: Annotated[bool, typer.Option("--ranked", help="Best first, not newest.")] = False,  # noqa: FBT002
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 20,
    save: Annotated[str, typer.Option(help="Keep the search under a name, with a feed.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,  # noqa: FBT002
) -> None:
    """Find articles by title, source, URL and text, newest first. Exit status 1 for none.

    Any text is a query: quotes, dashes and colons are looked for as words. An article that is kept
    stands where it was kept last, any other one where it was found.

    Example: strandline search bridge repairs --since 2026-03-01
    """
    from strandline.cli.archive import read_status
    from strandline.core.sources.registry import find_source
    from strandline.model.archive import SearchQuery
    from strandline.pipelines.search import MOST_AT_ONCE, index_waiting

    query = SearchQuery(
        everywhere=True,
        words=" ".join(words or []),
        domain=domain or None,
        has_video=has_video,
        status=read_status(status),
        since=parse_time(since),
        until=parse_time(until),
        limit=limit,
        ranked=ranked,
        category=category or None,
        language=language or None,
        is_kept=kept,
    )
    with open_registry() as (store, _):
        if source:
            query = replace(query, source_uuid=find_source(store.sources(), source).source_uuid)
        if save:
            _keep(save, query)
            return
        waits = index_waiting(store, most=MOST_AT_ONCE) >= MOST_AT_ONCE
        found = store.search(query)
    if waits:
        typer.echo("Older articles are still being indexed: strandline up goes on.", err=True)
    for link in found:
        if as_json:
            print_json(link)
        else:
            _print(link)
    if not found:
        if not as_json:
            typer.echo("Nothing was found.")
        raise typer.Exit(1)


def _keep(name: str, query: "SearchQuery") -> None:
    """Keep a search as the page would; times of a day are kept as their days."""
    from strandline.cli.searches import keep
    from strandline.render.archive_views import ArchiveChoice
    from strandline.web.archive_choice import chosen

    last = None if query.until is None else query.until - timedelta(microseconds=1)
    choice = ArchiveChoice(
        words=query.words,
        domain=query.domain or "",
        has_video=query.has_video,
        status=query.status,
        since=query.since.date() if query.since else None,
        until=last.date() if last else None,
        ranked=query.ranked,
        everywhere=True,
        source=query.source_uuid or "",
        category=query.category or "",
        language=query.language or "",
        is_kept=query.is_kept,
    )
    keep(name, chosen(choice))


def _print(link: "ArchivedLink") -> None:
    from strandline.render.archive_parts import badges
    from strandline.render.i18n import translate

    typer.echo(f"{safe(link.title) or '(no title)'}")
    state = link.status.value if link.status else "not kept"
    kept = [translate("en", f"archive.badge.{badge}").lower() for badge in badges(link)]
    typer.echo(f"  {safe(link.url, 2000)}")
    notes = (iso(link.listed_at), safe(link.source_name, 60), state, ", ".join(kept))
    typer.echo(f"  {'  '.join(note for note in notes if note)}")
    if link.snippet:
        typer.echo(f"  {safe(link.snippet)}")
