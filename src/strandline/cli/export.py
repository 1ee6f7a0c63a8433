"""`strandline export`: what is kept, as files for other programs."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.registry import open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.archive import Artifact
    from strandline.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True, help="Write what is kept to files.")


@app.callback()
def _group() -> None:
    """Write what is kept to files."""


@app.command()
def wacz(
    url: Annotated[str, typer.Argument(help="URL in any spelling, or id (A_…).")],
    file: Annotated[str, typer.Argument(metavar="[FILE]", help="- is stdout.")] = "",
) -> None:
    """Write a page's WACZ, which ReplayWeb.page and other players open.

    The file is named after the article's id where no name is given. It is whole or not there.

    Example: strandline export wacz https://example.org/story story.wacz
    """
    from strandline.settings import load_settings

    settings = load_settings()
    artifact = _find(url)
    pieces = _pieces(settings, artifact)
    if file == "-":
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    path = Path(file or f"{artifact.article_uuid}.wacz")
    _write(path, pieces)
    typer.echo(f"{path}: {artifact.size_bytes:,} bytes, captured {artifact.created_at:%Y-%m-%d}.")


def _find(url: str) -> "Artifact":
    """The WACZ that people see of a page.

    Raises:
        UsageError: The page is not known, or has none.
    """
    from strandline.cli.archive_now import article_of
    from strandline.model.archive import ArtifactKind

    with open_registry() as (store, _):
        artifacts = store.artifacts(article_of(store, url).article_uuid)
    for artifact in artifacts:
        if artifact.kind is ArtifactKind.WACZ:
            return artifact
    raise UsageError(
        "No WACZ of this page is kept.", subject=url, advice="Capture it: strandline archive URL"
    )


def _pieces(settings: "Settings", artifact: "Artifact") -> Iterator[bytes]:
    from strandline.wiring import open_blob_store

    return open_blob_store(settings).read(artifact.key)


def _write(path: Path, pieces: Iterator[bytes]) -> None:
    """Write a file that is whole or not there.

    Raises:
        UsageError: Nothing can be written there.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as target:
            for piece in pieces:
                target.write(piece)
            target.flush()
            os.fsync(target.fileno())
        part.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", subject=str(path)
        ) from error
    finally:
        part.unlink(missing_ok=True)
