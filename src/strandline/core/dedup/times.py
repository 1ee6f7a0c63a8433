"""How far apart two articles were published, as surely as their dates are known."""

from datetime import timedelta

from strandline.model.entries import DateTrust
from strandline.model.stories import StoryInput

#: What a date of each trust may be off by: a day has 24 hours, and zones reach from -12 to +14.
_SLACK = {
    DateTrust.EXACT: timedelta(0),
    DateTrust.ASSUMED_ZONE: timedelta(hours=14),
    DateTrust.DAY: timedelta(hours=24),
}


def gap_of(a: StoryInput, b: StoryInput) -> timedelta | None:
    """Between the published times as given; None where one has none that says anything."""
    if (
        a.published is None
        or b.published is None
        or not {a.date_trust, b.date_trust} <= set(_SLACK)
    ):
        return None
    return abs(a.published - b.published)


def are_apart(a: StoryInput, b: StoryInput, window: timedelta) -> bool:
    """True where the two were surely published more than a window apart.

    A date without a time of day may lie up to 24 hours later: the 10th and the 12th are not more
    than 48 hours apart for sure, the 10th and the 14th are.
    """
    gap = gap_of(a, b)
    if gap is None:
        return False
    return gap - max(_SLACK[a.date_trust], _SLACK[b.date_trust]) > window
