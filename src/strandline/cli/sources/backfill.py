"""`strandline sources backfill`: an old forum back to its first post."""

from typing import Annotated

import typer

from strandline.cli.sources.verbs import Named, app
from strandline.model.errors import UsageError


@app.command()
def backfill(
    source: Named,
    only_plan: Annotated[bool, typer.Option("--plan", help="Say what it takes, no more.")] = False,  # noqa: FBT002
    end: Annotated[bool, typer.Option("--stop", help="Go back no further.")] = False,  # noqa: FBT002
) -> None:
    """Read a forum's posts back to the first, ten pages a poll; says what it takes before.

    Example: strandline sources backfill Forum --plan
    """
    from strandline.cli.acting import say
    from strandline.cli.output import counted
    from strandline.core.sources.registry import find_source
    from strandline.model.accounts import Actor
    from strandline.pipelines.desk import backfill as acts
    from strandline.settings import load_settings
    from strandline.wiring import open_ports

    settings = load_settings()
    with open_ports(settings) as ports:
        wanted = find_source(ports.store.sources(), source)
        if end:
            say(acts.stop(ports, Actor.console(), wanted))
            return
        plan = acts.plan(ports, settings, wanted)
        if plan is None:
            raise UsageError(
                f"{wanted.name} cannot be read back now.",
                advice="It must be a Discourse forum's posts.rss, polled once, that answers.",
            )
        typer.echo(
            f"{counted(plan.ids, 'number')} before the first that was read: about "
            f"{counted(plan.posts, 'post')} with {counted(plan.links, 'link')}, "
            f"{counted(plan.requests, 'request')}, {plan.size_bytes:,} bytes, {plan.lasts}."
        )
        if not only_plan:
            say(acts.begin(ports, Actor.console(), wanted))
