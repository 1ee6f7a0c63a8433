"""`strandline outputs`: other ways out for editions than mail and the page."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.acting import open_desk, say
from strandline.cli.output import iso, print_json, safe
from strandline.model.accounts import Actor
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.outputs import OutputState

app = typer.Typer(add_completion=False, no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="OUTPUT", help="Its name, such as listmonk or team.")]
Edition = Annotated[str, typer.Argument(metavar="EDITION", help="Id of an edition.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON.")]


@app.callback()
def outputs() -> None:
    """Webhooks, WebSub, listmonk, Ghost, Buttondown, Mastodon and chats, as they are set."""


@app.command("list")
def list_outputs(as_json: AsJson = False) -> None:  # noqa: FBT002
    """List those that are set, whether they are held, and why."""
    with open_desk() as (ports, _):
        standing = {one.name: one for one in ports.store.outputs()}
        for output in ports.outputs:
            known = standing.get(output.name)
            is_held = known is not None and known.is_held
            if as_json:
                print_json(
                    {
                        "name": output.name,
                        "where": output.where,
                        "lists": output.lists,
                        "repeats": output.repeats.kind,
                        "is_held": is_held,
                        "failures": known.failures if known else 0,
                        "said": known.said if known else "",
                    }
                )
                continue
            state = "held" if is_held else "on"
            said = f"  {safe(known.said, 300)}" if known and known.said else ""
            lists = " ".join(output.lists)
            typer.echo(f"{output.name:<20} {state:<5} {safe(output.where)}  {safe(lists)}{said}")
        if not ports.outputs and not as_json:
            typer.echo("None is set: see docs/how-to/outputs.md.")


@app.command()
def log(
    output: Annotated[str, typer.Option(help="Only of this output, by its full name.")] = "",
    edition: Annotated[str, typer.Option(help="Only of this edition.")] = "",
    state: Annotated[str, typer.Option(help="Only in this state, such as unknown.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 50,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """What became of each edition at each output, the newest change first."""
    with open_desk() as (ports, _):
        rows = ports.store.output_log(
            name=output, digest_id=edition, state=_state(state), limit=limit
        )
    for row in rows:
        if as_json:
            print_json(row)
            continue
        again = f", again at {iso(row.not_before)}" if row.not_before else ""
        typer.echo(
            f"{iso(row.changed_at)}  {row.output:<20} {row.digest_id}  {row.state.value:<8} "
            f"{row.attempts} tried{again}  {safe(row.said, 300)}"
        )
    if not rows and not as_json:
        typer.echo("Nothing yet.")


@app.command("test")
def try_out(name: Name) -> None:
    """See whether an output lets us in: a test message where it takes one, else a question.

    Example: strandline outputs test team
    """
    from strandline.pipelines.desk.outputs import try_output

    with open_desk() as (ports, _):
        outcome = try_output(ports, Actor.console(), name)
    say(outcome)


@app.command()
def hold(name: Name, note: Annotated[str, typer.Option(help="Why.", metavar="TEXT")] = "") -> None:
    """Give an output nothing more; editions wait."""
    from strandline.pipelines.desk.outputs import hold_output

    with open_desk() as (ports, _):
        outcome = hold_output(ports, Actor.console(), name, note=note)
    say(outcome)


@app.command()
def resume(name: Name) -> None:
    """Let an output go on; what waits goes out with the next turn of `up`."""
    from strandline.pipelines.desk.outputs import resume_output

    with open_desk() as (ports, _):
        outcome = resume_output(ports, Actor.console(), name)
    say(outcome)


@app.command()
def retry(name: Name, edition: Edition) -> None:
    """Give an output an edition, now or again; `up` sends it with its next turn.

    Example: strandline outputs retry listmonk 5f0c…
    """
    from strandline.pipelines.desk.outputs import retry_output

    with open_desk() as (ports, _):
        outcome = retry_output(ports, Actor.console(), name, edition)
    say(outcome)


@app.command()
def settle(name: Name, edition: Edition) -> None:
    """Say that an edition of which it is not known is there, after a look."""
    from strandline.pipelines.desk.outputs import settle_output

    with open_desk() as (ports, _):
        outcome = settle_output(ports, Actor.console(), name, edition)
    say(outcome)


@app.command()
def send() -> None:
    """One turn now: what was published and what is due. `up` does it by itself."""
    from strandline.pipelines.delivery.outputs import send_to_outputs

    with open_desk() as (ports, settings):
        rows = send_to_outputs(ports, settings)
    for row in rows:
        typer.echo(f"{row.output}  {row.digest_id}  {row.state.value}  {safe(row.said, 300)}")
    typer.echo(f"{len(rows)} tried.")


def _state(text: str) -> "OutputState | None":
    from strandline.model.outputs import OutputState

    if not text:
        return None
    try:
        return OutputState(text)
    except ValueError as error:
        raise UsageError(
            f"There is no state {text[:40]!r}.",
            subject=text,
            advice=f"States: {', '.join(OutputState)}.",
        ) from error
