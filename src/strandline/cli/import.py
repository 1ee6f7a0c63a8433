"""`strandline import`: links, subscriptions and what was read, from other programs."""  # noqa: N999

from typing import Annotated

import typer

from strandline.cli.acting import check
from strandline.cli.output import BarProgress, counted, fields_of, print_json, read_input, safe
from strandline.cli.registry import begin_ledger, quiet
from strandline.core.imports import read_export
from strandline.core.imports.document import MOST_BYTES

app = typer.Typer(add_completion=False)

#: Lines about what was left out that are printed.
_SHOWN = 20


@app.command("import")
def import_file(
    file: Annotated[str, typer.Argument(help="An export, as it was downloaded; - is stdin.")],
    keep: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--keep", help="Capture the links, too, as ARCHIVE_MODE has it.")
    ] = False,
    reader: Annotated[
        str, typer.Option(help="Whose history takes what was read there; none by default.")
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what is in it.")] = False,  # noqa: FBT002
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Bring along what another program kept; which one is seen from the file.

    Karakeep, Linkwarden, wallabag, Pocket (zip, CSV, HTML), FreshRSS (starred articles, zip),
    Miniflux (entries of its API), bookmark files of browsers, linkding, Pinboard and others, and
    OPML. Links enter the ledger with title, time and tags, subscriptions become sources. The same
    file again changes nothing.

    Example: strandline import karakeep.json --keep --reader public
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.imports import Wishes, bring
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    export = read_export(read_input(file, MOST_BYTES))
    name = export.product.name if export.product else "OPML"
    if dry_run:
        links, lists = counted(len(export.links), "link"), counted(len(export.lists), "list")
        typer.echo(f"{name}: {links}, {lists} of subscriptions.")
        for link in export.links[:_SHOWN]:
            typer.echo(f"  {safe(link.url, 200)}  {safe(link.title, 80)}")
        return
    settings = begin_ledger(load_settings())
    with open_ports(quiet(settings), progress=BarProgress()) as ports:
        outcome, brought = bring(
            ports, settings, Actor.console(), export, Wishes(keep=keep, reader_id=reader)
        )
    if as_json:
        print_json({"product": name, "done": outcome.is_done, **fields_of(brought)})
        return
    for line in brought.problems[:_SHOWN]:
        typer.echo(f"  left out: {safe(line)}", err=True)
    if outcome.message == "imports.no_reader":
        check(outcome)
    from strandline.render.i18n import translate

    typer.echo(f"{name}: {translate('en', outcome.message, **outcome.values)}")
