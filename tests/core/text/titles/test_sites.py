"""Site names at the ends of titles: off where a site is sure, on where it may be news."""

import pytest

from strandline.core.text.titles import learn_series_names, learn_site_names, read_title

LISTED = [
    ("Storm closes the ports of the north", " - BBC News"),
    ("Storm closes the ports of the north", " | The Guardian"),
    ("Storm closes the ports of the north", " – Reuters"),
    ("Storm closes the ports of the north", " — The New York Times"),
    ("Storm closes the ports of the north", " | World news | The Guardian"),
    ("Storm closes the ports of the north", " - portnews.example.com"),
    ("Storm closes the ports of the north", " | Harbour Post"),
    ("Storm closes the ports of the north", " - The Millbrook Gazette"),
    ("Storm closes the ports of the north", " (AFP)"),
    ("La tempête ferme les ports du nord", " | Le Monde"),
    ("La tempête ferme les ports du nord", " - Ouest-France"),
    ("La tempête ferme les ports du nord", " - Le Figaro"),
    ("Storm closes the northern ports", " - KQZX 12 News"),
    ("La tempête ferme les ports du nord", " | Libération"),
    ("La tempête ferme les ports du nord", " - France Bleu Armorique"),
    ("La tempête ferme les ports du nord", " | La Gazette du Port"),
    ("风暴关闭北方港口", "_新浪网"),
    ("风暴关闭北方港口", "_新浪财经_新浪网"),
    ("风暴关闭北方港口", "_国内_新闻频道_央视网"),
    ("风暴关闭北方港口", "|界面新闻"),
    ("风暴关闭北方港口", " - 澎湃新闻"),
    ("风暴关闭北方港口", "-新华网"),
    ("风暴关闭北方港口", "——人民网"),
    ("风暴关闭北方港口", "_海港晚报"),
    ("风暴关闭北方港口", "--时政--人民网"),
    ("La tempête ferme les ports du nord", " - Libération"),
    ("風暴關閉北方港口", "｜明報新聞網"),
]


@pytest.mark.parametrize(("title", "site"), LISTED)
def test_site_behind_a_title(title: str, site: str) -> None:
    """Outlets that are listed, and names that only sites bear, are no part of a title."""
    read = read_title(title + site)
    assert read.display == title
    assert {piece.kind for piece in read.removed} == {"site"}


@pytest.mark.parametrize(
    "title", ["BBC News - Storm closes the ports", "【人民网】风暴关闭北方港口"]
)
def test_site_before_a_title(title: str) -> None:
    """A listed outlet may stand before a title too."""
    assert read_title(title).folded in {"storm closes the ports", "风暴关闭北方港口"}


@pytest.mark.parametrize(
    "title",
    [
        "France - Allemagne",
        "Handball : Norvège 26 - France 24",
        "Tour of the Lakes - Stage 4",
        "Tour des Lacs - 4e étape",
        "Lens - Rennes",
        "Premier League | Arsenal",
        "Learning to sail a dinghy - Week 3",
        "Learning to sail a dinghy (Week 3)",
        "Storm over the northern islands - Wind 10",
        "Crime does not pay - good news",
        "Sequencing gets cheap - DNA",
        "Two regions on alert - La Provence",
        "The word of the year - Time",
        "Netflix - CNN",
        "Le Monde",
        "BBC News - Sport",
        "发射成功|长征五号",
        "东部决赛|篮网",
        "停电原因公布-国家电网",
        "Storm | Two dead in the north",
        "WINDFALL | Town sells its forest",
        "F-16 or F-35",
    ],
)
def test_piece_that_is_no_site(title: str) -> None:
    """Teams, stages, words and what else stands behind a dash stays in the title."""
    assert read_title(title).display == title
    assert read_title(title).removed == ()


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("Storm closes the ports - Quay & Crane", ["Quay and Crane", "Quay & Crane"]),
        ("Quay & Crane | Storm closes the ports", ["Quay & Crane"]),
        ("Storm closes the ports | QuayCrane", ["https://quaycrane.example", "quaycrane.example"]),
        ("Storm closes the ports – Quay-Crane", ["www.quay-crane.example"]),
        ("[Quay & Crane] Storm closes the ports", ["Quay & Crane"]),
        ("Storm closes the ports - 码头笔记", ["码头笔记"]),
    ],
)
def test_name_of_the_source(title: str, names: list[str]) -> None:
    """A source's own name and domain come off, whatever sign parts them from the title."""
    assert read_title(title, site_names=names).display == "Storm closes the ports"
    assert read_title(title).display == title


def test_learn_a_name_behind_a_dash() -> None:
    """What ends most titles of a source is its name."""
    titles = [
        f"{what} - Quay & Crane" for what in ("Storm", "Fog", "Ice jam", "Strike", "Low tide")
    ]
    assert learn_site_names(titles) == ("Quay & Crane",)


def test_learn_a_section_and_a_name() -> None:
    """Names are learnt from the outer one to the inner one."""
    titles = [f"{what} | Ports | Quay" for what in ("Storm", "Fog", "Ice jam", "Strike", "Tide")]
    assert learn_site_names(titles) == ("Quay", "Ports")


def test_learn_a_name_in_front() -> None:
    """A name before nearly every title is a site's, too."""
    titles = [f"Quay & Crane | {what}" for what in ("Storm", "Fog", "Ice jam", "Strike", "Tide")]
    assert learn_site_names(titles) == ("Quay & Crane",)


def test_a_series_is_no_site() -> None:
    """What repeats before a colon, or of a part of the titles, is a series and stays."""
    titles = [
        *(f"Quay talk: {what}" for what in ("Storm", "Fog", "Ice jam", "Strike", "Tide")),
        *(f"Ligue 1 - {what}" for what in ("Lens", "Nice", "Lyon", "Brest")),
        *("Harbour master resigns", "New crane arrives", "Ferry fares rise"),
    ]
    assert learn_site_names(titles) == ()
    assert learn_series_names(titles) == ("Quay talk", "Ligue 1")


def test_a_learnt_series_becomes_a_feature() -> None:
    """A series stays in the title, since it tells what the page is."""
    read = read_title("Quay talk: Fog", series_names=("Quay talk",))
    assert read.display == "Quay talk: Fog"
    assert "series:quay talk" in read.features


@pytest.mark.parametrize(
    "titles",
    [
        [],
        [""],
        ["Storm - Quay"] * 50,
        ["LIVE: Storm", "LIVE: Fog", "LIVE: Ice", "LIVE: Tide", "LIVE: Strike"],
        ["Lens - Nice", "Lyon - Nice", "Brest - Metz", "Paris - Lille", "Nantes - Reims"],
    ],
)
def test_nothing_to_learn(titles: list[str]) -> None:
    """One title, labels and teams teach no name."""
    assert learn_site_names(titles) == ()
