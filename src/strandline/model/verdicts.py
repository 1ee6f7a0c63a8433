"""What was decided about two articles, and why."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Ruling(StrEnum):
    """Do two articles tell the same news?"""

    SAME = "SAME"
    DIFFERENT = "DIFFERENT"
    UNSURE = "UNSURE"


class Relation(StrEnum):
    """In what way they are the same."""

    SAME_PAGE = "same_page"
    COPY = "copy"
    SAME_STORY = "same_story"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Verdict:
    """One decision, kept for audit.

    Attributes:
        layer: Name of the layer that ruled.
        score: In [0, 1]; 1.0 for exact layers.
        reason: One line for a person.
    """

    article_uuid: str
    other_uuid: str
    ruling: Ruling
    relation: Relation
    layer: str
    score: float
    reason: str
    decided_at: datetime
