"""`strandline archive strike`, `lift`, `struck`: pages taken down on request."""

from typing import Annotated

import typer

from strandline.cli.archive.verbs import AsJson, app, open_archive, say
from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import open_registry


@app.command()
def strike(
    url: Annotated[str, typer.Argument(metavar="URL", help="Any spelling, or an id (A_…).")],
    reason: Annotated[str, typer.Option(help="Why; only the owner reads it.")],
    days: Annotated[
        int, typer.Option(min=0, max=3_650, help="Erase its copies after so many days.")
    ] = 30,
    sealed: Annotated[bool, typer.Option("--sealed", help="Keep its copies, shut away.")] = False,  # noqa: FBT002
) -> None:
    """Take a page down: hidden everywhere at once, and never kept again.

    Example: strandline archive strike https://example.org/story --reason "asked for by its author"
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.takedowns import strike as strike_page

    with open_archive(begins=True, blobs=True) as (ports, settings):
        after = None if sealed else days
        say(strike_page(ports, settings, Actor.console(), url, reason, erase_after_days=after))


@app.command()
def lift(
    url: Annotated[str, typer.Argument(metavar="URL", help="Any spelling, or an id (A_…).")],
) -> None:
    """Show a page that was taken down again, with its copies where they are still there.

    Example: strandline archive lift https://example.org/story
    """
    from strandline.cli.archive.now import article_of
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.takedowns import lift as lift_page

    with open_archive(blobs=True) as (ports, settings):
        article = article_of(ports.store, url)
        say(lift_page(ports, settings, Actor.console(), article.article_uuid))


@app.command()
def struck(as_json: AsJson = False) -> None:  # noqa: FBT002
    """List the pages that were taken down, newest first, with the reason.

    Example: strandline archive struck
    """
    with open_registry() as (store, _):
        rows = store.takedowns(limit=10_000)
    for row in rows:
        if as_json:
            print_json(row)
            continue
        fate = "sealed" if row.erase_at is None else f"erased {iso(row.erased_at or row.erase_at)}"
        typer.echo(f"{row.article_uuid}  {iso(row.struck_at)}  {fate:<28} {safe(row.url, 2000)}")
        typer.echo(f"        {safe(row.struck_by, 80)}: {safe(row.reason)}")
    if not rows and not as_json:
        typer.echo("No page was taken down.")
