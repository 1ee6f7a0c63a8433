"""Acts on the command line: the same functions as the desk's, in the name of the console."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from strandline.cli.output import safe
from strandline.cli.registry import begin_ledger, quiet, require_ledger
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.model.acts import Outcome
    from strandline.ports import Ports
    from strandline.settings import Settings


@contextmanager
def open_desk(
    *,
    begins: bool = False,
    blobs: bool = False,
    hush: "Callable[[Settings], Settings]" = quiet,
) -> "Iterator[tuple[Ports, Settings]]":
    """The ports and the settings, for the length of one command.

    Args:
        begins: Begin a ledger where there is none, and say so.
        blobs: With the object store.
        hush: Gives the settings with as much of the log as the command leaves.

    Raises:
        ConfigError: A setting has a value that is not allowed, or there is no ledger to read.
        StoreError: The database cannot be opened.
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    settings = hush((begin_ledger if begins else require_ledger)(load_settings()))
    with open_ports(settings, blobs=blobs) as ports:
        yield ports, settings


def check(outcome: "Outcome") -> str:
    """The words of an act that was done.

    Raises:
        UsageError: It was refused, in the same words.
    """
    from strandline.render.i18n import translate

    words = translate("en", outcome.message, **outcome.values)
    if not outcome.is_done:
        raise UsageError(words)
    return safe(words, 2_000)


def say(outcome: "Outcome") -> None:
    """Print the words of an act.

    Raises:
        UsageError: It was refused.
    """
    typer.echo(check(outcome))
