"""The form in which titles are compared: equal titles are equal here.

Gone are case, accents, width, quotes, dashes, emoji and punctuation, and the difference between
Traditional and Simplified Chinese. Kept is what tells numbers apart (`8.12.1`, `3-1`, `-5`), money
and percent signs, `C++` and `C#`, flags and arrows that point up or down.
"""

import re

from strandline.core.text.titles.hanzi import SIMPLIFIED
from strandline.core.text.words import fold

#: Han with its iteration mark, kana: scripts whose spaces and punctuation part no words.
CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
#: Scripts whose vowel signs are no letters to `\w`: South and South-East Asia.
_MARKED = "\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff"
#: Emoji that say what words would say: flags, up and down, yes and no, medals.
TELLING_EMOJI = "[\U0001f1e6-\U0001f1ff]{1,2}|[📈📉👍👎🥇🥈🥉✅❌]"

_HAS_CJK = re.compile(f"[{CJK}]")
_LATIN = re.compile("[a-z]")
_CJK_GAP = re.compile(f"(?<=[{CJK}]) | (?=[{CJK}])")
_SIGNS: dict[int, str | None] = {
    **dict.fromkeys(map(ord, "‘’‚‛ʼʹʻ′`´"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣"), "-"),
    **dict.fromkeys(map(ord, "™®©℠"), None),
    ord("×"): "x",
    ord("⁄"): "/",
    ord("∶"): ":",
    ord("丨"): "|",
    ord("￥"): "¥",
}
_ACRONYM = re.compile(r"(?<![\w.])(?:[a-z]\.)+[a-z]\b\.?")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:([,' ])\d{3}(?:\1\d{3})*)(?![\d]|[.,]\d{3})")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_LETTER = rf"(?:[^\W_]|[{_MARKED}])"
_TOKEN = re.compile(
    rf"(?:(?<!\S)[-+](?=\d))?{_LETTER}+(?:(?<=\d)[.:/-](?=\d){_LETTER}+|'{_LETTER}+)*"
    rf"(?:\+{{1,2}}|\#)?|[%$€£¥₹₽&]|{TELLING_EMOJI}"
)
_WORD = re.compile(rf"[{CJK}]+|(?:(?![{CJK}]){_LETTER}|(?<=\d)[.:/-](?=\d))+")


def fold_title(text: str) -> str:
    """The folded form of a plain title; of its own result it is the same again."""
    if text.isascii():
        return _signless(text.lower())
    text = fold(text.translate(_SIGNS)).translate(_SIGNS)
    if not _HAS_CJK.search(text):
        return _signless(text)
    text = text.translate(SIMPLIFIED)
    if len(_HAS_CJK.findall(text)) * 2 >= len(_LATIN.findall(text)):
        text = "".join(text.split())  # a space in Chinese says nothing
    return _CJK_GAP.sub("", _signless(text))


def words_of(folded: str) -> tuple[str, ...]:
    """Words of a folded title; Chinese and Japanese in runs, `l'`, `qu'` and `'s` apart."""
    return tuple(_WORD.findall(folded))


def _signless(text: str) -> str:
    if "." in text:
        text = _ACRONYM.sub(lambda found: found[0].replace(".", ""), text)
    text = _THOUSANDS.sub(_joined, text)
    text = _DECIMAL_COMMA.sub(".", text)
    return " ".join(_TOKEN.findall(text))


def _joined(number: re.Match[str]) -> str:
    return number[0].replace(number[1], "")
