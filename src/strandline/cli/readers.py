"""`strandline readers`: whose digests are made, from which sources, with which settings."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from strandline.cli.acting import open_desk, say
from strandline.cli.output import counted, print_json, safe
from strandline.cli.registry import open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from strandline.model.acts import Outcome
    from strandline.model.readers import Reader, ReaderSettings
    from strandline.ports import Store
    from strandline.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True)

#: Ids go into URLs and files: letters, digits, hyphens.
_READER_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_LONGEST_NAME = 120
_PUBLIC = "public"

ReaderId = Annotated[str, typer.Argument(metavar="READER", help="Id of the reader.")]
Name = Annotated[str | None, typer.Option(help="Name as shown.")]
Email = Annotated[
    str | None,
    typer.Option(
        help="Address to keep with the reader; mails go to subscribers (strandline subscribers)."
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option("--source", help="Id of a source; repeatable; `all` for all active ones."),
]
Categories = Annotated[
    list[str] | None,
    typer.Option("--category", help="In order of filling; repeatable; `none` for one, news."),
]
HistoryDays = Annotated[
    int | None, typer.Option(help="Days for which what was shown is blocked, 0 to 365; 0 = off.")
]
ArchiveDays = Annotated[int | None, typer.Option(help="The same for the shared digest, 0 to 365.")]
MaxItems = Annotated[int | None, typer.Option(help="Places per category, 1 to 100.")]
MaxAge = Annotated[int | None, typer.Option(help="Older articles score lower, 1 to 8760 hours.")]
Window = Annotated[int | None, typer.Option(help="Least reach back, 1 to 8760 hours.")]
Diversity = Annotated[
    int | None, typer.Option(help="Earlier editions whose sites are avoided, 0 to 30.")
]
PerSource = Annotated[int | None, typer.Option(help="Most items of a source, 0 to 100; 0 = any.")]
Language = Annotated[str | None, typer.Option(help="en, fr or zh.")]
Together = Annotated[
    bool | None,
    typer.Option(
        "--threads-together/--threads-apart",
        help="Whether items of one running story stand next to each other, the newest first.",
    ),
]
ByStory = Annotated[
    bool | None,
    typer.Option(
        "--history-by-story/--history-by-url",
        help="Whether a story that was shown comes again from another source.",
    ),
]
FreePlaces = Annotated[
    bool | None,
    typer.Option(
        "--fill-free-places/--keep-free-places",
        help="Whether places that a category leaves free go to the best of full categories.",
    ),
]
Weights = Annotated[
    list[str] | None,
    typer.Option("--weight", help="PART=NUMBER: reputation, recency, clicks, sources; 0 to 10."),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON.")]


@app.command()
def add(
    reader_id: ReaderId,
    name: Name = None,
    email: Email = None,
    source: Sources = None,
    category: Categories = None,
    article_history_days: HistoryDays = None,
    archive_days: ArchiveDays = None,
    max_items_per_category: MaxItems = None,
    max_age_hours: MaxAge = None,
    window_hours: Window = None,
    source_diversity_window: Diversity = None,
    max_per_source: PerSource = None,
    language: Language = None,
    history_by_story: ByStory = None,
    fill_free_places: FreePlaces = None,
    threads_together: Together = None,
    weight: Weights = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Add a reader. What is not given comes from the configuration.

    Example: strandline readers add ada --category technology --category science --language fr
    """
    from strandline.core.digest.defaults import new_reader_settings
    from strandline.model.readers import Reader

    if not _READER_ID.fullmatch(reader_id):
        raise UsageError(
            f"{safe(reader_id, 60)!r} is no id of a reader.",
            subject=reader_id,
            advice="Use up to 64 small letters, digits and hyphens.",
        )
    with open_registry(begins=True) as (store, settings):
        if store.reader(reader_id) is not None:
            raise UsageError(
                f"There is a reader {reader_id} already.",
                subject=reader_id,
                advice=f"Change it: strandline readers edit {reader_id}",
            )
        new = Reader(reader_id, name=reader_id, settings=new_reader_settings(settings.digest))
        changed = _changed(store, new, name, email, source, category, weight, _numbers(locals()))
        store.save_reader(changed)
    _say(changed, "Added", as_json=as_json)


@app.command()
def edit(
    reader_id: ReaderId,
    name: Name = None,
    email: Email = None,
    source: Sources = None,
    category: Categories = None,
    article_history_days: HistoryDays = None,
    archive_days: ArchiveDays = None,
    max_items_per_category: MaxItems = None,
    max_age_hours: MaxAge = None,
    window_hours: Window = None,
    source_diversity_window: Diversity = None,
    max_per_source: PerSource = None,
    language: Language = None,
    history_by_story: ByStory = None,
    fill_free_places: FreePlaces = None,
    threads_together: Together = None,
    weight: Weights = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Change a reader; what is not given stays.

    Example: strandline readers edit ada --article-history-days 30
    """
    with open_registry() as (store, _):
        old = _known(store, reader_id)
        changed = _changed(store, old, name, email, source, category, weight, _numbers(locals()))
        store.save_reader(changed)
    _say(changed, "Changed", as_json=as_json)


@app.command("set")
def set_choices(
    reader_id: ReaderId,
    choice: Annotated[list[str], typer.Argument(metavar="NAME=VALUE…", help="Any setting.")],
) -> None:
    """Change any setting of a reader by its name; lists have commas between their parts.

    Example: strandline readers set ada days=mon,wed,fri at=07:30 timezone=Europe/Paris
    """
    from strandline.core.digest.choosing import chosen

    typed = dict(one.partition("=")[::2] for one in choice)
    with open_registry() as (store, _):
        old = _known(store, reader_id)
        changed = replace(old, settings=chosen(old.settings, typed))
        store.save_reader(changed)
    _say(changed, "Changed", as_json=False)


@app.command("export")
def export_held(reader_id: ReaderId) -> None:
    """Write all that is held about a reader as JSON."""
    from strandline.pipelines.desk.reading import held

    with open_registry() as (store, _):
        print_json(held(store, _known(store, reader_id)))


@app.command()
def mute(
    reader_id: ReaderId,
    article: Annotated[str, typer.Argument(help="URL or id (A_…) of any article of it.")],
) -> None:
    """Mute a running story: none of its stories enters the reader's editions.

    Example: strandline readers mute ada https://example.org/trial-day-3
    """
    from strandline.pipelines.desk.muting import mute_thread

    _act_on_thread(mute_thread, reader_id, article)


@app.command()
def unmute(
    reader_id: ReaderId,
    article: Annotated[str, typer.Argument(help="URL or id (A_…) of any article of it.")],
) -> None:
    """Let a muted running story enter the reader's editions again."""
    from strandline.pipelines.desk.muting import unmute_thread

    _act_on_thread(unmute_thread, reader_id, article)


@app.command("list")
def list_readers(as_json: AsJson = False) -> None:  # noqa: FBT002
    """List readers with what they chose and how much history they have."""
    with open_registry() as (store, settings):
        rows = [
            (_effective(r, settings), store.count_history(r.reader_id)) for r in store.readers()
        ]
    for reader, in_history in rows:
        if as_json:
            print_json({"reader": reader, "in_history": in_history})
        else:
            typer.echo(_line(reader, in_history))


@app.command()
def remove(
    reader_id: ReaderId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,  # noqa: FBT002
) -> None:
    """Remove a reader with all digests and the whole history."""
    with open_registry() as (store, _):
        reader = _known(store, reader_id)
        if reader_id == _PUBLIC:
            raise UsageError(
                "The reader public stands for everybody and stays.",
                subject=reader_id,
                advice="An edition is only made when it is asked for or scheduled.",
            )
        count = store.count_history(reader_id)
        question = f"Remove {safe(reader.name, 60)} with {counted(count, 'row')} of history?"
        if not yes and not typer.confirm(question):
            typer.echo("Nothing was removed.")
            return
        store.remove_reader(reader_id)
    typer.echo(f"Removed {reader_id}.")


def _act_on_thread(act: "Callable[..., Outcome]", reader_id: str, article: str) -> None:
    from strandline.cli.archive.now import article_of
    from strandline.model.accounts import Actor

    with open_desk() as (ports, _):
        _known(ports.store, reader_id)
        uuid = article_of(ports.store, article).article_uuid
        outcome = act(ports, Actor.console(), reader_id, uuid)
    say(outcome)


def _known(store: "Store", reader_id: str) -> "Reader":
    reader = store.reader(reader_id)
    if reader is None:
        raise UsageError(
            f"There is no reader {safe(reader_id, 60)}.",
            subject=reader_id,
            advice="List them: strandline readers list",
        )
    return reader


#: Options that are settings under the same name.
_SETTINGS = (
    "article_history_days",
    "archive_days",
    "max_items_per_category",
    "max_age_hours",
    "window_hours",
    "source_diversity_window",
    "max_per_source",
    "language",
    "history_by_story",
    "fill_free_places",
    "threads_together",
)


def _numbers(options: dict[str, Any]) -> dict[str, Any]:
    """The settings among a command's options that were given."""
    return {name: options[name] for name in _SETTINGS if options[name] is not None}


def _changed(
    store: "Store",
    reader: "Reader",
    name: str | None,
    email: str | None,
    sources: list[str] | None,
    categories: list[str] | None,
    weights: list[str] | None,
    given: dict[str, Any],
) -> "Reader":
    """The reader with what was given, checked.

    Raises:
        UsageError: A value is not allowed; it is named with its range.
    """
    from strandline.core.digest.limits import check_settings

    settings: ReaderSettings = replace(reader.settings, **given)
    if categories is not None:
        chosen = (
            () if categories == ["none"] else tuple(dict.fromkeys(c.strip() for c in categories))
        )
        settings = replace(settings, categories=chosen)
    if weights:
        settings = replace(settings, weights=replace(settings.weights, **_weights(weights)))
    return replace(
        reader,
        name=_checked_name(name) if name is not None else reader.name,
        email=(_checked_email(email) if email is not None else reader.email),
        source_uuids=_checked_sources(store, sources)
        if sources is not None
        else reader.source_uuids,
        settings=check_settings(settings),
    )


def _weights(given: list[str]) -> dict[str, float]:
    """`recency=2` → {"recency": 2.0}."""
    from dataclasses import fields

    from strandline.model.readers import ScoreWeights

    parts = [part.name for part in fields(ScoreWeights)]
    weights: dict[str, float] = {}
    for text in given:
        part, _, number = text.partition("=")
        try:
            weights[part] = float(number)
        except ValueError:
            part = ""
        if part not in parts:
            raise UsageError(
                f"--weight {safe(text, 60)} is not understood.",
                subject=text,
                advice=f"Write PART=NUMBER, where PART is one of {', '.join(parts)}.",
            )
    return weights


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise UsageError(f"A name has 1 to {_LONGEST_NAME} printable characters.", subject="name")
    return name


def _checked_email(email: str) -> str | None:
    """One address that fits on one line; empty for none. Whether it exists shows when mailing."""
    email = email.strip()
    if not email:
        return None
    local, _, host = email.rpartition("@")
    if not local or not host or not email.isprintable() or re.search(r"[\s,;<>]", email):
        raise UsageError(f"{safe(email, 80)!r} is no e-mail address.", subject="email")
    return email


def _checked_sources(store: "Store", given: list[str]) -> tuple[str, ...]:
    """Ids that the registry has; empty for all."""
    if given == ["all"]:
        return ()
    known = {source.source_uuid for source in store.sources()}
    for uuid in given:
        if uuid not in known:
            raise UsageError(
                f"There is no source {safe(uuid, 60)}.",
                subject=uuid,
                advice="List them: strandline sources list",
            )
    return tuple(dict.fromkeys(given))


def _effective(reader: "Reader", settings: "Settings") -> "Reader":
    from strandline.core.digest.defaults import effective

    return effective(reader, settings.digest)


def _say(reader: "Reader", what: str, *, as_json: bool) -> None:
    if as_json:
        print_json(reader)
    else:
        typer.echo(f"{what} {reader.reader_id}: {safe(reader.name, 60)}.")


def _line(reader: "Reader", in_history: int) -> str:
    settings = reader.settings
    categories = ", ".join(settings.categories) or "news"
    own = len(reader.source_uuids)
    sources = counted(own, "source") if own else "all sources"
    return (
        f"{reader.reader_id}  {safe(reader.name, 60)} ({reader.scope}, {settings.language})\n"
        f"  {sources}; {safe(categories)}; {settings.max_items_per_category} per category, "
        f"{settings.max_per_source or 'any number'} per source\n"
        f"  history {counted(reader.history_days, 'day')} ({counted(in_history, 'URL')}); "
        f"lower score after {settings.max_age_hours} h; "
        f"sites of {counted(settings.source_diversity_window, 'edition')} avoided"
    )
