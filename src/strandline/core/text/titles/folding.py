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
    **dict(zip(map(ord, "×⁄∶丨￥"), "x/:|¥", strict=True)),
}
#: What joins no character before it: here a text is folded character by character.
_JOINING = re.compile(
    "[^\x00-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u20cf\u2100-\u2bff\u3000-\u3029\u3030-\u3098"
    "\u309b-\u312f\u3190-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff9d\U0001f000-\U0002fa1f]"
)


class _Folds(dict[int, str]):
    """Folded characters, for `str.translate`; found out once each."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_slowly(chr(code))
        return folded


_FOLDS = _Folds()
_ACRONYM = re.compile(r"(?<![\w.])(?:[a-z]\.)+[a-z]\b\.?")
_DIGIT = re.compile(r"\d")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:([,' ])\d{3}(?:\1\d{3})*)(?!\d|[.,]\d{3})")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
#: A number keeps its inner signs and its sign, a word its apostrophe, a language its `++` or `#`.
_PIECE = (
    r"(?:(?<!\S)[-+](?=\d))?{letter}+(?:(?<=\d)[.:/-](?=\d){letter}+|'{letter}+)*(?:\+\+?|#)?"
    r"|{sign}"
)
_ASCII_TOKEN = re.compile(_PIECE.format(letter="[a-z0-9]", sign="[%$&]"))
_TOKEN = re.compile(_PIECE.format(letter=rf"[\w{_MARKED}]", sign=f"[%$€£¥₹₽&]|{TELLING_EMOJI}"))
_ELISION = re.compile(r"(?<!\w)(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu)'|'s(?!\w)")
_ASCII_WORD = re.compile(r"[^ %$&]+")
_WORD = re.compile(rf"[{CJK}]+|(?:(?![{CJK}])[\w{_MARKED}'.:/+#-])+")


def fold_title(text: str) -> str:
    """The folded form of a plain title."""
    return signless(letters(text))


def letters(text: str) -> str:
    """The title without case, accents, width and script; its signs are still there."""
    if text.isascii():
        return text.lower().replace("`", "'")
    text = _fold_slowly(text) if _JOINING.search(text) else text.translate(_FOLDS)
    if text.isascii():
        return text
    in_chinese = len(_HAS_CJK.findall(text))
    if in_chinese and in_chinese * 2 >= len(_LATIN.findall(text)):
        text = "".join(text.split())  # a space in Chinese says nothing
    return text


def _fold_slowly(text: str) -> str:
    return fold(text.translate(_SIGNS)).translate(_SIGNS).translate(SIMPLIFIED)


def signless(text: str) -> str:
    """Letters without the signs that say nothing, one blank between words."""
    if "." in text:
        text = _ACRONYM.sub(lambda found: found[0].replace(".", ""), text)
    if _DIGIT.search(text):
        text = _DECIMAL_COMMA.sub(".", _THOUSANDS.sub(_joined, text))
    if "_" in text:
        text = text.replace("_", " ")
    if text.isascii():
        return " ".join(_ASCII_TOKEN.findall(text))
    return _CJK_GAP.sub("", " ".join(_TOKEN.findall(text)))


def words_of(folded: str) -> tuple[str, ...]:
    """Words of a folded title, without `l'`, `qu'` and `'s`; Chinese and Japanese in runs."""
    if "'" in folded:
        folded = _ELISION.sub(" ", folded)
    return tuple((_ASCII_WORD if folded.isascii() else _WORD).findall(folded))


def _joined(number: re.Match[str]) -> str:
    return number[0].replace(number[1], "")
