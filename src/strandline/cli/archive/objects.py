"""`strandline archive verify`, `sweep`, `rebuild`, `move`: the objects behind what is kept."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.archive.verbs import AsJson, app, open_archive
from strandline.cli.output import print_json, safe
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.settings import Settings


@app.command()
def verify(
    urls: Annotated[
        list[str] | None, typer.Argument(metavar="URL", help="Only of these pages.")
    ] = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Read stored bytes back: compare checksums, replay every WARC and WACZ.

    Prints what is wrong (with --json, everything). Exit status 1 when anything is.

    Example: strandline archive verify
    """
    from strandline.cli.archive.verify import verify_all

    if not verify_all(urls or [], as_json=as_json):
        raise typer.Exit(1)


@app.command()
def sweep(as_json: AsJson = False) -> None:  # noqa: FBT002
    """Remove what killed workers left: objects without a row, parts of uploads, work folders.

    `up` and `worker` do it each hour. What is younger than an hour is left alone.
    """
    from strandline.pipelines.archive.sweep import sweep as sweep_all

    with open_archive(blobs=True) as (ports, settings):
        assert ports.blobs is not None  # noqa: S101 - asked for
        swept = sweep_all(ports, ports.blobs, settings, now=ports.clock.now())
    if as_json:
        print_json(swept)
    else:
        typer.echo(
            f"Removed {swept.objects} objects, {swept.parts} parts, {swept.folders} work folders."
        )


@app.command()
def rebuild(as_json: AsJson = False) -> None:  # noqa: FBT002
    """Take into the ledger what objects hold and no row names: after a loss, or an older backup.

    Pages, captures, texts and titles come back; what no object says does not. Exit status 1 where
    some objects could not be taken in.

    Example: strandline archive rebuild
    """
    from strandline.pipelines.archive.rebuild import rebuild as take_in

    jobs = files = left = 0
    with open_archive(begins=True, blobs=True) as (ports, settings):
        assert ports.blobs is not None  # noqa: S101 - asked for
        for one in take_in(ports, ports.blobs, settings):
            jobs, files, left = jobs + 1, files + one.files, left + bool(one.message)
            if as_json:
                print_json(one)
            elif one.message:
                typer.echo(f"{safe(one.folder)} {safe(one.url)}: {safe(one.message)}")
    if not as_json:
        typer.echo(f"{files:,} files of {jobs - left:,} captures were taken in, {left:,} were not.")
    if left:
        raise typer.Exit(1)


@app.command()
def move(
    to: Annotated[str, typer.Option("--to", help="A folder, or s3://BUCKET.")],
) -> None:
    """Copy every object to another store: captures, pictures, backups. Nothing is removed.

    What is there with the same size is not copied again, so it goes on when it is run again. A
    bucket is reached as the settings say (S3_ENDPOINT, S3_REGION, keys in the environment).

    Example: strandline archive move --to s3://my-archive
    """
    from strandline.cli.output import BarProgress
    from strandline.ops.move_objects import move_objects
    from strandline.settings import load_settings
    from strandline.wiring import open_blob_store

    settings = load_settings()
    source, target = open_blob_store(settings), open_blob_store(_storage_at(settings, to))
    moved = move_objects(source, target, BarProgress())
    typer.echo(
        f"{moved.copied:,} objects copied ({moved.copied_bytes / 1e6:,.1f} MB), "
        f"{moved.there:,} were there already."
    )
    name = "S3_BUCKET" if to.startswith("s3://") else "STORAGE_PATH"
    typer.echo(f"Name the new place in {name}, and start again; nothing was removed from the old.")


def _storage_at(settings: "Settings", to: str) -> "Settings":
    """The settings with another object store.

    Raises:
        UsageError: It is that of the settings.
    """
    from pathlib import Path

    storage = settings.storage
    if to.startswith("s3://"):
        changes: dict[str, object] = {"s3_bucket": to.removeprefix("s3://").strip("/")}
    else:
        changes = {"s3_bucket": "", "path": Path(to).expanduser().absolute()}
    target = storage.model_copy(update=changes)
    same_folder = target.path.absolute() == storage.path.absolute()
    if target.s3_bucket == storage.s3_bucket and (target.s3_bucket or same_folder):
        raise UsageError("The objects are there already.", subject=to)
    return settings.model_copy(update={"storage": target})
