"""`strandline searches`: searches that are kept, each with a feed that nobody can guess."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.acting import check, open_desk, say
from strandline.cli.output import iso, print_json, safe
from strandline.model.accounts import Actor

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True)

Number = Annotated[int, typer.Argument(metavar="ID", help="As the list shows it.")]


@app.command("list")
def list_searches(
    as_json: Annotated[bool, typer.Option("--json", help="JSON lines.")] = False,  # noqa: FBT002
) -> None:
    """Searches that were kept by command, with the addresses of their feeds."""
    with open_desk() as (ports, settings):
        for search in ports.store.searches(None):
            feed = _feed(settings, search.secret)
            if as_json:
                print_json(
                    {
                        "id": search.search_id,
                        "name": search.name,
                        "asks": search.params,
                        "created_at": search.created_at,
                        "feed": feed,
                    }
                )
            else:
                asked = ", ".join(f"{name} {value}" for name, value in search.params.items())
                typer.echo(f"{search.search_id}  {safe(search.name, 120)}  ({safe(asked)})")
                typer.echo(f"    {feed}  since {iso(search.created_at)}")


@app.command()
def renew(search_id: Number) -> None:
    """Give a search another address; the old one is dead at once."""
    from strandline.pipelines.desk.searches import renew_search

    with open_desk() as (ports, settings):
        say(renew_search(ports, Actor.console(), search_id))
        for search in ports.store.searches(None):
            if search.search_id == search_id:
                typer.echo(_feed(settings, search.secret))


@app.command()
def remove(search_id: Number) -> None:
    """Forget a search; its feed is dead at once."""
    from strandline.pipelines.desk.searches import remove_search

    with open_desk() as (ports, _):
        say(remove_search(ports, Actor.console(), search_id))


def keep(name: str, params: "Mapping[str, str]") -> None:
    """Keep a search, and print the address of its feed."""
    from strandline.pipelines.desk.searches import save_search

    with open_desk() as (ports, settings):
        outcome, search = save_search(ports, Actor.console(), name, params)
        check(outcome)
        if search is not None:
            typer.echo(_feed(settings, search.secret))


def _feed(settings: "Settings", secret: str) -> str:
    from strandline.cli.users import page_address

    return f"{page_address(settings)}/feeds/{secret}.atom"
