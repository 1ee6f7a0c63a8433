"""Part numbers in all their spellings."""

import pytest

from strandline.core.text.titles import read_title

SPELLINGS = [
    ("Inside the salt mine, part 2", "2"),
    ("Inside the salt mine – Part Two", "2"),
    ("Inside the salt mine (part II)", "2"),
    ("Inside the Salt Mine: Pt. 2", "2"),
    ("Part 2: Inside the salt mine", "2"),
    ("Inside the salt mine (II)", "2"),
    ("Second part: inside the salt mine", "2"),
    ("Dans la mine de sel, partie 2", "2"),
    ("Dans la mine de sel (2e partie)", "2"),
    ("Dans la mine de sel - deuxième partie", "2"),
    ("Dans la mine de sel, volet 2", "2"),
    ("盐矿深处（二）", "2"),
    ("盐矿深处 第二部分", "2"),
    ("盐矿深处（中）", "2"),
    ("盐矿深处(2)", "2"),
]


@pytest.mark.parametrize(("title", "number"), SPELLINGS)
def test_one_part_in_many_spellings(title: str, number: str) -> None:
    """However a part is counted, it is a feature and one folded form."""
    read = read_title(title)
    assert f"part:{number}" in read.features
    assert read.folded in {
        f"{body} part {number}"
        for body in ("inside the salt mine", "dans la mine de sel", "盐矿深处")
    }
    assert read.display == title


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Inside the salt mine (1/3)", "Inside the salt mine (2/3)"),
        ("Inside the salt mine, part 1", "Inside the salt mine, part 2"),
        ("Inside the salt mine, part 1", "Inside the salt mine"),
        ("Inside the salt mine (2)", "Inside the salt mine"),
        ("盐矿深处（上）", "盐矿深处（下）"),
        ("盐矿深处（上）", "盐矿深处"),
        ("[1/3] Dans la mine", "[2/3] Dans la mine"),
        ("Concert (1/3)", "Concert (1/4)"),
    ],
)
def test_two_parts(one: str, other: str) -> None:
    """Two parts are two titles, and a part is not the whole."""
    assert read_title(one).folded != read_title(other).folded


@pytest.mark.parametrize(
    ("title", "features"),
    [
        ("Inside the salt mine (2/5)", {"part:2", "parts:5"}),
        ("盐矿深处（上）", {"part:1"}),
        ("盐矿深处（下）", {"part:last"}),
        ("盐矿深处 第十二集", {"episode:12"}),
        ("Salt, season 2, episode 7", {"season:2", "episode:7"}),
        ("Sel : saison 2, épisode 7", {"season:2", "episode:7"}),
        ("Pope John II speaks", set()),
        ("Sale of half the farm (1.5 ha)", set()),
        ("Part of the roof falls", set()),
        ("Le parti 2 en 1", set()),
    ],
)
def test_features_of_parts(title: str, features: set[str]) -> None:
    """Parts, episodes and seasons are counted; other numbers are not."""
    counted = {f for f in read_title(title).features if f.split(":")[0] in _COUNTED}
    assert counted == features


_COUNTED = {"part", "parts", "episode", "season"}
