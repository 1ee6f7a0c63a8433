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
        "Séisme meurtrier en Ruritanie",
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Séisme en Ruritanie", "Séisme en Ruritanie"),
        ("Walkers lost on Mount Vorn", "Walkers lost on Mount Vorn turn up in a pub"),
        ("Lisko phone recalled", "Lisko tablet recalled"),
        ("Le maire de Brelle démissionne", "Brelle : le maire revient sur ses mots"),
        ("Ferry adrift off Torvik", "Passengers taken off ferry near Torvik"),
    ],
)
def test_titles_that_share_little(one: str, other: str) -> None:
    """Of titles alone, a few shared words name no event: what differs may be all that matters."""
    a, b = tell(StoryInput(one)), tell(StoryInput(other))
    assert "words of content are in both" in why_thin(pair_of(a, b, {}))
    assert why_thin(pair_of(a, b, {})) == why_thin(pair_of(b, a, {}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bridge closed in Lormont", "Lormont bridge closed"),
        (
            "Lisko recalls 400,000 tablets over battery fires",
            "Battery fires: Lisko to recall 400,000 of its tablets",
        ),
        (
            "Le maire de Brelle démissionne après la crue",
            "Brelle : le maire démissionne après la crue",
        ),
    ],
)
def test_titles_that_share_enough(one: str, other: str) -> None:
    """Titles of the same words carry a SAME, and so do longer ones told in another order."""
    assert why_thin(pair_of(tell(StoryInput(one)), tell(StoryInput(other)), {})) == ""


def test_leads_speak_for_titles_that_share_little() -> None:
    """Where both have a lead, what the titles share is no doubt: the score has read more."""
    a = tell(StoryInput("Bridge closed", summary=LEAD))
    b = tell(StoryInput("Bridge shut to lorries", summary=LEAD))
    assert why_thin(pair_of(a, b, {})) == ""
