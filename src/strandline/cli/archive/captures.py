"""`strandline archive captures`, `compare`, `put-back`: earlier captures of a page."""

from typing import TYPE_CHECKING, Annotated

import typer

from strandline.cli.archive.verbs import AsJson, app, open_archive, say
from strandline.cli.output import iso, print_json, safe
from strandline.cli.registry import open_registry
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from strandline.model.captures import Capture
    from strandline.ports import Store

Url = Annotated[str, typer.Argument(metavar="URL", help="Any spelling, or an id (A_…).")]
Number = Annotated[int, typer.Argument(metavar="NUMBER", min=1, help="Of a capture.")]


@app.command()
def captures(url: Url, as_json: AsJson = False) -> None:  # noqa: FBT002
    """List every capture of a page, newest first; the one that is shown has a star.

    Example: strandline archive captures https://example.org/story
    """
    from strandline.cli.archive.now import article_of
    from strandline.pipelines.desk.captures import all_captures

    with open_registry() as (store, _):
        found = all_captures(store, article_of(store, url).article_uuid)
    for one in found:
        if as_json:
            print_json(one)
            continue
        kinds = ", ".join(dict.fromkeys(file.kind.value for file in one.files))
        star = "*" if one.is_shown else " "
        typer.echo(f"{star}{one.number:>7}  {iso(one.made_at)}  {one.outcome.value:<10} {kinds}")
    if not found and not as_json:
        typer.echo("Nothing is kept of this page.")


@app.command()
def compare(url: Url, one: Number, other: Number) -> None:
    """Tell what the words of two captures differ in: - went, + came.

    Example: strandline archive compare https://example.org/story 17 41
    """
    from strandline.cli.archive.now import article_of
    from strandline.pipelines.desk.captures import compared

    with open_archive(blobs=True) as (ports, _):
        assert ports.blobs is not None  # noqa: S101 - asked for
        uuid = article_of(ports.store, url).article_uuid
        pair = [_capture(ports.store, uuid, number) for number in (one, other)]
        old, new = sorted(pair, key=lambda capture: capture.made_at)
        found = compared(ports.blobs, old, new)
    for mark, passage in found:
        typer.echo(f"{mark} {safe(passage, 600)}")
    if not found:
        typer.echo("The words are the same.")


@app.command("put-back")
def put_back(url: Url, number: Number) -> None:
    """Show an earlier capture in the place of the one that is shown, with all of its kinds.

    Example: strandline archive put-back https://example.org/story 17
    """
    from strandline.cli.archive.now import article_of
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk.captures import put_back as show

    with open_archive(blobs=True) as (ports, _):
        uuid = article_of(ports.store, url).article_uuid
        say(show(ports, Actor.console(), uuid, number))


def _capture(store: "Store", article_uuid: str, number: int) -> "Capture":
    from strandline.pipelines.desk.captures import capture_of

    found = capture_of(store, article_uuid, number)
    if found is None:
        raise UsageError(
            f"There is no capture {number} of this page.",
            advice="See them: strandline archive captures URL",
        )
    return found
