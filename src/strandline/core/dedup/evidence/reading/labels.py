"""Parts of a series, episodes and issues: `(1/5)`, `Part Two`, `S02E03`, `（上）`, `第三集`."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.text.numerals import FIRST_TEN, HAN_NUMERAL, ORDINALS, ROMAN, value_of_han

#: Those that order; `une partie` is no first part.
_ORDINALS = [word for word in FIRST_TEN if word in ORDINALS]
_NTH = r"\d{1,4}|1(?:er|re|ere)|[ivx]{1,4}|" + "|".join(FIRST_TEN)
#: What is numbered, in three languages → one name.
_NAMES = {
    "part": "part", "pt": "part", "partie": "part", "volet": "part", "vol": "volume",
    "volume": "volume", "tome": "volume", "book": "volume", "livre": "volume",
    "chapter": "chapter", "chapitre": "chapter", "episode": "episode", "ep": "episode",
    "season": "season", "saison": "season", "series": "season", "day": "day", "jour": "day",
    "week": "week", "semaine": "week", "stage": "stage", "etape": "stage", "round": "round",
    "tour": "round", "game": "game", "match": "game", "phase": "phase", "step": "part",
    "lesson": "part", "lecon": "part", "issue": "issue", "numero": "issue", "no": "issue",
    "n°": "issue", "nº": "issue", "#": "issue", "edition": "edition", "journee": "round",
    "matchday": "round", "gameweek": "round", "heat": "round", "act": "part", "acte": "part",
    "level": "level", "tier": "level", "category": "level", "categorie": "level", "lot": "lot",
    "race": "game", "lap": "lap", "chronique": "issue", "newsletter": "issue", "highway": "road",
    "route": "road", "gate": "gate", "line": "line", "ligne": "line", "district": "district",
    "集": "episode", "期": "issue", "季": "season", "部": "part", "篇": "part", "章": "chapter",
    "回": "chapter", "话": "episode", "讲": "part", "弹": "part", "辑": "part", "卷": "volume",
    "轮": "round", "届": "edition", "场": "game", "站": "stage", "日": "day", "天": "day",
    "批": "batch", "版": "edition", "关": "level", "代": "generation", "号": "issue", "节": "part",
    "次": "time", "条": "item", "周": "week", "名": "rank", "位": "rank", "军": "rank",
    "例": "case", "起": "case", "家": "item", "个": "item", "座": "item", "艘": "item",
    "架": "item", "颗": "item", "枚": "item", "人": "item", "大": "rank", "度": "time",
    "年": "year", "局": "game", "盘": "game", "阶段": "phase", "师": "unit", "医院": "unit",
    "中学": "unit", "小学": "unit", "一": "part",
}  # fmt: skip
#: Behind these `X` and `V` are letters.
_LETTERED = frozenset(("series", "line", "gate", "district", "level", "tier", "lot", "heat"))
#: Behind these `I` is a number.
_FRENCH = frozenset(("acte", "partie", "tome", "volet", "chapitre", "livre", "saison"))
_NAME = "|".join(
    re.escape(n) for n in sorted((n for n in _NAMES if n.isascii()), key=len, reverse=True)
)
_NAMED = re.compile(rf"(?<![a-z])({_NAME}|n°|nº)[. ]{{0,2}}({_NTH})(?:/\d+)?(?![a-z\d%]|[.,]\d)")
_ORDERED = re.compile(
    rf"(?<![a-z\d])({'|'.join(_ORDINALS)}|\d{{1,3}}(?:st|nd|rd|th|e|er|eme|ere|re)) ({_NAME})\b"
)
_ENDING = re.compile(r"(?<![a-z])(final|closing|opening) (round|stage|leg|day|heat|lap|chapter)\b")
_OF = re.compile(
    r"(?<![\d/])[(\[]?(?:part(?:ie)? )?(\d{1,2}) ?(?:/|of|sur) ?(\d{1,2})(?:[)\]]|$|(?= ?[:-]))"
)
_SHOW = re.compile(r"\bs(\d{1,2}) ?[ex]p? ?(\d{1,3})\b|\b(\d{1,2})x(\d{2})\b")
_HAN_NTH = re.compile(
    rf"第({HAN_NUMERAL}|\d{{1,4}})(阶段|医院|中学|小学|[集期季部篇章回话讲弹辑卷轮届场站日天批版关代号节次条周名位例起家个座艘架颗枚人大度年局盘师])"
)
#: The first of a series; 首次 and 首个 order nothing.
_HAN_FIRST = re.compile(
    r"(?<![元之为居自])(首)([集期季轮届场站批版](?!日))|(?<![首\d零一二三四五六七八九十百千万两几多每])(次)(轮)"
)
_HAN_PART = re.compile(
    r"[(\[【]([上中下终])[)\]】]|(?:^|[^\w]|之)([上中下])[篇集部](?!团|门|队)|([上中下])$"
    r"|(?<!天)([上中下])[篇集](?=[:,|\-–—\])]|$)"
)
_HAN_LIST = re.compile(
    rf"(?:之|其)({HAN_NUMERAL})(?=[^\w]|$)|[(\[【]({HAN_NUMERAL}|\d{{1,2}})[)\]】]|^({HAN_NUMERAL})、"
)
_TAIL_ROMAN = re.compile(r"(?<=[a-z\"-]) (i{2,3}|iv|vi{0,3}|ix|i)(?=$|[:)\" ])")
_TAIL_NUMBER = re.compile(r"[(\[](\d{1,3})[)\]]$|#(\d{1,5})\b")
#: `Group A`, `Plan B`, `Model Y`; `A` and `I` are words, but at the end of a title.
_LETTER = re.compile(
    r"(?<![^\W\d_])([^\W\d_]{3,}+) ([B-HJ-Z](?![\w'’.&/-])|[AI](?=$|[,:)])|A(?= [a-z]))"
)
_HAN_LETTER = re.compile(r"(?<![a-z\d])([a-z])([组区股级座栋线队班类轮档])")
_HAN_SIDES = {"上": "1", "中": "middle", "下": "last", "终": "last"}
#: What Chinese calls the 上 and 下 of something, without parts.
_NO_SIDE = re.compile(r"[天地路线网街海山水楼桌床身手马乡之以如晚早]$")


def parts(low: str, shown: str) -> Iterable[Mark]:
    """Which part, episode, round, issue a title is of; values are spellings of numbers."""
    for m in _SHOW.finditer(low):
        yield Mark("part", str(int(m[1] or m[3])), *m.span(), role="season")
        yield Mark("part", str(int(m[2] or m[4])), *m.span(), role="episode")
    for m in _OF.finditer(low):
        if int(m[1]) <= int(m[2]) and not _is_fraction(low, m):
            yield Mark("part", str(int(m[1])), *m.span(), role="part")
    for m in _NAMED.finditer(low):
        is_letter = m[2] in ("i", "v", "x") and m[1] in _LETTERED
        is_pronoun = m[2] == "i" and m[1] not in _FRENCH
        if not is_pronoun and not is_letter and not (m[1] == "no" and not m[2].isdigit()):
            yield Mark("part", _plain(m[2]), *m.span(), role=_NAMES[m[1]])
    for m in _ORDERED.finditer(low):
        yield Mark("part", _plain(m[1]), *m.span(), role=_NAMES[m[2]])
    for m in _ENDING.finditer(low):
        yield Mark("part", "1" if m[1] == "opening" else "final", *m.span(), role=_NAMES[m[2]])
    yield from _tails(low, shown)
    for m in _LETTER.finditer(shown):
        yield Mark("part", m[2].lower(), *m.span(2), role=low[m.start(1) : m.end(1)])
    if any("\u4e00" <= char <= "\u9fff" for char in low):
        yield from _han(low)


def _is_fraction(low: str, m: re.Match[str]) -> bool:
    return low[m.start()] not in "([" and low[m.end() :].strip()[:6] in ("finale", "final")


def _plain(nth: str) -> str:
    digits = re.match(r"\d+", nth)
    return str(int(digits[0])) if digits else str(FIRST_TEN.get(nth) or ROMAN.get(nth) or nth)


def _tails(low: str, shown: str) -> Iterable[Mark]:
    for m in _TAIL_ROMAN.finditer(low):
        if shown[m.start(1) : m.end(1)].isupper() and not (m[1] == "i" and m.end() < len(low)):
            yield Mark("part", str(ROMAN[m[1]]), *m.span(1), role="roman")
    for m in _TAIL_NUMBER.finditer(low):
        yield Mark("part", str(int(m[1] or m[2])), *m.span(), role="part" if m[1] else "issue")


def _han(low: str) -> Iterable[Mark]:
    for m in _HAN_LETTER.finditer(low):
        yield Mark("part", m[1], *m.span(), role=m[2])
    for m in _HAN_NTH.finditer(low):
        nth = m[1] if m[1].isdigit() else str(int(value_of_han(m[1])))
        yield Mark("part", nth, *m.span(), role=_NAMES[m[2]])
    for m in _HAN_FIRST.finditer(low):
        yield Mark("part", "1" if m[1] else "2", *m.span(), role=_NAMES[m[2] or m[4]])
    for m in _HAN_PART.finditer(low):
        side = m[1] or m[2] or m[3] or m[4]
        if not (m[3] and _NO_SIDE.search(low[: m.start()])) and not (
            m[3] and low[m.start() - 1 : m.start()].isalnum()
        ):
            yield Mark("part", _HAN_SIDES[side], *m.span(), role="part")
    for m in _HAN_LIST.finditer(low):
        nth = m[1] or m[2] or m[3]
        yield Mark(
            "part",
            str(int(float(nth) if nth.isdigit() else value_of_han(nth))),
            *m.span(),
            role="part",
        )
