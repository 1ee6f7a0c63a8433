"""Texts that a site repeats over its pages: they stand under many titles and tell none of them.

A stub in place of what costs money, words about cookies, a first sentence that stands over every
report: what two articles of one site share word for word, at the start or at the end, is no
evidence of one story where it says nothing of either title. What tells of a title is the article's.
"""

from collections.abc import Mapping
from dataclasses import replace

from strandline.core.dedup.bodies import have_near_bodies
from strandline.core.dedup.evidence.reading.forms import alike
from strandline.core.dedup.telling import LEAD_CHARS, Telling, are_of_one_host, are_of_one_source
from strandline.core.similarity.shingles import grams
from strandline.core.text.titles.folding import fold_title
from strandline.core.text.words import tokens

#: The name under which this check can be silenced.
STANDING = "standing"
#: Words (in Chinese: pairs of characters) from which what two texts share is looked at.
LEAST_WORDS = 5
#: Share of a title's words of content from which a text tells of it.
TELLS = 1 / 3
#: Characters in which two shared runs must agree before any more is looked at.
_GLANCE = 12
#: Words of up to three letters are mostly grammar.
_SHORT_WORD = 3


def without_standing(
    a: Telling, b: Telling, vectors: Mapping[str, float]
) -> tuple[Telling, Telling, Mapping[str, float]]:
    """The two without the words of their site, and without vectors that were made of these."""
    if not (are_of_one_source(a.input, b.input) or are_of_one_host(a.input, b.input)):
        return a, b, vectors
    one, other = _without_bodies(a, b)
    one, other = _without_shared(one, other)
    return (a, b, vectors) if (one, other) == (a, b) else (one, other, {})


def _without_bodies(a: Telling, b: Telling) -> tuple[Telling, Telling]:
    """Bodies that are one text, and tell neither title, count as not read."""
    if not have_near_bodies(a.input, b.input):
        return a, b
    texts = [_untitled(fold_title(one.input.text[:LEAD_CHARS]), one) for one in (a, b)]
    if not all(texts) or _tell_either(a, b, texts[1], texts[0]):
        return a, b
    return _bodiless(a), _bodiless(b)


def _bodiless(telling: Telling) -> Telling:
    article = replace(telling.input, text="", fingerprint=None)
    bare = replace(telling, input=article)
    return bare if article.summary else _with_lead(bare, "")


def _without_shared(a: Telling, b: Telling) -> tuple[Telling, Telling]:
    """Leads without the run of words with which both begin, and that with which both end."""
    if not a.lead_folded or not b.lead_folded:
        return a, b
    one, other = _untitled(a.lead_folded, a), _untitled(b.lead_folded, b)
    head = _shared(one, other)
    tail = _shared(one[len(head) :][::-1], other[len(head) :][::-1])[::-1]
    told = f"{head} {tail}"
    if not told.strip() or _tell_either(a, b, told, told):
        return a, b
    rest = [lead[len(head) : len(lead) - len(tail)].strip() for lead in (one, other)]
    return _with_lead(a, rest[0]), _with_lead(b, rest[1])


def _shared(one: str, other: str) -> str:
    """The run with which both begin, to the end of a word; empty where it is short."""
    if one[:_GLANCE] != other[:_GLANCE]:
        return ""
    run = one[: alike(one, other)]
    if len(run) < max(len(one), len(other)) and " " in run:
        run = run[: run.rindex(" ") + 1]
    return run if len(tokens(run)) >= LEAST_WORDS else ""


def _untitled(folded: str, telling: Telling) -> str:
    """A text without its own title: what is left is what it says of it."""
    title = telling.title.folded
    return " ".join(folded.replace(title, " ").split()) if title else folded


def _tell_either(a: Telling, b: Telling, of_a: str, of_b: str) -> bool:
    return tells(of_a, a.title.folded) or tells(of_b, b.title.folded)


def tells(text: str, title: str) -> bool:
    """True where a folded text has a good part of what a folded title says."""
    return has_part_of(frozenset(tokens(text)), content_of(title))


def content_of(title: str) -> frozenset[str]:
    """Words of content of a folded title."""
    return frozenset(word for word in tokens(title) if _counts(word))


def has_part_of(words: frozenset[str], content: frozenset[str]) -> bool:
    """True where a good part of a title's content is among the words of a text."""
    return bool(content) and len(content & words) >= TELLS * len(content)


def _counts(word: str) -> bool:
    return not word.isascii() or len(word) > _SHORT_WORD


def _with_lead(telling: Telling, lead: str) -> Telling:
    return replace(
        telling, lead_folded=lead, lead=telling.grams | grams(lead) if lead else telling.grams
    )
