"""`strandline init`: write a configuration file that says what every setting is."""

from pathlib import Path
from typing import Annotated

import typer

from strandline.model.errors import UsageError

app = typer.Typer(add_completion=False)


@app.command()
def init(
    path: Annotated[Path, typer.Argument(help="Where to write it.")] = Path("strandline.toml"),
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,  # noqa: FBT002
) -> None:
    """Write a configuration file: every setting with its default, commented out.

    Environment variables win over the file; their names stand beside each setting.
    """
    from strandline.ops.reference import settings_toml

    if path.exists() and not force:
        raise UsageError(
            f"{path} is there already.", subject=str(path), advice="Use --force to replace it."
        )
    try:
        path.write_text(settings_toml(), encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}.", subject=str(path)
        ) from error
    typer.echo(f"Wrote {path}.")
    typer.echo("Next: strandline sources add https://example.org/feed.xml, then strandline up.")
