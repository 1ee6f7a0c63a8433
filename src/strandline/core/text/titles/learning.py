"""Learn from a source's titles which pieces at their ends repeat: its name, or its series.

A name stands behind a bar or a dash at the end of many titles, or before one at the head of nearly
all. What repeats before a colon, or at the head of a part of the titles only, is a series or a
subject: it tells one title from another and stays.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from strandline.core.text.titles.emoji import without_ornaments
from strandline.core.text.titles.folding import CJK, fold_title
from strandline.core.text.titles.marks import head_mark, tail_mark
from strandline.core.text.titles.plain import plain
from strandline.core.text.titles.sites import BARS, MAX_NAME_CHARS

#: In fewer titles nothing repeats.
LEAST_TITLES = 4
#: Share of titles that a name ends, behind a dash and behind a bar.
_TAIL_SHARES = (0.4, 0.2)
#: Share that a name begins: a subject (`Ligue 1 - …`) may fill half of a feed.
_HEAD_SHARES = (0.8, 0.8)
#: A head that repeats so often is a series.
_LEAST_SERIES = 3
#: A title may end with a section and a site.
_LEVELS = 3

_SEPARATOR = re.compile(rf"\s*[{BARS}]+\s*|\s+[-–—―－]+\s+|——+|(?<=[{CJK}])[-－](?=[{CJK}])")
_COLON = re.compile(r"\s*[:：]\s*")


class _Piece(NamedTuple):
    """A piece at an end of a title, by its folded name."""

    key: str
    name: str
    by_bar: bool
    rest: str


def learn_site_names(titles: Sequence[str]) -> tuple[str, ...]:
    """Pieces at the ends of one source's titles that name the site, the most frequent first.

    Args:
        titles: Of one source, as received; some twenty are enough.
    """
    rests = list(dict.fromkeys(map(_unmarked, titles)))
    names: dict[str, str] = {}
    for _ in range(_LEVELS):
        tails, heads = _pieces(map(_tail, rests)), _pieces(map(_head, rests))
        found = _names(tails, len(rests), _TAIL_SHARES) | _names(heads, len(rests), _HEAD_SHARES)
        if not found:
            break
        names |= found
        rests = [_without(rest, found) for rest in rests]
    return tuple(names.values())


def learn_series_names(titles: Sequence[str]) -> tuple[str, ...]:
    """Heads that repeat in one source's titles and belong to them, the most frequent first."""
    sites = {fold_title(name) for name in learn_site_names(titles)}
    rests = {_without(_unmarked(title), sites) for title in titles}
    heads = _pieces(_colon_head(rest) or _head(rest) for rest in sorted(rests))
    counts = Counter(piece.key for piece in heads)
    spelled = {piece.key: piece.name for piece in reversed(heads)}
    ranked = sorted(counts, key=lambda key: (-counts[key], key))
    return tuple(spelled[key] for key in ranked if counts[key] >= _LEAST_SERIES)


def _names(pieces: list[_Piece], titles: int, shares: tuple[float, float]) -> dict[str, str]:
    """Folded names with their spelling, of pieces that enough titles share."""
    counts = Counter(piece.key for piece in pieces)
    bars = {piece.key for piece in pieces if piece.by_bar}
    spelled = {piece.key: piece.name for piece in reversed(pieces)}
    return {
        key: spelled[key]
        for key in sorted(counts, key=lambda key: (-counts[key], key))
        if counts[key] >= max(LEAST_TITLES, titles * shares[key in bars])
    }


def _unmarked(title: str) -> str:
    """The title without its labels, which repeat too."""
    text = without_ornaments(plain(title))[0]
    while mark := head_mark(text) or tail_mark(text):
        text = mark.rest
    return text


def _without(text: str, keys: Container[str]) -> str:
    for piece in (_tail(text), _head(text)):
        if piece and piece.key in keys:
            return piece.rest
    return text


def _pieces(found: Iterable[_Piece | None]) -> list[_Piece]:
    return [piece for piece in found if piece and piece.key]


def _tail(text: str) -> _Piece | None:
    separators = list(_SEPARATOR.finditer(text))
    if not separators:
        return None
    last = separators[-1]
    return _piece(text[last.end() :], last, text[: last.start()])


def _head(text: str) -> _Piece | None:
    first = _SEPARATOR.search(text)
    return _piece(text[: first.start()], first, text[first.end() :]) if first else None


def _colon_head(text: str) -> _Piece | None:
    first = _COLON.search(text)
    return _piece(text[: first.start()], first, text[first.end() :]) if first else None


def _piece(name: str, separator: re.Match[str], rest: str) -> _Piece | None:
    name, rest = name.strip(), rest.strip()
    if not rest or not name or len(name) > MAX_NAME_CHARS or name.isdecimal():
        return None
    by_bar = any(sign in BARS for sign in separator[0])
    return _Piece(fold_title(name), name, by_bar, rest)
