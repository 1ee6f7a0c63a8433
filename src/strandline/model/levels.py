"""How two articles stand to each other in three levels, and how well a judge tells them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from strandline.model.stories import Decision, Relation


class Level(StrEnum):
    """What a person or a language model is asked about two articles."""

    SAME_NEWS = "same_news"  # one story: a reader who has one does not want the other
    SAME_THREAD = "same_thread"  # other news of one running story
    NEITHER = "neither"

    @property
    def decision(self) -> Decision:
        """The ruling that says the same."""
        return _DECISIONS[self]

    @property
    def relation(self) -> Relation:
        """As it stands in verdicts."""
        return _RELATIONS[self]


_DECISIONS = {
    Level.SAME_NEWS: Decision.SAME,
    Level.SAME_THREAD: Decision.UPDATE,
    Level.NEITHER: Decision.UNRELATED,
}
_RELATIONS = {
    Level.SAME_NEWS: Relation.SAME_STORY,
    Level.SAME_THREAD: Relation.UPDATE,
    Level.NEITHER: Relation.DIFFERENT,
}


def level_of(said: Relation | Decision) -> Level | None:
    """The level of a judge's relation or of a ruling; None where it says nothing of one."""
    if said is Relation.RELATED:  # what judges said before they were asked about levels
        return Level.SAME_THREAD
    known: dict[Relation | Decision, Level] = {
        **{value: level for level, value in _RELATIONS.items()},
        **{value: level for level, value in _DECISIONS.items()},
    }
    return known.get(said)


@dataclass(frozen=True, slots=True)
class Trial:
    """A labelled pair that a judge was asked about.

    Attributes:
        language: Two letters; `xx` where the two differ or none is known.
        said: None where no answer could be read.
        confidence: As it was given, 0 to 1; 0 where none was.
    """

    language: str
    true: Level
    said: Level | None
    confidence: float = 0.0


@dataclass(frozen=True, slots=True)
class JudgeMeasure:
    """What was measured of a judge.

    Attributes:
        model: As the endpoint knows it.
        prompt_hash: Of the prompt that it was asked with; another prompt asks to measure anew.
        data: Names of the labelled files.
        trials: Every question.
        prompt_tokens: Of all questions, second attempts included.
        cost: In the currency of the settings.
        seconds: That the answers took, added up.
        reasons: Why answers could not be read → how many.
    """

    model: str
    prompt_hash: str
    measured_at: datetime
    data: tuple[str, ...]
    trials: tuple[Trial, ...]
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    reasons: Mapping[str, int] = field(default_factory=dict)
