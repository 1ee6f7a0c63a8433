"""Kinds of pages against plain reports."""

from collections.abc import Callable

import pytest

from strandline.core.dedup.evidence import objections
from strandline.core.dedup.evidence.vetoes.kinds import KINDS
from strandline.core.dedup.telling import Telling

Tell = Callable[..., Telling]
Says = Callable[..., str]

TABLE = [
    ("preview", "fr", "Lens - Metz : sur quelle chaîne voir le match", "Lens bat Metz"),
    ("preview", "zh", "决赛前瞻：两队首发预测", "决赛战罢 主队夺冠"),
    ("opinion", "en", "Opinion: closing the harbour is folly", "Harbour closes"),
    ("opinion", "fr", "Tribune. Fermer le port, une folie", "Le port ferme"),
    ("opinion", "zh", "评论：关闭港口是个错误", "港口关闭"),
    ("opinion", "zh", "渔港时评丨莫让码头成摆设", "渔港码头启用"),
    ("live", "en", "Live: harbour closes", "Harbour closes"),
    ("live", "fr", "En direct. Le port ferme", "Le port ferme"),
    ("live", "zh", "直播：港口关闭仪式", "港口关闭仪式"),
    ("review", "en", "Tractor X1 review", "Firm unveils tractor X1"),
    ("review", "zh", "新款拖拉机评测", "新款拖拉机发布"),
    ("promotion", "en", "Deals on tractors: half price", "Tractor maker cuts prices"),
    ("quiz", "en", "Quiz: how well do you know the harbour?", "Harbour closes"),
    ("quiz", "fr", "Quiz. Connaissez-vous le port ?", "Le port ferme"),
    ("recap", "en", "Highlights: Leeds v Derby", "Leeds beat Derby"),
    ("interview", "en", "Interview: the harbour master", "Harbour master resigns"),
    ("interview", "zh", "专访：港口负责人", "港口负责人辞职"),
    ("analysis", "en", "Analysis: a harbour in decline", "Harbour closes"),
    ("analysis", "fr", "Analyse. Un port en déclin", "Le port ferme"),
    ("analysis", "zh", "深度：港口的衰落", "港口关闭"),
    ("gallery", "en", "See photos of the last ferry", "Last ferry leaves"),
    ("gallery", "en", "In pictures: the last ferry leaves", "The last ferry leaves"),
    ("gallery", "fr", "Les photos du dernier ferry", "Le dernier ferry est parti"),
    ("gallery", "zh", "最后一班渡轮写真", "最后一班渡轮开出"),
    ("podcast", "en", "Podcast: the last ferry", "Last ferry leaves"),
    ("podcast", "fr", "Podcast. Le dernier ferry", "Le dernier ferry est parti"),
    ("podcast", "zh", "播客：最后一班渡轮", "最后一班渡轮开出"),
    ("factcheck", "en", "Fact check: no, the harbour is not closing", "Harbour closing"),
    ("factcheck", "fr", "Vrai ou faux : le port ferme", "Le port ferme"),
    ("factcheck", "zh", "辟谣：港口没有关闭", "港口关闭"),
    ("poll", "en", "Poll: most want the harbour open", "Harbour stays open"),
    ("poll", "fr", "Sondage : le port divise", "Le port reste ouvert"),
    ("obituary", "en", "Obituary: the harbour master", "Harbour master dies"),
    ("obituary", "fr", "Nécrologie : le capitaine du port", "Le capitaine du port est mort"),
    ("obituary", "zh", "讣告：老港务长", "老港务长去世"),
    ("promotion", "en", "Best deals on tractors", "Tractors on the rise"),
    ("promotion", "fr", "Bon plan : un tracteur à moins de 300 euros", "Un nouveau tracteur"),
    ("promotion", "zh", "拖拉机限时优惠", "拖拉机发布"),
]


@pytest.mark.parametrize(("veto", "language", "kind", "report"), TABLE)
def test_kind_against_report(veto: str, language: str, kind: str, report: str, says: Says) -> None:
    """A page of another kind than a report is for the judge, whatever it shares with one."""
    assert says(veto, kind, report, language) == "soft"
    assert says(veto, kind, kind, language) == ""


@pytest.mark.parametrize(
    ("language", "news", "report"),
    [
        ("en", "Opinion poll puts mayor of Oban ahead", "Mayor of Oban ahead of rivals"),
        ("en", "Quiz show host leaves Oban studio", "Show host leaves Oban studio"),
        ("en", "Council review of Oban ferries begins", "Council looks at Oban ferries"),
        ("fr", "L'analyse de l'eau du port inquiète Bort", "L'eau du port inquiète Bort"),
        ("en", "Oban strike ends after overnight deal on pay", "Oban strike ends after talks"),
        ("zh", "渔港警方专访记者被打", "渔港警方记者被打"),
    ],
)
def test_words_are_no_labels(language: str, news: str, report: str, tell: Tell) -> None:
    """What a label says in front of a title is a word of the news within one."""
    said = {each.veto for each in objections(tell(news, language=language), tell(report))}
    assert said.isdisjoint(KINDS)


def test_two_offers(says: Says) -> None:
    """Two pages that sell are two things, unless they sell one in nearly the same words."""
    a, b = "Nets at half price with this promo code", "Spring sale: the best promotions on rods"
    assert says("promotion", a, b, "en") == "soft"
    assert says("promotion", a, "Nets at half price with promo code", "en") == ""
