"""Runs a pipeline: a visible tuple of named steps, each of which says what it dropped and why.

The runner counts, times and logs; the funnel of a run is built here and nowhere else. What a step
does is the step's business: it gathers through the ports in its context, lets a pure function
decide, and applies.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

import structlog

from strandline.model.errors import StrandlineError
from strandline.model.funnel import Drop, Funnel, StepReport

C = TypeVar("C")
T = TypeVar("T")

log = structlog.get_logger()


class UnexplainedDrop(StrandlineError):
    """A step lost or made candidates without saying so: a fault of the step, never of the data."""


@dataclass(frozen=True)  # no slots: `Step[C, T](…)` fails with them on Python 3.11
class StepResult(Generic[T]):
    """What a step made of the candidates that it was given.

    Attributes:
        kept: What goes on, in order.
        drops: One for each candidate that does not, with its reason code.
        notes: Lines for a person.
        brought: How many candidates the step itself added (a source step); 0 for a filter.
    """

    kept: Sequence[T]
    drops: Sequence[Drop] = ()
    notes: Sequence[str] = ()
    brought: int = 0


@dataclass(frozen=True)  # no slots: `Step[C, T](…)` fails with them on Python 3.11
class Step(Generic[C, T]):
    """One named step: a function of the run's context and the candidates so far."""

    name: str
    run: Callable[[C, Sequence[T]], StepResult[T]]


@dataclass(frozen=True, slots=True)
class RunResult(Generic[T]):
    """How a run ended.

    Attributes:
        items: What the last step let through.
        drops: `(step, drop)` of everything that was let go, in order; for `explain`.
    """

    items: tuple[T, ...]
    funnel: Funnel
    drops: tuple[tuple[str, Drop], ...] = ()


def run_steps(
    pipeline: str,
    steps: Sequence[Step[C, T]],
    context: C,
    items: Sequence[T] = (),
    *,
    monotonic: Callable[[], float] = time.monotonic,
    before_step: Callable[[str], None] | None = None,
    level: Literal["debug", "info"] = "info",
) -> RunResult[T]:
    """Run the steps in order.

    Args:
        pipeline: Name of the run in the log.
        context: Handed to every step as it is.
        items: Candidates to begin with; a first step may bring its own.
        monotonic: Seconds of a clock that never goes back; only differences are used.
        before_step: Called with the name of each step before it runs (progress bars; tests that
            end a run at every step).
        level: How loud the line of each step is; a pipeline that runs for every source whispers.

    Raises:
        UnexplainedDrop: What went into a step is not what came out plus what it dropped.
    """
    reports: list[StepReport] = []
    drops: list[tuple[str, Drop]] = []
    current: Sequence[T] = items
    for step in steps:
        if before_step is not None:
            before_step(step.name)
        began = monotonic()
        result = step.run(context, current)
        report = _report(step.name, len(current), result, monotonic() - began)
        _log(pipeline, report, level)
        reports.append(report)
        drops += [(step.name, drop) for drop in result.drops]
        current = result.kept
    return RunResult(tuple(current), Funnel(tuple(reports)), tuple(drops))


def _report(name: str, given: int, result: StepResult[T], seconds: float) -> StepReport:
    """The step's line of the funnel; refuses one that does not add up."""
    entered = given + result.brought
    if entered != len(result.kept) + len(result.drops):
        raise UnexplainedDrop(
            f"Step {name} was given {given} and brought {result.brought}, but kept "
            f"{len(result.kept)} and dropped {len(result.drops)}.",
            subject=name,
            advice="Every candidate that a step lets go needs a reason code.",
        )
    reasons = Counter(drop.reason for drop in result.drops)
    return StepReport(
        step=name,
        entered=entered,
        left=len(result.kept),
        drops=dict(sorted(reasons.items())),
        notes=tuple(result.notes),
        seconds=seconds,
    )


def _log(pipeline: str, report: StepReport, level: str) -> None:
    """One line a step; the notes are part of it. A step that changed nothing whispers."""
    changed = report.entered != report.left or report.drops or report.notes
    tell = log.info if level != "debug" and changed else log.debug
    tell(
        "step",
        pipeline=pipeline,
        step=report.step,
        entered=report.entered,
        left=report.left,
        drops=dict(report.drops),
        seconds=round(report.seconds, 3),
        notes=list(report.notes),
    )
