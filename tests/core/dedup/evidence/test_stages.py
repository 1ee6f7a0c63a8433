"""Another stage of one story."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    (
        "en",
        "Painting stolen from Ghent museum",
        "Two arrested over painting stolen from Ghent museum",
        "update",
    ),
    ("en", "Trial over museum theft opens", "Appeal over museum theft opens", "update"),
    (
        "fr",
        "Un tableau volé au musée de Gand",
        "Tableau volé au musée de Gand : un suspect interpellé",
        "update",
    ),
    ("en", "Ex-mayor charged with bribery", "Ex-mayor jailed for bribery", "update"),
    ("en", "Hikers missing on Ben Nevis", "Hikers missing on Ben Nevis are safe", "update"),
    ("en", "Cholera outbreak declared", "Cholera outbreak declared over", "update"),
    ("en", "Pupils kidnapped near Oban", "Kidnapped pupils back home near Oban", "update"),
    ("fr", "Otage de Bort : sans nouvelles", "Otage de Bort : Paul est libre", "update"),
    ("fr", "Le meunier mis en examen", "La mise en examen du meunier annulée", "update"),
    ("fr", "Morin interpellé à Bort", "Morin relâché après son interpellation à Bort", "update"),
    ("fr", "Libération d'un otage à Bort", "Un otage libéré à Bort", ""),
    ("en", "Jury retires in Oban murder trial", "Jury convicts two in Oban murder trial", "update"),
    ("en", "Oban court jails ex-mayor", "Ex-mayor jailed by court in Oban", ""),
    ("en", "Woman held after fire", "Woman held after fire released on bail", "update"),
    ("en", "Ferry crews to strike at Easter", "Ferry crews call off Easter strike", "update"),
    ("zh", "博物馆名画被盗", "博物馆名画被盗 嫌疑人落网", "update"),
    ("zh", "渔港解除大雾预警", "渔港发布大雾预警", "update"),
    ("zh", "渔船沉没两人失踪", "渔船沉没 两人均已找到", "update"),
    ("zh", "渔船沉没，两人失踪", "渔船沉没，失踪两人均已找到", "update"),
    ("zh", "矿井冒顶 五人被困", "矿井冒顶 被困五人全部升井", "update"),
    ("zh", "迷路老人由渔民送回", "迷路老人由渔民送回 平安回家", ""),
    ("zh", "海上缆车故障 百名游客滞留", "海上缆车故障 滞留百名游客全部疏散", "update"),
    ("zh", "滑坡致渔港公路中断", "滑坡致渔港公路中断 抢修后恢复通车", "update"),
    ("en", "Painting stolen from Ghent museum", "Ghent museum: painting stolen", ""),
]


@pytest.mark.parametrize(("language", "a", "b", "expected"), TABLE)
def test_stages(language: str, a: str, b: str, expected: str, says: Says) -> None:
    """The theft and the arrest are one story with an update between them."""
    assert says("stages", a, b, language) == expected
