"""How the sources and their health look on a terminal."""

from datetime import datetime, timedelta

from strandline.cli.output import safe
from strandline.model.sources import Source, SourceHealth, SourceState

#: How a state reads for somebody who never saw one.
_WORDS = {
    SourceState.NEW: "not polled yet",
    SourceState.OK: "ok",
    SourceState.FAILING: "failing",
    SourceState.HTML_PAGE: "a web page, no feed",
    SourceState.LOGIN_PAGE: "asks for a login",
    SourceState.NOT_A_FEED: "no feed",
    SourceState.BLOCKED: "blocked by a robot check",
    SourceState.RATE_LIMITED: "asked us to wait",
    SourceState.TOO_LARGE: "too large",
    SourceState.DEAD_SUSPECTED: "dead, it seems",
    SourceState.GONE: "gone for good",
}


def words_for(state: SourceState) -> str:
    """A state in words."""
    return _WORDS[state]


def show_sources(
    sources: list[Source], healths: dict[str, SourceHealth], every: dict[str, timedelta]
) -> None:
    """A table for a stranger, and below it what needs a look.

    Args:
        every: Gap between two polls by source id; `*` marks one that the source itself has.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("id", "name", "kind", "health", "every", "last good", "next (UTC)"):
        # Names and states may be broken into lines; an id or a time that is broken cannot be read.
        table.add_column(column, overflow="fold", no_wrap=column not in {"name", "health"})
    notes: list[str] = []
    for source in sources:
        health = healths.get(source.source_uuid) or SourceHealth(source.source_uuid)
        state = _state(source, health)
        is_well = source.active and health.state in (SourceState.OK, SourceState.NEW)
        table.add_row(
            source.source_uuid,
            Text(safe(source.name, 40)),
            source.kind.value,
            Text(state, style="" if is_well else "bold red"),
            _pause(every[source.source_uuid]) + "*" * (source.poll_interval is not None),
            _minute(health.last_success_at),
            _minute(health.next_poll_at if source.active else None),
        )
        notes += _notes(source, health)
    console = Console(highlight=False)
    console.print(table)
    for note in notes:
        console.print(note, markup=False, soft_wrap=True)


def _state(source: Source, health: SourceHealth) -> str:
    if source.retired_at is not None:
        return "retired"
    return words_for(health.state) if source.active else "off"


def _minute(when: datetime | None) -> str:
    """`2026-03-02 09:00`, UTC: short enough for six columns on a narrow terminal."""
    return f"{when:%Y-%m-%d %H:%M}" if when else "–"


def _pause(gap: timedelta) -> str:
    """`90 s`, `30 min`, `6 h`, `7 d`: the largest unit that leaves nothing over."""
    seconds = int(gap.total_seconds())
    units = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))
    size, name = next(one for one in units if seconds % one[0] == 0 and seconds >= one[0])
    return f"{seconds // size} {name}"


def _notes(source: Source, health: SourceHealth) -> list[str]:
    """What somebody should know of a source beyond its state."""
    lines = []
    if health.message:
        lines.append(f"{source.source_uuid}: {safe(health.message)}")
    if health.suggested_url:
        lines.append(
            f"{source.source_uuid}: it proposes {safe(health.suggested_url)} "
            f"(adopt: strandline sources edit {source.source_uuid} --url …)"
        )
    if "dates_unstable" in health.flags:
        lines.append(
            f"{source.source_uuid}: its dates change with every request; first sight counts."
        )
    return lines
