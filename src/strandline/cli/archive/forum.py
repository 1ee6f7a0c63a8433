"""`strandline archive forum`, `strandline export forum`: a forum's view of its links."""

from typing import Annotated

import typer

from strandline.cli.archive.verbs import AsJson, app
from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import open_registry


@app.command()
def forum(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="Id, address or name.")],
    topic: Annotated[str, typer.Option(help="Address of one topic.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many links.")] = 100,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Tell what a forum's posts link to, by topic: kept or not, gone or there.

    Example: strandline archive forum Forum --topic https://forum.example.org/t/boats/12
    """
    from strandline.core.sources.registry import find_source
    from strandline.pipelines.desk.forums import by_topic

    with open_registry() as (store, _):
        wanted = find_source(store.sources(), source)
        links = store.forum_links([wanted.source_uuid], limit=limit, topic_url=topic or None)
    for group in by_topic(links):
        if not as_json:
            typer.echo(f"{safe(group.title, 200)}  {safe(group.url, 500)}")
        for link in group.links:
            if as_json:
                print_json(link)
                continue
            state = "kept" if link.is_kept else link.status or "not kept"
            state += ", gone" if link.is_gone else ""
            when = iso(link.posted_at) if link.posted_at else "-"
            quoted = ", quoted" if link.in_quote else ""
            typer.echo(f"    {state:<22} {when}  {safe(link.url, 2000)}{quoted}")
    if not links and not as_json:
        typer.echo("No post of this forum links elsewhere.")
