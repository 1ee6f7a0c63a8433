"""`strandline export`: what is kept, as files for other programs."""

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer

from strandline.cli.registry import open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.archive import Artifact

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Write what is kept to files.")


@app.callback()
def _group() -> None:
    """Write what is kept to files."""


@app.command()
def wacz(
    url: Annotated[str, typer.Argument(help="URL in any spelling, or id (A_…).")],
    file: Annotated[str, typer.Argument(metavar="FILE", help="- is stdout.")] = "",
) -> None:
    """Write a page's WACZ, which ReplayWeb.page and other players open.

    The file is named after the article's id where no name is given. It is whole or not there.

    Example: strandline export wacz https://example.org/story story.wacz
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_replayer

    settings = load_settings()
    artifact = _find(url)
    with tempfile.TemporaryFile() as package:
        open_replayer(settings).pack(artifact.key, package)
        size = package.tell()
        package.seek(0)
        if file == "-":
            shutil.copyfileobj(package, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        path = Path(file or f"{artifact.article_uuid}.wacz")
        _write(path, package)
    typer.echo(f"{path}: {size:,} bytes, captured {artifact.created_at:%Y-%m-%d}.")


def _find(url: str) -> "Artifact":
    """The record that people see of a page.

    Raises:
        UsageError: The page is not known, or has none.
    """
    from strandline.cli.archive_now import article_of
    from strandline.model.archive import ArtifactKind

    with open_registry() as (store, _):
        artifacts = store.artifacts(article_of(store, url).article_uuid)
    for artifact in artifacts:
        if artifact.kind is ArtifactKind.WARC:
            return artifact
    raise UsageError(
        "No record of this page is kept.", subject=url, advice="Capture it: strandline archive URL"
    )


def _write(path: Path, package: IO[bytes]) -> None:
    """Write a file that is whole or not there.

    Raises:
        UsageError: Nothing can be written there.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as target:
            shutil.copyfileobj(package, target)
            target.flush()
            os.fsync(target.fileno())
        part.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", subject=str(path)
        ) from error
    finally:
        part.unlink(missing_ok=True)
