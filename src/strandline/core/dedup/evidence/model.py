"""What a veto says."""

from collections.abc import Callable
from dataclasses import dataclass

from strandline.core.dedup.evidence.pair import Pair, pair_of
from strandline.core.dedup.telling import Telling


@dataclass(frozen=True, slots=True)
class Objection:
    """A reason why two articles may not be one story.

    Attributes:
        veto: Name of the veto, such as `numbers`.
        is_hard: True where it settles the matter (DIFFERENT); False where only a judge or a
            person can tell (never SAME without one).
        detail: What differs, in one line for a person.
        is_update: True where the later of the two has news in it (a toll that rose).
    """

    veto: str
    is_hard: bool
    detail: str
    is_update: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a veto found; the veto's name makes it an objection."""

    is_hard: bool
    detail: str
    is_update: bool = False


@dataclass(frozen=True, slots=True)
class Veto:
    """One kind of evidence. Swapping the two never changes what it says but the order of words.

    Attributes:
        finds: None where it has nothing to say on a pair.
    """

    name: str
    finds: Callable[[Pair], Finding | None]

    def objects(self, a: Telling, b: Telling) -> Objection | None:
        """What it says on two articles."""
        return self.on(pair_of(a, b))

    def on(self, pair: Pair) -> Objection | None:
        """What it says on a pair that is laid side by side already."""
        found = self.finds(pair)
        if found is None:
            return None
        return Objection(self.name, found.is_hard, found.detail, found.is_update)
