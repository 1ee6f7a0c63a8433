"""A raw item to an entry: identity, links, dates and kind are decided here."""

from strandline.core.sources.checksums import content_checksum
from strandline.core.sources.feeds.date_parts import Order
from strandline.core.sources.feeds.dates import NOTHING, Found, read_date
from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.links import (
    choose,
    last_resort,
    link_post,
    reddit_target,
    unsigned,
)
from strandline.core.sources.feeds.pictures import choose_picture
from strandline.core.sources.feeds.raw import RawFeed, RawItem
from strandline.core.sources.feeds.texts import title_from
from strandline.core.text.languages import language_tag
from strandline.model.entries import DateTrust, Entry
from strandline.model.sources import ContentType

#: A summary or content is cut here (characters): no article is so long.
LONGEST_MARKUP = 1_000_000
#: Kinds of date in the order in which they say when an item came out.
_PUBLISHED = ("published", "date", "updated")
_UPDATED = ("updated", "date")


def entry_of(raw: RawItem, feed: RawFeed, timezone: str, order: Order | None = None) -> Entry:
    """The entry; its URL is None where nothing in the item is an address.

    Args:
        order: Which of day and month the feed writes first; None where it does not show.
    """
    page = _page(raw)
    media = raw.enclosures[0] if raw.enclosures else None
    url = page or (unsigned(media.url) if media else last_resort(raw.links, raw.base))
    summary, content = raw.summary[:LONGEST_MARKUP], raw.content[:LONGEST_MARKUP]
    markup = content or summary
    target, thread = _led_away(raw, feed, page, markup)
    published, trust = _dated(raw, _PUBLISHED, timezone, order)
    title = raw.title or title_from(markup)
    return Entry(
        url=target or url,
        guid=raw.guid,
        title=title,
        published=published,
        updated=_dated(raw, _UPDATED, timezone, order)[0],
        date_trust=trust,
        author=raw.author or feed.author or None,
        summary=summary,
        content=content,
        enclosures=tuple(raw.enclosures),
        discussion_url=thread or _discussion(raw, url),
        original_url=absolute(raw.original),
        content_type=_content_type(raw, feed, page),
        language=language_tag(raw.language),
        # A media address is signed anew in every fetch; the item's own id is not.
        item_key=f"guid:{raw.guid}" if page is None and raw.guid else "",
        picture=choose_picture(raw.pictures, raw.enclosures, markup, raw.base),
        content_hash=content_checksum(title, markup),
    )


def _led_away(
    raw: RawItem, feed: RawFeed, page: str | None, markup: str
) -> tuple[str | None, str | None]:
    """The article on another site that an item is about, and the item's own page; else nothing."""
    target = reddit_target(page, markup)
    if target is not None:
        return target, page
    guid = raw.guid if raw.guid and raw.guid_is_link else None
    own = [url for url in (raw.base, feed.self_url, absolute(guid or "")) if url]
    return link_post(raw.links, raw.base, own) or (None, None)


def _page(raw: RawItem) -> str | None:
    """The address of the item's page: its link, else a guid that is one."""
    chosen = choose(raw.links, raw.base)
    if not raw.guid or not raw.guid_is_link or ":" not in raw.guid:
        return chosen
    if chosen is None or _is_front_page(chosen, raw.guid):
        return absolute(raw.guid) or chosen
    return chosen


def _is_front_page(url: str, guid: str) -> bool:
    """True for the bare address of the site on which the guid is a page."""
    bare = url.rstrip("/")
    is_bare = bare.count("/") == 2 and "?" not in bare
    return is_bare and guid.startswith(bare + "/") and len(guid) > len(bare) + 1


def _dated(raw: RawItem, kinds: tuple[str, ...], timezone: str, order: Order | None) -> Found:
    """The first kind of date that can be believed."""
    for kind in kinds:
        text = raw.dates.get(kind)
        if text:
            found = read_date(text, timezone, order)
            if found[1] is not DateTrust.NONE:
                return found
    return NOTHING


def _discussion(raw: RawItem, url: str | None) -> str | None:
    """The thread about the article, unless it is the item's own page."""
    return raw.comments if raw.comments and raw.comments != url else None


def _content_type(raw: RawItem, feed: RawFeed, page: str | None) -> ContentType | None:
    """A podcast episode or a video by its media file; None leaves it to the source.

    A page with an audio version is an article, so a media file alone decides only where there
    is no page or the feed carries podcast fields.
    """
    if raw.is_video:
        return ContentType.VIDEO
    if page and not (feed.has_itunes or raw.has_itunes):
        return None
    kinds = [_family(one.media_type, one.url) for one in raw.enclosures]
    if "audio" in kinds:
        return ContentType.PODCAST
    if "video" in kinds:
        return ContentType.PODCAST if feed.has_itunes else ContentType.VIDEO
    return None


def _family(media_type: str | None, url: str) -> str:
    """`audio`, `video` or whatever else the type says; by the name's ending where none is given."""
    if media_type and "/" in media_type:
        return media_type.partition("/")[0]
    ending = url.partition("?")[0].rpartition(".")[2].lower()
    if ending in {"mp3", "m4a", "ogg", "oga", "opus", "wav", "flac", "aac"}:
        return "audio"
    return "video" if ending in {"mp4", "m4v", "mov", "webm", "mkv"} else ""
