"""Titles that name nobody."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from strandline.core.dedup.telling import Telling

Says = Callable[..., str]
Tell = Callable[..., Telling]

TABLE = [
    ("en", "Man charged with murder", "soft"),
    ("en", "Man charged with murder in Leeds", ""),
    ("en", "Release 1.2.3 is out", ""),
    ("en", "School evacuated after bomb threat", "soft"),
    ("fr", "Incendie dans un entrepôt", "soft"),
    ("fr", "Ouverture du musée le 3 mai", ""),
    ("fr", "La nouvelle fanfare a pris ses quartiers", "soft"),
    ("fr", "Un jongleur distrait renverse une pile d'assiettes de collection", "soft"),
    ("fr", "Les jongleurs distraits renversent une pile d'assiettes de collection", ""),
    ("zh", "召开工作会议", "soft"),
    ("zh", "杭州召开工作会议", ""),
]


@pytest.mark.parametrize(("language", "title", "expected"), TABLE)
def test_two_papers(language: str, title: str, expected: str, tell: Tell, says: Says) -> None:
    """A title that fits any event is for the judge; a name or a date makes it one event."""
    herald = tell(title, language=language, source="Herald")
    post = tell(title, language=language, source="Post")
    assert says("bare", herald, post) == expected


def test_nothing_apart(tell: Tell, says: Says) -> None:
    """Nothing is said where nothing tells the two apart."""
    assert says("bare", tell("Man charged with murder"), tell("Man charged with murder")) == ""


def test_another_paper_on_another_day(tell: Tell, says: Says) -> None:
    """Papers copy a title within hours; a day later the same words may tell of another town."""
    title = "小区停车涨价引来业主争论"
    first = tell(title, language="zh", source="晨钟", published=datetime(2026, 3, 4, 8, tzinfo=UTC))
    soon = tell(title, language="zh", source="暮鼓", published=datetime(2026, 3, 4, 9, tzinfo=UTC))
    later = tell(title, language="zh", source="暮鼓", published=datetime(2026, 3, 5, 9, tzinfo=UTC))
    assert says("bare", first, soon) == ""
    assert says("bare", first, later) == "soft"
