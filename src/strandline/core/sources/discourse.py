"""Discourse's feeds: a topic is the article, its posts are posts.

`posts.rss` lists replies, each under the title of its topic and with a link that ends in the number
of the post; `latest.rss` lists topics, each with the date of its start. Guids name the post
(`forum.example-post-9004`, `forum.example-topic-1`), which is the identity that survives a renamed
topic: the slug in the link does not. The host is the link's, since guids have been written in
several forms. A feed of one topic names topic and number (`forum.example-post-1-3`) instead.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlunsplit

from strandline.core.urls.pieces import split_url
from strandline.model.entries import Entry, Listing
from strandline.model.sources import ContentType

_GUID = re.compile(r"(?:^|[-/:_#])(?P<what>post|topic|p)s?[-/:_](?P<id>\d{1,16})/?$", re.ASCII)
#: The two forms in which authors are written: user name and name, or one of them.
_AUTHOR = re.compile(r"@(?P<user>\S+)(?:\s.*)?$", re.DOTALL)
_POST_KEY = re.compile(r"post:[^/]*/(\d{1,16})$", re.ASCII)
#: `/t/<slug>/<topic>[/<post>]`; the slug may be missing. Forums may live in a sub-folder.
_TOPIC = re.compile(r"(?P<topic>.*/t/(?:[^/]*[^/\d][^/]*/)?(?P<id>\d+))(?:/(?P<post>\d+))?/?$")


def as_forum(listing: Listing) -> Listing:
    """The same listing with topics and identities of posts."""
    return replace(listing, entries=tuple(_as_post(entry) for entry in listing.entries))


def _as_post(entry: Entry) -> Entry:
    if entry.url is None:
        return entry
    parts = split_url(entry.url)
    match = _TOPIC.match(parts.path) if parts else None
    if parts is None or match is None:
        return entry
    topic_url = urlunsplit((parts.scheme, parts.netloc, match["topic"], "", ""))
    return replace(
        entry,
        topic_url=topic_url,
        item_key=_item_key(entry, parts.hostname or "", match),
        author=author_name(entry.author),
        content_type=ContentType.FORUM,
    )


def author_name(written: str | None) -> str | None:
    """The user name of `@rosa Rosa L`; what is written where it names none."""
    match = _AUTHOR.match(written or "")
    return match["user"] if match else written


def post_id(entry: Entry) -> int | None:
    """The forum's own number of a post; None for a topic, and where the feed does not tell it."""
    match = _POST_KEY.match(entry.item_key)
    return int(match[1]) if match else None


def place_in_topic(url: str) -> tuple[str, str] | None:
    """Numbers of the topic and of the post in it that an address names, the first where it names
    none; None for no topic.
    """
    parts = split_url(url)
    match = _TOPIC.match(parts.path) if parts else None
    return (match["id"], match["post"] or "1") if match else None


def may_be_one_post(key: str, other: str) -> bool:
    """Whether two keys that stand for one address may be one post: two numbers never are."""
    return _POST_KEY.match(key) is None or _POST_KEY.match(other) is None


def forum_root(entries: Iterable[Entry]) -> str | None:
    """Address of the forum, a folder included, without a slash at the end."""
    for entry in entries:
        if entry.topic_url:
            return entry.topic_url.rpartition("/t/")[0].removesuffix("/t")
    return None


def _item_key(entry: Entry, host: str, match: re.Match[str]) -> str:
    """`post:<host>/<id>` where the guid names the post; otherwise topic and number of the post."""
    guid = _GUID.search(entry.guid or "")
    if guid is not None:
        what = "topic" if guid["what"] == "topic" else "post"
        return f"{what}:{host}/{guid['id']}"
    if match["post"] is None:
        return f"topic:{host}/{match['id']}"
    return f"post:{host}/t{match['id']}/{match['post']}"
