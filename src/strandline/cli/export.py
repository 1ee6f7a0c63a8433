"""`strandline export`: what is kept, as files for other programs."""

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.registry import open_registry
from strandline.cli.whole_file import whole_file
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

    The file is named after the article's id where no name or a folder is given. It is whole or
    not there.

    Example: strandline export wacz https://example.org/story story.wacz
    """
    from strandline.settings import load_settings
    from strandline.wiring import open_replayer

    settings = load_settings()
    artifact = _find(url)
    with tempfile.TemporaryFile() as package:
        open_replayer(settings).pack([artifact.key], package)
        size = package.tell()
        package.seek(0)
        if file == "-":
            shutil.copyfileobj(package, sys.stdout.buffer)
            sys.stdout.buffer.flush()
            return
        path = _target(file, f"{artifact.article_uuid}.wacz")
        with whole_file(path) as target:
            shutil.copyfileobj(package, target)
    typer.echo(f"{path}: {size:,} bytes, captured {artifact.created_at:%Y-%m-%d}.")


def _target(file: str, usual: str) -> Path:
    """Where it goes: into a folder under its usual name."""
    path = Path(file or usual)
    return path / usual if path.is_dir() else path


def _find(url: str) -> "Artifact":
    """The record that people see of a page.

    Raises:
        UsageError: The page is not known, or has none.
    """
    from strandline.cli.archive.now import article_of
    from strandline.model.archive import ArtifactKind

    with open_registry() as (store, _):
        artifacts = store.artifacts(article_of(store, url).article_uuid)
    for artifact in artifacts:
        if artifact.kind is ArtifactKind.WARC:
            return artifact
    raise UsageError(
        "No record of this page is kept.", subject=url, advice="Capture it: strandline archive URL"
    )
