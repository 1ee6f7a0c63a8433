"""Places that are polled, and how polling them has gone."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


class SourceKind(StrEnum):
    """How a source is read. Its label is `url_scraping_method` of document 2."""

    FEED = "feed"
    DISCOURSE = "discourse"
    DIRECT = "direct"
    SITEMAP = "sitemap"
    LIST = "list"
    SEARCH = "search"
    NEWSLETTER = "newsletter"

    @property
    def label(self) -> str:
        """The word that document 2 writes into `url_scraping_method`."""
        return {"feed": "RSS", "discourse": "RSS", "direct": "Direct"}.get(
            self.value, self.value.title()
        )


class ContentType(StrEnum):
    """What an item is; decides its section in a digest and whether the history applies."""

    ARTICLE = "article"
    PODCAST = "podcast"
    VIDEO = "video"
    POST = "post"
    SKILL = "skill"
    FORUM = "forum"
    LINK = "link"  # found in a post: kept by the archive, not news for a digest


class SourceState(StrEnum):
    """How a source is doing, as a person reads it."""

    NEW = "new"
    OK = "ok"
    FAILING = "failing"
    HTML_PAGE = "error:html_page"
    LOGIN_PAGE = "error:login_page"
    NOT_A_FEED = "error:not_a_feed"
    BLOCKED = "blocked:challenge"
    RATE_LIMITED = "rate_limited"
    TOO_LARGE = "error:too_large"
    DEAD_SUSPECTED = "dead_suspected"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Source:
    """One row of the source registry (`sources_master_list`).

    Attributes:
        source_uuid: `W_RSS_1`, `W_DIRECT_2`, …; never reused.
        reputation: 0 to 1; weight of the source in scoring and in the choice of a main article.
        categories: Category hints, most likely first.
        poll_interval: Gap between two polls when all is well; None for the settings'.
        timezone: IANA name for dates without a zone; UTC by default.
        follow_replies: Forum sources only: a new reply brings its topic back into the window.
        items: Kind `list` only: the URLs themselves.
        tags: A person's own words, for finding it again; no hint for anything.
        retired_at: Since when nobody means to poll it again; its row and its name stay.
    """

    source_uuid: str
    kind: SourceKind
    url: str
    name: str
    active: bool = True
    language: str | None = None
    reputation: float = 0.5
    content_type: ContentType = ContentType.ARTICLE
    categories: tuple[str, ...] = ()
    poll_interval: timedelta | None = None
    timezone: str = "UTC"
    follow_replies: bool = False
    items: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    retired_at: datetime | None = None


class SourceNeed(StrEnum):
    """Which sources a list shows."""

    ALL = "all"  # but those that are retired
    TROUBLE = "trouble"
    WELL = "well"
    PAUSED = "paused"
    RETIRED = "retired"


@dataclass(frozen=True, slots=True)
class SourceQuery:
    """What a person wants to see of the registry.

    Attributes:
        words: Each must stand in the name or the address.
        after: `(is in trouble, sort name, id)` of the last row seen, for paging.
        by_name: Whether they are in trouble makes no difference to the order.
    """

    words: str = ""
    need: SourceNeed = SourceNeed.ALL
    kind: SourceKind | None = None
    category: str = ""
    tag: str = ""
    after: tuple[bool, str, str] | None = None
    limit: int = 25
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class SourceRow:
    """A source as lists show it.

    Attributes:
        after: For `SourceQuery.after`, to go on behind this row.
    """

    source: Source
    health: "SourceHealth | None"
    after: tuple[bool, str, str]


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """What polling a source has taught us; one row a source, replaced after every poll.

    Attributes:
        message: One line for a person: what went wrong and what to do; empty when ok.
        etag: Validator to send as `If-None-Match`, to the letter as received.
        last_modified: Validator to send as `If-Modified-Since`.
        body_checksum: SHA-256 hex of the last body that was parsed.
        last_full_fetch_at: Last unconditional fetch; one is forced each day.
        failures: Consecutive failed polls.
        failing_since: Time of the first of them.
        flags: What is odd about the source, such as `malformed`, `dates_unstable`, `undated`; for
            a forum also `post_ids:…`, which posts were read (`core.sources.post_ids`).
        suggested_url: A feed address that the source proposes; never adopted in silence.
        moved_to: Where 301 pointed the last time.
        moved_seen: How many polls in a row it pointed there.
        icon_url: Where the picture is that stands for the source; empty where none is known.
        lease_owner: Which poller holds the source now.
    """

    source_uuid: str
    state: SourceState = SourceState.NEW
    message: str = ""
    etag: str | None = None
    last_modified: str | None = None
    body_checksum: str | None = None
    last_polled_at: datetime | None = None
    last_success_at: datetime | None = None
    last_full_fetch_at: datetime | None = None
    next_poll_at: datetime | None = None
    failures: int = 0
    failing_since: datetime | None = None
    flags: tuple[str, ...] = ()
    suggested_url: str | None = None
    moved_to: str | None = None
    moved_seen: int = 0
    icon_url: str = ""
    lease_owner: str | None = None
    lease_until: datetime | None = None
