"""Labels of newsrooms: off the title, and remembered."""

import pytest

from strandline.core.text.titles import read_title

HEADS = [
    ("LIVE: Council votes on tram line", "live"),
    ("Live updates: Council votes on tram line", "live"),
    ("LIVE Council votes on tram line", "live"),
    ("[LIVE] Council votes on tram line", "live"),
    ("EXCLUSIVE - Council votes on tram line", "exclusive"),
    ("EXCLUSIVE-Council votes on tram line", "exclusive"),
    ("BREAKING Council votes on tram line", "breaking"),
    ("Breaking News | Council votes on tram line", "breaking"),
    ("JUST IN: Council votes on tram line", "breaking"),
    ("WATCH: Council votes on tram line", "video"),
    ("Watch live: Council votes on tram line", "live"),
    ("VIDEO - Council votes on tram line", "video"),
    ("Photos: Council votes on tram line", "photos"),
    ("UPDATE 2-Council votes on tram line", "update:2"),
    ("UPDATE: Council votes on tram line", "update"),
    ("UPDATED 5:30pm: Council votes on tram line", "update"),
    ("CORRECTED-Council votes on tram line", "correction"),
    ("Correction: Council votes on tram line", "correction"),
    ("WRAPUP 3-Council votes on tram line", "roundup"),
    ("Opinion | Council votes on tram line", "opinion"),
    ("Op-Ed: Council votes on tram line", "opinion"),
    ("ANALYSIS-Council votes on tram line", "analysis"),
    ("Preview: Council votes on tram line", "preview"),
    ("Sponsored: Council votes on tram line", "sponsored"),
    ("[Subscribers only] Council votes on tram line", "subscriber"),
    ("🔒 Council votes on tram line", "subscriber"),
    ("[$] Council votes on tram line", "subscriber"),
    ("📷 Council votes on tram line", "photos"),
    ("PHOTOS/VIDEO: Council votes on tram line", "video"),
    ("EXCLUSIVE: VIDEO: Council votes on tram line", "exclusive"),
    ("DIRECT. Le conseil vote la ligne de tram", "live"),
    ("L'essentiel : Le conseil vote la ligne de tram", "roundup"),
    ("EN DIRECT - Le conseil vote la ligne de tram", "live"),
    ("En direct, le conseil vote la ligne de tram", "live"),
    ("🔴 DIRECT : Le conseil vote la ligne de tram", "live"),
    ("VIDÉO. Le conseil vote la ligne de tram", "video"),
    ("Vidéo : le conseil vote la ligne de tram", "video"),
    ("En images. Le conseil vote la ligne de tram", "photos"),
    ("EXCLUSIF. Le conseil vote la ligne de tram", "exclusive"),
    ("INFO LE PARISIEN. Le conseil vote la ligne de tram", "exclusive"),
    ("INFO FRANCEINFO - Le conseil vote la ligne de tram", "exclusive"),
    ("ALERTE INFO - Le conseil vote la ligne de tram", "breaking"),
    ("MAJ 18h30 : le conseil vote la ligne de tram", "update"),
    ("TRIBUNE. Le conseil vote la ligne de tram", "opinion"),
    ("Édito : le conseil vote la ligne de tram", "opinion"),
    ("DÉCRYPTAGE. Le conseil vote la ligne de tram", "analysis"),
    ("ENTRETIEN. Le conseil vote la ligne de tram", "interview"),
    ("Abonnés : le conseil vote la ligne de tram", "subscriber"),
    ("[Abonnés] Le conseil vote la ligne de tram", "subscriber"),
    ("Réservé aux abonnés - Le conseil vote la ligne de tram", "subscriber"),
    ("【快讯】市议会通过电车新线", "breaking"),
    ("快讯：市议会通过电车新线", "breaking"),
    ("【獨家】市议会通过电车新线", "exclusive"),
    ("独家丨市议会通过电车新线", "exclusive"),
    ("［组图］市议会通过电车新线", "photos"),
    ("（图）市议会通过电车新线", "photos"),
    ("视频｜市议会通过电车新线", "video"),
    ("直播：市议会通过电车新线", "live"),
    ("【更新】市议会通过电车新线", "update"),
    ("社评：市议会通过电车新线", "opinion"),
    ("【会员专享】市议会通过电车新线", "subscriber"),
    ("VIP｜市议会通过电车新线", "subscriber"),
]
TAILS = [
    ("Council votes on tram line – live", "live"),
    ("Council votes on tram line - as it happened", "live"),
    ("Council votes on tram line (video)", "video"),
    ("Council votes on tram line [PHOTOS]", "photos"),
    ("Council votes on tram line (+video)", "video"),
    ("Council votes on tram line - in pictures", "gallery"),
    ("Council votes on tram line | Opinion", "opinion"),
    ("Council votes on tram line [UPDATED]", "update"),
    ("Council votes on tram line (Update 3)", "update:3"),
    ("Council votes on tram line [$]", "subscriber"),
    ("Council votes on tram line 🔒", "subscriber"),
    ("Le conseil vote la ligne de tram (abonnés)", "subscriber"),
    ("Le conseil vote la ligne de tram - VIDÉO", "video"),
    ("Le conseil vote la ligne de tram [vidéo et photos]", "photos"),
    ("市议会通过电车新线（组图）", "photos"),
    ("市议会通过电车新线_图", "photos"),
    ("市议会通过电车新线（图）", "photos"),
    ("市议会通过电车新线【视频】", "video"),
]
TITLES = (
    "Council votes on tram line",
    "Le conseil vote la ligne de tram",
    "市议会通过电车新线",
)


@pytest.mark.parametrize(("title", "feature"), HEADS + TAILS)
def test_label(title: str, feature: str) -> None:
    """A label is no part of the title; what it means stays as a feature, and its text is kept."""
    read = read_title(title)
    assert read.folded in {read_title(bare).folded for bare in TITLES}
    assert feature in read.features
    assert read.removed


@pytest.mark.parametrize(
    "title",
    [
        "Live-action film of the saga planned",
        "Live music returns to the harbour",
        "Live. Die. Repeat. gets a sequel",
        "Breaking Bad star opens museum",
        "Review-bombing of a game explained",
        "Video game sales fall",
        "Photo Hebdo : ports, forêts et marchés",
        "Exclusive economic zone disputed",
        "Direct flights to Lima resume",
        "Info-trafic perturbé lundi",
        "Analyse de sang : ce qui change",
        "Premium bonds: rate cut again",
        "Watch repair shop closes after 90 years",
        "WATCH",
        "EN DIRECT",
        "独家村的变迁",
        "直播带货监管升级",
        "图们江大桥通车",
    ],
)
def test_no_label(title: str) -> None:
    """A word of headlines without a label's sign stays, and a label alone stays too."""
    assert read_title(title).removed == ()
    assert read_title(title).display == title


@pytest.mark.parametrize(
    ("title", "feature"),
    [
        ("Will the tram line be built?", "question"),
        ("La ligne de tram sera-t-elle construite ?", "question"),
        ("“La ligne sera-t-elle construite ?”", "question"),
        ("电车新线能建成吗", "question"),
        ("电车新线何时建成？", "question"),
        ("Election live: count begins", "live"),
        ("Morning briefing: count begins", "roundup"),
        ("早报：今日要闻速览", "roundup"),
        ("Tram line: what we know", "explainer"),
        ("滨海为何频发海水倒灌？专家这样说", "explainer"),
        ("Fact check: trams run on steam", "factcheck"),
        ("VRAI OU FAUX. Le tram roule à la vapeur", "factcheck"),
        ("Podcast: the tram years", "podcast"),
        ("The long way to the tram line ...", "cut"),
        ("Access Denied", "placeholder"),
        ("Météo : le soleil revient", "series:meteo"),
    ],
)
def test_feature_of_what_stays(title: str, feature: str) -> None:
    """What the words tell of the kind of page is a feature, and the words stay."""
    read = read_title(title)
    assert feature in read.features
    assert read.display == title


@pytest.mark.parametrize(
    "title", ["Who is who: a guide", "这么多怎么办到的", "渔港餐馆入驻饿了么", "What a day!"]
)
def test_no_question(title: str) -> None:
    """A question word without a question is no question."""
    assert "question" not in read_title(title).features


def test_removed_in_their_order() -> None:
    """What was taken off is known as it stood, from left to right."""
    read = read_title("🔴 EXCLUSIF. Le tram avance (vidéo) - Ouest-France [abonnés]")
    assert [(piece.kind, piece.text) for piece in read.removed] == [
        ("emoji", "🔴"),
        ("label", "EXCLUSIF"),
        ("label", "vidéo"),
        ("site", "Ouest-France"),
        ("paywall", "abonnés"),
    ]
    assert read.display == "Le tram avance"
