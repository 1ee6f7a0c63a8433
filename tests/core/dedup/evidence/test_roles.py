"""Roles that are swapped."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("en", "Google sues Apple over maps", "Apple sues Google over maps", "hard"),
    ("en", "Apple sued by Google over maps", "Google sues Apple over maps", ""),
    ("en", "Floods hit Kent", "Kent hit by floods", ""),
    ("en", "Dog bites postman", "Postman bites dog", "soft"),
    ("en", "Lakers 110, Celtics 104", "Celtics 110, Lakers 104", "soft"),
    ("en", "Doctors blame minister for delays", "Minister blames doctors for delays", "soft"),
    ("en", "Wasps attack hikers", "Hikers attack wasps' nest", "soft"),
    ("en", "Strike at Harwich port begins", "Harwich port strike begins", ""),
    ("en", "Teachers hail ministers' U-turn", "Ministers hail teachers' U-turn", "soft"),
    ("en", "German court fines Polish firm", "Polish court fines German firm", "hard"),
    ("en", "Tenants sue landlord over mould", "Landlord sues tenants over mould", "soft"),
    ("en", "Boat race: Oxford beat Cambridge", "Boat race: Cambridge beat Oxford", "hard"),
    ("fr", "Lens bat Metz 2-0", "Metz bat Lens 2-0", "hard"),
    ("fr", "L'Iran accuse Israël", "Israël accuse l'Iran", "hard"),
    ("fr", "Macron reçoit Zelensky", "Zelensky reçu par Macron", ""),
    ("fr", "L'Assemblée adopte le budget", "Le budget adopté à l'Assemblée", ""),
    ("fr", "Une mule mordue par un chien", "Un chien mordu par une mule", "soft"),
    ("fr", "Le prix remis à l'école de Bort", "L'école de Bort reçoit le prix", ""),
    ("fr", "Le bac Sirius échoue à Lyon", "Lyon : échouage du bac Sirius", ""),
    (
        "fr",
        "La Commission propose à Bort d'alléger les contrôles en pays de Sault",
        "Pays de Sault : la Commission propose d'alléger les contrôles",
        "",
    ),
    (
        "fr",
        "Tennis de table : Bort 34 - Kalmar 31",
        "Tennis de table : Kalmar 34 - Bort 31",
        "soft",
    ),
    ("zh", "百度起诉腾讯", "腾讯起诉百度", "soft"),
    ("zh", "伊朗指责以色列", "以色列指责伊朗", "hard"),
    ("zh", "伊朗指责以色列违约", "伊朗指责以色列违约", ""),
    ("zh", "弟弟将哥哥告上法庭", "哥哥将弟弟告上法庭", "soft"),
    ("zh", "渔船撞上货轮", "货轮撞上渔船", "soft"),
    ("zh", "伊朗对阵以色列", "以色列对阵伊朗", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_roles(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """Who did it to whom is the news."""
    assert says("roles", a, b, language) == expected
