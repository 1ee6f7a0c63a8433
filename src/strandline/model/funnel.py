"""What each step of a run dropped and why: built from the runner's reports and nothing else."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Drop:
    """A candidate that a step let go.

    Attributes:
        subject: URL or id of what was dropped.
        reason: Reason code, such as `seen_before`, `home_page`, `empty`.
        detail: One line for `explain`; may be empty.
        article_uuid: The article that was dropped; empty where it is none.
        title: What a person knows it by; may be empty.
    """

    subject: str
    reason: str
    detail: str = ""
    article_uuid: str = ""
    title: str = ""
    source_name: str = ""


@dataclass(frozen=True, slots=True)
class StepReport:
    """One step of a run.

    Attributes:
        entered: How many candidates came in (for a source step: how many it brought).
        left: How many went on.
        drops: Count by reason code.
        notes: Lines for a person (`blocked 32 previously shown articles (34 URLs in history)`).
    """

    step: str
    entered: int
    left: int
    drops: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Funnel:
    """All steps of a run, in order."""

    steps: tuple[StepReport, ...] = ()
