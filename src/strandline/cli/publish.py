"""`strandline publish`: what everybody may have, as a database of its own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import BarProgress, print_json, safe
from strandline.cli.registry import require_ledger
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def publish(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The new file, such as public.db.")],
    texts: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--texts", help="Also the texts of articles; they are their authors'.")
    ] = False,
    licence: Annotated[str, typer.Option("--license", help="Licence of what you publish.")] = "",
    licence_url: Annotated[str, typer.Option("--license-url", help="Where that stands.")] = "",
    provenance: Annotated[
        str,
        typer.Option(metavar="FOLDER", help="Also provenance/posts.json of each kept link, there."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Write what everybody may have to a new SQLite file: links, articles, stories, editions.

    No readers, no drafts, no editions of single readers, no accounts. FILE.metadata.json beside
    it says what each table and column holds; Datasette reads it. The same ledger gives the same
    bytes. Both files are whole or not there.

    Example: strandline publish public.db --license CC0-1.0
    """
    from strandline.settings import load_settings
    from strandline.wiring import publish_ledger

    settings = require_ledger(load_settings())
    path = Path(file)
    _refuse_the_ledger(settings, path)
    done = publish_ledger(
        settings,
        path,
        BarProgress(),
        licence=(licence, licence_url),
        with_texts=texts,
        provenance=Path(provenance) if provenance else None,
    )
    if as_json:
        print_json(done)
        return
    for name, count in done.rows.items():
        typer.echo(f"{name:16} {count:>12,}")
    typer.echo(f"{safe(str(done.path))}: {done.size_bytes:,} bytes.")
    typer.echo(f"{safe(str(done.description))} says what it holds. Look at both:")
    typer.echo(f"  datasette {safe(str(done.path))} --metadata {safe(str(done.description))}")


def _refuse_the_ledger(settings: "Settings", path: Path) -> None:
    """Refuse to write over the ledger.

    Raises:
        UsageError: The file is the ledger, or a folder.
    """
    ledger = settings.database.path.expanduser()
    if path.exists() and ledger.exists() and path.samefile(ledger):
        raise UsageError(f"{path} is the ledger itself.", subject=str(path))
    if path.is_dir():
        raise UsageError(f"{path} is a folder.", subject=str(path), advice="Name a file: public.db")
