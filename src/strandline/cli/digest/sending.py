"""Mails of an edition: send what is published, see how far it is, hold it, go on."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.digest.session import EditionId, Note, act, on_edition, tell
from strandline.cli.digest.verbs import app
from strandline.cli.output import counted, iso, print_json, safe
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.delivery import Sending

#: Rows of trouble that are shown.
_SHOWN = 20


@app.command()
def send(digest_id: EditionId) -> None:
    """Send a published edition to its subscribers now; `up` does it by itself.

    An approved edition is published first. Stopped at any moment and begun again, nobody is sent
    it twice.

    Example: strandline digest send latest
    """
    from strandline.cli.output import BarProgress
    from strandline.model.accounts import Actor
    from strandline.model.delivery import SendingState
    from strandline.model.editions import EditionState
    from strandline.pipelines.delivery import begin_sending, send_edition
    from strandline.pipelines.desk import editions

    with on_edition(digest_id) as (ports, settings, edition):
        if edition.state in (EditionState.APPROVED, EditionState.SCHEDULED):
            tell(editions.publish(ports, settings, Actor.console(), edition.digest_id))
        elif edition.state is not EditionState.SENDING:
            raise UsageError(
                f"The edition is {edition.state.value}; an approved one can be sent.",
                subject=edition.digest_id,
                advice="strandline digest list",
            )
        ports.store.recover_deliveries(ports.clock.now())
        begun = begin_sending(ports, settings, edition)
        bar = BarProgress()
        bar.start("mails", sum(begun.sums.values()))
        try:
            sending = send_edition(
                ports, settings, edition.digest_id, progress=lambda n: bar.advance("mails", n)
            )
        finally:
            bar.finish("mails")
        if sending.state is SendingState.SENT:
            editions.finish(ports, edition.digest_id)
    _tell(sending)


@app.command()
def status(
    digest_id: EditionId,
    as_json: Annotated[bool, typer.Option("--json", help="JSON.")] = False,  # noqa: FBT002
) -> None:
    """How far the mails of an edition are: sums that balance, and who was not reached."""
    from strandline.model.delivery import DeliveryState

    with on_edition(digest_id) as (ports, _, edition):
        sending = ports.store.sending(edition.digest_id)
        if sending is None:
            raise UsageError(
                "No mails were planned for this edition.",
                subject=edition.digest_id,
                advice="Send it: strandline digest send",
            )
        trouble = [
            row
            for state in (DeliveryState.REFUSED, DeliveryState.UNKNOWN, DeliveryState.DEFERRED)
            for row in ports.store.deliveries(edition.digest_id, state=state, limit=_SHOWN)
        ]
    if as_json:
        print_json(
            {
                "digest_id": sending.digest_id,
                "state": sending.state,
                "said": sending.said,
                "planned_at": iso(sending.planned_at),
                "sums": {state.value: count for state, count in sending.sums.items()},
            }
        )
        return
    _tell(sending)
    for row in trouble[:_SHOWN]:
        typer.echo(f"  {row.state.value:<9} {safe(row.email, 80)}  {safe(row.said, 200)}")


@app.command()
def hold(digest_id: EditionId, note: Note = "") -> None:
    """Send no more mails of an edition until it is resumed."""
    from strandline.pipelines.desk.sending import hold_sending

    act(digest_id, lambda p, _, a, e: hold_sending(p, a, e.digest_id, note=note))


@app.command()
def resume(digest_id: EditionId) -> None:
    """Go on with the mails of an edition that was held; nobody is sent it twice."""
    from strandline.pipelines.desk.sending import resume_sending

    act(digest_id, lambda p, _, a, e: resume_sending(p, a, e.digest_id))


def _tell(sending: "Sending") -> None:
    total = sum(sending.sums.values())
    because = f": {safe(sending.said)}" if sending.said else ""
    typer.echo(f"{sending.state.value}{because}")
    parts = ", ".join(f"{count} {state.value}" for state, count in sorted(sending.sums.items()))
    typer.echo(f"{counted(total, 'recipient')}" + (f": {parts}" if parts else ""))
