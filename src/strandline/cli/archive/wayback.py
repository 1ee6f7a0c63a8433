"""`strandline archive wayback`: public copies of links, made by the Wayback Machine."""

import threading
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.archive.verbs import AsJson, app, open_archive, quiet
from strandline.cli.output import iso, print_json, safe
from strandline.cli.stopping import stopping
from strandline.core.archive.public_copies import UPKEEP, left_alone
from strandline.model.errors import UrlError, UsageError
from strandline.model.wayback import AT_REST, LACKING, CopyState, PublicCopy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from strandline.model.articles import Article
    from strandline.ports import Ports
    from strandline.settings import Settings

#: Between two looks at what the service does, seconds.
_LOOK_S = 5.0
#: Somebody has asked for it already: its copy is waited for, or told.
_GOES_ON = ("wayback.under_way", "wayback.saved_today")


@app.command()
def wayback(
    urls: Annotated[
        list[str] | None, typer.Argument(metavar="URL", help="Links, or ids (A_…); none lists.")
    ] = None,
    state: Annotated[
        str, typer.Option(help="List only: planned, asked, saved, failed, given_up.")
    ] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many of a state.")] = 20,
    wait: Annotated[
        int, typer.Option(min=0, max=3_600, help="Seconds to wait for the copy; `up` goes on.")
    ] = 180,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Have links saved by the Wayback Machine, or list what became of those that were.

    Needs WAYBACK_ACCESS_KEY and WAYBACK_SECRET_KEY; WAYBACK_SAVE says which links are saved by
    themselves. A link that the ledger does not have is kept first: `strandline archive URL`.
    What is under way is waited for; what was saved today is told. Exit status 1 where a copy is not
    there (yet), or one of several was refused: `up` goes on.

    Example: strandline archive wayback https://example.org/story
    """
    if not urls:
        _list(_read_states(state), limit, as_json=as_json)
        return
    with stopping() as stop, open_archive() as (ports, settings):
        uuids = [uuid for url in urls if (uuid := _plan(ports, settings, url))]
        _work(ports, quiet(settings), uuids, wait, stop)
        rows = ports.store.public_copies(uuids)
        for row in rows.values():
            _print(ports.store.articles([row.article_uuid]), row, as_json=as_json)
        is_well = len(uuids) == len(urls) and all(row.memento_url for row in rows.values())
        if any(row.state not in AT_REST for row in rows.values()):
            _tell_pause(ports, settings)
    if not is_well:
        raise typer.Exit(1)


def _plan(ports: "Ports", settings: "Settings", url: str) -> str:
    """Id of a link that is planned, under way or saved; empty where it is refused, told why."""
    from strandline.cli.acting import check
    from strandline.cli.archive.now import article_of
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.wayback import save_link

    try:
        uuid = article_of(ports.store, url).article_uuid
        outcome = save_link(ports, settings, Actor.console(), uuid)
        if outcome.message not in _GOES_ON:
            check(outcome)
    except (UrlError, UsageError) as error:
        typer.echo(f"{safe(url, 2000)}: {safe(str(error))}", err=True)
        return ""
    return uuid


def _tell_pause(ports: "Ports", settings: "Settings") -> None:
    """Why something waits that is not the page's own doing."""
    from strandline.ops.status import copy_fault

    if fault := copy_fault(ports.store, settings, ports.clock.now()):
        typer.echo(f"The Wayback Machine does not let us ask: {safe(fault)}", err=True)


def _work(
    ports: "Ports", settings: "Settings", uuids: list[str], wait: int, stop: threading.Event
) -> None:
    """Until all are at rest, or put off, or the time is over."""
    from strandline.pipelines.wayback import save_copies

    end = ports.clock.now() + timedelta(seconds=wait)
    while True:
        save_copies(ports, settings, only=uuids, stop=stop)
        left = (end - ports.clock.now()).total_seconds()
        is_over = left <= 0 or not _may_move(ports, uuids, end)
        if is_over or stop.wait(min(_LOOK_S, left)):
            return


def _may_move(ports: "Ports", uuids: list[str], end: datetime) -> bool:
    """Whether anything is to be done before the end."""
    pause = left_alone(ports.store.upkeep().get(UPKEEP), ports.clock.now())
    if pause is not None and pause > end:
        return False
    rows = ports.store.public_copies(uuids).values()
    return any(
        row.state is CopyState.ASKED
        or (row.state is CopyState.PLANNED and row.next_at is not None and row.next_at <= end)
        for row in rows
    )


def _list(states: "Sequence[CopyState]", limit: int, *, as_json: bool) -> None:
    from strandline.cli.registry import open_registry

    with open_registry() as (store, _):
        for state in states:
            rows = store.list_copies(state, limit=limit)
            articles = store.articles([row.article_uuid for row in rows])
            for row in rows:
                _print(articles, row, as_json=as_json)
        counts = store.copy_counts()
    if not as_json:
        known = ", ".join(f"{state.value} {count:,}" for state, count in counts.items())
        nothing = (
            "No public copy was asked for yet: WAYBACK_SAVE, or strandline archive wayback URL"
        )
        typer.echo(f"Public copies: {known}" if known else nothing)


def _read_states(text: str) -> "Sequence[CopyState]":
    """The state that was typed; what is lacking for none.

    Raises:
        UsageError: There is no such state.
    """
    if text and text not in set(CopyState):
        raise UsageError(
            f"There are no public copies that are {safe(text, 60)}.",
            subject=text,
            advice=f"There are: {', '.join(CopyState)}.",
        )
    return (CopyState(text),) if text else LACKING


def _print(articles: "dict[str, Article]", row: PublicCopy, *, as_json: bool) -> None:
    article = articles.get(row.article_uuid)
    url = article.article_url_final if article else row.article_uuid
    if as_json:
        print_json({"url": url, "copy": row})
        return
    typer.echo(f"{row.state.value:<9} {iso(row.changed_at)}  {safe(url, 2000)}")
    if row.memento_url:
        typer.echo(f"          {safe(row.memento_url, 2000)}")
    elif row.said:
        again = f"; again {iso(row.next_at)}" if row.next_at else ""
        typer.echo(f"          {safe(row.said)}{again}")
