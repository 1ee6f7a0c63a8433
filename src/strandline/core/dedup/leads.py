"""Sentences that a source prints under many titles: they tell none of them, and are no lead.

`Subscribe to our newsletter.`, `Read the full story …`, `The post … appeared first on …`, a stub in
place of what costs money: under how many titles a source has printed a sentence is counted, and one
that stands under several and says nothing of most of them is taken off, from summary and body. What
tells of its titles (a live page, whose title changes all day) stays.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache

from strandline.core.dedup.standing import content_of, has_part_of
from strandline.core.dedup.telling import LEAD_CHARS
from strandline.core.text.titles.plain import MAX_CHARS
from strandline.core.text.words import tokens
from strandline.model.stories import Listing, StoryInput

#: Newest articles of a source that are looked at.
LISTINGS = 200
#: Titles of one source under which a sentence stands that is no news.
LEAST_TITLES = 3
#: Where a text has its own title: words around it may stand under every other, too.
_TITLE = "\0"
#: Titles of fewer characters are not looked for: they may be a word of the sentence.
_LEAST_TITLE = 8
#: Sentences of a text that are learnt, and characters from which one may tell anything: a stranger
#: may write six hundred of one sign.
MOST_PIECES, LEAST_PIECE = 20, 4
_PIECES = re.compile(r"(?<=[.!?…。！？])\s+|(?<=[。！？])(?=\S)|\s*\n\s*")


def learn_standing(listings: Iterable[Listing]) -> dict[str, int]:
    """Sentence, folded → titles under which it stands, of those that tell of none.

    Args:
        listings: Of one source.
    """
    titles: dict[str, set[str]] = {}
    for one in listings:
        title = _folded(one.title[:MAX_CHARS])
        for text in (one.summary, one.text):
            keys = [
                key
                for piece in _pieces(text, one.title)
                if len(key := _folded(piece)) >= LEAST_PIECE
            ]
            for key in keys[:MOST_PIECES]:
                titles.setdefault(key, set()).add(title)
    content = cache(content_of)
    often = {key: under for key, under in titles.items() if len(under) >= LEAST_TITLES}
    return {
        key: len(under)
        for key, under in often.items()
        if not _tells_most(key, [content(title) for title in under])
    }


def without_standing_leads(article: StoryInput, standing: Collection[str]) -> StoryInput:
    """The article without such sentences; one whose body begins with nothing else has none."""
    if not standing:
        return article
    summary = _rest(article.summary, article.title, standing)
    head = _rest(article.text[:LEAD_CHARS], article.title, standing)
    text = head + article.text[LEAD_CHARS:] if head else ""
    if (summary, text) == (article.summary, article.text):
        return article
    fingerprint = article.fingerprint if text else None
    return replace(article, summary=summary, text=text, fingerprint=fingerprint)


def not_counted(article: StoryInput, standing: Mapping[str, int]) -> dict[str, int]:
    """Sentences of an article that are taken off, as it has them → titles that have them."""
    texts = (article.summary, article.text[:LEAD_CHARS])
    pieces = [piece for text in texts for piece in _pieces(text, article.title)]
    return {
        piece.replace(_TITLE, "…"): standing[key]
        for piece in pieces
        if (key := _folded(piece)) in standing
    }


def _rest(text: str, title: str, standing: Collection[str]) -> str:
    pieces = _pieces(text, title)
    kept = [piece for piece in pieces if _folded(piece) not in standing]
    return text if len(kept) == len(pieces) else " ".join(kept).replace(_TITLE, title)


def _pieces(text: str, title: str) -> list[str]:
    """Sentences and lines of a beginning, the title in them as one sign."""
    start = text[:LEAD_CHARS].replace(_TITLE, "")
    if len(title) >= _LEAST_TITLE:
        start = start.replace(title, _TITLE)
    return [piece for piece in _PIECES.split(start) if piece.strip()]


def _folded(text: str) -> str:
    return " ".join(text.replace(_TITLE, " ").casefold().split())


def _tells_most(sentence: str, titles: Collection[frozenset[str]]) -> bool:
    words = frozenset(tokens(sentence))
    return 2 * sum(has_part_of(words, title) for title in titles) >= len(titles)
