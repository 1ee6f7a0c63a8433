"""The root command: loads a verb's file when it is asked for, and turns faults into one line."""

import importlib
import os
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from strandline import __version__
from strandline.cli import QUICK_VERBS, VERBS
from strandline.cli.faults import guarded
from strandline.cli.readable import make_readable, plain, suggestion


class VerbGroup(TyperGroup):
    """Imports `cli/<verb>.py` only when that verb runs: `strandline url` loads no database."""

    _is_listing = False

    def list_commands(self, ctx: typer.Context) -> list[str]:  # type: ignore[override]  # noqa: ARG002 - typer ships its own click
        """All verbs, in the order of `VERBS`."""
        return [verb for verb, _ in VERBS]

    def get_command(self, ctx: typer.Context, cmd_name: str):  # type: ignore[no-untyped-def,override]
        """The command of a verb, or None where there is no such verb.

        For the list of all verbs none is loaded: that took longer than anything that they do.
        """
        about = dict(VERBS).get(cmd_name)
        if about is None:
            return None
        if self._is_listing:
            return TyperCommand(cmd_name, help=about)
        module = importlib.import_module(f"strandline.cli.{cmd_name}")
        app = _handing_on(module.run) if cmd_name in QUICK_VERBS else module.app
        command = typer.main.get_command(app)
        command.name = cmd_name
        command.help = command.help or about
        make_readable(command, ctx)
        command.short_help = about
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # typer ships its own click
        """The verb that is meant; one that is not there is answered by the nearest one."""
        known = self.list_commands(ctx)
        if args and args[0] not in known and not args[0].startswith("-"):
            near = suggestion(args[0], known)
            ctx.fail(f"No such command {args[0]!r}.{near}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run the verb; what is wrong with its arguments is said in plain words."""
        try:
            return super().invoke(ctx)
        except typer.BadParameter as fault:
            fault.message = plain(fault.message)
            raise

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """The help of the root command, whose own options are named like those of its verbs."""
        make_readable(self, ctx)
        self._is_listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._is_listing = False


def _handing_on(run: Callable[[list[str]], None]) -> typer.Typer:
    """A verb that reads its own arguments, behind options of the root command."""
    app = typer.Typer(add_completion=False)

    @app.command(
        add_help_option=False,
        context_settings={"allow_extra_args": True, "ignore_unknown_options": True},
    )
    def verb(context: typer.Context) -> None:
        run(context.args)

    return app


app = typer.Typer(
    cls=VerbGroup,
    name="strandline",
    help="Every story once, every link kept.\n\nExit status: 0 done, 1 failed, 2 wrong usage, "
    "128 + n ended by signal n; a verb that runs until it is told to end then ends with 0.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:  # noqa: FBT001 - a typer callback
    if value:
        typer.echo(f"strandline {__version__}")
        raise typer.Exit


@app.callback()
def root(
    config: Annotated[
        str, typer.Option("--config", help="Configuration file; default ./strandline.toml.")
    ] = "",
    version: Annotated[  # noqa: ARG001, FBT002 - handled by its callback
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show version.")
    ] = False,
) -> None:
    """Every story once, every link kept."""
    if config:
        os.environ["STRANDLINE_CONFIG"] = config


def run(arguments: list[str]) -> int:
    """Run the command line and return the exit status."""
    return guarded(lambda: app(arguments, standalone_mode=True))
