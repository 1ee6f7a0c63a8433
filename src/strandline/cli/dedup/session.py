"""What a session of `strandline dedup review` has changed."""

from collections import Counter
from collections.abc import Sequence

import typer

from strandline.cli.output import counted, safe
from strandline.model.stories import Decision, StoryChange
from strandline.ports import Store

#: Moved articles that are named; the others are counted.
MOST_NAMED = 20


def tell_session(store: Store, ruled: Sequence[Decision], changes: Sequence[StoryChange]) -> None:
    """What was ruled, which articles stand in another story now, and what still waits."""
    counts = Counter(decision.value for decision in ruled)
    by_decision = ", ".join(f"{count} {name}" for name, count in sorted(counts.items()))
    typer.echo(f"\n{len(ruled)} ruled{f': {by_decision}' if ruled else ''}.")
    moved = net_moves(changes)
    if moved:
        _tell_moves(store, moved)
    elif ruled:
        typer.echo("No article has moved: the stories were so already.")
    if waiting := store.story_counts().review:
        typer.echo(f"{counted(waiting, 'pair')} still to review.")


def net_moves(changes: Sequence[StoryChange]) -> dict[str, tuple[str, str]]:
    """Article → main article of its story before the first and after the last change; articles that
    are back where they were are absent.
    """
    moved: dict[str, tuple[str, str]] = {}
    for change in changes:
        before, _ = moved.get(change.article_uuid, (change.before, ""))
        moved[change.article_uuid] = (before, change.after)
    return {uuid: ends for uuid, ends in moved.items() if ends[0] != ends[1]}


def _tell_moves(store: Store, moved: dict[str, tuple[str, str]]) -> None:
    typer.echo(
        f"{counted(len(moved), 'article')} moved (take back with: strandline dedup withdraw ID):"
    )
    named = sorted(moved)[:MOST_NAMED]
    stories = store.stories(named)
    shown = store.articles([*named, *(story.main_id for story in stories.values())])
    titles = {uuid: a.article_title or a.article_url_final for uuid, a in shown.items()}
    for uuid in named:
        story = stories[uuid]
        if story.main_id != uuid:
            place = f"now in the story of {safe(titles[story.main_id], 80)}"
        elif len(story.article_uuids) > 1:
            place = f"now the main one of {counted(len(story.article_uuids), 'article')}"
        else:
            place = "now a story of its own"
        typer.echo(f"  {uuid}  {safe(titles[uuid], 80)}: {place}")
    if len(moved) > MOST_NAMED:
        typer.echo(f"  and {len(moved) - MOST_NAMED} more")
