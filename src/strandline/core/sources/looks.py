"""What tells two items of one address apart, and which of them are one.

Everything that an item says of itself is weighed together: a guid may be the same for all, a title
may be edited, a date may be the midnight of all. What is equal in two items proves little alone.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from strandline.core.similarity.shingles import grams, jaccard
from strandline.core.sources.feeds.hrefs import PLACEHOLDERS
from strandline.core.sources.feeds.links import unsigned
from strandline.core.sources.feeds.texts import html_to_text
from strandline.core.sources.sightings import Sighting
from strandline.core.text.titles.folding import fold_title
from strandline.core.urls import identify
from strandline.core.urls.items import mark_at
from strandline.model.articles import Post
from strandline.model.entries import Entry
from strandline.model.errors import UrlError

#: Items of one title whose dates are further apart are editions of one series.
EDITION = timedelta(hours=12)
#: Times at which programs publish, and midnights of all time zones, are multiples of this.
ROUND_MINUTES = 15
#: Edited titles share this much with what they were (Jaccard over shingles).
EDITED = 0.3
#: How much of a text, characters of HTML, is compared.
_COMPARED = 4000
#: Shingles that a text has at least, to be told from another one: about three words.
_TELLING = 8

#: A longer fragment or guid (characters) stands in a key by its checksum.
LONGEST_MARK = 200

_PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg")


class Look(NamedTuple):
    """What an item shows of itself; empty where it has nothing of the kind.

    Attributes:
        title: Folded.
        date: Its published time, aware UTC.
        content_hash: Of title and text; empty where the text was purged.
        text: As listed, HTML; empty where there is only a title.
        marks: What may tell it apart, most trusted first: `#…`, the fragment of its link, where
            that is no part of the page's identity; `file:…`, the address of its first media file
            that is no picture; `guid:…`, its guid, where that is one and not the link once more.
    """

    title: str
    date: datetime | None
    content_hash: str
    text: str
    marks: tuple[str, str, str]


def look_of(sighting: Sighting) -> Look:
    """The look of a listed item."""
    entry = sighting.entry
    return Look(
        title=fold_title(entry.title),
        date=entry.published,
        content_hash=sighting.content_hash,
        text=entry.content or entry.summary,
        marks=(
            _fragment(entry.url or "", sighting.url_key),
            _file(entry, sighting.url_key),
            _guid(entry.guid, sighting.url_key),
        ),
    )


def look_of_post(post: Post) -> Look:
    """The look of an item that was listed before; a media file is known where it was needed."""
    mark = mark_at(post.item_key, post.url_key)
    return Look(
        title=fold_title(post.title),
        date=post.published_at,
        content_hash=post.content_hash,
        text=post.content_html,
        marks=(
            _fragment(post.post_url, post.url_key),
            mark if mark.startswith("file:") else "",
            _guid(post.guid, post.url_key),
        ),
    )


def own_guid(guid: str | None, url_key: str) -> str:
    """A guid that says more than the link does; empty for none, `N/A`, or the link itself."""
    text = (guid or "").strip()
    if text.lower() in PLACEHOLDERS:
        return ""
    return "" if text[:4].lower() == "http" and _key(text) == url_key else text


def is_telling(when: datetime | None) -> bool:
    """True for a time that two items hardly share: no midnight, no even quarter of an hour."""
    return when is not None and bool(when.minute % ROUND_MINUTES or when.second)


def are_one_edition(a: datetime | None, b: datetime | None) -> bool:
    """False for dates of two editions of a series that has one title: "Morning briefing"."""
    return a is None or b is None or abs(a - b) < EDITION


def is_one_item(a: Look, b: Look) -> bool:
    """True where more than a guid says that two items of different addresses are one item."""
    if a.title and a.title == b.title:
        return _may_be_one_edition(a, b)
    if a.date is None or a.date != b.date:
        return False
    return is_telling(a.date) or jaccard(grams(a.title), grams(b.title)) >= EDITED


def differ(a: Look, b: Look) -> bool:
    """True where one document shows two items, not one item twice."""
    if a.title != b.title:
        return True
    is_copy = a.content_hash == b.content_hash
    is_dated_alike = _same_date(a, b)
    if _clash(a, b):
        return not (is_copy and is_dated_alike)
    return not (is_copy or is_dated_alike or (a.marks[2] and a.marks[2] == b.marks[2]))


def is_successor(now: Look, before: Look) -> bool:
    """True where the one item of an address is not the one that stood there before.

    Another title alone is an edit, and so is another guid alone. Where neither has a guid, title,
    date and a media file that may be another one are the next episode.
    """
    if now.title == before.title:
        return False
    if _same_date(now, before) and (is_telling(now.date) or _adds_words(now, before)):
        return False
    has_guid = bool(now.marks[2] or before.marks[2])
    is_episode = bool(now.marks[1]) and not has_guid and not _share_mark(now, before)
    return _clash(now, before) or (is_episode and now.date != before.date)


def follows(now: Look, before: Look) -> bool:
    """True where the only item of a feed is another one than the only one of an earlier poll.

    Title, date and text must all be others: an editor changes one or two of them.
    """
    if now.title == before.title or now.date is None or before.date is None:
        return False
    return now.date > before.date and _share(now, before) < EDITED


def is_reworded(now: Look, before: Look) -> bool:
    """True where a text is one that was edited."""
    return EDITED <= _share(now, before) <= 1


def _share(a: Look, b: Look) -> float:
    """How much two texts share, 0 to 1; above 1 where one of them is too short to tell."""
    one, other = (grams(fold_title(html_to_text(look.text[:_COMPARED]))) for look in (a, b))
    return jaccard(one, other) if min(len(one), len(other)) >= _TELLING else 2


def _clash(a: Look, b: Look) -> bool:
    """True where both have a mark of one kind, and not the same."""
    return any(x and y and x != y for x, y in zip(a.marks, b.marks, strict=True))


def _share_mark(a: Look, b: Look) -> bool:
    return any(x and x == y for x, y in zip(a.marks, b.marks, strict=True))


def _adds_words(a: Look, b: Look) -> bool:
    """True where one title is the other with a word more, such as "(updated)"."""
    one, other = set(a.title.split()), set(b.title.split())
    return bool(one and other) and (one <= other or other <= one)


def _same_title(a: Look, b: Look) -> bool:
    return a.title == b.title


def _same_date(a: Look, b: Look) -> bool:
    return a.date is not None and a.date == b.date


#: Evidence that a listed item is one that was listed before, best first.
_EVIDENCE: tuple[Callable[[Look, Look], bool], ...] = (
    lambda a, b: _same_title(a, b) and a.date == b.date and _share_mark(a, b),
    lambda a, b: _same_title(a, b) and (_same_date(a, b) or _are_undated(a, b)),
    lambda a, b: _share_mark(a, b) and (_same_title(a, b) or _same_date(a, b)),
    lambda a, b: _same_title(a, b) and not _clash(a, b) and _may_be_one_edition(a, b),
    lambda a, b: _same_date(a, b) and is_telling(a.date) and not _clash(a, b),
    _share_mark,
)


def matched(listed: Sequence[Look], known: Sequence[Look]) -> dict[int, int]:
    """Which of the listed items are which of the known ones: place → place, one to one."""
    places: dict[object, list[int]] = {}
    for at_known in sorted(range(len(known)), key=lambda at: order_of(known[at])):
        for trait in _traits(known[at_known]):
            places.setdefault(trait, []).append(at_known)
    order = sorted(range(len(listed)), key=lambda at: order_of(listed[at]))
    near = {
        at: dict.fromkeys(n for t in _traits(listed[at]) for n in places.get(t, ())) for at in order
    }
    found: dict[int, int] = {}
    taken: set[int] = set()
    for is_evidence in _EVIDENCE:
        for at in order:
            if at in found:
                continue
            same = (n for n in near[at] if n not in taken and is_evidence(listed[at], known[n]))
            if (at_known := next(same, -1)) >= 0:
                found[at] = at_known
                taken.add(at_known)
    return found


def _traits(look: Look) -> list[tuple[int, object]]:
    """What any evidence needs to be equal, so that not every pair is looked at."""
    traits = (look.title, look.date, *look.marks)
    return [(kind, trait) for kind, trait in enumerate(traits) if trait or kind == 0]


def order_of(look: Look) -> tuple[int, tuple[str, ...]]:
    """An order that is the same however a document is sorted; what says most comes first."""
    return -sum(map(bool, look.marks)), tuple(map(str, look))


def _are_undated(a: Look, b: Look) -> bool:
    return a.date is None and b.date is None and not _clash(a, b)


def _may_be_one_edition(a: Look, b: Look) -> bool:
    return are_one_edition(a.date, b.date) or _is_copy(a, b)


def _is_copy(a: Look, b: Look) -> bool:
    return bool(a.text) and a.content_hash == b.content_hash


def _fragment(url: str, url_key: str) -> str:
    """The fragment of a link, where the key of the page does not hold it; no text directive."""
    fragment = url.partition("#")[2].partition(":~:")[0].strip()
    return f"#{_short(fragment)}" if fragment and "#" not in url_key else ""


def _guid(guid: str | None, url_key: str) -> str:
    own = own_guid(guid, url_key)
    return f"guid:{_short(own)}" if own else ""


def _short(text: str) -> str:
    """What is too long for a key by its checksum."""
    return (
        text
        if len(text) <= LONGEST_MARK
        else sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    )


def _file(entry: Entry, url_key: str) -> str:
    for media in entry.enclosures:
        url = unsigned(media.url)
        is_picture = (media.media_type or "").startswith("image")
        if is_picture or url.partition("?")[0].lower().endswith(_PICTURES):
            continue
        return "" if _key(url) in ("", url_key) else f"file:{url}"
    return ""


def _key(url: str) -> str:
    try:
        return identify(url).key
    except UrlError:
        return ""
