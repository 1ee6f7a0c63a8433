"""`strandline mail`: whether mails leave the house."""

from typing import Annotated

import typer

from strandline.cli.acting import open_desk
from strandline.cli.output import iso, safe
from strandline.model.errors import StrandlineError, UsageError

app = typer.Typer(add_completion=False, no_args_is_help=True)


#: sysexits.h, EX_TEMPFAIL: the mail system keeps the mail and tries again.
_TRY_AGAIN = 75


class NotAccepted(StrandlineError):
    """The mail server did not take a mail."""


@app.callback()
def mail() -> None:
    """The way out for mails, as MAIL_WAY, MAIL_FROM and SMTP_HOST set it up."""


@app.command()
def receive(
    to: Annotated[
        list[str] | None,
        typer.Option("--to", help="Address of the envelope; repeatable. Else those of the head."),
    ] = None,
    imap: Annotated[bool, typer.Option("--imap", help="Read IMAP_HOST instead.")] = False,  # noqa: FBT002
) -> None:
    """Take one mail from standard input: something that came back, a complaint, an unsubscription.

    For a pipe of the mail system, such as `|strandline mail receive --to "$ORIGINAL_RECIPIENT"`.
    Ends with 75 where the mail should be given again later. With --imap the mailbox of IMAP_HOST is
    read once; `strandline up` does it each minute.

    Example: strandline mail receive < bounce.eml
    """
    import sys

    from strandline.core.delivery.mime import MAX_BYTES
    from strandline.model.errors import ParserFault, StoreError
    from strandline.pipelines.delivery.receive import receive as take

    if imap:
        _read_mailbox()
        return
    body = sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with open_desk() as (ports, settings):
            kept = take(ports, settings, body, tuple(to or ()))
    except (StoreError, ParserFault) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(_TRY_AGAIN) from error
    about = f", about {kept.subscriber_id}" if kept.subscriber_id else ""
    typer.echo(f"{kept.kind}{about}: {safe(kept.said or kept.subject)}")


def _read_mailbox() -> None:
    from strandline.pipelines.delivery.mailbox import read_mailbox

    with open_desk() as (ports, settings):
        if ports.mailbox is None:
            raise UsageError(
                "No mailbox is set up.",
                subject="IMAP_HOST",
                advice="Set IMAP_HOST, IMAP_USER and IMAP_PASSWORD (docs/how-to/mail.md).",
            )
        kinds = read_mailbox(ports, settings)
    told = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
    typer.echo(f"Read: {told}." if told else "Nothing new in the mailbox.")


@app.command()
def received(
    kind: Annotated[str, typer.Option(help="Only this kind, such as other or hard_bounce.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 20,
    show: Annotated[bool, typer.Option(help="With the text of what a person has to read.")] = False,  # noqa: FBT002
) -> None:
    """List mails that came in, newest first."""
    with open_desk() as (ports, _):
        found = ports.store.received(kind=kind, limit=limit)
    for mail in found:
        words = safe(mail.said or mail.subject, 200)
        typer.echo(f"{iso(mail.received_at)}  {mail.kind:<12} {safe(mail.sender, 60)}  {words}")
        if show and mail.beginning:
            typer.echo(safe(mail.beginning, 4_000))
    if not found:
        typer.echo("No mail came in.")


@app.command("test")
def try_out(
    address: Annotated[str, typer.Argument(help="Whom to send it to: yourself.")],
    digest_id: Annotated[
        str, typer.Option("--edition", help="Id of an edition; the newest where empty.")
    ] = "",
) -> None:
    """Send one edition to one address, as its readers would get it; nothing is recorded.

    Example: strandline mail test me@mail.example
    """
    from strandline.core.delivery.addresses import read_address
    from strandline.pipelines.delivery.trial import send_test

    to = read_address(address)
    with open_desk() as (ports, settings):
        found = digest_id or next((one.digest_id for one in ports.store.digests(limit=1)), "")
        digest = ports.store.digest(found) if found else None
        if digest is None:
            raise UsageError(
                "There is no such edition to send.",
                subject=digest_id,
                advice="Make one: strandline digest run",
            )
        said = send_test(ports, settings, digest, to)
    if not said.is_accepted:
        raise NotAccepted(
            f"The mail was not accepted: {safe(said.text)}",
            subject=to,
            advice="Look at MAIL_WAY, MAIL_FROM and the SMTP settings.",
        )
    typer.echo(f"Accepted for {safe(to)}: {safe(said.text)}")
    typer.echo(f"{said.size_bytes / 1000:.0f} kB of 102 kB that mail services show.")
