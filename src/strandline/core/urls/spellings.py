"""Names and numbers that a platform knows in several spellings: the one that is compared.

All are pure, so that no request is needed to know that two links show one page. What is no such
number stays as it is. Each takes decoded text.
"""

import re
from collections.abc import Callable, Mapping
from urllib.parse import quote

_BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BASE58 = "FcwAPNKTMug3GV5Lj7EJnHpWsx4tb8haYeviqBz6rkCy12mUSDQX9RdoZf"
#: Bilibili's numbers, as its community worked them out: bits mixed with a mask, then base 58 with
#: two pairs of digits exchanged (SocialSisterYi/bilibili-API-collect: bvid_desc).
_MIX = 23442827791579
_LIMIT = 1 << 51
_BV = re.compile(rf"BV1[{_BASE58}]{{9}}")
_MID = re.compile(r"[1-9]\d{13,17}")


def weibo_letters(text: str) -> str:
    """Weibo's number of a post (16 digits) in letters, as its web addresses have it.

    Seven digits at a time, from the right, are one number in base 62 of four letters.
    """
    if _MID.fullmatch(text) is None:
        return text
    letters: list[str] = []
    while text:
        text, seven = text[:-7], text[-7:]
        letters.append(_in_base62(int(seven)).rjust(4, "0") if text else _in_base62(int(seven)))
    return "".join(reversed(letters))


def _in_base62(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 62)
        digits = _BASE62[digit] + digits
    return digits or "0"


def bilibili_number(text: str) -> str:
    """Bilibili's letters of a video (`BV17x411w7KC`) as its older number (`av170001`)."""
    if _BV.fullmatch(text) is None:
        return text
    letters = list(text)
    letters[3], letters[9] = letters[9], letters[3]
    letters[4], letters[7] = letters[7], letters[4]
    number = 0
    for letter in letters[3:]:
        number = number * 58 + _BASE58.index(letter)
    return f"av{(number & (_LIMIT - 1)) ^ _MIX}"


#: What MediaWiki reads as one space between words, around a title as well (Help:Page name).
_WIKI_SPACES = re.compile(r"[ _\xa0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
#: What a path holds as it is, as `percent.folded_path` leaves it.
_PATH_SAFE = "/!$&'()*+,:;=@[]^|~"


def wiki_word(text: str) -> str:
    """A page's title as MediaWiki's paths have it: one underscore for any spaces, none around."""
    title = _WIKI_SPACES.sub("_", text).strip("_")
    return quote(title, safe=_PATH_SAFE, errors="surrogateescape")


def python_project(text: str) -> str:
    """A name in the Python Package Index with one sign between its words (PEP 503)."""
    return re.sub(r"[-_.]+", "-", text)


def decoded_name(text: str) -> str:
    """A name that holds no sign with a meaning of its own: as it is written without escapes."""
    return text


#: Name in `rules.toml` → way.
SPELLINGS: Mapping[str, Callable[[str], str]] = {
    way.__name__: way
    for way in (weibo_letters, bilibili_number, wiki_word, python_project, decoded_name)
}
