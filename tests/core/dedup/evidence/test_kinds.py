"""Kinds of pages against plain reports."""

from collections.abc import Callable

import pytest

Says = Callable[..., str]

TABLE = [
    ("question", "en", "Will the harbour close?", "Harbour closes"),
    ("question", "fr", "Le port va-t-il fermer ?", "Le port ferme"),
    ("question", "zh", "港口会关闭吗？", "港口关闭"),
    ("question", "zh", "老码头该不该拆", "老码头拆除"),
    ("preview", "en", "Leeds v Derby: team news and kick-off time", "Leeds beat Derby"),
    ("preview", "fr", "Lens - Metz : sur quelle chaîne voir le match", "Lens bat Metz"),
    ("preview", "zh", "决赛前瞻：两队首发预测", "决赛战罢 主队夺冠"),
    ("opinion", "en", "Opinion: closing the harbour is folly", "Harbour closes"),
    ("opinion", "en", "Fishers are right to fear the closure", "Fishers fear the closure"),
    ("opinion", "fr", "Tribune. Fermer le port, une folie", "Le port ferme"),
    ("opinion", "zh", "评论：关闭港口是个错误", "港口关闭"),
    ("opinion", "zh", "渔港时评丨莫让码头成摆设", "渔港码头启用"),
    ("roundup", "en", "Harbour closes, and other stories in brief", "Harbour closes"),
    ("roundup", "fr", "Revue de presse : le port ferme", "Le port ferme"),
    ("roundup", "zh", "一周要闻：港口关闭", "港口关闭"),
    ("roundup", "zh", "渔港年度十大新闻揭晓", "渔港码头启用"),
    ("live", "en", "Live: harbour closes", "Harbour closes"),
    ("live", "fr", "En direct. Le port ferme", "Le port ferme"),
    ("live", "zh", "直播：港口关闭仪式", "港口关闭仪式"),
    ("review", "en", "Tractor X1 review", "Firm unveils tractor X1"),
    ("review", "fr", "On a testé le tracteur X1", "Le tracteur X1 dévoilé"),
    ("review", "zh", "新款拖拉机评测", "新款拖拉机发布"),
    ("explainer", "en", "What the harbour closure means for fishers", "Harbour closes"),
    ("explainer", "en", "Harbour to close: your questions answered", "Harbour to close"),
    ("explainer", "en", "The harbour closure: three lessons", "The harbour closure"),
    ("explainer", "fr", "Fermeture du port : ce que cela change", "Le port ferme"),
    ("explainer", "zh", "一文读懂港口关闭", "港口关闭"),
    ("quiz", "en", "Quiz: how well do you know the harbour?", "Harbour closes"),
    ("quiz", "fr", "Quiz. Connaissez-vous le port ?", "Le port ferme"),
    ("quiz", "zh", "竞猜：港口知多少", "港口关闭"),
    ("recap", "en", "Highlights: Leeds v Derby", "Leeds beat Derby"),
    ("explainer", "en", "Inside the harbour that closed", "The harbour closed"),
    ("opinion", "en", "Closing the harbour makes no sense", "Harbour closes"),
    ("roundup", "en", "Harbour to close, rail fares go up, and a seal is born", "Harbour to close"),
    ("recap", "fr", "Lens - Metz : le résumé vidéo", "Lens bat Metz"),
    ("recap", "zh", "主队三球大胜 精彩瞬间", "主队三球大胜"),
    ("interview", "en", "Interview: the harbour master", "Harbour master resigns"),
    ("interview", "fr", "Grand entretien avec le capitaine du port", "Le capitaine démissionne"),
    ("interview", "zh", "专访港口负责人", "港口负责人辞职"),
    ("analysis", "en", "Analysis: a harbour in decline", "Harbour closes"),
    ("analysis", "fr", "Analyse. Un port en déclin", "Le port ferme"),
    ("analysis", "zh", "深度：港口的衰落", "港口关闭"),
    ("howto", "en", "How to get to the islands now", "Harbour closes"),
    ("howto", "fr", "Nos idées pour rejoindre les îles", "Le port ferme"),
    ("howto", "zh", "登岛攻略", "港口关闭"),
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
    ("poll", "zh", "民调：多数人支持港口", "港口获得支持"),
    ("obituary", "en", "Obituary: the harbour master", "Harbour master dies"),
    ("obituary", "fr", "Nécrologie : le capitaine du port", "Le capitaine du port est mort"),
    ("obituary", "zh", "讣告：老港务长", "老港务长去世"),
    ("list", "en", "7 reasons to visit the islands", "Islands open to visitors"),
    ("list", "fr", "10 raisons de visiter les îles", "Les îles ouvertes aux visiteurs"),
    ("list", "zh", "登岛的十大理由", "海岛开放"),
    ("promotion", "en", "Best deals on tractors", "Tractors on the rise"),
    ("promotion", "fr", "Bon plan : un tracteur à moins de 300 euros", "Un nouveau tracteur"),
    ("promotion", "zh", "拖拉机限时优惠", "拖拉机发布"),
    ("memory", "en", "Ten years on: the ferry disaster", "Ferry disaster"),
    ("memory", "fr", "Il y a 10 ans, le naufrage du ferry", "Le naufrage du ferry"),
    ("memory", "zh", "沉船事故十周年", "沉船事故"),
]


@pytest.mark.parametrize(("veto", "language", "kind", "report"), TABLE)
def test_kind_against_report(veto: str, language: str, kind: str, report: str, says: Says) -> None:
    """A page of another kind than a report is for the judge, whatever it shares with one."""
    assert says(veto, kind, report, language) == "soft"
    assert says(veto, kind, kind, language) == ""


def test_two_offers(says: Says) -> None:
    """Two pages that sell are two things, unless they sell one in nearly the same words."""
    a, b = "Nets at half price with this promo code", "Spring sale: the best promotions on rods"
    assert says("promotion", a, b, "en") == "soft"
    assert says("promotion", a, "Nets at half price with promo code", "en") == ""
