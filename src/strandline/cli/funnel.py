"""A funnel as lines for a terminal: what each step let through, and why not the rest."""

from collections.abc import Iterator

from strandline.cli.output import safe
from strandline.model.funnel import Funnel, StepReport
from strandline.render.html import word


def funnel_lines(funnel: Funnel) -> Iterator[str]:
    """One line a step that did something, its reasons and notes below it.

    A step that took everything and has nothing to say is left out.
    """
    for step in funnel.steps:
        if not step.drops and not step.notes and not _brings(funnel, step):
            continue
        name = word("en", "page.step", step.step)
        yield f"  {name}: {step.entered} in, {step.left} on" if step.entered else f"  {name}"
        for reason, count in step.drops.items():
            yield f"    {count} left out: {word('en', 'page.reason', reason)} ({reason})"
        for note in step.notes:
            yield f"    {safe(note)}"


def _brings(funnel: Funnel, step: StepReport) -> bool:
    """True where more came out of a step than went into it: it brought candidates."""
    before = funnel.steps.index(step)
    given = funnel.steps[before - 1].left if before else 0
    return step.left > given
