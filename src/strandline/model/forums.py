"""A forum's view of its links."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ForumLink:
    """A link in a post, and what is kept of it.

    Attributes:
        mention_id: Gives it its place: later found links have higher ones.
        url: Where it leads, canonical.
        post_url: Of the post that has it; `topic_url` of the topic.
        context: Words around it.
        status: Of the link's last job; empty for none.
        is_kept: Something of it is kept.
        is_gone: What it leads to is gone, by the last visits.
    """

    mention_id: int
    article_uuid: str
    url: str
    title: str
    source_uuid: str
    post_url: str
    topic_url: str
    topic_title: str
    author: str
    posted_at: datetime | None
    in_quote: bool
    context: str
    status: str
    is_kept: bool
    is_gone: bool


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic with those of its links that a page shows."""

    url: str
    title: str
    links: tuple[ForumLink, ...]
