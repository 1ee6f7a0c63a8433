"""Labels at the ends of a title: `UPDATE 2-`, `VIDÉO.`, `【独家】`, `(abonnés)`, ` – live`."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from strandline.core.text.titles.folding import CJK, fold_title
from strandline.core.text.titles.labels import KEPT_LABELS, LABELS, Label
from strandline.core.text.titles.outlets import is_outlet

#: Longest label with its number, characters.
MAX_LABEL_CHARS = 40


class Mark(NamedTuple):
    """A label found at an end of a title.

    Attributes:
        text: The label as it stood, without brackets and separators.
        rest: The title without it.
        features: What it means.
    """

    text: str
    rest: str
    features: frozenset[str]


def _table(labels: Iterable[Label], place: str) -> dict[str, str]:
    """Features by spelling, of the labels that may stand in a place; `""` for every one."""
    return {label.spelling: label.feature for label in labels if place in label.places}


_BY_PLACE = {place: _table(LABELS, place) for place in ("", *"htdac,")}
_KEPT = _table(KEPT_LABELS, "h")
_FIRST_WORD = re.compile(r"[^\W_]+|[$€£]+")
_FIRST_WORDS = frozenset(
    word for spelling in (*_BY_PLACE[""], *_KEPT) for word in _FIRST_WORD.findall(spelling)[:1]
)
_OPEN, _CLOSE = r"\[【(（［〔〖「『{<", r"\]】)）］〕〗」』}>"
_OPENING, _CLOSING = frozenset(_OPEN), frozenset(_CLOSE)
_INSIDE = rf"(?<![{_OPEN}])[{_OPEN}]++\s*([^{_OPEN}{_CLOSE}]{{1,{MAX_LABEL_CHARS}}})[{_CLOSE}]+"
_BRACKET_HEAD = re.compile(rf"{_INSIDE}\s*(?:[:：|｜丨\-–—]+\s*)?")
_BRACKET_TAIL = re.compile(rf"{_INSIDE}$")
_HEAD = re.compile(
    r"((?i:op-ed|avant-match|compte-rendu|in-depth|round-up|wrap-up|hands-on)"
    r"|[^\W_](?:[^:：.,，、|｜丨!！•·»>\-–—－/+\[\]()（）【】]|(?<=\d)[:.](?=\d\d)){0,36}?"
    r"(?:[/+][\w ]{2,24})?)"
    r"(\s*[:：|｜丨!！•·»>]+\s*|\s+[-–—－]+\s+|\s*[–—－]+|-{1,2}|\.\s+|[,，]\s+)(?=\S)(?!(?<=\d:)\d\d)"
)
_TAIL = re.compile(
    rf"(?:(?<![|｜丨_•·])[|｜丨_•·]++\s*|(?<=\s)[-–—:]+\s+|(?<![–—－])[–—－]++|-(?=[{CJK}]))"
    r"([^\W_][^|｜丨_•·\-–—－:：]{0,36}?)[!！.]*$"
)
#: What may part a label at the tail from its title.
_TAIL_SIGN = re.compile(r"[|｜丨_•·–—－]| [-:]+ |-(?=[^\x00-\xff])")
_CAPITALS = re.compile(r"(JUST IN|BREAKING NEWS|[A-Z]{4,}) (?=[\"'“‘]?[A-Z0-9])")
_NUMBER = re.compile(r" (\d{1,2})$")
#: Labels that are counted: `UPDATE 2`, `WRAPUP 5`.
_COUNTED = frozenset(("update", "roundup", "correction", "repeat", "preview"))
_CLOCK = re.compile(r" (?:(?:a|at) )?\d{1,2}(?: ?h ?(?:\d\d)?|[:.]\d\d)?(?: ?[ap] ?m)?$")
_AND = re.compile(r" ?[/+&、] ?|, | et | and | 和 ")


def head_mark(text: str) -> Mark | None:
    """The label at the head of a title, if there is one."""
    if text[:1] in _OPENING:
        found = _BRACKET_HEAD.match(text)
        return _mark(found[1], text[found.end() :], "") if found else None
    found = _HEAD.match(text) if _may_be_label(text) else None
    if found and not (_is_glued(found[2]) and not _is_agency(found[1], text)):
        mark = _mark(found[1], text[found.end() :], _place(found[2]))
        if mark:
            return mark
    found = _CAPITALS.match(text) if text[:4].isupper() else None
    if found and any(map(str.islower, text)):
        return _mark(found[1], text[found.end() :], "c")
    return None


def tail_mark(text: str) -> Mark | None:
    """The label at the tail of a title, if there is one."""
    if text[-1:] in _CLOSING:
        found = _BRACKET_TAIL.search(text)
        return _mark(found[1], text[: found.start()].rstrip(" |｜丨-–—"), "") if found else None
    found = _TAIL.search(text) if _TAIL_SIGN.search(text) else None
    return _mark(found[1], text[: found.start()], "t") if found else None


def kept_features(text: str) -> frozenset[str]:
    """What the head says of the kind of page where it stays in the title."""
    may = _may_be_label(text)
    found = (_BRACKET_HEAD.match(text) or _HEAD.match(text)) if may else None
    feature = _KEPT.get(_key(found[1])) if found else None
    return frozenset((feature,)) if feature else frozenset()


def _is_glued(separator: str) -> bool:
    return separator in ("-", "--")


def _is_agency(label: str, text: str) -> bool:
    """True for `UPDATE 2-…` and `EXCLUSIVE-…`, false for `Review-bombing …`."""
    return label[-1].isdigit() or (label.isupper() and any(map(str.islower, text)))


def _place(separator: str) -> str:
    if _is_glued(separator):
        return "a"
    return {".": "d", ",": ",", "，": ","}.get(separator.strip(), "h")


def _mark(label: str, rest: str, place: str) -> Mark | None:
    features = _meaning(label, place) if _may_be_label(label) else None
    rest = rest.strip()
    if features is None or not any(map(str.isalnum, rest)):
        return None
    return Mark(label.strip(), rest, features)


def _may_be_label(text: str) -> bool:
    """False where the first word begins no label: spares most titles the search for one."""
    first = _FIRST_WORD.search(text)
    if first is None or not first[0].isascii():
        return not text.isascii()
    return first[0].lower() in _FIRST_WORDS


def _key(label: str) -> str:
    return fold_title(label).replace("& ", "")


@lru_cache(maxsize=4096)
def _meaning(label: str, place: str) -> frozenset[str] | None:
    """Features of a label in a place; None where it is no label."""
    table = _BY_PLACE[place]
    key = _key(label)
    if key in table:
        return frozenset((table[key],)) - {""}
    number = _NUMBER.search(key)
    feature = table.get(key[: number.start()]) if number else None
    if number and feature in _COUNTED:
        return frozenset((feature, f"{feature}:{int(number[1])}"))
    feature = table.get(_CLOCK.sub("", key))
    if feature == "update":
        return frozenset((feature,))
    if key.startswith("info ") and place != "t" and is_outlet(key[5:]):
        return frozenset(("exclusive",))
    parts = [table.get(_key(part)) for part in _AND.split(label)]
    if len(parts) < 2 or None in parts:
        return None
    return frozenset(part for part in parts if part)
