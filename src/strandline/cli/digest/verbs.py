"""`strandline digest`: editions for readers."""

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from strandline.cli.digest.session import find_edition
from strandline.cli.output import counted, iso, parse_time, print_json, safe
from strandline.cli.registry import begin_ledger, open_registry, quiet
from strandline.core.text.visible import visible
from strandline.model.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from strandline.core.digest.plans import Plan
    from strandline.model.digests import Digest
    from strandline.model.editions import EditionState
    from strandline.model.readers import Reader
    from strandline.ports import Store
    from strandline.settings import Settings

app = typer.Typer(add_completion=False, no_args_is_help=True)

Format = Literal["text", "html", "json", "rss", "atom", "jsonfeed", "email"]
ReaderId = Annotated[str, typer.Option("--reader", help="Whose; `public` is everybody.")]
AsJson = Annotated[bool, typer.Option("--json", help="JSON.")]
Extra = Annotated[
    bool, typer.Option("--extra", help="Save it even where an edition of this day holds more.")
]
AsDraft = Annotated[
    bool | None,
    typer.Option("--draft/--publish", help="Leave it as a draft, or publish it at once."),
]


@app.command()
def run(
    reader: ReaderId = "public",
    now: Annotated[str, typer.Option(help="Pretend that it is this time (ISO 8601).")] = "",
    extra: Extra = False,  # noqa: FBT002
    draft: AsDraft = None,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """Make an edition: choose what is new, publish it, and remember what was shown.

    New articles are brought into their stories before, and a language model, where one is set,
    judges what waits for it. Prints what each step brought and left out. Running it twice never
    shows an article twice. Where there is nothing new, no edition is saved; what is new late in the
    day waits for the next one, unless it is more than the day's edition holds or --extra is given.
    With DIGEST_PUBLISH=after_review or by_person, or with --draft, the edition is left as a draft
    that remembers nothing: see `digest approve`.

    Example: strandline digest run --reader ada
    """
    from strandline.cli.output import BarProgress
    from strandline.pipelines.digest import run_digest
    from strandline.pipelines.judge.run import judge_pending
    from strandline.pipelines.stories import Matcher, run_match
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    when = parse_time(now)
    settings = begin_ledger(load_settings())
    with open_ports(quiet(settings), progress=BarProgress(), stories=True) as ports:
        found = ports.store.reader(reader)
        if found is None:
            raise _no_reader(reader)
        if not extra:
            _refuse_beside_draft(ports.store, reader)
        matcher = Matcher(ports, settings.stories)
        run_match(ports, settings.stories, now=when or ports.clock.now(), matcher=matcher)
        judge_pending(ports, settings.stories, now=when or ports.clock.now())
        digest = run_digest(
            ports,
            settings,
            found,
            now=when or ports.clock.now(),
            matcher=matcher,
            is_extra=extra,
            plan=_plan(found, settings, when or ports.clock.now(), draft=draft),
        )
    if as_json:
        _write_json(digest)
    else:
        _tell(digest)


@app.command("list")
def list_digests(
    reader: Annotated[str, typer.Option("--reader", help="Only this reader's.")] = "",
    state: Annotated[str, typer.Option(help="Only in this state, such as draft.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1000, help="How many.")] = 20,
    as_json: AsJson = False,  # noqa: FBT002
) -> None:
    """List editions, newest first."""
    states = {_state(state)} if state else None
    with open_registry() as (store, _):
        digests = store.digests(reader_id=reader or None, limit=limit, states=states)
    for digest in digests:
        if as_json:
            print_json(
                {
                    "digest_id": digest.digest_id,
                    "reader_id": digest.reader_id,
                    "created_at": digest.created_at,
                    "title": digest.title,
                    "language": digest.language,
                    "state": digest.state,
                    "reason": digest.reason,
                }
            )
        else:
            line = f"{digest.digest_id}  {iso(digest.created_at)}  {digest.reader_id}"
            why = f": {digest.reason}" if digest.reason else ""
            typer.echo(f"{line}  {safe(digest.title)}  ({digest.state}{why})")
    if not digests and not as_json:
        typer.echo("There is no edition yet. Make one: strandline digest run")


@app.command()
def show(
    digest_id: Annotated[str, typer.Argument(help="Id, its beginning, or `latest`.")],
    form: Annotated[Format, typer.Option("--format", help="How to write it.")] = "text",
    reader: ReaderId = "public",
) -> None:
    """Write an edition to standard output, as text or in any format it is published in.

    `email` is the whole message with both its parts; `html` is its HTML part.

    Example: strandline digest show latest --format email > digest.eml
    """
    with open_registry() as (store, settings):
        digest = find_edition(store, digest_id, reader)
    sys.stdout.buffer.write(_written(digest, form, settings))
    sys.stdout.buffer.flush()


def _written(digest: "Digest", form: Format, settings: "Settings") -> bytes:
    """The edition in a format."""
    from strandline.render.digest_email import as_message, render_email, render_text
    from strandline.render.digest_json import digest_json
    from strandline.render.feed_documents import feed_of_digest
    from strandline.render.feeds import FEED_FORMATS

    base_url, title = settings.web.base_url, settings.web.title
    if form == "json":
        return visible(digest_json(digest, base_url=base_url)).encode()
    if form in FEED_FORMATS:
        return FEED_FORMATS[form][0](feed_of_digest(digest, base_url=base_url))
    email = render_email(digest, base_url=base_url, site_title=title)
    if form == "email":
        return as_message(email, digest.digest_id).as_bytes()
    if form == "html":
        return email.html.encode()
    # All items: a terminal has no limit of size.
    return render_text(digest, base_url=base_url, site_title=title).encode()


def _state(name: str) -> "EditionState":
    """A state by its name.

    Raises:
        UsageError: There is none of that name.
    """
    from strandline.model.editions import EditionState

    if name not in set(EditionState):
        allowed = ", ".join(EditionState)
        raise UsageError(f"There is no state {safe(name, 40)}.", subject=name, advice=allowed)
    return EditionState(name)


def _plan(reader: "Reader", settings: "Settings", now: "datetime", *, draft: bool | None) -> "Plan":
    """What becomes of the edition: as asked, else as the settings say."""
    from strandline.core.digest.plans import AT_ONCE, Plan, plan_of

    if draft is None:
        return plan_of(reader, settings.digest, now)
    return Plan(is_draft=True) if draft else AT_ONCE


def _refuse_beside_draft(store: "Store", reader: str) -> None:
    """One draft at a time, unless asked.

    Raises:
        UsageError: A draft of this reader waits.
    """
    from strandline.model.editions import EditionState

    drafts = store.digests(reader_id=reader, states={EditionState.DRAFT}, limit=1)
    if drafts:
        one = drafts[0].digest_id
        raise UsageError(
            f"A draft waits: {one} of {iso(drafts[0].created_at)}.",
            subject=one,
            advice=f"Approve it (strandline digest approve {one} --publish), skip it (strandline "
            f"digest skip {one}), or make one beside it with --extra.",
        )


def _write_json(digest: "Digest") -> None:
    from strandline.render.digest_json import digest_json

    sys.stdout.buffer.write(visible(digest_json(digest)).encode())
    sys.stdout.buffer.flush()


def _no_reader(reader: str) -> UsageError:
    return UsageError(
        f"There is no reader {safe(reader, 60)}.",
        subject=reader,
        advice="List them: strandline readers list. Add one: strandline readers add NAME",
    )


_NOTHING = "Nothing new to show: no edition was saved."
_WAITING = (
    "No edition was saved: today's holds more. Kept for the next one: {}. "
    "An edition of them now: strandline digest run --extra"
)


def _tell(digest: "Digest") -> None:
    """The funnel for a stranger: what came in, what went and why, what is left."""
    from strandline.cli.funnel import funnel_lines
    from strandline.core.digest.worth import SMALLER_EDITION

    recorded = sum(item.is_recorded for item in digest.items)
    typer.echo(f"{safe(digest.title)} ({digest.digest_id or 'empty'})")
    for line in funnel_lines(digest.funnel):
        typer.echo(line)
    if not digest.items:
        waiting = sum(drop.reason == SMALLER_EDITION for drop in digest.drops)
        typer.echo(_WAITING.format(counted(waiting, "item")) if waiting else _NOTHING)
        return
    if digest.state == "draft":
        typer.echo(
            f"{counted(len(digest.items), 'item')} in a draft; nothing is recorded yet. "
            f"Publish it: strandline digest approve {digest.digest_id} --publish"
        )
        return
    typer.echo(
        f"{counted(len(digest.items), 'item')}, {recorded} of them recorded. "
        f"Read it: strandline digest show {digest.digest_id}"
    )
