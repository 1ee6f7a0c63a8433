"""Posts that a forum's feed folds away: in their place it has a link to the post itself.

Discourse writes its feeds like its mails: what is opened by a click (details, spoilers, polls) is
replaced by a link to the post, in the words and the language of the site. So a fold is known by
where its link leads, never by what it says. Links of posts are what we are here for: such a post
has to be read itself.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from strandline.core.links import LinkKind, extract_links
from strandline.core.sources.discourse import place_in_topic, post_id
from strandline.core.urls.domains import host_of
from strandline.model.entries import Entry

_SHORT = re.compile(r"/p/(\d{1,16})/?(?:[?#]|$)", re.ASCII)


def folded(entries: Iterable[Entry]) -> dict[int, Entry]:
    """The entries that lead to themselves, by the id of their post; the newest first."""
    found = {one: entry for entry in entries if (one := post_id(entry)) and _leads_home(one, entry)}
    return dict(sorted(found.items(), reverse=True))


def _leads_home(post: int, entry: Entry) -> bool:
    url = entry.url or ""
    here = host_of(url), place_in_topic(url)
    for link in extract_links(entry.content or entry.summary, base_url=url):
        if link.kind is not LinkKind.INTERNAL_TOPIC:
            continue
        short = _SHORT.search(link.url)
        if (host_of(link.url), place_in_topic(link.url)) == here or (
            short and short[1] == str(post)
        ):
            return True
    return False


def unfolded(entries: Sequence[Entry], read: Mapping[int, Entry]) -> list[Entry]:
    """The entries with the whole of the posts that were read; all else is as the feed has it."""
    return [_whole(entry, read.get(post_id(entry) or 0)) for entry in entries]


def _whole(entry: Entry, post: Entry | None) -> Entry:
    if post is None or not post.content:
        return entry
    return replace(entry, content=post.content, content_hash="")
