"""Discourse's feeds: a topic is the article, its posts are posts.

`posts.rss` lists replies, each under the title of its topic and with a link that ends in the number
of the post; `latest.rss` lists topics, each with the date of its start. Guids name host and id
(`forum.example-post-9004`, `forum.example-topic-1`), which is the identity that survives a renamed
topic: the slug in the link does not.
"""

import re
from dataclasses import replace
from urllib.parse import urlunsplit

from strandline.core.urls.pieces import split_url
from strandline.model.entries import Entry, Listing
from strandline.model.sources import ContentType

_GUID = re.compile(r"(?P<host>[^\s/]+)-(?P<what>post|topic)-(?P<id>\d+)$")
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
        content_type=ContentType.FORUM,
    )


def _item_key(entry: Entry, host: str, match: re.Match[str]) -> str:
    """`post:<host>/<id>` where the guid names the post; otherwise topic and number of the post."""
    guid = _GUID.match(entry.guid or "")
    if guid is not None:
        return f"{guid['what']}:{guid['host'].lower()}/{guid['id']}"
    if match["post"] is None:
        return f"topic:{host}/{match['id']}"
    return f"post:{host}/t{match['id']}/{match['post']}"
