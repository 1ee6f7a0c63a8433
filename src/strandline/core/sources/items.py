"""Items of a feed that stand under one address: each is told apart by what the feed itself varies.

A link may be the anchor of a change log, the page of a show, a front page: then the address names
none of the items. The fragment of the link, the media file, the guid, title and date tell them
apart, trusted in this order. Whether an address is shared is read from what the feed lists now and
from what it listed before, so that the second poll may be the first to show it.

An address with one item is that item's, whatever changes in it, but for a feed that lists its
latest item alone: other words of another day are another item. Links that lead to other people's
pages (a link blog's) name the page: two items about it are two mentions of one article.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from strandline.core.sources.looks import (
    Look,
    differ,
    follows,
    is_reworded,
    is_successor,
    is_telling,
    look_of,
    look_of_post,
    matched,
    order_of,
)
from strandline.core.sources.sightings import LONGEST_KEY, Sighting
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.items import item_identity, item_key
from strandline.model.articles import Post
from strandline.model.funnel import Drop
from strandline.model.sources import Source, SourceKind

#: An item that was refused for its address alone is decided anew where others share it.
REFUSED = "home_page"
#: Decisions that are taken anew when the item is listed again.
REOPENED = frozenset({"future"})


def addresses_to_ask_for(sightings: Sequence[Sighting], posts: Mapping[str, Post]) -> list[str]:
    """Addresses of which more must be known: of several items, of new ones, of another title.

    Args:
        posts: What is known of the items, by item key.
    """
    counts = Counter(sighting.url_key for sighting in sightings)
    return list(
        dict.fromkeys(
            s.url_key
            for s in sightings
            if counts[s.url_key] > 1
            or (post := posts.get(s.item_key)) is None
            or post.title != s.entry.title
        )
    )


def told_apart(
    source: Source, sightings: Sequence[Sighting], known: Mapping[str, Sequence[Post]]
) -> tuple[list[Sighting], list[Drop]]:
    """Each item under an identity of its own, in order; what is listed twice is dropped.

    Args:
        known: The source's posts by the key of their address, for all of `addresses_to_ask_for`.
    """
    groups: dict[str, list[int]] = {}
    sightings = _keyed(sightings)
    for place, sighting in enumerate(sightings):
        groups.setdefault(sighting.url_key, []).append(place)
    is_own = _owner(source, sightings)
    told: dict[int, Sighting] = {}
    for address, places in groups.items():
        group = [sightings[place] for place in places]
        posts = known.get(address, ())
        if len(group) == 1 and not posts:
            one_by_one: Sequence[Sighting | None] = group
        elif source.kind is SourceKind.FEED and all(map(is_own, group)):
            one_by_one = _told(group, posts, is_alone=len(sightings) == 1)
        else:
            one_by_one = _by_guid(group)
        told |= {p: one for p, one in zip(places, one_by_one, strict=True) if one is not None}
    found: dict[str, Sighting] = {}
    drops = []
    for place, sighting in enumerate(sightings):
        one = told.get(place)
        if one is None or one.item_key in found:
            drops.append(Drop(sighting.subject, "duplicate", "listed twice in one document"))
        else:
            found[one.item_key] = one
    return list(found.values()), drops


def _keyed(sightings: Sequence[Sighting]) -> Sequence[Sighting]:
    """The same, but for guids that stand for several files: those items go by their addresses."""
    addresses: dict[str, set[str]] = {}
    for one in sightings:
        addresses.setdefault(one.item_key, set()).add(one.url_key)
    if len(addresses) == len(sightings):
        return sightings
    return [
        replace(one, item_key=one.url_key) if len(addresses[one.item_key]) > 1 else one
        for one in sightings
    ]


def _told(
    group: Sequence[Sighting], posts: Sequence[Post], *, is_alone: bool
) -> list[Sighting | None]:
    """The items of one address; None for one that is listed twice.

    Args:
        is_alone: True where the document lists nothing else: a feed of the latest item alone.
    """
    looks = [look_of(sighting) for sighting in group]
    kept = _once(looks)
    told = _each_known_or_marked(
        [group[at] for at in kept], [looks[at] for at in kept], posts, is_alone=is_alone
    )
    by_place = dict(zip(kept, told, strict=True))
    return [by_place.get(place) for place in range(len(group))]


def _once(looks: Sequence[Look]) -> list[int]:
    """Places of the items, each once: of those that are one, the one that says most."""
    by_title: dict[str, list[int]] = {}
    for place in sorted(range(len(looks)), key=lambda at: order_of(looks[at])):
        kept = by_title.setdefault(looks[place].title, [])
        if all(differ(looks[place], looks[other]) for other in kept):
            kept.append(place)
    return sorted(place for kept in by_title.values() for place in kept)


def _each_known_or_marked(
    group: Sequence[Sighting], looks: Sequence[Look], posts: Sequence[Post], *, is_alone: bool
) -> list[Sighting]:
    """Each item under the key that it has, or under one of its own where it is one of several."""
    known = [post for post in posts if post.decision != REFUSED]
    lived = [look_of_post(post) for post in known]
    same = _latest(looks[0], lived) if is_alone else matched(looks, lived)
    is_next = is_alone and any(follows(looks[0], one) for one in lived)
    is_one = len(group) == 1 and not is_next and not _is_shared(looks[0], lived, posts)
    if is_one and 0 not in same:
        return [replace(group[0], item_key=known[0].item_key) if known else group[0]]
    told = []
    for place, sighting in enumerate(group):
        at = same.get(place)
        post = None if at is None else known[at]
        one = sighting
        if post is None or post.decision in REOPENED:
            others = [look for n, look in enumerate(looks) if n != place]
            others += [look for n, look in enumerate(lived) if n != at]
            one = _marked(sighting, looks[place], others)
        told.append(one if post is None else replace(one, item_key=post.item_key))
    return told


def _latest(look: Look, lived: Sequence[Look]) -> dict[int, int]:
    """Which of the known items is the only one that is listed, as `matched` tells it."""
    may_be = [at for at, one in enumerate(lived) if not follows(look, one)]
    same = matched([look], [lived[at] for at in may_be])
    edited = [
        at for at in may_be if is_reworded(look, lived[at]) and not is_successor(look, lived[at])
    ]
    found = [may_be[same[0]]] if same else edited
    return {0: found[0]} if found else {}


def _is_shared(look: Look, lived: Sequence[Look], posts: Sequence[Post]) -> bool:
    """True where the address of an item that was not listed before is no item's own."""
    if len({one.title for one in lived} - {""}) > 1:
        return True
    refused = [look_of_post(post) for post in posts if post.decision == REFUSED]
    return any(is_successor(look, one) for one in lived) or any(
        one.title != look.title and not (is_telling(look.date) and look.date == one.date)
        for one in refused
    )


def _marked(sighting: Sighting, look: Look, others: Sequence[Look]) -> Sighting:
    """The item with an identity of its own."""
    mark = mark_for(look, others)
    identity = item_identity(sighting.article, mark)
    return replace(sighting, article=identity, item_key=item_key(sighting.url_key, mark), mark=mark)


def mark_for(look: Look, others: Sequence[Look]) -> str:
    """The most trusted mark of an item that no other item of its address has."""
    return next(
        (
            mark
            for kind, mark in enumerate(look.marks)
            if mark and all(mark != other.marks[kind] for other in others)
        ),
        f"title:{_checksum(f'{look.title} {look.date}')}",
    )


def _checksum(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _by_guid(group: Sequence[Sighting]) -> list[Sighting]:
    """Mentions of one page: items of their own by their guids."""
    if len({sighting.entry.guid for sighting in group}) == 1:
        return list(group)
    return [
        replace(one, item_key=f"guid:{one.entry.guid}"[:LONGEST_KEY]) if one.entry.guid else one
        for one in group
    ]


def _owner(source: Source, sightings: Sequence[Sighting]) -> Callable[[Sighting], bool]:
    """Tells links to the source's own pages from those to other people's.

    The source's own site is that of its address, or the one to which half of its links lead: a
    show's feed often lies at a company that keeps the files.
    """
    home = registrable_domain(source.url)
    counts: Counter[str] = Counter()

    def is_own(sighting: Sighting) -> bool:
        domain = registrable_domain(sighting.article.canonical)
        if domain == home or sighting.article.key != sighting.url_key:
            return sighting.article.key == sighting.url_key
        talk = sighting.entry.discussion_url
        if talk and registrable_domain(talk) != domain:
            return False
        if not counts:
            counts.update(registrable_domain(one.article.canonical) for one in sightings)
        return counts[domain] * 2 >= len(sightings)

    return is_own
