"""What of an article is searched, and what a person's words ask for; any text is a query.

An article is found by its title, its URLs, its domain and its text. A query has no syntax: every
word must be found, wherever it stands; a word that is written in several pieces (`don't`, `a-b`, a
URL) must be found in one piece.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from urllib.parse import unquote

from strandline.core.text.words import extras, phrases, tokens
from strandline.model.errors import UrlError

Phrase = tuple[str, ...]

#: Bytes of all different tokens of one article that are indexed; what comes after in its text is
#: not found. PostgreSQL takes 1 MiB a `tsvector`; a novel has about 100 kB of different words.
MAX_TERM_BYTES = 800_000
#: Tokens of one text that are indexed, about eight novels.
MAX_TOKENS = 1_000_000

#: How much of a query is looked at. More words narrow nothing down any further.
MAX_QUERY_CHARS = 10_000
MAX_PHRASES = 40
MAX_PHRASE_TOKENS = 40

#: The part of a URL that says nothing: people copy links with or without it.
_HEAD = re.compile(r"^(?:[a-z][a-z0-9+.-]*:)?//(?:www\.)?|^www\.", re.IGNORECASE)

#: What people put around a URL.
_AROUND = "()[]{}<>\"'“”‘’«»,;"


@dataclass(frozen=True, slots=True)
class IndexForm:
    """An article as an index holds it: tokens in order, joined and surrounded by single spaces.

    So a phrase is found by looking for ` two tokens `, and an empty field is an empty text.

    Attributes:
        domain: The site's name, and the names of the sources that told the article.
        extras: Tokens without an order (see `strandline.core.text.words.extras`), and facets.
    """

    title: str
    url: str
    domain: str
    text: str
    extras: str

    @property
    def terms(self) -> list[str]:
        """All different tokens, sorted."""
        fields = (self.title, self.url, self.domain, self.text, self.extras)
        return sorted({term for field in fields for term in field.split()})

    @property
    def checksum(self) -> str:
        """Hex over everything; another one means that the article must be indexed anew."""
        fields = (self.title, self.url, self.domain, self.text, self.extras)
        return sha256("\n".join(fields).encode()).hexdigest()


def facet(name: str, value: str = "") -> str:
    """A filter as a token: an index intersects it with the words like any other.

    Its first character is for private use, of which no text and no query makes a token, so nobody
    writes a facet: no page can claim one, and no query can ask for one but by our filters.
    """
    return f"\ue000{name}{sha256(value.encode(errors='replace')).hexdigest()[:16]}"


def index_form(
    title: str,
    urls: Sequence[str],
    domain: str,
    text: str,
    *,
    sources: Iterable[str] = (),
    facets: Iterable[str] = (),
) -> IndexForm:
    """What an index holds of an article.

    Args:
        urls: The canonical URL and others under which people know the article.
        sources: Names of the sources that told it.
        facets: What it can be filtered by, from `facet`.
    """
    names = "\n".join(sorted(set(sources)))
    heads = {
        "title": tokens(title),
        "url": [token for url in dict.fromkeys(urls) for token in url_tokens(url)],
        "domain": tokens(domain) + tokens(names),
    }
    words, signs = words_of(text)
    more = signs | extras("\n".join((title, names, *(unquote(url) for url in urls))))
    more = more.union(facets)
    known = {token for words in heads.values() for token in words} | more
    room = MAX_TERM_BYTES - sum(len(term.encode()) for term in known)
    return IndexForm(
        **{name: _field(words) for name, words in heads.items()},
        text=_field(_within(words, known, room)),
        extras=_field(sorted(more)),
    )


@lru_cache(maxsize=4)
def words_of(text: str) -> tuple[Sequence[str], frozenset[str]]:
    """The words of a text in order, and its `extras`.

    Kept for a moment: who is about to write a text asks for its words before the transaction
    begins, since others wait as long as it is open.
    """
    return tuple(tokens(text)[:MAX_TOKENS]), frozenset(extras(text))


def _field(words: Sequence[str]) -> str:
    return f" {' '.join(words)} " if words else ""


def _within(words: Sequence[str], known: Set[str], room: int) -> Sequence[str]:
    """The words up to the one whose new terms would no longer fit."""
    seen = set(known)
    for number, word in enumerate(words):
        if word not in seen:
            seen.add(word)
            room -= len(word.encode())
            if room < 0:
                return words[:number]
    return words


def url_tokens(url: str) -> list[str]:
    """The words of a URL, without its scheme and `www.`, percent-encoding undone."""
    return tokens(unquote(_HEAD.sub("", url.strip())))


def wanted(query: str) -> tuple[Phrase, ...]:
    """The phrases that must all be found; none where the text has no word in it."""
    found: dict[Phrase, None] = {}
    for piece in _start(query).split():
        for phrase in _asked(piece):
            found[phrase[:MAX_PHRASE_TOKENS]] = None
            if len(found) == MAX_PHRASES:
                return tuple(found)
    return tuple(found)


def _start(query: str) -> str:
    """A query that is too long loses its end, and the word that the cut goes through."""
    query = query.replace("\0", " ")
    if len(query) <= MAX_QUERY_CHARS:
        return query
    whole, _, _ = query[:MAX_QUERY_CHARS].rpartition(" ")
    return whole or query[:MAX_QUERY_CHARS]


def _asked(piece: str) -> list[Phrase]:
    if "://" in piece:
        return _asked_url(piece)
    found = phrases(_HEAD.sub("", piece))
    return found + [(extra,) for extra in sorted(extras(piece)) if extra.isascii()]


def _asked_url(piece: str) -> list[Phrase]:
    """A pasted URL is looked for as the archive writes it, without trackers and the like."""
    from strandline.core.urls import identify

    piece = piece.strip(_AROUND)
    try:
        url = identify(piece).canonical
    except UrlError:
        url = piece
    return phrases(unquote(_HEAD.sub("", url)).replace("%", " "))
