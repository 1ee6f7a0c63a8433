"""The runner counts, times and logs every step, and lets nothing vanish."""

from collections.abc import Sequence

import pytest
import structlog
from structlog.testing import capture_logs

from strandline.model.funnel import Drop, StepReport
from strandline.pipelines.runner import Step, StepResult, UnexplainedDrop, run_steps


def bring(context: dict[str, int], items: Sequence[int]) -> StepResult[int]:
    new = list(range(context["count"]))
    return StepResult([*items, *new], brought=len(new), notes=[f"{len(new)} brought"])


def drop_odd(context: dict[str, int], items: Sequence[int]) -> StepResult[int]:
    return StepResult(
        [n for n in items if n % 2 == 0],
        [Drop(str(n), "odd" if n < 5 else "large_odd") for n in items if n % 2],
    )


def lose_one(context: dict[str, int], items: Sequence[int]) -> StepResult[int]:
    return StepResult(items[1:])


STEPS = (Step("bring", bring), Step("drop_odd", drop_odd))


def ticking() -> float:
    ticking.now += 0.5  # type: ignore[attr-defined]
    return float(ticking.now)  # type: ignore[attr-defined]


def test_funnel_counts_what_each_step_dropped_and_why() -> None:
    """A step's report holds what entered, what left, and a count for each reason code."""
    ticking.now = 0.0  # type: ignore[attr-defined]
    result = run_steps("test", STEPS, {"count": 8}, [100, 101], monotonic=ticking)
    assert result.items == (100, 0, 2, 4, 6)
    assert result.funnel.steps == (
        StepReport("bring", 10, 10, {}, ("8 brought",), 0.5),
        StepReport("drop_odd", 10, 5, {"large_odd": 3, "odd": 2}, (), 0.5),
    )
    assert ("drop_odd", Drop("101", "large_odd")) in result.drops


def test_a_silent_loss_is_refused() -> None:
    """A step that loses a candidate without a reason code ends the run with its name."""
    with pytest.raises(UnexplainedDrop, match="lose_one"):
        run_steps("test", (*STEPS, Step("lose_one", lose_one)), {"count": 3})


def test_each_step_logs_one_line() -> None:
    """The log has one line a step, with pipeline, counts and reasons."""
    structlog.reset_defaults()
    with capture_logs() as lines:
        run_steps("daily", STEPS, {"count": 4})
    assert [(line["pipeline"], line["step"], line["left"]) for line in lines] == [
        ("daily", "bring", 4),
        ("daily", "drop_odd", 2),
    ]
    assert lines[1]["drops"] == {"odd": 2}


def test_before_step_names_each_step_before_it_runs() -> None:
    """The hook hears every step's name in order, and ends the run where it raises."""
    heard: list[str] = []

    def stop(name: str) -> None:
        heard.append(name)
        if name == "drop_odd":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_steps("test", STEPS, {"count": 3}, before_step=stop)
    assert heard == ["bring", "drop_odd"]
