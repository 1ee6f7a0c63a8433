"""What a veto says."""

from collections.abc import Callable
from dataclasses import dataclass

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
class Veto:
    """One kind of evidence. Swapping the two never changes what it says but the order of words.

    Attributes:
        objects: None where it has nothing to say.
    """

    name: str
    objects: Callable[[Telling, Telling], Objection | None]
