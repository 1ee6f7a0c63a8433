"""What the words of a title tell of its kind: a question, a live page, a round-up, a cut end.

These stay in the title. Each cue is a phrase that newsrooms use for one purpose; a word that also
tells news (`live` in `to live in Paris`) is no cue.
"""

import re

_QUESTION = re.compile("(?:[?？⁇]|[吗呢么嗎麼][!！。…~～]*)[\"'”’»」』）)\\s!！]*$")
#: `怎么`, `什么`, `那么` at the end ask nothing by themselves; 饿了么 is a firm.
_NO_QUESTION = re.compile("(?:[这那要多]|饿了)么[!！。…]*$")
_MAY_ASK = re.compile("[?？⁇吗呢么嗎麼]")

#: Words by which a cue may be there: most titles have none, and are asked no more.
_HINTS = {
    hint: feature
    for feature, hints in (
        ("live", "live happened direct minute"),
        ("preview", "preview watch expect predicted quelle compositions composition avant"),
        ("review", "review critique"),
        ("roundup", "round roundup daily morning evening weekly stories revue titre titres"),
        ("roundup", "l'essentiel l'actu l'actualite week"),
        ("recap", "recap recaps recapitulatif"),
        ("explainer", "explained explainer know qu'il comprendre questions"),
        ("opinion", "why dear sorry we letter letters my tribune edito billet opinion chronique"),
        ("correction", "correction corrected rectificatif erratum"),
    )
    for hint in hints.split()
}
_LATIN = {
    "live": r"(?<!night )\blive(?: blog| updates?| coverage)?\s*:"
    r"|\blive (?:updates|blog|coverage)\b"
    r"|\bas it happened\b|\ben direct\b|\bminute par minute\b|\bdirect\s*:",
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
}
_PATTERNS = {feature: re.compile(pattern) for feature, pattern in _LATIN.items()}
_CHINESE = {
    **dict.fromkeys(("直播", "实时更新"), "live"),
    **dict.fromkeys(("前瞻", "看点", "赛前"), "preview"),
    **dict.fromkeys(("影评", "书评", "评测", "测评", "复盘"), "review"),
    **dict.fromkeys(
        ("要闻", "早报", "晚报", "一周回顾", "一周要闻", "盘点", "汇总", "速览", "大事记"),
        "roundup",
    ),
    **dict.fromkeys(("社评", "短评", "锐评", "时评"), "opinion"),
    **dict.fromkeys(("更正", "勘误"), "correction"),
}
_CHINESE_CUE = re.compile("|".join(_CHINESE))

#: Titles of walls and errors: two equal ones say nothing of two pages.
_PLACEHOLDERS = frozenset((
    "just a moment", "access denied", "attention required cloudflare", "attention required",
    "403 forbidden", "404 not found", "page not found", "not found", "error", "error 404", "404",
    "403", "forbidden", "untitled", "untitled document", "no title", "home", "homepage", "index",
    "are you a robot", "robot check", "please wait", "loading", "checking your browser",
    "verify you are human", "security check", "one more step", "bot verification", "captcha",
    "log in", "login", "sign in", "subscribe", "redirecting", "service unavailable", "bad gateway",
    "internal server error", "502 bad gateway", "503 service unavailable", "too many requests",
    "before you continue", "cookie consent", "privacy settings", "null", "none", "undefined",
    "page introuvable", "page non trouvee", "acces refuse", "accueil", "sans titre", "connexion",
    "un instant", "veuillez patienter", "erreur", "erreur 404", "abonnez vous", "se connecter",
    "首页", "无标题", "页面不存在", "页面未找到", "访问被拒绝", "请稍候", "登录", "验证码",
    "安全验证", "403禁止访问", "404页面", "加载中", "正在跳转", "系统提示", "出错了",
))  # fmt: skip
_LONGEST_PLACEHOLDER = 1 + max(map(len, _PLACEHOLDERS))


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
    if len(folded) < _LONGEST_PLACEHOLDER and folded in _PLACEHOLDERS:
        found.add("placeholder")
    return found


def _asks(display: str, letters: str) -> bool:
    return bool(_QUESTION.search(display)) and not _NO_QUESTION.search(letters)
