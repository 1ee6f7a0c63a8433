"""Part and episode numbers that differ."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    (
        "fr",
        "Luc montre une partie du jardin (1/3)",
        "Luc montre une partie du jardin (2/3)",
        "hard",
    ),
    ("fr", "Première partie du récit", "Seconde partie du récit", "hard"),
    ("en", "The lost mine (1/3)", "The lost mine (2/3)", "hard"),
    ("en", "The lost mine, part 2", "The lost mine – Part Two", ""),
    ("en", "The lost mine, part one", "The lost mine, part three", "hard"),
    ("en", "Harbour S02E03 recap", "Harbour S02E04 recap", "hard"),
    ("en", "Harbour, season 2 episode 3", "Harbour S02E03", ""),
    ("en", "Notes from the coast II", "Notes from the coast III", "hard"),
    ("en", "Our newsletter #41", "Our newsletter #42", "hard"),
    ("en", "The lost mine", "The lost mine (2/3)", "soft"),
    ("en", "Euro 2028: Group A", "Euro 2028: Group B", "hard"),
    ("en", "Console Series X back on sale", "Console Series S back on sale", "hard"),
    ("en", "Soldier A wins appeal", "Soldier B wins appeal", "hard"),
    ("en", "Give a chance to peace", "Give B chance to peace", ""),
    ("en", "Runway 09L shut for repairs", "Runway 09R shut for repairs", "hard"),
    ("en", "Level two alert in Devon", "Level 2 alert in Devon", ""),
    ("en", "Oban Open: third round", "Oban Open: final round", "soft"),
    ("en", "Oban Open: first day", "Oban Open: opening day", ""),
    ("fr", "La mine oubliée (1/2)", "La mine oubliée (2/2)", "hard"),
    ("fr", "La mine oubliée, 1/2 : le puits", "La mine oubliée (1/2) : le puits", ""),
    ("fr", "La mine oubliée, deuxième partie", "La mine oubliée, partie 2", ""),
    ("fr", "La mine oubliée, épisode 3", "La mine oubliée, épisode 4", "hard"),
    ("fr", "Tour du lac - 4e étape", "Tour du lac - 5e étape", "hard"),
    ("fr", "Groupe C du mondial", "Groupe D du mondial", "hard"),
    ("fr", "Les gens du bac (2/4)", "Les gens du bac, épisode 2", ""),
    ("zh", "老矿山 上篇：矿工的家", "老矿山 下篇：矿工的家", "hard"),
    ("zh", "老矿山的故事（上）", "老矿山的故事（下）", "hard"),
    ("zh", "老矿山的故事（一）", "老矿山的故事（二）", "hard"),
    ("zh", "老矿山第三集", "老矿山第3集", ""),
    ("zh", "老矿山第三集", "老矿山第四集", "hard"),
    ("zh", "老矿山的故事之一", "老矿山的故事之二", "hard"),
    ("zh", "首届渔港书市开幕", "第二届渔港书市开幕", "hard"),
    ("zh", "首届渔港书市开幕", "第一届渔港书市开幕", ""),
    ("zh", "渔会首轮投票结果公布", "渔会次轮投票结果公布", "hard"),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_parts(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Another part of a series is another piece; one part under two spellings is one."""
    assert says("parts", a, b, language) == expected
