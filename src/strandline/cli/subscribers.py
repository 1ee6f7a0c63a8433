"""`strandline subscribers`: who is sent editions by mail, and who never is."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.acting import open_desk, say
from strandline.cli.output import counted, iso, print_json, read_input, safe
from strandline.model.accounts import Actor
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.delivery import Subscriber
    from strandline.ports import Ports

app = typer.Typer(add_completion=False, no_args_is_help=True)

ListId = Annotated[str, typer.Option("--list", help="Whose editions: the id of a reader.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="Address, or id of a subscriber.")]
Email = Annotated[str, typer.Argument(metavar="ADDRESS", help="An e-mail address.")]
Why = Annotated[str, typer.Option("--basis", help="Why they may be written to; kept as proof.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON.")]
#: Largest file that is imported.
_MAX_BYTES = 200_000_000


@app.command()
def add(
    email: Email,
    basis: Why,
    list_id: ListId = "public",
    language: Annotated[str, typer.Option(help="en, fr or zh; empty for the edition's.")] = "",
) -> None:
    """Put an address on a list, without a mail that asks for confirmation.

    Example: strandline subscribers add ada@mail.example --basis "asked me at the fair"
    """
    from strandline.pipelines.desk.subscribers import add_subscriber

    with open_desk() as (ports, _):
        outcome = add_subscriber(
            ports, Actor.console(), email, reader_id=list_id, basis=basis, language=language
        )
    say(outcome)


@app.command("import")
def import_file(
    file: Annotated[str, typer.Argument(help="CSV with a column `email`; `-` reads stdin.")],
    basis: Why,
    list_id: ListId = "public",
    dry_run: Annotated[bool, typer.Option(help="Say what would be done; change nothing.")] = False,  # noqa: FBT002
) -> None:
    """Add the addresses of a CSV file; suppressed ones stay out, wrong lines are told.

    Example: strandline subscribers import people.csv --basis "members of the society"
    """
    from strandline.pipelines.desk.subscribers import import_subscribers

    text = read_input(file, _MAX_BYTES).decode("utf-8", "replace")
    with open_desk() as (ports, _):
        told = import_subscribers(
            ports, Actor.console(), text, reader_id=list_id, basis=basis, dry_run=dry_run
        )
    would = "would be " if dry_run else ""
    typer.echo(
        f"{counted(told.added, 'subscriber')} {would}added, {told.there} there already, "
        f"{told.suppressed} suppressed, {counted(told.wrong, 'line')} wrong."
    )
    for number, reason in told.faults:
        typer.echo(f"  line {number}: {safe(reason, 200)}", err=True)
    if told.wrong > len(told.faults):
        typer.echo(f"  and {told.wrong - len(told.faults)} more", err=True)


@app.command("list")
def list_subscribers(
    list_id: Annotated[str, typer.Option("--list", help="Only of this list.")] = "",
    state: Annotated[str, typer.Option(help="Only in this state, such as active.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 50,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List subscribers, and how many stand in each state."""
    with open_desk() as (ports, _):
        found = ports.store.subscribers(reader_id=list_id or None, state=_state(state), limit=limit)
        counts = ports.store.count_subscribers()
    for one in found:
        if as_json:
            print_json(_tree(one))
        else:
            typer.echo(f"{one.subscriber_id}  {one.state.value:<12}  {safe(one.email)}")
    if as_json:
        return
    if not found:
        typer.echo("Nobody. Add one: strandline subscribers add ADDRESS --basis WHY")
    for (reader_id, of_state), count in sorted(counts.items()):
        typer.echo(f"{count} {of_state.value} on {safe(reader_id)}")


@app.command()
def show(who: Who) -> None:
    """All that is held about somebody, as JSON: what they agreed to, what they were sent."""
    with open_desk() as (ports, _):
        found = _found(ports, who)
        sent = ports.store.deliveries_of(found.subscriber_id, limit=1000)
        print_json(
            _tree(found)
            | {
                "sent": [
                    {
                        "digest_id": row.digest_id,
                        "state": row.state.value,
                        "at": iso(row.changed_at),
                        "said": row.said,
                    }
                    for row in sent
                ]
            }
        )


@app.command()
def pause(who: Who) -> None:
    """Write nothing to somebody until they are resumed."""
    from strandline.pipelines.desk.subscribers import pause_subscriber

    with open_desk() as (ports, _):
        say(pause_subscriber(ports, Actor.console(), _found(ports, who).subscriber_id))


@app.command()
def resume(who: Who) -> None:
    """Write again to somebody who was paused, or whose address works again."""
    from strandline.pipelines.desk.subscribers import resume_subscriber

    with open_desk() as (ports, _):
        say(resume_subscriber(ports, Actor.console(), _found(ports, who).subscriber_id))


@app.command()
def remove(who: Who) -> None:
    """Delete somebody with all that is held about them.

    Nothing then says that they must not be written to; `suppress` does that.
    """
    from strandline.pipelines.desk.subscribers import remove_subscriber

    with open_desk() as (ports, _):
        say(remove_subscriber(ports, Actor.console(), _found(ports, who).subscriber_id))


@app.command()
def suppress(email: Email, reason: Annotated[str, typer.Option(help="Kept with it.")] = "") -> None:
    """Never write to an address again, on no list, whatever is imported."""
    from strandline.pipelines.desk.subscribers import suppress_address

    with open_desk() as (ports, _):
        say(suppress_address(ports, Actor.console(), email, reason))


@app.command()
def suppressed(
    after: Annotated[str, typer.Option(help="Begin behind this address.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many.")] = 100,
) -> None:
    """List addresses that are never written to, with the reason and since when."""
    with open_desk() as (ports, _):
        found = ports.store.all_suppressions(after=after, limit=limit)
    for one in found:
        where = safe(one.reader_id) or "all lists"
        typer.echo(f"{safe(one.address)}  {one.reason.value} ({where}) since {iso(one.since)}")
    if not found:
        typer.echo("No address is suppressed.")


@app.command()
def unsuppress(email: Email) -> None:
    """Let an address be written to again."""
    from strandline.pipelines.desk.subscribers import unsuppress_address

    with open_desk() as (ports, _):
        say(unsuppress_address(ports, Actor.console(), email))


def _found(ports: "Ports", who: str) -> "Subscriber":
    found = ports.store.subscriber(who)
    fitting = [found] if found else ports.store.find_subscribers(who)
    if len(fitting) != 1:
        several = f"{safe(who, 80)} is on several lists; name one by its id."
        raise UsageError(
            several if fitting else f"There is no subscriber {safe(who, 80)}.",
            subject=who,
            advice="List them: strandline subscribers list",
        )
    return fitting[0]


def _state(text: str) -> Any:
    from strandline.model.delivery import SubscriberState

    if not text:
        return None
    try:
        return SubscriberState(text)
    except ValueError as error:
        allowed = ", ".join(state.value for state in SubscriberState)
        raise UsageError(
            f"There is no state {safe(text, 40)}.", subject=text, advice=f"One of: {allowed}"
        ) from error


def _tree(one: "Subscriber") -> dict[str, Any]:
    proof = one.proof
    return {
        "subscriber_id": one.subscriber_id,
        "email": one.email,
        "list": one.reader_id,
        "state": one.state.value,
        "language": one.language,
        "least_days": one.least_days,
        "categories": list(one.categories),
        "created_at": iso(one.created_at),
        "basis": proof.basis.value,
        "basis_detail": proof.detail,
        "asked_at": iso(proof.asked_at) if proof.asked_at else None,
        "asked_from": proof.asked_from,
        "confirmed_at": iso(proof.confirmed_at) if proof.confirmed_at else None,
        "confirmed_from": proof.confirmed_from,
    }
