"""Part numbers: `(1/5)`, `part two`, `Volet 3`, `（上）`, `第二部分`.

A part number stays in the title, since it tells two pages apart. Here it is found in all its
spellings, so that one part is folded alike however it is written. Episodes and seasons are
features only: they are said in the middle of titles and mostly one way.
"""

import re

from strandline.core.text.numerals import FIRST_TEN, ROMAN

_HAN = dict(zip("一二三四五六七八九十上", (*range(1, 11), 1), strict=True))
_NUMBERS = {**FIRST_TEN, **ROMAN, **_HAN}
_N = rf"(?:\d{{1,3}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_EDGE = r"(?:\s*[-:,.|?!([。？！]+\s*|\s+)"
_END = r"\s*[)\].!]*$"
_NAMED = (
    rf"(?:part|pt\.?|partie|volet)\s*({_N})(?:\s*(?:/|of|sur)\s*({_N}))?(?![\w/])"
    rf"|({_N})(?:st|nd|rd|th|ere|re|e|eme|nde)?\s+(?:part|partie|volet)\b"
    rf"|第\s*({_N})\s*(?:部分|部|篇|辑)|([上中下])\s*[篇集部]"
)
_BARE = r"(\d{1,2})\s*/\s*(\d{1,2})|([上中下])|(之?[一二三四五六七八九十]|i{1,3}|iv|vi{0,2})"
#: `(2)` counts parts in Chinese; elsewhere it may be an agency's second version.
_COUNTED = r"(?<=[\u3400-\u9fff!?])\(([1-9])\)$"

#: A part is counted at an end of the title, so only its ends are looked at.
_WINDOW = 40
_TAIL = re.compile(
    rf"{_EDGE}(?:{_NAMED}){_END}"
    rf"|(?<=[\u3400-\u9fff])第\s*({_N})\s*(?:部分|部|篇|辑)[)!]?$|{_COUNTED}"
    rf"|\s*[-:,|]?\s*[(\[]\s*(?:{_BARE})\s*[)\]]\s*[.!]?$"
    r"|\s*[-:,|]\s*(\d{1,2})\s*/\s*(\d{1,2})$"
)
_HEAD = re.compile(
    rf"[(\[]?(?:{_NAMED})[)\]]?\s*(?:[-:,.|]+\s*|(?<=[)\]]))(?=\S)"
    r"|[(\[]\s*(\d{1,2})\s*/\s*(\d{1,2})\s*[)\]]\s*[-:|]?\s*(?=\S)"
    r"|(\d{1,2})/(\d{1,2})\s*[-:|]\s*(?=\S)"
)
_TAIL_HINT = re.compile(r"[)\]]$|part|volet|\bpt|/\s*\d|[上中下第]")
_HEAD_HINT = re.compile(r"[(\[\d第上中下]|part|volet|pt|.{3,9} (?:part|volet)")
_EPISODE = re.compile(
    rf"\b(?:episode|ep\.?)\s*(\d{{1,4}})|第({_N}|[一二三四五六七八九十]+)[集期回]"
)
_SEASON = re.compile(rf"\b(?:season|saison)\s*(\d{{1,3}})|第({_N})季")


def split_part(letters: str) -> tuple[str, str]:
    """A title without its part number, and the number: `2`, `2/3`, `last`; empty without one.

    Args:
        letters: The title in the letters of `folding.letters`.
    """
    if _TAIL_HINT.search(letters, max(0, len(letters) - _WINDOW)):
        start = max(0, len(letters) - _WINDOW)
        found = _TAIL.search(letters, start)
        if found and any(map(str.isalnum, letters[: found.start()])):
            return letters[: found.start()], _number(found)
    if _HEAD_HINT.match(letters):
        found = _HEAD.match(letters)
        if found and any(map(str.isalnum, letters[found.end() :])):
            return letters[found.end() :], _number(found)
    return letters, ""


def part_features(letters: str, part: str) -> set[str]:
    """`part:2` with `parts:3` where their number is told, `episode:4`, `season:1`."""
    features: set[str] = set()
    if part:
        number, _, count = part.partition("/")
        features = {f"part:{number}", f"parts:{count}"} if count else {f"part:{number}"}
    if "ep" in letters or "第" in letters:
        found = _EPISODE.search(letters)
        if found:
            features.add(f"episode:{_value(found[1] or found[2])}")
    if "season" in letters or "saison" in letters or "季" in letters:
        found = _SEASON.search(letters)
        if found:
            features.add(f"season:{_value(found[1] or found[2])}")
    return features


def _number(found: re.Match[str]) -> str:
    return "/".join(_value(group) for group in found.groups() if group)


def _value(word: str) -> str:
    """A number as digits; `中` is the second of three, `下` the last of two or three."""
    word = word.removeprefix("之")
    if word == "下":
        return "last"
    if word == "中":
        return "2"
    if word.isdecimal():
        return str(int(word))
    if len(word) > 1 and "十" in word:
        tens, _, ones = word.partition("十")
        return str(_NUMBERS.get(tens, 1) * 10 + _NUMBERS.get(ones, 0))
    return str(_NUMBERS.get(word, word))
