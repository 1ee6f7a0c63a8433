"""What `strandline archive rot`, `visit`, `accept` and `dismiss` do: kept links that rot."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import typer

from strandline.cli.archive.now import article_of
from strandline.cli.archive.verbs import open_archive
from strandline.cli.output import iso, print_json, safe
from strandline.model.accounts import Actor
from strandline.model.errors import UsageError
from strandline.model.rot import ROTTEN, LinkHealth, LinkState
from strandline.pipelines.desk import rot as acts
from strandline.pipelines.rot import visit_links

if TYPE_CHECKING:
    from strandline.model.acts import Outcome
    from strandline.model.articles import Article
    from strandline.model.rot import Visit
    from strandline.ports import Store

_PAGE = 200


def list_rotten(store: "Store", states: Sequence[LinkState], limit: int, *, as_json: bool) -> None:
    """Links by what became of them, newest first, and how many there are of each state."""
    for state in states:
        for links in _pages(store, state, limit):
            articles = store.articles([link.article_uuid for link in links])
            for link in links:
                if link.article_uuid in articles:
                    _print_link(articles[link.article_uuid], link, as_json=as_json)
    if not as_json:
        counts = store.rot_counts()
        known = ", ".join(f"{state.value} {count:,}" for state, count in counts.items())
        typer.echo(f"Kept links: {known}" if known else "Nothing is kept yet.")


def visit_now(urls: Sequence[str], *, as_json: bool) -> None:
    """Visit kept links at once, and print what was seen."""
    with open_archive(blobs=True) as (ports, settings):
        uuids = [article_of(ports.store, url).article_uuid for url in urls]
        kept = ports.store.link_health(uuids)
        for url, uuid in zip(urls, uuids, strict=True):
            if uuid not in kept:
                raise UsageError(
                    "Nothing is kept of this page, so there is nothing to compare it with.",
                    subject=url,
                    advice=f"Keep it first: strandline archive {safe(url, 500)}",
                )
        visit_links(
            ports,
            settings,
            only=uuids,
            tell=lambda article, visit: _print_visit(article, visit, as_json=as_json),
        )


def act_on(url: str, act: str) -> "Outcome":
    """Accept where a page moved, or dismiss what became of it."""
    with open_archive() as (ports, _):
        uuid = article_of(ports.store, url).article_uuid
        do = acts.accept_move if act == "accept" else acts.dismiss
        return do(ports, Actor.console(), uuid)


def read_states(text: str) -> Sequence[LinkState]:
    """The state that was typed; all that a person may look at for none.

    Raises:
        UsageError: There is no such state.
    """
    known = {state.value: state for state in ROTTEN}
    if text and text not in known:
        raise UsageError(
            f"There is no list of links that are {safe(text, 60)}.",
            subject=text,
            advice=f"There are: {', '.join(known)}.",
        )
    return (known[text],) if text else ROTTEN


def _pages(store: "Store", state: LinkState, limit: int) -> Iterator[list[LinkHealth]]:
    before: Any = None
    while limit > 0:
        links = store.rotten_links(state, limit=min(limit, _PAGE), before=before)
        if not links:
            return
        yield links
        limit -= len(links)
        before = links[-1].since, links[-1].article_uuid


def _print_link(article: "Article", link: LinkHealth, *, as_json: bool) -> None:
    if as_json:
        print_json({"url": article.article_url_final, "link": link})
        return
    typer.echo(f"{link.state.value:<10} {iso(link.since)}  {safe(article.article_url_final, 2000)}")
    typer.echo(f"           {safe(link.evidence)}")


def _print_visit(article: "Article", visit: "Visit", *, as_json: bool) -> None:
    if as_json:
        print_json({"url": article.article_url_final, "visit": visit})
        return
    typer.echo(f"{visit.sign.value:<10} {safe(article.article_url_final, 2000)}")
    typer.echo(f"           {safe(visit.evidence)}; taken for {visit.state.value}")
    for mark, passage in visit.difference:
        typer.echo(f"           {mark} {safe(passage)}")
