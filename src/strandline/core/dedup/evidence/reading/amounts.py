"""Money, percentages, measures, ages, magnitudes, counts, ordinals and scores in a title."""

import re
from collections.abc import Iterable

from strandline.core.dedup.evidence.reading.marks import Mark
from strandline.core.dedup.evidence.reading.shares import french_shares
from strandline.core.text.numerals import (
    DIGITS,
    HAN_NUMERAL,
    ORDINALS,
    TIMES,
    WORD_NUMBER,
    value_of,
    value_of_han,
    value_of_words,
)

_CURRENCIES = {
    "usd": r"us\$|\$|usd|dollars?|美元|美金|bucks", "eur": r"€|eur|euros?|欧元",
    "gbp": r"£|gbp|pounds?|livres?|英镑", "jpy": r"jpy|yens?|日元",
    "cny": r"¥|rmb|cny|yuans?|人民币|块钱|元", "hkd": r"hk\$|hkd|港元|港币",
    "chf": r"chf|francs?", "aud": r"a\$|aud|澳元", "cad": r"c\$|cad|加元",
    "inr": r"₹|rs\.?|rupees?|卢比", "krw": r"won|韩元", "btc": r"btc|bitcoins?",
}  # fmt: skip
_UNITS = {
    "percent": r"%|percent|per cent|pct|pour ?cent",
    "points": r"percentage points?|points? de pourcentage|points?(?= de base)|basis points?|bps?"
    r"|个百分点|个基点|基点",
    "magnitude": r"magnitude|级(?=地震|左右|余震)|级",
    "km": r"km|kilomet(?:er|re)s?|公里|千米", "m": r"met(?:er|re)s?|米", "cm": r"cm|厘米",
    "mile": r"miles?|mi", "feet": r"feet|ft", "inch": r"inch(?:es)?|英寸", "kg": r"kg|kilos?|公斤",
    "tonne": r"tonnes?|tons?|吨", "gram": r"grams?|grammes?|克", "litre": r"lit(?:er|re)s?|升",
    "hectare": r"hectares?|公顷|亩", "acre": r"acres?", "mph": r"mph", "kmh": r"km/h|kph",
    "gb": r"gb|go", "tb": r"tb|to(?= de)", "mb": r"mb|mo", "degree": r"°c?|degrees?|degres?|度|℃",
    "mw": r"mw|兆瓦", "gw": r"gw|吉瓦", "barrel": r"barrels?|barils?|桶", "pixel": r"p(?=\b)|px",
    "multiple": r"times|fois|倍|x\b",
    "square": r"square (?:feet|met(?:er|re)s|miles)|m2|平方米|平方公里",
}  # fmt: skip
_BASIS = re.compile(r"[ -]?(?:basis|bps?\b|points? de base|个?基点)")
_BELOW_ZERO = re.compile(r"(?:(?<![a-z\d%°℃度])-|零下|\bminus |\bmoins )$")
_AGE = re.compile(r"[ -]?(?:year[ -]olds?|years? old|yo\b|岁)")
_MEASURE_WORD = re.compile(
    r"(?:多|余|来|几)?([人名例个起死伤亡辆架艘家所项条场连轮强成分球届次天小时分钟秒岁款台套部只头棵间栋户村县省国种类篇张件箱本层宗笔句幅站米章块月周年票])"
)
_COUNTED = re.compile(
    r"(?:[- ](?:more |other |new |autres |nouveaux |nouvelles |de )?)([^\W\d_]{3,})"
)
_NEAR = re.compile(
    r"(?:(?P<about>about|around|nearly|almost|roughly|approximately|some|close to|near|up to|"
    r"estimated|environ|pres de|pres d'|presque|quelque|autour de|quasi(?:ment)?|frole|"
    r"约|近|将近|大约|接近)"
    r"|(?P<over>more than|over|at least|above|exceeds?|tops?|topped|plus de|plus d'|au moins|"
    r"au-dela de|depassent?|超过?|逾|突破|至少|多达|高达|[升涨]破|站[上稳]|收复|重返|破)"
    r"|(?P<under>less than|under|fewer than|below|moins de|moins d'|sous les|"
    r"不足|不到|低于|少于|[跌降]破|跌穿|失守))"
    r"[ ]?(?:the |les |the past )?$"
)
_NEAR_AFTER = re.compile(
    r"[ ]?(?:(?P<about>左右|上下|or so|environ)|(?P<over>以上|or more|et plus|ou plus|多|余|\+)"
    r"|(?P<under>以下|or less))"
)

_TIMES = "|".join(
    sorted((t for t in TIMES if len(t) > 1 or not t.isascii()), key=len, reverse=True)
)
_MONEY_SIGN = r"us\$|hk\$|a\$|c\$|\$|€|£|¥|₹"
#: What may stand behind a Chinese numeral, so that those of names (`三星`, `四川`) count nothing.
_HAN_BEHIND = (
    "人名例个起死伤亡倍成岁元辆架艘家所项条场届次天秒款台套部只头棵间栋户村县省种类篇"
    "张件箱本层宗笔幅站米块周年票吨座级亩盏"
)
_VALUE = (
    rf"(?:(?P<digits>{DIGITS})(?!ers\b|\d|[acdf]\b)"
    rf"(?:(?P<glued>[kmb](?![a-z\d]))|[ -]?(?P<times>{_TIMES})(?![a-z]))?"
    rf"|\b(?P<words>{WORD_NUMBER})\b(?![-](?:year|time|way|day))"
    rf"|(?P<han>{HAN_NUMERAL}(?=[{_HAN_BEHIND}%]|小时|分钟|公里|公斤)))"
)
_AMOUNT = re.compile(rf"(?P<sign>{_MONEY_SIGN})? ?(?<![a-z\d]){_VALUE}")
_PERCENT_HAN = re.compile(rf"百分之({HAN_NUMERAL}|{DIGITS})")
#: Tenths; 成 also begins words.
_TENTHS = re.compile(r"([一二两三四五六七八九]|(?<!\d)\d)成(半)?(?![立功为果人员绩长都本交品分])")
_MAGNITUDE = re.compile(
    r"\b(?:magnitude(?: of| de)?|m) ?(\d(?:[.,]\d)?)(?![\d:])|(?<!\d)(\d(?:[.,]\d)?)[- ]magnitude"
    r"|(?<!\d)(\d\.\d)级|震级(\d\.\d)"
)
_UNIT = {name: re.compile(rf"[ -]?(?:{spelled})(?![a-z])") for name, spelled in _UNITS.items()}
_CURRENCY = {
    name: re.compile(rf"[ -]?(?:de |d')?(?:{spelled})(?![a-z])")
    for name, spelled in _CURRENCIES.items()
}


def amounts(low: str, language: str) -> Iterable[Mark]:
    """Everything counted or measured; the role of a count is the word behind it."""
    if "百分之" in low:
        for m in _PERCENT_HAN.finditer(low):
            value = value_of(m[1], language) if m[1][0].isdigit() else value_of_han(m[1])
            yield Mark("percent", value, *m.span())
    yield from french_shares(low)
    for m in _TENTHS.finditer(low):
        tenths = value_of_han(m[1]) if not m[1].isdigit() else float(m[1])
        yield Mark("percent", tenths * 10 + (5 if m[2] else 0), *m.span())
    for m in _MAGNITUDE.finditer(low):
        digits = next(group for group in m.groups() if group)
        yield Mark("magnitude", value_of(digits, "fr"), *m.span())
    for m in _AMOUNT.finditer(low):
        yield _amount(low, m, language)


def _amount(low: str, m: re.Match[str], language: str) -> Mark:
    value = _value(m, language)
    near = _near(low, m.start(), m.end())
    kind, role, end = _unit(low, m["sign"], m.end())
    if role == "points" and _BASIS.match(low, m.end()):
        value /= 100  # of a percentage point
    if (role == "degree" or kind == "percent") and _BELOW_ZERO.search(
        low, max(0, m.start() - 6), m.start()
    ):
        value = -value
    return Mark(kind, value, m.start(), end, role, near)


def _value(m: re.Match[str], language: str) -> float:
    if m["digits"]:
        times = m["times"] or m["glued"]
        return value_of(m["digits"], language) * (TIMES[times] if times else 1)
    return value_of_han(m["han"]) if m["han"] else value_of_words(m["words"])


def _near(low: str, start: int, end: int) -> str:
    for found in (_NEAR.search(low[max(0, start - 18) : start]), _NEAR_AFTER.match(low, end)):
        if found:
            return str(found.lastgroup)
    return ""


def _unit(low: str, sign: str | None, end: int) -> tuple[str, str, int]:
    """Kind, role and end of the amount whose digits end here."""
    for name, pattern in _CURRENCY.items():
        found = pattern.match(low, end)
        if (sign and re.fullmatch(_CURRENCIES[name], sign)) or (found and not sign):
            return "money", name, found.end() if found and not sign else end
    age = _AGE.match(low, end)
    if age:
        return "age", "", age.end()
    after = _NEAR_AFTER.match(low, end)
    at = after.end() if after and after["over"] in ("多", "余") else end
    for name, pattern in _UNIT.items():
        found = pattern.match(low, at)
        if found:
            return (
                (name, "", found.end())
                if name in ("percent", "magnitude")
                else ("measure", name, found.end())
            )
    counted = _MEASURE_WORD.match(low, end)
    if counted:
        return "count", counted[1], counted.end()
    noun = _COUNTED.match(low, end)
    return "count", noun[1] if noun else "", end


#: Ordinals: `3rd`, `4e`, `third`, `vingt et unième`; -1 is the last. 第三 is read as a part.
_SUFFIXED = re.compile(r"(?<![a-z\d.,])(\d{1,4})(?:st|nd|rd|th|er|re|ere|e|eme|ieme)(?![a-z\d])")
_NTH_HAN = re.compile(rf"第({HAN_NUMERAL}|\d{{1,4}})(?![集期季])")
_NTH_WORD = re.compile(
    rf"\b(?:((?:{WORD_NUMBER})[ -](?:et[ -])?))?({'|'.join(ORDINALS)})s?\b"
    r"|(?<![\w-])(last|final|derni(?:er|ere)s?)\b"
)
_ORDERED = re.compile(r"[ -]([^\W\d_]{3,})")


def ordinals(low: str) -> Iterable[Mark]:
    """Ordinals by what they order: `3rd quarter` has the role `quarter`."""
    for m in _SUFFIXED.finditer(low):
        yield Mark("ordinal", float(m[1]), *m.span(), role=_role(low, m.end()))
    for m in _NTH_WORD.finditer(low):
        value = -1.0 if m[3] else ORDINALS[m[2]] + (value_of_words(m[1]) if m[1] else 0)
        yield Mark("ordinal", value, *m.span(), role=_role(low, m.end()))
    for m in _NTH_HAN.finditer(low):
        value = float(m[1]) if m[1].isdigit() else value_of_han(m[1])
        yield Mark("ordinal", value, *m.span())


def _role(low: str, end: int) -> str:
    found = _ORDERED.match(low, end)
    return found[1] if found else ""


_SCORE = re.compile(
    r"(?<![\d\-/.,:$€£])(\d{1,3})( ?[-:比] ?| (?:to|a) )(\d{1,3})(?![\d/:%]|-\d|[.,]\d)"
)
_AFTER_RANGE = re.compile(
    r" ?(?:year|ans|years|%|percent|people|personnes|days|jours|hours|heures|inch|mile|km|minute|"
    r"nm|人|岁|年|天(?!津)|日(?!本)|月|个|名|万|亿|元)"
)
#: Higher ones are no scores of a match.
_HIGHEST = 200


def scores(low: str) -> Iterable[Mark]:
    """Scores in the order in which they were written: (first, second)."""
    for m in _SCORE.finditer(low):
        first, second = int(m[1]), int(m[3])
        sign = m[2].strip()
        if max(first, second) > _HIGHEST or (sign != "比" and _is_range(low, m, first, second)):
            continue
        if sign == ":" and first <= 24 and len(m[3]) == 2 and second < 60:
            continue  # a time of day
        if sign in ("to", "a") and (not low[: m.start()].strip() or second > 20):
            continue
        if any(digits != "0" and digits.startswith("0") for digits in (m[1], m[3])):
            continue
        yield Mark("score", (float(first), float(second)), *m.span())


def _is_range(low: str, m: re.Match[str], first: int, second: int) -> bool:
    return first < second and bool(_AFTER_RANGE.match(low, m.end()))
