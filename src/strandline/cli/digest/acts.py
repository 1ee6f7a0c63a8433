"""Acts on an edition as a whole."""

from typing import Annotated

import typer

from strandline.cli.digest.session import EditionId, Note, act, on_edition, tell
from strandline.cli.digest.verbs import app
from strandline.cli.output import parse_time
from strandline.model.errors import UsageError

TakeOut = Annotated[
    bool, typer.Option("--take-out", help="Take out what another edition showed meanwhile.")
]
Keep = Annotated[bool, typer.Option("--keep", help="Keep what another edition showed meanwhile.")]


@app.command()
def approve(
    digest_id: EditionId,
    take_out: TakeOut = False,  # noqa: FBT002
    keep: Keep = False,  # noqa: FBT002
    publish: Annotated[bool, typer.Option("--publish", help="And publish it at once.")] = False,  # noqa: FBT002
) -> None:
    """Approve a draft: its items stand in the reader's history from now on.

    What another edition showed since the draft was made is told, and nothing is done until you say
    whether to take it out or to keep it.

    Example: strandline digest approve latest --publish
    """
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk import editions

    if take_out and keep:
        raise UsageError("--take-out and --keep exclude each other.", subject="--keep")
    shown = editions.Shown.ASK
    if take_out or keep:
        shown = editions.Shown.TAKE_OUT if take_out else editions.Shown.KEEP
    with on_edition(digest_id) as (ports, settings, edition):
        actor, uuid = Actor.console(), edition.digest_id
        tell(editions.approve(ports, settings, actor, uuid, seen=edition.version, shown=shown))
        if publish:
            tell(editions.publish(ports, settings, actor, uuid))


@app.command("send-back")
def send_back(digest_id: EditionId, note: Note = "") -> None:
    """Give an approved edition back to its editor; what is in it is news again."""
    from strandline.pipelines.desk import editions

    act(digest_id, lambda p, _, a, e: editions.send_back(p, a, e.digest_id, note=note))


@app.command()
def schedule(
    digest_id: EditionId,
    at: Annotated[str, typer.Option(help="When (ISO 8601), such as 2026-05-02T06:00Z.")],
) -> None:
    """Let an approved edition go out at a time; it is locked until then."""
    from strandline.pipelines.desk import editions

    when = parse_time(at)
    if when is None:
        raise UsageError("--at needs a time.", subject="--at")
    act(digest_id, lambda p, _, a, e: editions.schedule(p, a, e.digest_id, when))


@app.command()
def stop(digest_id: EditionId, note: Note = "") -> None:
    """Let an edition not go out by itself: a scheduled one, or a draft that waits for a look."""
    from strandline.pipelines.desk import editions

    act(digest_id, lambda p, _, a, e: editions.stop(p, a, e.digest_id, note=note))


@app.command()
def publish(digest_id: EditionId) -> None:
    """Publish an approved edition now."""
    from strandline.pipelines.desk import editions

    act(digest_id, lambda p, s, a, e: editions.publish(p, s, a, e.digest_id))


@app.command()
def skip(digest_id: EditionId, note: Note = "") -> None:
    """Publish no such edition; what is in it is news again."""
    from strandline.pipelines.desk import editions

    act(digest_id, lambda p, _, a, e: editions.skip(p, a, e.digest_id, note=note))


@app.command("take-up")
def take_up(digest_id: EditionId) -> None:
    """Make a draft of a skipped edition again."""
    from strandline.pipelines.desk import editions

    act(digest_id, lambda p, _, a, e: editions.take_up(p, a, e.digest_id))
