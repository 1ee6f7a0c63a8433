"""`strandline status`: every count a person needs."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.output import counted, fields_of, iso, print_json, safe
from strandline.cli.registry import open_registry
from strandline.cli.status_stories import story_rows, story_values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strandline.ops.status import Status

app = typer.Typer(add_completion=False)


@app.command()
def status(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,  # noqa: FBT002
) -> None:
    """Every count a person needs: sources and their troubles, the ledger, what waits, editions.

    Exit status 1 where nothing has polled for more than an hour although sources are due.
    """
    from strandline.ops.status import gather_status, ledger_place
    from strandline.pipelines.retention import what_would_go
    from strandline.wiring import system_clock

    with open_registry() as (store, settings):
        told = gather_status(store, system_clock().now(), settings)
        going = what_would_go(store, settings, system_clock())
    place = ledger_place(settings)
    if as_json:
        values = {"database": place, "stories": story_values(told.stories)}
        values["would_go"] = {row.what.value: row.rows for row in going}
        print_json(fields_of(told) | values)
    else:
        _show(told, place, {row.what.value: row.rows for row in going})
    if told.overdue:
        raise typer.Exit(1)


def _show(told: "Status", place: str, going: "Mapping[str, int]") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    counts = told.counts
    grid = Table.grid(padding=(0, 2))
    rows = (
        (
            "articles",
            f"{counts.articles:,}",
            f"{counted(counts.mentions, 'mention')}, {counted(counts.aliases, 'other URL')}",
        ),
        ("posts", f"{counts.posts:,}", "items listed by sources, as last seen"),
        ("texts", f"{counts.texts:,}", _by(counts.texts_by_status)),
        ("sources", f"{counts.sources:,}", _by(counts.sources_by_state)),
        ("waiting", f"{sum(told.backlog.values()):,}", _backlog(told.backlog)),
        (
            "readers",
            f"{counts.readers:,}",
            f"{counted(counts.history, 'history row')}, {counted(counts.digests, 'digest')}",
        ),
        *story_rows(told.stories),
        ("archive", f"{sum(told.jobs.values()):,}", _by(told.jobs) or "no jobs yet"),
        ("public copies", f"{sum(told.copies.values()):,}", _by(told.copies) or "none asked for"),
        ("pictures", f"{counts.pictures:,}", f"{counts.picture_bytes / 1e6:,.1f} MB"),
        ("last poll", iso(told.last_poll_at), ""),
        ("last digest", iso(told.last_digest_at), ""),
        *_backup_rows(told),
        ("would go", f"{sum(going.values()):,}", _by(going) or "nothing is old enough"),
        ("database", f"{counts.size_bytes / 1e6:,.1f} MB", f"schema {told.schema_revision}"),
    )
    for row in rows:
        grid.add_row(*row)
    console.print(grid)
    console.print(place, markup=False, soft_wrap=True)
    for forum in told.forums:
        console.print(
            f"{forum.source_uuid} {safe(forum.name, 60)}: {forum.seen:,} posts seen, "
            f"{forum.missing:,} missing, {forum.excluded:,} excluded",
            markup=False,
        )
    for trouble in told.troubles:
        console.print(
            f"! {trouble.source_uuid} {safe(trouble.name, 60)}: {trouble.state.value} "
            f"(last good {iso(trouble.last_success_at)}) {safe(trouble.message)}",
            markup=False,
        )
    for fault in (told.backup.fault, told.backup.trial_fault):
        if fault:
            console.print(f"! backup: {safe(fault)}", markup=False, soft_wrap=True)
    if told.copy_fault:
        console.print(f"! Wayback Machine: {safe(told.copy_fault)}", markup=False, soft_wrap=True)
    if told.backup.is_late:
        console.print("! backup: the newest is too old. strandline backup makes one.")
    if told.clock:
        console.print(f"! clock: {told.clock}", markup=False, soft_wrap=True)
    if told.overdue:
        console.print(
            f"! {counted(told.overdue, 'source')} overdue: nothing polls. Start `strandline up`.",
            style="bold red",
        )


def _backup_rows(told: "Status") -> tuple[tuple[str, str, str], ...]:
    backup = told.backup
    return (
        ("last backup", iso(backup.made_at), safe(backup.detail)),
        ("brought back", iso(backup.tried_at), safe(backup.trial)),
    )


def _backlog(backlog: "Mapping[str, int]") -> str:
    """What waits; what is too old for polls to match waits for a person."""
    hint = " (those that polls leave, being old: strandline dedup backfill)"
    return _by(backlog) + (hint if backlog.get("articles_unmatched") else "")


def _by(counts: object) -> str:
    items = counts.items() if hasattr(counts, "items") else ()
    return ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in items if count)
