"""Read a title: its plain text, its folded form, and what its marks tell."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from strandline.core.text.titles.cues import cues
from strandline.core.text.titles.datelines import after_dateline
from strandline.core.text.titles.emoji import without_ornaments
from strandline.core.text.titles.folding import letters, signless, words_of
from strandline.core.text.titles.marks import head_mark, kept_features, tail_mark
from strandline.core.text.titles.model import Removed, Title
from strandline.core.text.titles.parts import part_features, split_part
from strandline.core.text.titles.plain import plain
from strandline.core.text.titles.series import series_of
from strandline.core.text.titles.sites import head_site, own_names, tail_site

_EAST_ASIAN = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_KANA, _HANGUL = re.compile("[\u3040-\u30ff]"), re.compile("[\uac00-\ud7a3]")


class _Bare(NamedTuple):
    """A title without its marks."""

    text: str
    features: set[str]
    removed: list[Removed]


def read_title(
    title: str,
    *,
    language: str | None = None,
    site_names: Iterable[str] = (),
    series_names: Iterable[str] = (),
) -> Title:
    """Read a title: untrusted text of any length, in bounded time.

    Reading the `display` of the result again gives the same `folded`.

    Args:
        language: Two letters where it is known; a region behind them is cut.
        site_names: Names and domains of the source, given or learnt (`learn_site_names`), which may
            stand before or behind its titles.
        series_names: Heads that repeat at the source (`learn_series_names`): they stay in the title
            and become features.
    """
    text = plain(title)
    bare = _without_marks(text, own_names(tuple(site_names)))
    in_letters = letters(bare.text)
    body, part = split_part(in_letters)
    folded = signless(body)
    if part:
        folded = f"{folded} part {part}"
    features = bare.features | cues(bare.text, in_letters, folded) | part_features(in_letters, part)
    features |= kept_features(bare.text) | series_of(bare.text, series_names)
    return Title(
        raw=title,
        display=bare.text,
        folded=folded,
        words=words_of(folded),
        language=(language or "")[:2].lower() or _language_of(bare.text),
        features=frozenset(features),
        removed=tuple(sorted(bare.removed, key=lambda piece: text.find(piece.text))),
    )


def _without_marks(text: str, own: frozenset[str]) -> _Bare:
    """Take off labels, site names and datelines, one after another, until none is left."""
    features: set[str] = set()
    removed: list[Removed] = []
    if not text.isascii():
        text, removed, features = without_ornaments(text)
    after_site = False
    while True:
        mark = head_mark(text) or tail_mark(text)
        if mark:
            features |= mark.features
            removed.append(
                Removed("paywall" if "subscriber" in mark.features else "label", mark.text)
            )
            text = mark.rest
            continue
        site = tail_site(text, own, after_site=after_site) or head_site(text, own)
        if site is None and (start := after_dateline(text)):
            removed.append(Removed("dateline", text[:start].strip()))
            text = text[start:]
            continue
        if site is None:
            return _Bare(text, features, removed)
        after_site = site.before_section
        removed.append(Removed("site", site.text))
        text = site.rest


def _language_of(text: str) -> str:
    """Guessed from the script: `ja`, `zh`, `ko`; empty for every other."""
    if text.isascii() or not _EAST_ASIAN.search(text):
        return ""
    if _KANA.search(text):
        return "ja"
    return "ko" if _HANGUL.search(text) else "zh"
