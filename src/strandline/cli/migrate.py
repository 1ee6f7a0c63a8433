"""`strandline migrate`: bring the database to this version's schema; re-key the ledger."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import counted, print_json, safe

if TYPE_CHECKING:
    from strandline.model.database import SchemaState
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def migrate(
    check: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--check", help="Change nothing; exit 1 where something is to do.")
    ] = False,
    rekey: Annotated[  # noqa: FBT002
        bool, typer.Option("--rekey", help="Also give articles the keys of this version's rules.")
    ] = False,
    to: Annotated[
        str,
        typer.Option("--to", help="Move the ledger to this PostgreSQL address or SQLite file."),
    ] = "",
    without_copy: Annotated[  # noqa: FBT002
        bool,
        typer.Option("--without-copy", help="Make no backup first: you have a copy of your own."),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Bring the database to this version's schema, forward only; a backup is made first.

    The way back is that backup: strandline restore --into FOLDER, and the version before.

    Other verbs migrate by themselves when they open the database; this one does it when you
    choose, and says what it did. Ids of articles never change: with `--rekey` an old key stays
    known as an alias. With `--to` the ledger is moved to another database, in which nothing may be,
    while nothing else runs; a move that was ended goes on when it is run again.
    """
    from strandline.settings import load_settings
    from strandline.wiring import ledger_state, open_ledger

    settings = load_settings()
    if to:
        _move(settings, to, as_json=as_json)
        return
    before = ledger_state(settings)
    if check:
        _tell(before, as_json=as_json, word="needs")
        raise typer.Exit(0 if before.is_current else 1)
    if before.found and not before.is_current and not as_json:
        typer.echo(before.backup_hint, err=True)
    open_ledger(settings, copy_first=not without_copy).close()
    _tell(before, as_json=as_json and not rekey, word="now has", quiet=as_json)
    if rekey:
        _rekey(as_json=as_json)


def _move(settings: "Settings", to: str, *, as_json: bool) -> None:
    from strandline.cli.output import BarProgress
    from strandline.cli.registry import require_ledger
    from strandline.cli.stopping import stopping
    from strandline.wiring import move_ledger, open_ledger

    open_ledger(require_ledger(settings)).close()  # brings an older schema up to date
    with stopping() as stop:
        moved = move_ledger(settings, to, BarProgress(), stop)
    if as_json:
        print_json(moved)
        return
    again = f", {moved.resumed:,} of them by an earlier run" if moved.resumed else ""
    typer.echo(
        f"{sum(moved.counts.values()):,} rows of {safe(moved.source)} are in {safe(moved.target)}"
        f"{again}; every table agrees."
    )
    where = "DATABASE_URL" if "://" in to else "DATABASE_PATH"
    typer.echo(f"Name it in {where}, and start again. The old ledger was not changed.")


def _tell(before: "SchemaState", *, as_json: bool, word: str, quiet: bool = False) -> None:
    if as_json:
        print_json(before)
    elif quiet:
        return
    elif before.is_current:
        typer.echo(f"{safe(before.name)}: schema {before.newest}, up to date.")
    else:
        had = before.found or "none"
        typer.echo(f"{safe(before.name)}: had schema {had}, {word} {before.newest}.")


def _rekey(*, as_json: bool) -> None:
    from strandline.cli.output import BarProgress
    from strandline.pipelines.rekey import rekey_ledger
    from strandline.wiring import open_ports

    with open_ports(progress=BarProgress()) as ports:
        report = rekey_ledger(ports)
    if as_json:
        print_json(report)
        return
    typer.echo(
        f"{counted(report.looked_at, 'article')} looked at: {report.rekeyed} got a new key, "
        f"{report.merged} were joined to another, {report.split} were taken out of another, "
        f"{report.told} are told by a better place now, "
        f"{len(report.unreadable)} cannot be read by the new rules and stay as they are."
    )
    for url in report.unreadable:
        typer.echo(f"  {safe(url)}")
