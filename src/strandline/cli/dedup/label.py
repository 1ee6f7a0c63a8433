"""What `strandline dedup label` shows and asks."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime

import typer

from strandline.cli.dedup.review import read_key
from strandline.cli.output import counted, iso, safe
from strandline.core.evaluation.labelling import Why, agreement, next_question
from strandline.model.levels import Level
from strandline.model.stories import StoryInput
from strandline.ops.label_file import LabelFile
from strandline.ops.label_pool import Offer

KEYS = {"s": Level.SAME_NEWS, "t": Level.SAME_THREAD, "d": Level.NEITHER}
_PROMPT = "[s]ame news  same [t]hread  [d]ifferent  [k] skip  [u]ndo  [q]uit: "
_WHY = {
    Why.NEW: "",
    Why.AGAIN: " (once more, to see whether the answer is the same)",
    Why.CONFLICT: " (what was said of it and of a third article does not go together)",
}


def ask_labels(
    offers: Sequence[Offer], file: LabelFile, limit: int, now: Callable[[], datetime]
) -> None:
    """Ask about pair after pair until there is none, the limit is reached or the person stops."""
    by_key = {offer.candidate.key: offer for offer in offers}
    candidates = [offer.candidate for offer in offers]
    asked = 0
    while asked < limit:
        found = next_question(candidates, file.answered)
        if found is None:
            typer.echo("Every pair is labelled.")
            break
        offer, why = by_key[found[0].key], found[1]
        _show(len(file.answered) + 1, offer, why)
        key = read_key(_PROMPT, {*KEYS, "k", "u", "q"})
        if key == "q":
            break
        if key == "u":
            asked = max(0, asked - _undo(file))
            continue
        file.add(offer, KEYS.get(key), now())
        asked += 1
    _tell(file)


def _undo(file: LabelFile) -> int:
    """How many answers were taken back."""
    undone = file.undo()
    if undone is None:
        typer.echo("Nothing was answered yet.")
        return 0
    said = undone.level.replace("_", " ") if undone.level else "skipped"
    typer.echo(f"Taken back: {said}.")
    return 1


def _show(number: int, offer: Offer, why: Why) -> None:
    sides = (offer.b, offer.a) if why is Why.AGAIN else (offer.a, offer.b)
    typer.echo(f"\n{number}{_WHY[why]}")
    for side in sides:
        _show_side(side)


def _show_side(side: StoryInput) -> None:
    typer.echo(f"  {iso(side.published)}  {safe(side.source_name, 30)}")
    typer.echo(f"    {safe(side.title)}")
    if side.summary:
        typer.echo(f"    {safe(side.summary, 300)}")


def _tell(file: LabelFile) -> None:
    """How many labels of each kind there are, and how far they agree."""
    levels = Counter(one.level for one in file.answered.values() if one.level)
    by_level = ", ".join(f"{levels[level]} {level.replace('_', ' ')}" for level in Level)
    typer.echo(f"\n{counted(sum(levels.values()), 'label')}: {by_level}.")
    found = agreement(file.answered)
    if found.asked_twice and found.kappa is not None:
        typer.echo(
            f"Asked twice: {found.asked_twice}, the same answer {found.agreed} times"
            f" (kappa {found.kappa:.2f})."
        )
    if found.conflicts:
        typer.echo(f"{counted(found.conflicts, 'contradiction')} left.")
