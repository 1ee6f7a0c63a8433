"""`strandline sources`: the registry of what is polled."""

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.output import counted, fields_of, print_json, read_input, safe
from strandline.cli.registry import open_registry
from strandline.cli.sources.discovery import look_at, refuse_known, show_found
from strandline.cli.sources.table import show_sources
from strandline.cli.whole_file import whole_file
from strandline.model.errors import StoreError, UsageError
from strandline.model.sources import ContentType, Source, SourceKind

if TYPE_CHECKING:
    pass

app = typer.Typer(add_completion=False, no_args_is_help=True)

#: 20 MB of OPML are some hundred thousand subscriptions.
MOST_OPML_BYTES = 20_000_000

Named = Annotated[str, typer.Argument(metavar="SOURCE", help="Id, address or name.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON lines.")]
Name = Annotated[str | None, typer.Option(help="Name shown to readers.")]
Kind = Annotated[SourceKind | None, typer.Option(help="How it is read; guessed from the URL.")]
Language = Annotated[str | None, typer.Option(help="Such as en, fr, zh.")]
Reputation = Annotated[float | None, typer.Option(min=0, max=1, help="Weight in scoring.")]
Type = Annotated[ContentType | None, typer.Option("--type", help="What its items are.")]
Categories = Annotated[list[str] | None, typer.Option("--category", help="Hint; repeatable.")]
Interval = Annotated[
    int | None,
    typer.Option(min=0, max=366 * 86_400, help="Seconds between two polls; 0: as the settings."),
]
Zone = Annotated[str | None, typer.Option("--timezone", help="Of dates that name no zone.")]
Items = Annotated[list[str] | None, typer.Option("--item", help="URL of a list; repeatable.")]
Replies = Annotated[
    bool | None,
    typer.Option("--follow-replies/--no-follow-replies", help="Bumps are news."),
]


@app.command()
def add(
    url: Annotated[str, typer.Argument(help="Feed, forum, page or sitemap; a name for a list.")],
    name: Name = None,
    kind: Kind = None,
    language: Language = None,
    reputation: Reputation = None,
    content_type: Type = None,
    category: Categories = None,
    interval: Interval = None,
    timezone: Zone = None,
    item: Items = None,
    follow_replies: Replies = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Add a source. Its kind is guessed from the address unless given.

    What is at the address is looked at: where a page answers, the feed that it names is added.
    `--kind` takes the address without a look.

    Example: strandline sources add https://blog.example/ --category science
    """
    from strandline.core.sources.feeds.hrefs import web_address
    from strandline.core.sources.registry import ADDRESSLESS, likely_kind, make_source

    found = None
    chosen = kind or likely_kind(web_address(url), item or ())
    if chosen not in ADDRESSLESS:
        url = web_address(url)
    with open_registry(begins=True) as (store, _):
        refuse_known(store, url)
        make_source("check", url, kind=chosen, items=item or ())
    if kind is None and chosen in (SourceKind.DIRECT, SourceKind.FEED):
        found = look_at(url, chosen)
        url, chosen = found.url, found.kind
    with open_registry(begins=True) as (store, _):
        refuse_known(store, url)
        fields: dict[str, Any] = {
            "kind": chosen,
            "name": name or "",
            "interval": timedelta(seconds=interval) if interval else None,
            "content_type": content_type,
            "language": language,
            "reputation": 0.5 if reputation is None else reputation,
            "categories": category or (),
            "timezone": timezone or "UTC",
            "follow_replies": bool(follow_replies),
            "items": item or (),
        }
        make_source("check", url, **fields)  # refuse before an id is spent
        source = make_source(store.new_source_uuid(chosen), url, **fields)
        store.save_source(source)
    if as_json:
        print_json({**fields_of(source), "discovery": found})
        return
    if found is not None:
        show_found(found)
    typer.echo(f"Added {source.source_uuid}: {safe(source.name)} ({_about(source)}).")


@app.command("list")
def list_sources(
    as_json: AsJson = False,  # noqa: FBT002
    active: Annotated[bool, typer.Option("--active", help="Only those that are polled.")] = False,  # noqa: FBT002
) -> None:
    """Show every source and how polling it goes."""
    from strandline.core.sources.courtesy import interval_of

    with open_registry() as (store, settings):
        sources = store.sources(active_only=active)
        healths = store.healths()
    every = {one.source_uuid: interval_of(one, settings.poll) for one in sources}
    if as_json:
        for source in sources:
            health = healths.get(source.source_uuid)
            interval_s = every[source.source_uuid].total_seconds()
            print_json({"source": source, "health": health, "interval_s": interval_s})
        return
    if not sources:
        typer.echo("There are no sources yet. Add one: strandline sources add URL")
        return
    show_sources(sources, healths, every)


@app.command()
def edit(
    source: Named,
    url: Annotated[str | None, typer.Option(help="New address.")] = None,
    name: Name = None,
    kind: Kind = None,
    language: Language = None,
    reputation: Reputation = None,
    content_type: Type = None,
    category: Categories = None,
    interval: Interval = None,
    timezone: Zone = None,
    item: Items = None,
    follow_replies: Replies = None,
    active: Annotated[bool | None, typer.Option("--active/--inactive", help="Poll it?")] = None,
) -> None:
    """Change what is given; everything else stays. `--category ""` removes all hints."""
    from strandline.core.sources.registry import check_source, find_source

    changes = {
        "url": url,
        "name": name,
        "kind": kind,
        "language": language,
        "reputation": reputation,
        "content_type": content_type,
        "categories": None if category is None else tuple(c for c in category if c),
        "timezone": timezone,
        "items": None if item is None else tuple(item),
        "follow_replies": follow_replies,
        "active": active,
    }
    given: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if interval is not None:
        given["poll_interval"] = timedelta(seconds=interval) if interval else None
    if not given:
        raise UsageError("Nothing to change was given.", advice="See --help for what can be.")
    with open_registry() as (store, _):
        found = find_source(store.sources(), source)
        changed = replace(found, **given)
        check_source(changed)
        store.save_source(changed)
    typer.echo(f"Changed {found.source_uuid}: {', '.join(given)}.")


@app.command()
def remove(
    sources: Annotated[list[str], typer.Argument(metavar="SOURCE", help="Ids, addresses, names.")],
) -> None:
    """Forget sources; their articles and mentions stay."""
    from strandline.core.sources.registry import find_source

    with open_registry() as (store, _):
        found = [find_source(store.sources(), named) for named in sources]
        for source in found:
            store.remove_source(source.source_uuid)
            typer.echo(f"Removed {source.source_uuid}: {safe(source.name)}.")


@app.command("import")
def import_opml(
    file: Annotated[str, typer.Argument(help="OPML file; - for standard input.")],
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Add every subscription of an OPML file; folders become category hints.

    Addresses that are there already are named and left alone, so it may be run twice.
    """
    from strandline.core.sources.opml import read_opml
    from strandline.core.sources.registry import address_key, by_address, make_source

    read = read_opml(read_input(file, MOST_OPML_BYTES))
    added: list[Source] = []
    known: list[str] = []
    problems = list(read.problems)
    with open_registry(begins=True) as (store, _):
        present = by_address(store.sources())
        for item in read.items:
            if address_key(item.url) in present:
                known.append(item.url)
                continue
            fields: dict[str, Any] = {
                "kind": item.kind,
                "name": item.name,
                "interval": item.own.interval,
                "content_type": item.own.content_type,
                "reputation": 0.5 if item.own.reputation is None else item.own.reputation,
                "timezone": item.own.timezone or "UTC",
                "follow_replies": bool(item.own.follow_replies),
                "categories": item.categories,
                "items": item.items,
                "language": item.language,
            }
            try:
                make_source("check", item.url, **fields)
                source = make_source(store.new_source_uuid(item.kind), item.url, **fields)
                source = replace(source, active=item.own.active is not False)
                store.save_source(source)
            except (UsageError, StoreError) as error:
                problems.append(f"{item.name}: {error}")
            else:
                added.append(source)
                present[address_key(item.url)] = source
    if as_json:
        print_json({"added": added, "known": known, "problems": problems})
        return
    for url in known:
        typer.echo(f"  already there: {safe(url)}")
    for problem in problems:
        typer.echo(f"  left out: {safe(problem)}", err=True)
    if not read.items and not problems:
        typer.echo(f"warning: {safe(file)} names no feed address (xmlUrl).", err=True)
    typer.echo(
        f"{counted(len(added), 'source')} added, {len(known)} already there, "
        f"{len(problems)} left out."
    )


@app.command()
def export(
    output: Annotated[
        str, typer.Option("--output", "-o", help="File; - for standard output.")
    ] = "-",
) -> None:
    """Write all subscriptions as OPML."""
    from strandline.core.sources.opml import write_opml

    with open_registry() as (store, settings):
        sources = store.sources()
        xml = write_opml(sources, title=f"{settings.web.title} sources")
    if output == "-":
        sys.stdout.buffer.write(xml)
        return
    with whole_file(Path(output)) as target:
        target.write(xml)
    typer.echo(f"Written to {output}.")


def _about(source: Source) -> str:
    from strandline.core.sources.kinds import kind_of

    return f"{source.kind.value}: {kind_of(source).about}"
