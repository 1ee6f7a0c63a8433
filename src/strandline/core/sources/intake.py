"""What becomes of a source's items: the decisions of a poll, without a world.

`recognise` sets apart what this source listed before (edits are noticed, dates never move
forward); `choose` says which of the rest enter, join an article that is known, or are dropped, and
why. What enters is resolved outside and comes back to `core.sources.entering`.

Reason codes of drops, kept on the post: `old`, `future` (held back until its time comes),
`undated_baseline`, `home_page`, `listing_page`, `profile`, `old_page`, `known`, and `letter` for
a mail itself; without a post: `no_url`, `bad_url`, `duplicate`, `personal_link`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from strandline.core.sources.items import REFUSED, REOPENED
from strandline.core.sources.looks import is_one_item, look_of, look_of_post, own_guid
from strandline.core.sources.sightings import Sighting
from strandline.core.sources.window import Window, believed_date
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.pages import PageKind, page_kind
from strandline.model.articles import Alias, AliasKind, ArticleChange, Post
from strandline.model.entries import DateTrust
from strandline.model.funnel import Drop
from strandline.model.sources import Source, SourceKind

#: Decisions that a clock decides, which may have been wrong then.
_BY_AGE = frozenset({"old", "old_page"})
#: Decisions that hold for an item where nobody has its article; once somebody has, it speaks of it.
OUT_OF_TIME = _BY_AGE | {"undated_baseline"}
#: Clocks of machines that work together differ by less.
_AHEAD = timedelta(days=1)
#: Dates of known items may jitter by this much without saying anything.
STEADY = timedelta(minutes=1)

#: No home page has a longer address: a host name (253 characters, RFC 1035) is rarely over 60.
#: Looking at every item's address again would double the cost of its identity.
LONGEST_HOME = 60

#: Kinds whose lists name no dates that could be missed: everything on them is meant to be there.
_TIMELESS = frozenset({SourceKind.LIST})


@dataclass(frozen=True, slots=True)
class Recognised:
    """What `recognise` found.

    Attributes:
        new: Items that this source never listed, and those held back before.
        edited: Items of articles that were edited, under the article's id.
        posts: Posts of items that were edited, as they are now.
        changes: What an edit changes in the article.
        aliases: New addresses of items that were known by their guid.
        seen_again: Item keys listed unchanged.
        drops: One for each known item.
        moved_dates: Unchanged items whose date moved forward.
        dated: Known, unchanged items that have a date, moved or not.
    """

    new: tuple[Sighting, ...] = ()
    edited: tuple[Sighting, ...] = ()
    posts: tuple[Post, ...] = ()
    changes: tuple[ArticleChange, ...] = ()
    aliases: tuple[Alias, ...] = ()
    seen_again: tuple[str, ...] = ()
    drops: tuple[Drop, ...] = ()
    moved_dates: int = 0
    dated: int = 0

    @property
    def dates_unstable(self) -> bool | None:
        """True where dates follow the time of the request; None where nothing can be said.

        A publisher that bumps one article among many is not unstable, one that bumps at least
        half of what it had listed before is.
        """
        if not self.dated:
            return None
        return self.moved_dates * 2 >= self.dated


def is_reopened(post: Post, now: datetime) -> bool:
    """True where an item is decided anew: its time may have come, or it was not listed yet when it
    was seen first, by a clock that was ahead: what such a clock found old is not.
    """
    was_ahead = post.first_seen_at - now > _AHEAD
    return post.decision in REOPENED or (post.decision in _BY_AGE and was_ahead)


def recognise(
    sightings: Sequence[Sighting],
    posts: Mapping[str, Post],
    now: datetime,
    by_guid: Mapping[str, Post] | None = None,
) -> Recognised:
    """Set apart what this source listed before.

    Args:
        posts: What is known of the items, by item key.
        by_guid: What is known of the guids of `strangers`: an item whose address was changed is
            the item that it was.
    """
    moved_items = _moved_items(sightings, posts, by_guid or {})
    new, again, drops = [], [], []
    edited: list[tuple[Sighting, Post]] = []
    moved = dated = 0
    for sighting in sightings:
        post = posts.get(sighting.item_key) or moved_items.get(sighting.item_key)
        if post is None or is_reopened(post, now):
            new.append(sighting)
            continue
        drops.append(Drop(sighting.subject, "known", "listed before"))
        if _is_edited(sighting, post):
            edited.append((sighting, _edit(sighting, post, now)))
            continue
        again.append(post.item_key)
        when, _ = believed_date(sighting.entry, now)
        if when is not None and post.published_at is not None:
            dated += 1
            moved += when > post.published_at + STEADY
    return Recognised(
        new=tuple(new),
        edited=tuple(_rewording(s, post) for s, post in edited if post.article_uuid),
        posts=tuple(post for _, post in edited),
        changes=tuple(_change(post) for _, post in edited if post.article_uuid),
        aliases=tuple(
            _moved_alias(sighting, moved_items[sighting.item_key], now)
            for sighting in sightings
            if sighting.item_key in moved_items and moved_items[sighting.item_key].article_uuid
        ),
        seen_again=tuple(again),
        drops=tuple(drops),
        moved_dates=moved,
        dated=dated,
    )


def strangers(sightings: Sequence[Sighting], posts: Mapping[str, Post]) -> dict[str, Sighting]:
    """Items whose key is unknown, by a guid that no other item of the document has."""
    counts = Counter(sighting.entry.guid for sighting in sightings)
    return {
        s.entry.guid: s
        for s in sightings
        if s.entry.guid
        and counts[s.entry.guid] == 1
        and s.item_key not in posts
        and own_guid(s.entry.guid, "")
    }


def _moved_items(
    sightings: Sequence[Sighting], posts: Mapping[str, Post], by_guid: Mapping[str, Post]
) -> dict[str, Post]:
    """Item key → the post that it was under another address.

    A guid alone proves nothing: some feeds number their items from the top, so that "1" is
    always the newest, others give all items one guid. `is_one_item` asks for more. What was
    refused for its address alone is decided anew under another.
    """
    listed = {sighting.item_key for sighting in sightings}
    found = {}
    for guid, sighting in strangers(sightings, posts).items():
        post = by_guid.get(guid)
        if post is None or post.item_key in listed or post.decision == REFUSED:
            continue
        if is_one_item(look_of(sighting), look_of_post(post)):
            found[sighting.item_key] = post
    return found


def _moved_alias(sighting: Sighting, post: Post, now: datetime) -> Alias:
    evidence = f"guid {sighting.entry.guid} was at {post.post_url}"[:500]
    article = sighting.article
    return Alias(
        article.canonical, article.key, post.article_uuid or "", AliasKind.GUID, evidence, now
    )


def _is_edited(sighting: Sighting, post: Post) -> bool:
    """Another content than last time; a tombstone (no hash left) is never edited."""
    return bool(post.content_hash) and post.content_hash != sighting.content_hash


def _edit(sighting: Sighting, post: Post, now: datetime) -> Post:
    """The post as it is now. Its date may move back, never forward: that is when it was updated."""
    when, trust = believed_date(sighting.entry, now)
    published, kept_trust = post.published_at, post.date_trust
    updated = sighting.entry.updated
    if when is not None and published is not None:
        if when < published:
            published, kept_trust = when, trust
        elif when > published + STEADY:
            updated = max(when, updated) if updated else when
    return replace(
        post,
        guid=sighting.entry.guid,
        post_url=sighting.entry.url or post.post_url,
        url_key=sighting.url_key,
        title=sighting.entry.title,
        author_username=sighting.entry.author or post.author_username,
        published_at=published,
        date_trust=kept_trust,
        updated_at=min(updated, now) if updated else now,
        content_html=sighting.entry.content or sighting.entry.summary,
        content_hash=sighting.content_hash,
        last_seen_at=now,
        versions=post.versions + 1,
    )


def _rewording(sighting: Sighting, post: Post) -> Sighting:
    """The item as it is told now, with the date that its post keeps."""
    return replace(
        sighting,
        known_uuid=post.article_uuid,
        published=post.published_at,
        trust=post.date_trust,
    )


def _change(post: Post) -> ArticleChange:
    return ArticleChange(
        article_uuid=post.article_uuid or "",
        content_updated_at=post.updated_at,
        versions=post.versions,
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """What `choose` decided.

    Attributes:
        unknown: Enter the ledger, once it is known where their URLs lead.
        joining: Articles that the ledger has: they get a mention, and cost a request only where
            nobody has read them.
        dropped: The others, with the reason.
    """

    unknown: tuple[Sighting, ...] = ()
    joining: tuple[Sighting, ...] = ()
    dropped: tuple[tuple[Sighting, Drop], ...] = ()


def choose(
    source: Source,
    sightings: Sequence[Sighting],
    known: Mapping[str, str],
    window: Window,
    *,
    is_first_reading: bool,
) -> Chosen:
    """Decide about items that this source lists for the first time.

    Args:
        known: URL key → article of the ledger.
        is_first_reading: True where the source was never read: its undated items are then a
            baseline, not news.
    """
    unknown, joining, dropped = [], [], []
    for sighting in sightings:
        dated = _dated(source, sighting, window.end)
        uuid = known.get(sighting.article.key)
        reason = _refusal(source, dated, window, is_first_reading=is_first_reading)
        if reason == "old" and source.follow_replies and not is_first_reading:
            # A forum lists an old topic again because somebody replied to it just now.
            dated, reason = replace(dated, published=None, trust=DateTrust.FIRST_SEEN), None
        if reason is not None and (uuid is None or reason == "future"):
            dropped.append((dated, Drop(dated.subject, reason, _detail(dated, reason))))
        elif uuid is not None:
            joining.append(replace(dated, known_uuid=uuid))
        else:
            unknown.append(dated)
    return Chosen(tuple(unknown), tuple(joining), tuple(dropped))


def _dated(source: Source, sighting: Sighting, now: datetime) -> Sighting:
    when, trust = believed_date(sighting.entry, now)
    if when is None and source.kind not in _TIMELESS:
        trust = DateTrust.FIRST_SEEN
    return replace(sighting, published=when, trust=trust)


def _refusal(
    source: Source, sighting: Sighting, window: Window, *, is_first_reading: bool
) -> str | None:
    """The reason why an item does not enter; None where it does."""
    if source.kind in _TIMELESS:
        return None
    reason = _page_refusal(source, sighting)
    if reason is not None:
        return reason
    if sighting.published is None:
        return "undated_baseline" if is_first_reading else _refused_update(sighting, window)
    if window.is_future(sighting.published):
        return "future"
    return "old" if window.is_too_old(sighting.published, sighting.trust) else None


def _refused_update(sighting: Sighting, window: Window) -> str | None:
    """An undated item that was last changed before the window was published before it too."""
    updated = sighting.entry.updated
    return "old" if updated is not None and window.is_too_old(updated) else None


def _page_refusal(source: Source, sighting: Sighting) -> str | None:
    """No article: the source's own home page; on pages full of links also lists and profiles.

    Another site's home page is a fair item of an aggregator (a project's launch, say).
    """
    if sighting.mark:
        return None
    is_feed = source.kind not in (SourceKind.DIRECT, SourceKind.SITEMAP, SourceKind.NEWSLETTER)
    if is_feed and len(sighting.article.canonical) > LONGEST_HOME:
        return None
    kind = page_kind(sighting.article.canonical)
    if kind is PageKind.HOME:
        is_own = registrable_domain(sighting.article.canonical) == registrable_domain(source.url)
        return REFUSED if is_own else None
    if is_feed:
        return None
    return {PageKind.LISTING: "listing_page", PageKind.PROFILE: "profile"}.get(kind)


def _detail(sighting: Sighting, reason: str) -> str:
    if sighting.published is None or reason not in ("old", "future"):
        return ""
    return f"published {sighting.published:%Y-%m-%dT%H:%M:%SZ}"


def new_post(
    source: Source,
    sighting: Sighting,
    now: datetime,
    decision: str,
    article_uuid: str | None = None,
) -> Post:
    """The post of an item that is kept for the first time (or decided anew)."""
    entry = sighting.entry
    return Post(
        source_uuid=source.source_uuid,
        item_key=sighting.item_key,
        guid=entry.guid,
        post_url=entry.url or "",
        title=entry.title,
        published_at=sighting.published,
        date_trust=sighting.trust,
        content_hash=sighting.content_hash,
        first_seen_at=now,
        last_seen_at=now,
        topic_url=entry.topic_url,
        author_username=entry.author,
        updated_at=entry.updated,
        content_html=entry.content or entry.summary,
        decision=decision,
        article_uuid=article_uuid,
        url_key=sighting.url_key,
    )
