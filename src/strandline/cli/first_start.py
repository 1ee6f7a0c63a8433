"""The first start: whoever started the program becomes its owner."""

from typing import TYPE_CHECKING

import typer

from strandline.model.errors import ConfigError

if TYPE_CHECKING:
    from strandline.ports import Ports
    from strandline.settings import Settings


def welcome(ports: "Ports", settings: "Settings", url: str) -> None:
    """Where nobody can sign in yet: make the owner that the settings name, or print a link.

    Args:
        ports: With what hashes passwords.
        settings: `OWNER_LOGIN` and `OWNER_PASSWORD` make the account at once.
        url: Address of the page for a browser on this machine.

    Raises:
        ConfigError: The owner of the settings cannot be.
    """
    from strandline.pipelines.desk.links import begin_with_owner, owners_link
    from strandline.render.i18n import translate

    access = settings.access
    if access.owner_login:
        password = access.owner_password.get_secret_value()
        outcome = begin_with_owner(ports, access.owner_login, password or "-")
        if outcome is not None and not outcome.is_done:
            words = translate("en", outcome.message, **outcome.values)
            raise ConfigError(
                f"OWNER_LOGIN with OWNER_PASSWORD cannot be made the owner: {words}",
                subject="OWNER_LOGIN",
            )
        return
    path = owners_link(ports)
    if path:
        address = settings.web.base_url.rstrip("/") or url
        typer.echo("Nobody has an account yet. Make the owner's here (it opens once):")
        typer.echo(f"{address}{path}")
