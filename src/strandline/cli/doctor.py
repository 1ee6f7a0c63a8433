"""`strandline doctor`: what is missing or wrong on this machine."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import print_json, safe

if TYPE_CHECKING:
    from strandline.ops.findings import Finding
    from strandline.settings import Settings

app = typer.Typer(add_completion=False)


@app.command()
def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON line a finding.")] = False,  # noqa: FBT002
    online: Annotated[  # noqa: FBT002
        bool, typer.Option("--online", help="Also ask the language model one short question.")
    ] = False,
) -> None:
    """What is missing or wrong on this machine, and the way out. Exit status 1 for a fault."""
    from rich.console import Console
    from rich.markup import escape

    from strandline.ops.findings import Level
    from strandline.settings import load_settings

    console = Console(highlight=False, markup=False)
    failed = False
    for finding in all_findings(load_settings(), is_online=online):
        failed |= finding.level is Level.FAULT
        if as_json:
            print_json(finding)
            continue
        said = escape(f"{finding.what}: {safe(finding.detail)}")
        console.print(f"{finding.level.mark} {said}", soft_wrap=True)
        if finding.advice:
            console.print(f"  {finding.advice}", markup=False, soft_wrap=True)
    if failed:
        raise typer.Exit(1)


def all_findings(settings: "Settings", *, is_online: bool = False) -> "Iterator[Finding]":
    """Everything that can be looked at on this machine."""
    from strandline.ops.doctor import examine
    from strandline.wiring import (
        capture_tools,
        check_outputs,
        check_parser,
        check_wayback,
        index_state,
        ledger_state,
        open_blob_store,
        open_chat,
        open_ledger,
        records_of_names,
        story_tools,
        system_clock,
        try_enclosure,
    )

    return examine(
        settings,
        open_ledger,
        find_ledger=ledger_state,
        open_blobs=open_blob_store,
        tools=capture_tools(),
        enclosure=try_enclosure,
        story_tools=story_tools,
        index_state=index_state,
        open_chat=open_chat,
        check_parser=check_parser,
        check_outputs=check_outputs,
        check_wayback=check_wayback,
        look=records_of_names,
        clock=system_clock(),
        is_online=is_online,
    )
