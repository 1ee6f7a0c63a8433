"""`strandline restore`: a ledger from a backup, where there is none."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.backup import tell_lacking
from strandline.cli.output import print_json, safe
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.ops.backup import Backup, Restored
    from strandline.pipelines.delivery.send import Halted
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def restore(
    name: Annotated[str, typer.Argument(help="A backup; the newest where none is named.")] = "",
    source: Annotated[
        Path | None,
        typer.Option("--from", help="A folder with backups, or one backup; else those of up."),
    ] = None,
    into: Annotated[
        Path | None,
        typer.Option("--into", help="Into this folder, as it is, beside all that is there."),
    ] = None,
    without_objects: Annotated[  # noqa: FBT002
        bool, typer.Option("--without-objects", help="Do not ask which objects are lacking.")
    ] = False,
    another: Annotated[  # noqa: FBT002
        bool, typer.Option("--another", help="Take a backup of another installation too.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Bring the ledger back from a backup, and its secret and configuration where they are missing.

    Nothing is overwritten: it is refused where there is a ledger. In a place that several share,
    one's own backups are taken; a new machine that has no secret yet takes any. With --into, an
    SQLite ledger comes as it was, for a look, another machine or an older version: nothing in it is
    held, and pages that were taken down since are struck where its schema is this version's.

    Example: strandline restore 2026-11-28 --from /mnt/backups
    """
    from strandline.settings import load_settings

    settings = load_settings()
    backup = _named(settings, name, source, of_any=another)
    if into is not None:
        settings = _settings_of(settings, into)
    outcome = _brought_back(settings, backup, with_objects=not without_objects, into=into)
    halted = _after(settings, backup) if into is None else None
    is_agreed = into is None or _agreed(settings, backup)
    if as_json:
        print_json(
            {
                "name": backup.name,
                "ledger": outcome.ledger,
                "lacking": outcome.checked.lacking,
                "written": [str(path) for path in outcome.written],
                "left": [str(path) for path in outcome.left],
                "takedowns": is_agreed,
                "held": {
                    "sendings": halted.sendings if halted else 0,
                    "outputs": halted.outputs if halted else (),
                    "editions": halted.stopped if halted else (),
                },
            }
        )
        return
    _tell(outcome)
    if not is_agreed:
        typer.echo(
            "Pages that were taken down after this backup are in it as they were: strandline up "
            "and serve strike them when they open it, by the list beside the objects."
        )
    if halted is not None:
        _tell_halted(halted)


def _settings_of(settings: "Settings", into: Path) -> "Settings":
    """The same, with the ledger in another folder."""
    from strandline.settings import DatabaseSettings

    if settings.database.url.get_secret_value():
        raise UsageError(
            "--into takes a ledger on SQLite, and DATABASE_URL is set.",
            advice="Name an empty database in DATABASE_URL instead, or unset it.",
        )
    path = into.absolute() / settings.database.path.name
    return settings.model_copy(update={"database": DatabaseSettings(path=path)})


def _named(settings: "Settings", name: str, source: Path | None, *, of_any: bool) -> "Backup":
    from strandline.ops.backup import find, find_first
    from strandline.wiring import backup_folder, open_safekeeping

    if source is not None:
        place, only = backup_folder(source, settings)
        return find(place, name or only, of_any=of_any)
    places = open_safekeeping(settings).places
    if not places:
        raise UsageError(
            "There is no place for backups in the settings.", advice="Use --from FOLDER."
        )
    return find_first(places, name, of_any=of_any)


def _brought_back(
    settings: "Settings", backup: "Backup", *, with_objects: bool, into: Path | None
) -> "Restored":
    from strandline.ops.backup import extra_files
    from strandline.ops.backup import restore as bring_back
    from strandline.wiring import open_blob_store, open_safekeeping

    return bring_back(
        backup,
        open_safekeeping(settings).copies,
        [] if into is not None else extra_files(settings),
        settings.database.folder,
        open_blob_store(settings) if with_objects else None,
    )


def _after(settings: "Settings", backup: "Backup") -> "Halted":
    """Let the ledger know that what is younger than it must stay, and hold what may have gone out
    since; strike what was taken down since.
    """
    from contextlib import closing

    from strandline.ops.backup.running import keep_since
    from strandline.pipelines.archive.takedown_list import agree, strike_listed
    from strandline.pipelines.delivery.send import halt
    from strandline.wiring import open_ledger, open_ports, system_clock

    now = system_clock().now()
    with closing(open_ledger(settings, copy_first=False)) as store:
        keep_since(store, backup.manifest.made_at, now)
    with open_ports(settings, log=False, blobs=True) as ports:
        halted = halt(ports, f"the ledger was restored from {backup.name}")
        strike_listed(ports, settings, backup.place.blobs, backup.aside)
        agree(ports, settings)
    return halted


def _agreed(settings: "Settings", backup: "Backup") -> bool:
    """Strike in a copy what was taken down since; False where its schema is an older one, or the
    list cannot be reached. The lists themselves stay as they are.
    """
    from strandline.model.errors import StoreError
    from strandline.pipelines.archive.takedown_list import strike_listed
    from strandline.wiring import ledger_state, open_blob_store, open_ports

    if not ledger_state(settings).is_current:
        return False
    with open_ports(settings, log=False) as ports:
        try:
            strike_listed(ports, settings, backup.place.blobs, backup.aside)
            strike_listed(ports, settings, open_blob_store(settings), settings.storage.s3_prefix)
        except StoreError:
            return False
    return True


def _tell(outcome: "Restored") -> None:
    backup = outcome.checked.backup
    typer.echo(f"The ledger of {backup.name} is back: {safe(outcome.ledger)}")
    for path in outcome.written:
        typer.echo(f"Also written: {safe(str(path))}")
    for path in outcome.left:
        typer.echo(f"Left alone, since it is there and differs: {safe(str(path))}")
    tell_lacking(outcome.checked.lacking, outcome.checked.examples, backup.manifest.objects)


def _tell_halted(halted: "Halted") -> None:
    typer.echo(
        "What was made and sent after this backup is not known any more: nothing goes out by "
        "itself that may be there already. The next edition is made at its next time; look at the "
        "editions on the desk, or make one there."
    )
    if halted.sendings:
        typer.echo(f"Held: mails of {halted.sendings} editions (strandline digest resume EDITION).")
    if halted.outputs:
        names = ", ".join(map(safe, halted.outputs))
        typer.echo(f"Held: {names} (strandline outputs resume NAME).")
    for edition in halted.stopped:
        typer.echo(f"It has no time any more: edition {safe(edition)}.")
