"""Titles that say too little to carry a SAME."""

from datetime import UTC, datetime, timedelta

import pytest

from strandline.core.dedup.pairs import pair_of
from strandline.core.dedup.telling import tell
from strandline.core.dedup.thin import (
    ALONE_AT_ONCE,
    ALONE_LATER,
    ONE_TEXT,
    least_score,
    why_thin,
)
from strandline.model.entries import DateTrust
from strandline.model.stories import StoryInput

NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
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


def test_one_title_of_few_words_names_no_event() -> None:
    """Two words of content are another event's tomorrow, though the title is the same."""
    telling = tell(StoryInput("Séisme en Ruritanie"))
    assert "words of content are in both" in why_thin(pair_of(telling, telling, {}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Walkers lost on Mount Vorn", "Walkers lost on Mount Vorn turn up in a pub"),
        ("Lisko phone recalled", "Lisko tablet recalled"),
        ("Le maire de Brelle démissionne", "Brelle : le maire revient sur ses mots"),
        ("Ferry adrift off Torvik", "Passengers taken off ferry near Torvik"),
    ],
)
def test_titles_alone_that_say_more_than_they_share(one: str, other: str) -> None:
    """What each says beside the other may be all that matters: the score has to be higher, the
    more so where hours passed or nobody knows; and the same whichever comes first.
    """
    times = [None, NOON + timedelta(hours=1), NOON + timedelta(hours=9)]
    pairs = [(tell(_at(one, NOON)), tell(_at(other, time))) for time in times]
    assert [least_score(pair_of(a, b, {}), ()) for a, b in pairs] == [
        ALONE_LATER,
        ALONE_AT_ONCE,
        ALONE_LATER,
    ]
    assert [least_score(pair_of(b, a, {}), ()) for a, b in pairs[1:2]] == [ALONE_AT_ONCE]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bridge closed in Lormont", "Lormont bridge closed"),
        (
            "Lisko recalls 400,000 tablets over battery fires",
            "Battery fires: Lisko recalls 400,000 of its tablets",
        ),
        (
            "Le maire de Brelle démissionne après la crue de mai",
            "Brelle : le maire démissionne après la crue",
        ),
        ("凡城大桥发生垮塌", "凡城大桥垮塌致三人受伤"),
    ],
)
def test_titles_that_say_one_thing(one: str, other: str) -> None:
    """Titles of the same words, one that adds to five, and Chinese ones need no higher score."""
    pair = pair_of(tell(StoryInput(one, language=_language(one))), tell(_at(other, None)), {})
    assert (why_thin(pair), least_score(pair, ())) == ("", 0.0)


@pytest.mark.parametrize(
    ("cosine", "vectors", "least"),
    [(0.97, ONE_TEXT[:1], 0.0), (0.95, ONE_TEXT[:1], 0.99), (0.97, (), 0.99)],
)
def test_texts_need_a_higher_score(cosine: float, vectors: tuple[str, ...], least: float) -> None:
    """Beginnings of texts share formulas; the better model, where it is read, sees through them."""
    a, b = (tell(StoryInput(f"{start}{'凡城水务局通报' * 8}", language="zh")) for start in "甲乙")
    assert least_score(pair_of(a, b, {ONE_TEXT[0]: cosine}), vectors) == least


def test_leads_speak_for_titles_that_share_little() -> None:
    """Where both have a lead, what the titles share is no doubt: the score has read more."""
    a = tell(StoryInput("Bridge closed", summary=LEAD))
    b = tell(StoryInput("Bridge shut to lorries", summary=LEAD))
    pair = pair_of(a, b, {})
    assert (why_thin(pair), least_score(pair, ())) == ("", 0.0)


def _at(title: str, time: datetime | None) -> StoryInput:
    return StoryInput(title, published=time, date_trust=DateTrust.EXACT, language=_language(title))


def _language(title: str) -> str:
    return "" if title.isascii() or "é" in title else "zh"
