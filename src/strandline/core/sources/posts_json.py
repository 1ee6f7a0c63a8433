"""Discourse's `posts.json`: the newest posts below an id, for what the feed no longer lists.

Forums differ in what `before=ID` means: with or without that post, so many posts or so many ids.
So nothing is concluded from the length of an answer.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from strandline.core.sources.discourse import as_forum
from strandline.core.sources.feeds.dates import read_date
from strandline.core.sources.feeds.texts import fold, scrub
from strandline.core.sources.post_ids import LARGEST_ID, PostIds
from strandline.core.urls.domains import host_of
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.errors import ParseError

#: Ids by which one goes down where an answer holds nothing new: older forums answer for 50 ids at
#: a time, public or not. Fewer would only cost requests.
STEP = 50


@dataclass(frozen=True, slots=True)
class PostsPage:
    """One answer: the posts by id, in its order."""

    entries: tuple[tuple[int, Entry], ...]

    @property
    def ids(self) -> list[int]:
        """The ids of its posts."""
        return [one for one, _ in self.entries]


def page_url(feed_url: str, before: int | None) -> str | None:
    """Where older posts are asked for; None for a feed that is not of all posts.

    Args:
        feed_url: The source's address.
        before: The id below which to look; None for the newest.
    """
    bare = feed_url.partition("?")[0].partition("#")[0]
    if not bare.endswith("/posts.rss"):
        return None
    query = f"?before={before}" if before is not None else ""
    return f"{bare.removesuffix('.rss')}.json{query}"


def read_posts(body: bytes, root: str) -> PostsPage:
    """Read an answer.

    Args:
        root: Address of the forum, without a slash at the end.

    Raises:
        ParseError: It is no list of posts.
    """
    try:
        tree = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ParseError("The forum's list of older posts is not JSON.", subject=root) from error
    rows = tree.get("latest_posts") if isinstance(tree, dict) else None
    if not isinstance(rows, list):
        raise ParseError("The forum's list of older posts holds no posts.", subject=root)
    return _page(rows, root)


def _page(rows: list[Any], root: str) -> PostsPage:
    found = [(row["id"], _entry(row, root)) for row in rows if _is_post(row)]
    listing = as_forum(Listing(tuple(entry for _, entry in found)))
    return PostsPage(
        tuple((one, entry) for (one, _), entry in zip(found, listing.entries, strict=True))
    )


def post_page_url(feed_url: str, post: int) -> str:
    """Where one post is asked for."""
    bare = feed_url.partition("?")[0].partition("#")[0]
    return f"{bare.removesuffix('.rss')}/{post}.json"


def read_post(body: bytes, root: str) -> PostsPage:
    """Read the answer for one post.

    Raises:
        ParseError: It is no post.
    """
    try:
        tree = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise ParseError("The forum's post is not JSON.", subject=root) from error
    return _page([tree], root)


def _is_post(row: Any) -> bool:
    """True for a row with what identifies a post and its topic."""
    return isinstance(row, dict) and all(
        isinstance(row.get(name), int) and 0 < row[name] <= LARGEST_ID
        for name in ("id", "topic_id", "post_number")
    )


def _entry(row: dict[str, Any], root: str) -> Entry:
    published = read_date(_text(row, "created_at"))[0]
    updated = read_date(_text(row, "updated_at"))[0]
    slug = _text(row, "topic_slug") or "-"
    path = _text(row, "post_url")
    if not path.startswith("/") or path.startswith("//"):
        path = f"/t/{slug}/{row['topic_id']}/{row['post_number']}"
    return Entry(
        url=root + path,
        guid=f"{host_of(root)}-post-{row['id']}",
        title=fold(_text(row, "topic_title")),
        published=published,
        updated=updated,
        date_trust=DateTrust.EXACT if published else DateTrust.NONE,
        author=fold(_text(row, "username")) or None,
        content=scrub(_text(row, "cooked")),
    )


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return value if isinstance(value, str) else ""


def after_page(
    known: PostIds, gap: tuple[int, int], page: PostsPage
) -> tuple[PostIds, list[Entry]]:
    """What an answer to "below the end of this gap" filled, and its posts.

    Raises:
        ParseError: The forum did not go back: the answer holds newer posts.
    """
    low, high = gap
    if page.ids and max(page.ids) > high + 1:
        raise ParseError("The forum does not go back to older posts.")
    below = [one for one in page.ids if one <= high]
    reached = max(low, min(below) if below else high + 1 - STEP)
    found = [(one, entry) for one, entry in page.entries if reached <= one <= high]
    return known.covering(reached, high, [one for one, _ in found]), [e for _, e in found]


def with_ids(entries: Sequence[Entry], page: PostsPage) -> list[Entry]:
    """Entries of a feed whose guids do not name the post, under the identity that the page knows.

    One post is listed under one address by both.
    """
    keys = {entry.url: entry.item_key for _, entry in page.entries}
    return [_known_as(entry, keys.get(entry.url)) for entry in entries]


def _known_as(entry: Entry, key: str | None) -> Entry:
    return replace(entry, item_key=key) if key else entry
