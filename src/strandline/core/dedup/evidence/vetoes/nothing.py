"""Titles that tell too little: of error pages, of any fire in any town, of any day's briefing."""

from strandline.core.dedup.evidence.facts import Facts, facts_of
from strandline.core.dedup.evidence.frame import weight
from strandline.core.dedup.evidence.pair import Finding, Pair
from strandline.core.dedup.evidence.reading.words import Word

#: Words of content, and words or Chinese characters in all, up to which a title without a name
#: may be of any event.
_BARE_WORDS, _BARE_LATIN, _BARE_HAN = 5.0, 5, 9
#: Chinese characters up to which another source's title of another day may be of another event.
_LATER_HAN = 14
#: Letters from which a Latin word counts: articles and elisions say nothing.
_LONG_WORD = 3
#: A title that begins so tells of somebody, and there may be another one tomorrow.
_SOME = frozenset(("un", "une", "des", "a", "an", "two", "deux", "three", "trois"))
#: Share of a summary's content from which two texts tell one thing.
_ONE_TEXT = 0.5

#: Marks that say which day's a title is.
_DATES = frozenset(("day", "weekday", "month", "year", "quarter", "season"))


def placeholders(pair: Pair) -> Finding | None:
    """Hard for two titles that a server put there; one of them tells nothing against a report."""
    both = ["placeholder" in telling.title.features for telling in (pair.a, pair.b)]
    if not any(both) or _is_one_text(pair):
        return None
    return Finding(is_hard=all(both), detail="a title that stands for none")


def bare(pair: Pair) -> Finding | None:
    """Equal titles of words that fit any event; other short ones where the articles differ."""
    if pair.a.title.folded != pair.b.title.folded or _is_one_text(pair):
        return None
    content = [word for word in pair.facts_a.words if word.is_content]
    if not pair.is_one_language or any(_is_telling(word) for word in content):
        return None
    if not _may_be_another(pair):
        return None
    return Finding(is_hard=False, detail="the title names nobody and no place")


def series(pair: Pair) -> Finding | None:
    """Hard for one source's titles of two days that name them; else for the judge."""
    if not pair.is_other_edition or not pair.is_one_source or not _is_one_title(pair):
        return None
    return Finding(is_hard=_is_dated(pair), detail="one title on another day")


def _is_one_title(pair: Pair) -> bool:
    """True where nothing differs but dates."""
    return pair.frame.words >= 1 and all(
        word.mark is not None and word.mark.kind in _DATES
        for gap in pair.frame.gaps
        for word in (*gap.a, *gap.b)
    )


def _is_dated(pair: Pair) -> bool:
    return bool(_DATES & pair.facts_a.marks.keys() & pair.facts_b.marks.keys())


def _may_be_another(pair: Pair) -> bool:
    """True over two texts; of two sources or days for short titles, and such as tell of `a man`."""
    if pair.a.input.summary and pair.b.input.summary:
        return True
    if not pair.is_other_edition and pair.is_one_source:
        return False
    is_later = pair.is_other_edition and not pair.is_one_source
    return (
        _is_short(pair.facts_a)
        or pair.facts_a.words[0].key in _SOME
        or (is_later and pair.facts_a.is_han and _length(pair.facts_a) <= _LATER_HAN)
    )


def _is_short(facts: Facts) -> bool:
    words = facts.words
    long = [word for word in words if len(word.shown) >= _LONG_WORD]
    length = _length(facts) if facts.is_han else len(long)
    content = weight([word for word in words if word.is_content])
    return content <= _BARE_WORDS and length <= (_BARE_HAN if facts.is_han else _BARE_LATIN)


def _length(facts: Facts) -> int:
    """Characters of its words."""
    return sum(len(word.shown) for word in facts.words)


def _is_telling(word: Word) -> bool:
    """True for what tells one event from others: a name, a date, a version, a score."""
    return word.is_name or word.is_unknown or (word.mark is not None and word.mark.kind != "count")


def _is_one_text(pair: Pair) -> bool:
    """True where both texts are there and tell one thing, or both have one URL."""
    a, b = pair.a.input, pair.b.input
    if a.url and a.url == b.url:
        return True
    if not a.summary or not b.summary:
        return False
    first = facts_of(a.summary[:300], pair.a.title.language)
    second = facts_of(b.summary[:300], pair.b.title.language)
    names_a, names_b = first.named, second.named
    if names_a and names_b and names_a.isdisjoint(names_b):
        return False
    rest_a, rest_b = (each.content - pair.facts_a.content for each in (first, second))
    if rest_a and rest_b and rest_a.isdisjoint(rest_b):
        return False  # they share no more than the title
    shared = len(first.content & second.content)
    return shared >= _ONE_TEXT * min(len(first.content), len(second.content))
