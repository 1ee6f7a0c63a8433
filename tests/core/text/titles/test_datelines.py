"""Datelines are off titles and leads; what only looks like one stays."""

import pytest

from strandline.core.dedup.telling import embedded_text, tell
from strandline.core.text.titles import read_title
from strandline.model.stories import StoryInput

WIRED = [
    ("MALLAIG, Scotland (AP) — ", "Storm closes the ports of the north"),
    ("OBAN, May 4 (Reuters) - ", "Storm closes the ports of the north"),
    ("(Reuters) - ", "Storm closes the ports of the north"),
    ("SÈTE, 4 mai (AFP) - ", "La tempête ferme les ports du nord"),
    ("新华社渔港5月4日电（记者 林潮）", "风暴关闭北方港口"),
    ("财联社5月4日电，", "风暴关闭北方港口"),
    ("潮声社2026年5月4日讯 ", "风暴关闭北方港口"),
]
PLAIN = [
    "Tidemark 3 (PC) - a review",
    "Storm (AP) closes ports",
    "5月4日电费上调",
    "渔港5月4日电动车销量翻倍",
    "OBAN, May 4 (Reuters) -",
]


@pytest.mark.parametrize(("dateline", "title"), WIRED)
def test_who_wired_it_is_no_part_of_the_news(dateline: str, title: str) -> None:
    """Neither of a title nor of a lead, whether it is compared or embedded."""
    read = read_title(dateline + title)
    assert read.display == title
    assert "".join(piece.text for piece in read.removed) in dateline
    wired = tell(StoryInput("A title", summary=f"{dateline}{title} for a day."))
    plain = tell(StoryInput("A title", summary=f"{title} for a day."))
    assert wired.lead_folded == plain.lead_folded
    assert embedded_text(wired) == embedded_text(plain)


@pytest.mark.parametrize("title", PLAIN)
def test_what_is_no_dateline_stays(title: str) -> None:
    """Brackets and days within a sentence, and a dateline with nothing behind it."""
    assert read_title(title).removed == ()
