"""Titles that say too little to carry a SAME."""

import pytest

from strandline.core.dedup.pairs import pair_of
from strandline.core.dedup.telling import tell
from strandline.core.dedup.thin import why_thin
from strandline.model.stories import StoryInput

LEAD = "Engineers found cracks in two pillars of the bridge on Monday and closed it to lorries."


@pytest.mark.parametrize(
    "title", ["Just a moment...", "News in brief", "Météo", "早报", "Opinion", "", "Live: TV"]
)
def test_too_short(title: str) -> None:
    """Equal or not, such titles do not make one story."""
    telling = tell(StoryInput(title))
    assert why_thin(pair_of(telling, telling, {}))


@pytest.mark.parametrize(
    "title",
    [
        "Bridge closed in Lormont",
        "Séisme en Ruritanie",
        "市政府宣布新规定",
        "Bon-Tonic director resigns",
    ],
)
def test_long_enough(title: str) -> None:
    """A few words that name something are enough."""
    telling = tell(StoryInput(title))
    assert why_thin(pair_of(telling, telling, {})) == ""


def test_leads_speak_for_a_thin_title() -> None:
    """Where both tell the same below, a short title is no doubt."""
    telling = tell(StoryInput("In brief", summary=LEAD))
    assert why_thin(pair_of(telling, telling, {})) == ""


def test_the_thinner_of_two_counts() -> None:
    """It does not matter which of the two is short, nor which comes first."""
    short, long = tell(StoryInput("In brief")), tell(StoryInput("Bridge closed in Lormont"))
    assert why_thin(pair_of(short, long, {})) == why_thin(pair_of(long, short, {})) != ""
