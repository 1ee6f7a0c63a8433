"""What the words of a title tell of its kind: a question, a live page, a round-up, a cut end.

These stay in the title. Each cue is a phrase that newsrooms use for one purpose; a word that also
tells news (`live` in `to live in Paris`) is no cue.
"""

import re

from strandline.core.text.titles.walls import speaks_of_site

_QUESTION = re.compile("(?:[?？⁇]|[吗呢么嗎麼][!！。…~～]*)[\"'”’»」』）)\\s!！]*$")
#: `怎么`, `什么`, `那么` at the end ask nothing by themselves; 饿了么 is a firm.
_NO_QUESTION = re.compile("(?:[这那要多]|饿了)么[!！。…]*$")
_MAY_ASK = re.compile("[?？⁇吗呢么嗎麼]")

#: Words by which a cue may be there: most titles have none, and are asked no more.
_HINTS = {
    hint: feature
    for feature, hints in (
        ("live", "live happened direct minute updates suivez"),
        ("preview", "preview watch expect predicted quelle compositions composition avant"),
        ("review", "review critique"),
        ("roundup", "round roundup daily morning evening weekly stories revue titre titres"),
        ("roundup", "l'essentiel l'actu l'actualite week"),
        ("recap", "recap recaps recapitulatif"),
        ("explainer", "explained explainer know qu'il comprendre questions"),
        ("opinion", "why dear sorry we letter letters my tribune edito billet opinion chronique"),
        ("correction", "correction corrected rectificatif erratum"),
        ("gallery", "pictures gallery see images diaporama photos"),
        ("promotion", "deal deals discount coupon coupons promo promos promotion promotions code"),
        ("promotion", "sale giveaway bon bons soldes gagner moins"),
    )
    for hint in hints.split()
}
_LATIN = {
    "live": r"\blive(?:$|\s*:| (?:blog|updates?|coverage|stream)\b)|\bfollow live\b"
    r"|\bas it happened\b|\bminute[- ]by[- ]minute\b|\blatest updates\b"
    r"|\ben direct\b|\bminute par minute\b|\bdirect\s*:|\bsuivez\b",
    "preview": r"\bpreview(?=\s*[:|-]|$)|[:|-] preview\b"
    r"|\bwhat to (?:watch|expect)\b|\bhow to watch\b|\bpredicted line-?ups?\b"
    r"|\ba quelle heure\b|\bsur quelle chaine\b|\bcompositions? probables?\b|\bavant-match\b",
    "review": r"\breview\s*[:|-]|\breview$|\bcritique (?:de|du)\b",
    "roundup": r"\bround-?up\b|\b(?:daily|morning|evening|weekly) (?:briefing|digest|wrap)\b"
    r"|\bweek in review\b|\btop (?:\d+ )?stories\b|\brevue de presse\b|\btitres? du jour\b"
    r"|\bl'essentiel (?:de|du)\b|\bl'actu(?:alite)? (?:de la|du)\b",
    "recap": r"\brecap(?:s|itulatif)?\b",
    "explainer": r"\bexplain(?:ed|er)(?=\s*[:|?!-]|$)|\b(?:things|what) (?:you need )?to know\b"
    r"|\bwhat we know\b"
    r"|\bce qu'il faut (?:retenir|savoir|comprendre)\b|\bpour (?:tout )?comprendre\b"
    r"|\b(?:\d|trois|cinq) questions (?:sur|pour|about)\b",
    "opinion": r"^(?:why i|dear|sorry,|we need to|letters?\s*:|my view)\b"
    r"|\b(?:tribune|edito|billet|chronique)\s*:|\|\s*(?:opinion|editorial|tribune|chronique)\b",
    "correction": r"\bcorrection\s*:|\(corrected\)|\brectificatif\b|\berratum\b",
    "gallery": r"\bin pictures\b|\bphoto gallery\b|\bsee (?:the )?(?:photos|pics)\b"
    r"|\ben images\b|\bdiaporama\b|\bles photos d",
    "promotion": r"\bdeals\b(?= on|:)|\bdeals? of the (?:day|week)\b|\bdiscount\b|\bcoupon"
    r"|\bpromo code|\bon sale\b|\bgiveaway\b|\bbons? plans?\b|\bsoldes\b|\bpromo(?:tion)?s?\b"
    r"|\ba gagner\b|\ba moins de \d+ ?(?:euros|€)",
}
_PATTERNS = {feature: re.compile(pattern) for feature, pattern in _LATIN.items()}
_CHINESE = {
    **dict.fromkeys(("直播", "实时更新", "文字实录", "现场连线"), "live"),
    **dict.fromkeys(("前瞻", "看点", "赛前"), "preview"),
    **dict.fromkeys(("影评", "书评", "评测", "测评", "复盘"), "review"),
    **dict.fromkeys(
        ("要闻", "早报", "晚报", "一周回顾", "一周要闻", "盘点", "汇总", "速览", "大事记"),
        "roundup",
    ),
    **dict.fromkeys(("为何", "为什么", "为啥", "是何原因"), "explainer"),
    **dict.fromkeys(("社评", "短评", "锐评", "时评"), "opinion"),
    **dict.fromkeys(("更正", "勘误"), "correction"),
    **dict.fromkeys(("组图", "图集", "写真", "路透图"), "gallery"),
    **dict.fromkeys(("优惠", "促销", "秒杀", "满减", "抢购", "红包", "特价", "抽奖"), "promotion"),
}
_CHINESE_CUE = re.compile("|".join(_CHINESE))


def cues(display: str, letters: str, folded: str) -> set[str]:
    """Features that a title's own words tell.

    Args:
        letters: The title in the letters of `folding.letters`.
    """
    hinted = {_HINTS[word] for word in folded.split() if word in _HINTS}
    found = {feature for feature in hinted if _PATTERNS[feature].search(letters)}
    if not letters.isascii():
        found |= {_CHINESE[cue] for cue in _CHINESE_CUE.findall(letters)}
    if _MAY_ASK.search(display, max(0, len(display) - 8)) and _asks(display, letters):
        found.add("question")
    if display.endswith(("…", "...")):
        found.add("cut")
    if speaks_of_site(letters):
        found.add("placeholder")
    return found


def _asks(display: str, letters: str) -> bool:
    return bool(_QUESTION.search(display)) and not _NO_QUESTION.search(letters)
