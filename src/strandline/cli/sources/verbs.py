"""`strandline sources`: the registry of what is polled."""

import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.acting import check, open_desk, say
from strandline.cli.output import counted, fields_of, iso, print_json, read_input, safe
from strandline.cli.registry import open_registry
from strandline.cli.sources.discovery import show_found
from strandline.cli.sources.table import show_sources
from strandline.cli.whole_file import whole_file
from strandline.core.sources.feeds.hrefs import web_address
from strandline.core.sources.registry import ADDRESSLESS, find_source, likely_kind, make_source
from strandline.core.sources.window import Window
from strandline.model.accounts import Actor
from strandline.model.errors import ParseError, UsageError
from strandline.model.sources import ContentType, Source, SourceKind
from strandline.pipelines.desk import sources
from strandline.pipelines.desk.subscriptions import (
    MOST_OPML_BYTES,
    export_list,
    import_list,
    plan_import,
)

if TYPE_CHECKING:
    from strandline.ports import Ports

app = typer.Typer(add_completion=False, no_args_is_help=True)

Named = Annotated[str, typer.Argument(metavar="SOURCE", help="Id, address or name.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON lines.")]
Name = Annotated[str | None, typer.Option(help="Name shown to readers.")]
Kind = Annotated[SourceKind | None, typer.Option(help="How it is read; guessed from the URL.")]
Language = Annotated[str | None, typer.Option(help="Such as en, fr, zh.")]
Reputation = Annotated[float | None, typer.Option(min=0, max=1, help="Weight in scoring.")]
Type = Annotated[ContentType | None, typer.Option("--type", help="What its items are.")]
Categories = Annotated[list[str] | None, typer.Option("--category", help="Hint; repeatable.")]
Tags = Annotated[list[str] | None, typer.Option("--tag", help="To find it by; repeatable.")]
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
    url: Annotated[
        str, typer.Argument(help="Feed, forum, page or sitemap; a name for a list.")
    ] = "",
    name: Name = None,
    kind: Kind = None,
    newsletter: Annotated[
        str | None, typer.Option(help="Name of a newsletter: it gets an address of its own.")
    ] = None,
    language: Language = None,
    reputation: Reputation = None,
    content_type: Type = None,
    category: Categories = None,
    interval: Interval = None,
    timezone: Zone = None,
    item: Items = None,
    follow_replies: Replies = None,
    tag: Tags = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Add a source. Its kind is guessed from the address unless given.

    What is at the address is looked at: where a page answers, the feed that it names is added.
    `--kind` takes the address without a look.

    Example: strandline sources add https://blog.example/ --category science
    """
    if newsletter:
        url, name, kind = newsletter, name or newsletter, SourceKind.NEWSLETTER
    if not url.strip():
        raise UsageError("Nothing to add was given.", advice="Give an address, or --newsletter.")
    from strandline.pipelines.poll.discovery import discover

    found = None
    chosen = kind or likely_kind(web_address(url), item or ())
    if chosen not in ADDRESSLESS:
        url = web_address(url)
    with open_desk(begins=True) as (ports, settings):
        known = sources.known_at(ports, url)
        looks = known is None and kind is None and chosen in (SourceKind.DIRECT, SourceKind.FEED)
        if looks:
            make_source("check", url, kind=chosen, items=item or ())
            window = Window.of(ports.clock.now(), settings.poll)
            found = discover(ports, url, chosen, window)
            url, chosen = found.url, found.kind
        outcome, source = sources.add(
            ports,
            Actor.console(),
            url,
            kind=chosen,
            name=name or "",
            interval=timedelta(seconds=interval) if interval else None,
            content_type=content_type,
            language=language,
            reputation=0.5 if reputation is None else reputation,
            categories=category or (),
            timezone=timezone or "UTC",
            follow_replies=bool(follow_replies),
            items=item or (),
            tags=tag or (),
        )
        address = sources.newsletter_address(ports, settings, source) if source else ""
    if source is None or not outcome.is_done:
        check(outcome)
        return
    if as_json:
        told = {"mail_address": address} if address else {}
        print_json({**fields_of(source), **told, "discovery": found})
        return
    if found is not None:
        show_found(found)
    typer.echo(f"Added {source.source_uuid}: {safe(source.name)} ({_about(source)}).")
    if source.kind is SourceKind.NEWSLETTER:
        typer.echo(_subscribe(address))


@app.command()
def letters(source: Named) -> None:
    """Show where a newsletter is to be sent to, and what its mails ask you to open yourself."""
    with open_desk() as (ports, settings):
        (found,) = _found(ports, [source])
        address = sources.newsletter_address(ports, settings, found)
        asking = ports.store.asking_letters(found.source_uuid, limit=20)
    if found.kind is not SourceKind.NEWSLETTER:
        raise UsageError(f"{found.source_uuid} is no newsletter.")
    typer.echo(_subscribe(address))
    for letter in asking:
        typer.echo(f"{iso(letter.received_at)}  {safe(letter.sender, 80)}: {safe(letter.subject)}")
        typer.echo(f"  open it yourself if you asked for it: {safe(letter.asks, 2_000)}")


def _subscribe(address: str) -> str:
    if not address:
        return "It has no address yet: set NEWSLETTER_ADDRESS or MAIL_FROM."
    return f"Subscribe with this address, and tell nobody else: {address}"


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
    tag: Tags = None,
    active: Annotated[bool | None, typer.Option("--active/--inactive", help="Poll it?")] = None,
) -> None:
    """Change what is given; everything else stays. `--category ""` removes all hints."""
    changes = {
        "url": url,
        "name": name,
        "kind": kind,
        "language": language,
        "reputation": reputation,
        "content_type": content_type,
        "categories": None if category is None else tuple(category),
        "tags": None if tag is None else tuple(tag),
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
    with open_desk() as (ports, _):
        found = find_source(ports.store.sources(), source)
        outcome = sources.edit(ports, Actor.console(), found.source_uuid, given)
    if not outcome.is_done and outcome.message != "sources.refused.same":
        check(outcome)
    typer.echo(f"Changed {found.source_uuid}: {', '.join(given)}.")


Several = Annotated[list[str], typer.Argument(metavar="SOURCE", help="Ids, addresses, names.")]


@app.command()
def remove(named: Several) -> None:
    """Forget sources; their articles and mentions stay."""
    with open_desk() as (ports, _):
        found = _found(ports, named)
        check(sources.remove(ports, Actor.console(), [source.source_uuid for source in found]))
    for source in found:
        typer.echo(f"Removed {source.source_uuid}: {safe(source.name)}.")


@app.command()
def pause(named: Several) -> None:
    """Poll sources no more until they are resumed."""
    _do("pause", named)


@app.command()
def resume(named: Several) -> None:
    """Poll sources again that were paused, retired or gone, at once."""
    _do("resume", named)


@app.command()
def retire(named: Several) -> None:
    """Poll sources no more and leave them out of lists; what they told stays under their names."""
    _do("retire", named)


@app.command()
def adopt(source: Named) -> None:
    """Take the address that a source proposes, and read it afresh."""
    with open_desk() as (ports, _):
        (found,) = _found(ports, [source])
        say(sources.adopt(ports, Actor.console(), found.source_uuid))


Word = Annotated[str, typer.Argument(metavar="WORD")]


@app.command()
def tag(word: Word, named: Several) -> None:
    """Give sources a tag, by which they are found and carried in OPML."""
    _do("tag", named, word)


@app.command()
def untag(word: Word, named: Several) -> None:
    """Take a tag from sources."""
    _do("untag", named, word)


@app.command()
def move(word: Word, named: Several) -> None:
    """Give sources another main category; their further ones stay."""
    _do("move", named, word)


def _do(deed: str, named: list[str], word: str = "") -> None:
    with open_desk() as (ports, _):
        uuids = [source.source_uuid for source in _found(ports, named)]
        say(sources.do(ports, Actor.console(), deed, uuids, word))


def _found(ports: "Ports", named: list[str]) -> list[Source]:
    known = ports.store.sources()
    return [find_source(known, name) for name in named]


@app.command("import")
def import_opml(
    file: Annotated[str, typer.Argument(help="OPML file; - for standard input.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would do.")] = False,  # noqa: FBT002
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Add every subscription of an OPML file; folders become category hints.

    Addresses that are there already are named and left alone, so it may be run twice.
    """
    body = read_input(file, MOST_OPML_BYTES)
    with open_desk(begins=True) as (ports, _):
        if dry_run:
            plan = plan_import(ports, body)
        else:
            outcome, plan = import_list(ports, Actor.console(), body)
            if outcome.message == "sources.refused.opml":
                raise ParseError(str(outcome.values["why"]), subject=file)
    added, known, problems = plan.added, plan.known, plan.problems
    if as_json:
        print_json({"added": added, "known": known, "problems": problems})
        return
    for url in known:
        typer.echo(f"  already there: {safe(url)}")
    for problem in problems:
        typer.echo(f"  left out: {safe(problem)}", err=True)
    if not (added or known or problems):
        typer.echo(f"warning: {safe(file)} names no feed address (xmlUrl).", err=True)
    if dry_run:
        for source in added:
            typer.echo(f"  would be added: {safe(source.name, 80)} ({safe(source.url)})")
    did = "would be added" if dry_run else "added"
    typer.echo(
        f"{counted(len(added), 'source')} {did}, {len(known)} already there, "
        f"{len(problems)} left out."
    )


@app.command()
def export(
    output: Annotated[
        str, typer.Option("--output", "-o", help="File; - for standard output.")
    ] = "-",
) -> None:
    """Write all subscriptions as OPML."""
    with open_desk() as (ports, settings):
        xml = export_list(ports, f"{settings.web.title} sources")
    if output == "-":
        sys.stdout.buffer.write(xml)
        return
    with whole_file(Path(output)) as target:
        target.write(xml)
    typer.echo(f"Written to {output}.")


def _about(source: Source) -> str:
    from strandline.core.sources.kinds import kind_of

    return f"{source.kind.value}: {kind_of(source).about}"
