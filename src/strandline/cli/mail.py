"""`strandline mail`: whether mails leave the house."""

from typing import Annotated

import typer

from strandline.cli.output import safe
from strandline.cli.registry import quiet, require_ledger
from strandline.model.errors import StrandlineError, UsageError

app = typer.Typer(add_completion=False, no_args_is_help=True)


class NotAccepted(StrandlineError):
    """The mail server did not take a mail."""


@app.callback()
def mail() -> None:
    """The way out for mails, as MAIL_WAY, MAIL_FROM and SMTP_HOST set it up."""


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
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    to = read_address(address)
    settings = require_ledger(load_settings())
    with open_ports(quiet(settings)) as ports:
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
