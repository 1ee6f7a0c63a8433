"""Two tellings side by side, in a fixed order, and what several layers ask of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property

from strandline.core.dedup import evidence
from strandline.core.dedup.evidence.pair import may_share_names, say_one_thing
from strandline.core.dedup.features import measure
from strandline.core.dedup.score import CROSS, Calibration, Model, calibration, language_group
from strandline.core.dedup.telling import Telling, in_order

#: Articles further apart are different stories, unless they are one page.
WINDOW = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What the layers measure against."""

    window: timedelta = WINDOW
    calibration: Calibration = field(default_factory=calibration)


@dataclass(frozen=True)
class Pair:
    """Two tellings; made with `pair_of`, so that it is the same whichever comes first.

    Attributes:
        vectors: Embedding model → cosine.
        silent: Names of vetoes and checks that say nothing: for measuring what they are worth.
    """

    a: Telling
    b: Telling
    vectors: Mapping[str, float] = field(default_factory=dict)
    silent: frozenset[str] = frozenset()

    @cached_property
    def language(self) -> str:
        """Whose weights and thresholds hold."""
        return language_group(self.a.title.language, self.b.title.language)

    @cached_property
    def titles(self) -> evidence.Pair:
        """Their titles side by side."""
        return evidence.pair_of(self.a, self.b)

    @cached_property
    def objections(self) -> tuple[evidence.Objection, ...]:
        """The evidence against SAME."""
        said = evidence.objections_to(self.titles)
        return tuple(objection for objection in said if objection.veto not in self.silent)

    @cached_property
    def is_told_in_both(self) -> bool:
        """True for titles in two languages that say one thing, whatever the models see in them."""
        is_crossing = self.language == CROSS and may_share_names(self.a, self.b)
        return is_crossing and say_one_thing(self.titles) and not self.objections

    @cached_property
    def measured(self) -> dict[str, float]:
        """What the two share, whatever speaks against them."""
        return measure(self.a, self.b, self.vectors)

    def score(self, model: Model) -> float:
        """Probability of one story, by a model whose vectors are at hand."""
        for known, score in self._scored:
            if known is model:
                return score
        score = model.score(self.measured, self.language)
        self._scored.append((model, score))
        return score

    @cached_property
    def _scored(self) -> list[tuple[Model, float]]:
        """What was asked for before: several layers ask for one score."""
        return []


def pair_of(
    a: Telling,
    b: Telling,
    vectors: Mapping[str, float],
    silent: frozenset[str] = frozenset(),
) -> Pair:
    """The two in their fixed order."""
    return Pair(*in_order(a, b), vectors, silent)
