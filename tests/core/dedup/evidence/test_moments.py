"""Days, weekdays, months, years, quarters and times of day."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("days", "en", "Harbour notes, 12 May", "Harbour notes, 13 May", "hard"),
    ("days", "en", "Harbour notes, May 12", "Harbour notes, 12th of May", ""),
    ("days", "fr", "Conseil municipal du 1er mars", "Conseil municipal du 8 mars", "hard"),
    ("days", "fr", "Marché du 11 et 12 janvier", "Marché du 12 janvier", ""),
    ("days", "zh", "要闻速览（5月12日）", "要闻速览（5月13日）", "hard"),
    ("days", "zh", "要闻速览 2026-05-12", "要闻速览（5月12日）", ""),
    ("days", "en", "Ferry back after storm of 3 May", "Storm of 4 May: ferry back", "soft"),
    ("weekdays", "en", "Monday on the radio", "Tuesday on the radio", "hard"),
    ("weekdays", "fr", "La météo de mardi", "La météo de mercredi", "hard"),
    ("weekdays", "zh", "周三直播预告", "周四直播预告", "hard"),
    ("weekdays", "zh", "周三直播预告", "星期三直播预告", ""),
    ("months", "en", "Car sales in April", "Car sales in June", "hard"),
    ("months", "en", "Talks may fail", "Talks fail in May", ""),
    ("months", "fr", "Les ventes de voitures en avril", "Les ventes de voitures en mai", "hard"),
    ("months", "fr", "Le bac rouvre début mars", "Le bac rouvre fin mars", "soft"),
    ("months", "zh", "四月汽车销量", "五月汽车销量", "hard"),
    ("years", "en", "Garden show 2025", "Garden show 2026", "hard"),
    ("years", "en", "Best of season 2024-25", "Best of season 2025-26", "hard"),
    ("years", "fr", "Bac 2025 : les sujets", "Bac 2026 : les sujets", "hard"),
    ("years", "zh", "2025年招生简章", "2026年招生简章", "hard"),
    ("years", "en", "2000 people march", "2026 people march", ""),
    ("quarters", "en", "Exports up in Q1", "Exports up in Q2", "hard"),
    ("quarters", "en", "Exports up in Q1", "Exports up in first quarter", ""),
    ("quarters", "fr", "Le premier trimestre du groupe", "Le deuxième trimestre du groupe", "hard"),
    ("quarters", "zh", "一季度出口数据", "第二季度出口数据", "hard"),
    ("quarters", "zh", "上半年出口数据", "前三季度出口数据", "hard"),
    ("quarters", "zh", "三季度出口数据", "前三季度出口数据", "hard"),
    ("quarters", "zh", "港务公司三季报公布", "港务公司前三季度业绩公布", ""),
]


@pytest.mark.parametrize(("veto", "language", "a", "b", "expected"), TABLE)
def test_moments(veto: str, language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another day of a series is another article; one day in two spellings is one."""
    assert says(veto, a, b, language) == expected
