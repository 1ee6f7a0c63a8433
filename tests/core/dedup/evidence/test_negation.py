"""Negation on one side."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Museum will reopen this year", "Museum will not reopen this year", "hard"),
    ("en", "Museum won't reopen this year", "Museum will not reopen this year", ""),
    ("en", "Mayor found guilty", "Mayor found not guilty", ""),
    ("en", "Drug slows disease in trial", "Drug fails to slow disease in trial", "soft"),
    ("en", "Board confirms Okafor as head", "Board refuses to confirm Okafor as head", "hard"),
    ("en", "Mayor won't stand again", "Mayor rules out standing again", ""),
    (
        "en",
        "Two aides accuse mayor of Oban of bullying",
        "Mayor of Oban denies bullying two aides in statement",
        "update",
    ),
    (
        "fr",
        "Deux élus accusent le maire de Bort de fraude",
        "Le maire de Bort conteste les accusations de fraude de deux élus",
        "soft",
    ),
    ("fr", "Le club vendra son stade", "Le club ne vendra pas son stade", "hard"),
    ("fr", "Accord trouvé sur les salaires", "Aucun accord trouvé sur les salaires", "hard"),
    ("fr", "La mine embauche", "La mine n'embauche plus", "hard"),
    ("fr", "Le gel touche le verger de Bort", "Le gel a épargné le verger de Bort", "soft"),
    ("fr", "La mine vendra encore du sel", "La mine ne vendra plus de sel", "hard"),
    ("fr", "La mine paie les mineurs", "La mine refuse de payer les mineurs", "soft"),
    ("fr", "Plus de trains vers Aurillac", "Des trains vers Aurillac", ""),
    ("fr", "Il renonce à être candidat", "Il ne sera pas candidat", ""),
    ("fr", "Ses premiers pas sur scène", "Ses débuts sur scène", ""),
    ("zh", "学校要求学生返校", "学校不要求学生返校", "hard"),
    ("zh", "公司已发工资", "公司未发工资", "hard"),
    ("zh", "不少学校恢复上课", "学校恢复上课", ""),
    ("zh", "无人机亮相航展", "飞机亮相航展", ""),
    ("zh", "游客可进入灯塔拍照", "游客不得进入灯塔拍照", "hard"),
    ("zh", "渔港出动无人机巡查", "渔港无人机出动巡查", ""),
    ("zh", "渔港污染源头已查明", "渔港污染源头尚待查明", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_negation(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """A `not` that the other title lacks turns the news around."""
    assert says("negation", a, b, language) == expected
