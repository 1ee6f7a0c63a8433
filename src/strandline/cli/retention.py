"""`strandline retention`: what is kept how long, and what would go."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.acting import open_desk
from strandline.cli.output import iso, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.pipelines.retention import Going

app = typer.Typer(add_completion=False)


@app.command()
def retention(
    dry_run: Annotated[  # noqa: FBT002 - typer makes it a flag
        bool, typer.Option("--dry-run", help="Only count what would go.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,  # noqa: FBT002
) -> None:
    """Let go of what is older than the settings keep it, in small steps. `up` does it each hour.

    Example: strandline retention --dry-run
    """
    from strandline.pipelines.retention import let_go, what_would_go

    with open_desk() as (ports, settings):
        if dry_run:
            rows = what_would_go(ports.store, settings, ports.clock)
        else:
            rows = let_go(ports, settings)
    if as_json:
        for row in rows:
            print_json(row)
    else:
        _show(rows, "would go" if dry_run else "went")


def _show(rows: "Sequence[Going]", word: str) -> None:
    for row in rows:
        if row.before is None:
            typer.echo(f"{row.what.value:<8} all are kept ({row.setting}=0)")
            continue
        kept = f"{row.setting}={row.days}" if row.setting else "ended"
        typer.echo(f"{row.what.value:<8} {row.rows:,} {word}: before {iso(row.before)} ({kept})")
