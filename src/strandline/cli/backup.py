"""`strandline backup`: copies of the ledger and of what belongs to it; which there are."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import open_registry
from strandline.model.backups import BackupReason

if TYPE_CHECKING:
    from strandline.ops.backup import Backup

app = typer.Typer(
    add_completion=False,
    help="Back up the ledger, its secret and its configuration; list and check backups.",
)

AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


@app.callback(invoke_without_command=True)
def backup(context: typer.Context, as_json: AsJson = False) -> None:  # noqa: FBT002
    """Make a backup now, while everything goes on; then let go of what the rule does not keep.

    It goes to the object store and to BACKUP_PATH. `up` makes one each day by itself, and tries
    each week whether the newest could be brought back.
    """
    if context.invoked_subcommand is not None:
        return
    from strandline.ops.backup import back_up
    from strandline.pipelines.archive.takedown_list import copy_list
    from strandline.wiring import open_safekeeping, system_clock

    with open_registry() as (store, settings):
        safekeeping = open_safekeeping(settings, to_make=True)
        made = back_up(safekeeping, store, settings, system_clock(), BackupReason.BY_HAND)
        for one in made.backups:
            copy_list(store, one.place.blobs, one.aside)
    for one in made.backups:
        _show(one, as_json=as_json)
    if not as_json:
        for name in made.removed:
            typer.echo(f"Let go of by the rule: {name}")
        for label, why in made.failed.items():
            typer.echo(f"{safe(label)}: {safe(why)}", err=True)
    if made.failed:
        raise typer.Exit(1)


@app.command("list")
def list_all(as_json: AsJson = False) -> None:  # noqa: FBT002
    """List the backups of every place, newest first, and what is none.

    Example: strandline backup list
    """
    from strandline.ops.backup import list_backups
    from strandline.settings import load_settings
    from strandline.wiring import open_safekeeping

    count = 0
    for place in open_safekeeping(load_settings()).places:
        listed = list_backups(place)
        for one in listed.backups:
            _show(one, as_json=as_json)
        count += len(listed.backups)
        if as_json:
            continue
        for name, changed in listed.unfinished:
            typer.echo(f"{name}  {iso(changed)}  never finished  {safe(place.label)}")
        for name in listed.others:
            typer.echo(f"{name}  without a manifest, and not ours  {safe(place.label)}")
        for name, why in listed.unreadable:
            typer.echo(f"{name}  {safe(why)}  {safe(place.label)}")
    if not count and not as_json:
        typer.echo("There is no backup yet: strandline backup makes one.")


@app.command()
def check(
    name: Annotated[str, typer.Argument(help="A backup; the newest where none is named.")] = "",
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Bring a backup back in a place of its own: checksums, integrity, every count, objects.

    Nothing of the installation is touched. Exit status 1 where it could not be brought back, or
    objects that it names are lacking. On PostgreSQL the user must be allowed to make a database.

    Example: strandline backup check
    """
    from strandline.ops.backup import rehearse
    from strandline.wiring import open_blob_store, open_safekeeping, system_clock

    with open_registry() as (store, settings):
        checked = rehearse(
            open_safekeeping(settings),
            store,
            settings,
            system_clock(),
            open_blob_store(settings),
            name,
        )
    manifest = checked.backup.manifest
    if as_json:
        print_json(
            {
                "name": checked.backup.name,
                "lacking": checked.lacking,
                "counts": manifest.ledger.counts,
            }
        )
    else:
        rows = sum(manifest.ledger.counts.values())
        typer.echo(f"{checked.backup.name} can be brought back: {rows:,} rows, every count agrees.")
        tell_lacking(checked.lacking, checked.examples, manifest.objects)
    if checked.lacking:
        raise typer.Exit(1)


def tell_lacking(lacking: int | None, examples: tuple[str, ...], named: int) -> None:
    """Which objects of a backup are not in the store."""
    if lacking is None:
        return
    if not lacking:
        typer.echo(f"All {named:,} objects that it names are in the store.")
        return
    typer.echo(f"{lacking:,} of {named:,} objects that it names are not in the store:")
    for key in examples:
        typer.echo(f"  {safe(key)}")
    if lacking > len(examples):
        typer.echo("  …")


def _show(one: "Backup", *, as_json: bool) -> None:
    manifest = one.manifest
    if as_json:
        print_json(
            {
                "name": one.name,
                "place": one.place.label,
                "made_at": manifest.made_at,
                "reason": manifest.reason,
                "version": manifest.version,
                "kind": manifest.ledger.kind,
                "schema": manifest.ledger.schema,
                "size_bytes": manifest.size_bytes,
                "articles": manifest.ledger.counts.get("articles", 0),
                "objects": manifest.objects,
                "installation": manifest.installation,
                "own": one.is_own,
            }
        )
        return
    typer.echo(
        f"{one.name}  {iso(manifest.made_at)}  {manifest.size_bytes / 1e6:,.1f} MB  "
        f"schema {manifest.ledger.schema}  {manifest.ledger.counts.get('articles', 0):,} articles  "
        f"{manifest.reason.value}  {safe(one.place.label)}"
        + ("" if one.is_own else f"  of another installation ({safe(manifest.installation)})")
    )
