"""Acts on the parts of an edition."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.digest.session import EditionId, act, find_edition
from strandline.cli.digest.verbs import app
from strandline.cli.output import iso, print_json, read_input, safe
from strandline.cli.registry import open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.digests import Digest

Item = Annotated[str, typer.Argument(metavar="ITEM", help="Its place, or its article's id.")]
EvenShown = Annotated[
    bool, typer.Option("--even-shown", help="Although the reader knows it or its story.")
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON lines.")]


@app.command()
def drop(digest_id: EditionId, item: Item) -> None:
    """Take an item out of a draft."""
    _edit(digest_id, "drop", item)


@app.command()
def pin(
    digest_id: EditionId,
    item: Item,
    off: Annotated[bool, typer.Option("--off", help="Let go of it.")] = False,  # noqa: FBT002
) -> None:
    """Let an item lead its section."""
    _edit(digest_id, "pin", item, "off" if off else "on")


@app.command()
def move(
    digest_id: EditionId,
    item: Item,
    where: Annotated[str, typer.Argument(help="up, down or top, within its section.")],
) -> None:
    """Move an item within its section."""
    _edit(digest_id, "move", item, where)


@app.command()
def section(
    digest_id: EditionId,
    item: Item,
    name: Annotated[str, typer.Argument(help="Of the section; `articles:CATEGORY` too.")],
) -> None:
    """Put an item into another section."""
    _edit(digest_id, "section", item, name)


@app.command()
def picture(
    digest_id: EditionId, item: Item, state: Annotated[str, typer.Argument(help="on or off.")]
) -> None:
    """Show an item's picture, or not."""
    _edit(digest_id, "picture", item, state)


@app.command()
def words(
    digest_id: EditionId,
    item: Item,
    title: Annotated[str | None, typer.Option(help="Empty for the source's own.")] = None,
    summary: Annotated[str | None, typer.Option(help="Empty for the source's own.")] = None,
) -> None:
    """Give an item words of your own; the source's are kept."""
    if title is None and summary is None:
        raise UsageError("Give --title or --summary.", subject=item)
    if title is not None:
        _edit(digest_id, "title", item, title)
    if summary is not None:
        _edit(digest_id, "summary", item, summary)


@app.command()
def introduction(
    digest_id: EditionId,
    file: Annotated[str, typer.Argument(help="Markdown; - is standard input.")],
) -> None:
    """Set what stands before the first section; an empty file takes it away."""
    _edit(digest_id, "introduction", "", _text(file))


@app.command()
def closing(
    digest_id: EditionId,
    file: Annotated[str, typer.Argument(help="Markdown; - is standard input.")],
) -> None:
    """Set the closing note; an empty file takes it away."""
    _edit(digest_id, "closing", "", _text(file))


@app.command()
def add(
    digest_id: EditionId,
    address: Annotated[str, typer.Argument(help="URL, or the id of a left-out article.")],
    even_shown: EvenShown = False,  # noqa: FBT002
) -> None:
    """Add an article to a draft: read, matched and checked against the history like any other.

    Example: strandline digest add latest https://example.org/story
    """
    from strandline.pipelines.desk import editing

    act(
        digest_id,
        lambda ports, settings, actor, edition: editing.add(
            ports, settings, actor, edition.digest_id, address, even_shown=even_shown
        ),
    )


@app.command()
def acts(digest_id: EditionId, as_json: AsJson = False) -> None:  # noqa: FBT002
    """List what was done to an edition, oldest first, with the numbers that `undo` takes."""
    with open_registry() as (store, _):
        found = store.edition_acts(find_edition(store, digest_id).digest_id)
    for one in found:
        if as_json:
            print_json(one)
            continue
        what = f"{one.edit.kind.value} {one.edit.article_uuid} {safe(one.edit.value, 60)}".strip()
        undone = "" if one.is_in_force else f"  (taken back by {safe(one.undone_by, 40)})"
        typer.echo(f"{one.number:>4}  {iso(one.at)}  {safe(one.by, 40)}  {what}{undone}")


@app.command()
def undo(digest_id: EditionId, number: Annotated[int, typer.Argument(help="Of the act.")]) -> None:
    """Take back an act; those after it stay."""
    from strandline.pipelines.desk import editing

    act(digest_id, lambda p, _, a, e: editing.undo(p, a, e.digest_id, number))


@app.command()
def redo(digest_id: EditionId, number: Annotated[int, typer.Argument(help="Of the act.")]) -> None:
    """Do again what was taken back."""
    from strandline.pipelines.desk import editing

    act(digest_id, lambda p, _, a, e: editing.redo(p, a, e.digest_id, number))


@app.command("left-out")
def left_out(
    digest_id: EditionId,
    step: Annotated[str, typer.Option(help="Only what this step let go.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=10_000, help="How many.")] = 100,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List what an edition did not take, by title, each with its reason in words."""
    from strandline.render.edition_words import left_out_words

    with open_registry() as (store, _):
        edition = find_edition(store, digest_id)
        found = store.left_out(edition.digest_id, step=step, limit=limit)
    for _, one in found:
        if as_json:
            print_json(one)
            continue
        typer.echo(f"{safe(one.title or one.url, 120)}  ({safe(one.source_name, 40)})")
        typer.echo(f"    {safe(left_out_words(one, 'en'), 300)}  {one.article_uuid}")


def _edit(digest_id: str, kind: str, item: str, value: str = "") -> None:
    from strandline.model.editions import Edit, EditKind
    from strandline.pipelines.desk import editing

    act(
        digest_id,
        lambda ports, _, actor, edition: editing.edit(
            ports,
            actor,
            edition.digest_id,
            Edit(EditKind(kind), _article(edition, item) if item else "", value),
            seen=edition.version,
        ),
    )


def _article(edition: "Digest", item: str) -> str:
    """The article of an item that is named by its place or by its article.

    Raises:
        UsageError: There is none.
    """
    for one in edition.items:
        if item in (str(one.position), one.article_uuid):
            return one.article_uuid
    raise UsageError(
        f"The edition has no item {safe(item, 60)}.",
        subject=item,
        advice=f"Look at it: strandline digest show {edition.digest_id} --format json",
    )


def _text(file: str) -> str:
    return read_input(file).decode("utf-8", "replace").strip()
