"""Marks that a source puts into the addresses it links to: `?ref=` with its own name.

For the site that is linked to, the mark says who sent the reader, and nothing about the page; the
rules of URLs cannot know it, since they do not know who links. A version or a branch
(`?ref=v2`, `?ref=main`) is no name of the source, and stays.
"""

import re
from dataclasses import replace
from urllib.parse import unquote_plus

from strandline.core.sources.sightings import Sighting
from strandline.core.urls import identify
from strandline.core.urls.domains import registrable_domain
from strandline.model.errors import UrlError
from strandline.model.sources import Source
from strandline.model.urls import TrailStep, UrlIdentity, UrlNote

_MARKS = frozenset(("ref", "referer", "referrer", "source", "src", "via", "from", "origin"))
#: A shorter beginning of a name may be anything.
_LEAST = 4
_SIGNS = re.compile(r"[\W_]+")


def without_own_mark(source: Source, sighting: Sighting) -> Sighting:
    """The sighting of the page itself; unchanged on the source's own site."""
    canonical = sighting.article.canonical
    head, _, query = canonical.partition("?")
    if not query or registrable_domain(canonical) == registrable_domain(source.url):
        return sighting
    names = names_of(source)
    marks = [piece for piece in query.split("&") if _is_mark(piece, names)]
    if not marks:
        return sighting
    kept = "&".join(piece for piece in query.split("&") if piece not in marks)
    try:
        bare = identify(f"{head}?{kept}" if kept else head)
    except UrlError:
        return sighting
    return replace(sighting, article=_told(sighting.article, bare, marks))


def names_of(source: Source) -> frozenset[str]:
    """What a source calls itself, folded: its name, its domain, with and without the ending."""
    domain = registrable_domain(source.url)
    return frozenset({_folded(source.name), _folded(domain), _folded(domain.partition(".")[0])})


def _is_mark(piece: str, names: frozenset[str]) -> bool:
    name, _, value = piece.partition("=")
    said = _folded(unquote_plus(value))
    return name.lower() in _MARKS and any(_names(said, own) for own in names)


def _names(said: str, own: str) -> bool:
    """True where one of the two is the other, or begins with it: `daily` of `Daily Harbour`."""
    if not said or said.isdigit():
        return False
    shorter = min(said, own, key=len)
    return said == own or (
        len(shorter) >= _LEAST and (said.startswith(own) or own.startswith(said))
    )


def _folded(text: str) -> str:
    folded = _SIGNS.sub("", text.casefold())
    return folded.removeprefix("www").removeprefix("the") or folded


def _told(given: UrlIdentity, bare: UrlIdentity, marks: list[str]) -> UrlIdentity:
    """The bare page's identity with what was received, and with what was done."""
    notes = {*given.notes, *bare.notes, UrlNote.REMOVED_TRACKING_PARAMS}
    steps = tuple(TrailStep("tracking:own-name", mark) for mark in marks)
    return replace(
        bare,
        original=given.original,
        notes=tuple(note for note in UrlNote if note in notes),
        trail=(*given.trail, *steps),
    )
