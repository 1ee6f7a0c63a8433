"""A title as plain text: no entities, tags, unseen characters or letters in costume.

What people read and what models embed. Signs, case, accents and script stay; see `folding` for
the form that is compared.
"""

import html
import re
import unicodedata

#: Longest title that is read, characters; entities may write one character as six. What follows
#: is cut: the longest headline of a newspaper has some 300.
MAX_RAW_CHARS = 4000
MAX_CHARS = 1000

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
#: Known tags only: in `a <b and c> d` nothing is a tag.
_INLINE = (
    "a|abbr|b|bdi|bdo|big|cite|code|del|em|font|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr"
)
_BLOCK = "article|br|div|h[1-6]|header|hr|img|li|p|ruby|title|ul"
_INLINE_TAG = re.compile(rf"</?(?:{_INLINE})(?:\s(?=[^<>=]*=)[^<>]*+|\s*+/?)>", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    rf"</?(?:{_BLOCK})(?:\s(?=[^<>=]*=)[^<>]*+|\s*+/?)>|<!\[CDATA\[|\]\]>|<!--[^<>]*-->",
    re.IGNORECASE,
)
#: Soft hyphen, joiners, direction marks, variation selectors, tags, lone surrogates, keycap.
_UNSEEN_CHARS = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u20e3\ufe00-\ufe0f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
)
_UNSEEN = re.compile(f"[{_UNSEEN_CHARS}]+")
_CONTROL_CHARS = "\x00-\x1f\x7f-\x9f\u2028\u2029"
_CONTROL = re.compile(f"[{_CONTROL_CHARS}]")
_TROUBLE = re.compile(rf"[&<\]{_CONTROL_CHARS}{_UNSEEN_CHARS}]")
_BLANKS = re.compile(r"\s\s|^\s|\s$|[^\S ]")
#: A fifth mark on one letter is no accent.
_MARKS = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_MARK_FLOOD = re.compile(f"({_MARKS}{{4}}){_MARKS}+")
#: Full-width letters and digits, mathematical alphabets, circled letters.
_COSTUME = re.compile(
    "[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9]+"
)


def plain(raw: str) -> str:
    """The title as plain text of at most `MAX_CHARS` characters; doing it twice changes nothing."""
    text = raw[:MAX_RAW_CHARS]
    while _TROUBLE.search(text):
        decoded = _decoded(text)
        if decoded == text:
            break
        text = decoded  # shorter, or rid of a sign: the cap bounds the turns
    if not text.isascii():
        text = _MARK_FLOOD.sub(r"\1", text)
        text = unicodedata.normalize("NFC", _COSTUME.sub(_undressed, text))
    if _BLANKS.search(text):
        text = " ".join(text.split())
    return text[:MAX_CHARS].rstrip()


def _decoded(text: str) -> str:
    text = _CONTROL.sub(" ", _UNSEEN.sub("", text))
    if "&" in text:
        text = _ENTITY.sub(_character, text)
    if "<" in text or "]" in text:
        text = _BLOCK_TAG.sub(" ", _INLINE_TAG.sub("", text))
    return text


def _character(entity: re.Match[str]) -> str:
    return html.unescape(entity[0])


def _undressed(letters: re.Match[str]) -> str:
    return unicodedata.normalize("NFKC", letters[0])
