"""The numbers of a title, however they are written: `6000` and 六千, `9.6万` and `96,000`, `4:2`.

For the score, which asks whether two titles have a number in common. What numbers count, and
whether they speak against one story, is for the evidence.
"""

import re
from typing import NamedTuple

from strandline.core.text.numerals import HAN_NUMERAL, TIMES, value_of_han

#: Not those of a letter or three, which may be units.
_FACTORS = {
    **{
        word: factor
        for word, factor in TIMES.items()
        if factor >= 1e3 and len(word) > 3 * word.isascii()
    },
    **dict.fromkeys(("个基点", "基点", "basis"), 1e-2),
}
_FACTOR = "|".join(sorted(_FACTORS, key=len, reverse=True))
_DIGITS = re.compile(rf"(\d+(?:[.:/-]\d+)*)(?: ?({_FACTOR})(?![a-z]))?")
_VERSUS = re.compile(r"(?<=\d)[比:](?=\d)")
#: What stands behind a Chinese numeral that counts, or before one that orders.
_HAN = re.compile(
    rf"(?<![\d.零〇一二三四五六七八九十百千万亿两])(?:(?<=第){HAN_NUMERAL}|{HAN_NUMERAL}(?=[月日号年届集期季轮章回批]"
    r"|[人名例个起死伤亡倍岁元辆架艘家所项条场次天秒款台套部只头棵间栋户村县省种类篇张件箱本层宗笔"
    r"幅站米块周票吨座级盏亩连]|小时|分钟|公里|公斤)|(?P<tenths>[一二三四五六七八九])成)"
)


class Figures(NamedTuple):
    """Numbers in one spelling each.

    Attributes:
        digits: Of those written in digits.
        words: Of those in Chinese characters, but for 一, which is mostly an article. They count
            only where the other title has digits for them.
    """

    digits: frozenset[str]
    words: frozenset[str]


def figures(folded: str) -> Figures:
    """The numbers of a folded title."""
    found = _DIGITS.findall(_VERSUS.sub("-", folded))
    digits = frozenset(_plain(number, factor) for number, factor in found)
    return Figures(digits, frozenset(map(_han, _HAN.finditer(folded))) - {"1"})


def _plain(number: str, factor: str) -> str:
    whole, _, rest = number.partition(".")
    if not whole.isdecimal() or (rest and not rest.isdecimal()):
        return number
    return _spelled(float(number) * _FACTORS.get(factor, 1)) if factor else number


def _han(found: re.Match[str]) -> str:
    if found["tenths"]:
        return _spelled(value_of_han(found["tenths"]) * 10)
    return _spelled(value_of_han(found[0]))


def _spelled(value: float) -> str:
    return f"{value:.12g}"
