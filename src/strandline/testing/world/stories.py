"""What the world is made of: sites and their stories, read from `content/*.toml`, one file a site.

Times are relative: `day` counts from 1 and `hours_ago` says how long before that day's edition a
story appears, so the same content can be played from any start. URLs and texts may name another
site as `{courier}`; `scene.Scene.fill` puts its address there.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

CONTENT = Path(__file__).parent / "content"


@dataclass(frozen=True, slots=True)
class Edit:
    """A later version of a story or a forum post; empty fields leave it as it was."""

    day: int
    hours_ago: float = 0.0
    title: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """One article, episode or listed link.

    Attributes:
        path: Path of its page on its site; empty where only `link` leads anywhere.
        text: Paragraphs, parted by an empty line.
        link: What the site's feed writes as link; empty for the page's own address.
        again: Later days on which the feed lists it as new, under a fresh date and id.
        gone_on: Day from which its page answers 410; 0 = never.
        behaviour: Name of the scripted misbehaviour of its page (`trouble.PAGES`), or empty.
        rel_canonical: What the page claims as canonical; empty for its own address.
        minutes: Length of an episode.
    """

    day: int
    hours_ago: float
    title: str
    path: str = ""
    summary: str = ""
    text: str = ""
    author: str = ""
    section: str = ""
    link: str = ""
    again: tuple[int, ...] = ()
    gone_on: int = 0
    behaviour: str = ""
    rel_canonical: str = ""
    minutes: int = 0
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class ForumPost:
    """A post of a topic; `text` is the cooked HTML of the forum."""

    post_id: int
    number: int
    username: str
    day: int
    hours_ago: float
    text: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic of the forum."""

    topic_id: int
    slug: str
    title: str
    posts: tuple[ForumPost, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    """A path that leads elsewhere; `to` may be `?name`: the URL in that query parameter."""

    path: str
    to: str
    status: int = 301


@dataclass(frozen=True, slots=True)
class Site:
    """A host of the world.

    Attributes:
        key: Its name in `{placeholders}`.
        address: Last number of its loopback address, 127.0.0.N.
        kind: Who answers for it (`hosts.HOSTS`).
        feed: Format of its feed (`feeds.FORMATS`); empty for none.
        feed_path: Path of its feed, page or sitemap.
        known_feed_path: What its source names, where that is an older path; empty for `feed_path`.
        feed_behaviour: Name of the scripted misbehaviour of its feed (`trouble.FEEDS`), or empty.
        source_kind: Kind of the source that reads it; empty where no source does.
        link_suffix: Put behind every link of the feed (tracking parameters).
        utc_offset_hours: Of the dates it writes.
        keep_hours: How long its feed lists a story.
        is_served: False for a host where nobody listens.
        has_filler: True where later days bring it generated stories.
    """

    key: str
    address: int
    name: str
    kind: str = "paper"
    language: str = "en"
    tagline: str = ""
    feed: str = ""
    feed_path: str = "/feed.xml"
    known_feed_path: str = ""
    feed_behaviour: str = ""
    source_kind: str = "feed"
    content_type: str = "article"
    categories: tuple[str, ...] = ()
    reputation: float = 0.5
    link_suffix: str = ""
    full_text: bool = False
    utc_offset_hours: int = 0
    keep_hours: int = 72
    accent: str = "#2b5d7d"
    is_served: bool = True
    has_filler: bool = False
    sections: tuple[str, ...] = ()
    stories: tuple[Story, ...] = ()
    topics: tuple[Topic, ...] = ()
    redirects: tuple[Redirect, ...] = ()

    @property
    def source_path(self) -> str:
        """Path that a source of this site names."""
        return self.known_feed_path or self.feed_path

    @property
    def host(self) -> str:
        """Its loopback address."""
        return f"127.0.0.{self.address}"


@cache
def load_sites() -> tuple[Site, ...]:
    """All sites, in the order of their addresses."""
    sites = [_site(path) for path in sorted(CONTENT.glob("site_*.toml"))]
    return tuple(sorted(sites, key=lambda site: site.address))


def _site(path: Path) -> Site:
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    return Site(
        **_frozen(tree["site"]),
        stories=tuple(_story(row) for row in tree.get("story", ())),
        topics=tuple(_topic(row) for row in tree.get("topic", ())),
        redirects=tuple(Redirect(**row) for row in tree.get("redirect", ())),
    )


def _story(row: dict[str, Any]) -> Story:
    edits = tuple(Edit(**_trimmed(edit)) for edit in row.pop("edit", ()))
    return Story(**_frozen(_trimmed(row)), edits=edits)


def _topic(row: dict[str, Any]) -> Topic:
    posts = tuple(_post(post) for post in row.pop("post"))
    return Topic(**row, posts=posts)


def _post(row: dict[str, Any]) -> ForumPost:
    edits = tuple(Edit(**_trimmed(edit)) for edit in row.pop("edit", ()))
    return ForumPost(**_trimmed(row), edits=edits)


def _frozen(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(v) if isinstance(v, list) else v for name, v in row.items()}


def _trimmed(row: dict[str, Any]) -> dict[str, Any]:
    return {name: v.strip() if isinstance(v, str) else v for name, v in row.items()}
