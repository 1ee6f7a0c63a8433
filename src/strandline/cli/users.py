"""`strandline users`: who signs in, and what each may do."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import begin_ledger, require_ledger
from strandline.model.accounts import Actor, Role
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.accounts import Account
    from strandline.model.acts import Outcome
    from strandline.ports import Ports
    from strandline.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True)

Login = Annotated[str, typer.Argument(metavar="LOGIN", help="What they type to sign in.")]
RoleOption = Annotated[Role, typer.Option("--role", help="What they may do.")]
Reader = Annotated[
    str,
    typer.Option(help="Id of the reader whose edition and history are theirs; a reader needs one."),
]


@app.command()
def add(
    login: Login,
    role: RoleOption = Role.EDITOR,
    name: Annotated[str, typer.Option(help="Name as shown; default the login.")] = "",
    reader: Reader = "",
    password_stdin: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--password-stdin", help="Read the password from standard input.")
    ] = False,
) -> None:
    """Make an account; without a password it prints a link that sets one, good for three days."""
    from strandline.pipelines.desk.links import make_link
    from strandline.pipelines.desk.people import Person, add_account

    password = sys.stdin.readline().rstrip("\n") if password_stdin else ""
    if password_stdin and not password:
        raise UsageError("Standard input holds no password.", subject="--password-stdin")
    with _opened(begins=True) as (ports, settings):
        outcome = add_account(ports, Actor.console(), Person(login, role, name, reader), password)
        _say(outcome)
        if not password:
            _say_link(settings, make_link(ports, Actor.console(), outcome.subject)[1])


@app.command(name="list")
def list_users(
    as_json: Annotated[bool, typer.Option("--json", help="JSON.")] = False,  # noqa: FBT002 - typer makes it a flag
) -> None:
    """Everybody who can sign in."""
    with _opened() as (ports, _):
        for account in ports.store.accounts():
            if as_json:
                print_json(_told(account))
            else:
                typer.echo(_line(account))


@app.command()
def role(
    login: Login,
    role: Annotated[Role, typer.Argument(help="owner, publisher, editor or reader.")],
    reader: Reader = "",
) -> None:
    """Change what somebody may do."""
    from strandline.pipelines.desk.people import Person, change_account

    with _opened() as (ports, _):
        account = _found(ports, login)
        person = Person(login, role, reader_id=reader or account.reader_id or "")
        _say(change_account(ports, Actor.console(), account.account_id, person))


@app.command()
def reset(login: Login) -> None:
    """Print a link by which somebody sets a new password, good once and for three days."""
    from strandline.pipelines.desk.links import make_link

    with _opened() as (ports, settings):
        outcome, path = make_link(ports, Actor.console(), _found(ports, login).account_id)
        _say(outcome)
        _say_link(settings, path)


@app.command()
def remove(login: Login) -> None:
    """Remove an account with its sessions, tokens and passkeys; the audit stays."""
    from strandline.pipelines.desk.people import remove_account

    with _opened() as (ports, _):
        _say(remove_account(ports, Actor.console(), _found(ports, login).account_id))


def page_address(settings: "Settings") -> str:
    """Where people reach the page: `BASE_URL`, else this machine's own address."""
    web = settings.web
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(web.host, web.host)  # noqa: S104 - compared, not bound
    return web.base_url.rstrip("/") or f"http://{host}:{web.port}"


@contextmanager
def _opened(*, begins: bool = False) -> Iterator[tuple["Ports", "Settings"]]:
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    settings = load_settings()
    (begin_ledger if begins else require_ledger)(settings)
    with open_ports(settings) as ports:
        yield ports, settings


def _found(ports: "Ports", login: str) -> "Account":
    from strandline.core.accounts import as_login

    account = ports.store.account_of_login(as_login(login))
    if account is None:
        raise UsageError(
            f"There is no account {safe(login, 60)}.",
            subject=login,
            advice="List them: strandline users list",
        )
    return account


def _say(outcome: "Outcome") -> None:
    """The words of an act, or its refusal as what was typed wrongly."""
    from strandline.render.i18n import translate

    words = translate("en", outcome.message, **outcome.values)
    if not outcome.is_done:
        raise UsageError(words)
    typer.echo(safe(words))


def _say_link(settings: "Settings", path: str) -> None:
    typer.echo(f"{page_address(settings)}{path}")


def _told(account: "Account") -> dict[str, object]:
    """Everything but what signs in."""
    return {
        "login": account.login,
        "name": account.name,
        "role": account.role,
        "reader_id": account.reader_id,
        "has_password": account.password_hash is not None,
        "created_at": account.created_at,
        "last_seen_at": account.last_seen_at,
    }


def _line(account: "Account") -> str:
    name = "" if account.name == account.login else f" ({safe(account.name, 80)})"
    reader = f", reader {account.reader_id}" if account.reader_id else ""
    password = "" if account.password_hash else ", no password"
    return (
        f"{account.login}{name}: {account.role}{reader}{password}; seen {iso(account.last_seen_at)}"
    )
