"""The store and the settings, for the length of one command; no ledger is begun in silence."""

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import typer

from strandline.cli.output import safe
from strandline.model.errors import ConfigError

if TYPE_CHECKING:
    from strandline.ports import Store
    from strandline.settings import Settings


def require_ledger(settings: "Settings") -> "Settings":
    """For verbs that read, or change what is there.

    Raises:
        ConfigError: There is no ledger where the settings say.
    """
    place = _missing(settings)
    if place:
        raise ConfigError(
            f"There is no ledger at {place}.",
            subject="database.path",
            advice="Name its file with --config or DATABASE_PATH; sources add and poll begin one.",
        )
    return settings


def begin_ledger(settings: "Settings") -> "Settings":
    """For verbs that write: says on standard error where a ledger is begun."""
    place = _missing(settings)
    if place:
        typer.echo(f"There was no ledger: a new one begins at {safe(place)}.", err=True)
    return settings


def _missing(settings: "Settings") -> str:
    """Where a ledger should be and is none; empty where there is one."""
    from strandline.wiring import ledger_state

    state = ledger_state(settings)
    return "" if state.found else state.name


def quiet(settings: "Settings") -> "Settings":
    """For verbs that print what they did: on a terminal the log would say it twice."""
    if settings.log.level != "info" or not sys.stderr.isatty():
        return settings
    return settings.model_copy(update={"log": settings.log.model_copy(update={"level": "warning"})})


@contextmanager
def open_registry(*, begins: bool = False) -> "Iterator[tuple[Store, Settings]]":
    """Open the database that is configured; let go of it at the end.

    Args:
        begins: Begin a ledger where there is none, and say so.

    Raises:
        ConfigError: A setting has a value that is not allowed, or there is no ledger to read.
        StoreError: The database cannot be opened.
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_ledger

    settings = load_settings()
    (begin_ledger if begins else require_ledger)(settings)
    with closing(open_ledger(settings)) as store:
        yield store, settings
