"""What was asked of the network and what came back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum


class FetchOutcome(StrEnum):
    """How one request ended. Everything but `OK` and `NOT_MODIFIED` keeps what was known."""

    OK = "ok"
    NOT_MODIFIED = "not_modified"
    HTTP_ERROR = "http_error"  # a status of 400 or more that no other outcome covers
    RATE_LIMITED = "rate_limited"  # 429, or 503 with Retry-After
    BLOCKED = "blocked"  # a challenge page
    GONE = "gone"  # 410
    REFUSED = "refused"  # the egress guard: not a public address
    ROBOTS = "robots"  # robots.txt forbids it
    TOO_LARGE = "too_large"  # body, decompressed body or headers over the cap
    TRUNCATED = "truncated"  # the connection ended before the body did
    TIMEOUT = "timeout"
    DNS = "dns"
    TLS = "tls"
    CONNECTION = "connection"
    PROTOCOL = "protocol"  # the answer is not HTTP, or breaks it
    BAD_URL = "bad_url"
    TOO_MANY_REDIRECTS = "too_many_redirects"
    REDIRECT_LOOP = "redirect_loop"
    NOT_NOW = "not_now"  # the host asked us to wait (Retry-After), so nothing was sent


class ResolveOutcome(StrEnum):
    """How following a URL to its end went. All but `RESOLVED` keep the last good URL."""

    RESOLVED = "resolved"
    UNCHANGED = "unchanged"  # it answers where it is
    LOGIN_WALL = "login_wall"
    CONSENT_WALL = "consent_wall"
    HOME_PAGE = "home_page"
    LOOP = "loop"
    TOO_MANY_HOPS = "too_many_hops"
    DEAD_END = "dead_end"  # a hop without a usable Location, or an error at the end
    REFUSED = "refused"  # a hop that the egress guard refuses
    UNREACHABLE = "unreachable"


class HopKind(StrEnum):
    """What sent us on."""

    HTTP = "http"
    META_REFRESH = "meta_refresh"
    COOKIE = "cookie"  # the same URL again, with the cookie that it set


@dataclass(frozen=True, slots=True)
class Hop:
    """One step of a redirect chain; URLs are absolute."""

    status: int
    from_url: str
    to_url: str
    kind: HopKind = HopKind.HTTP


class FetchKind(StrEnum):
    """What is fetched; decides the caps, and whether robots.txt is asked."""

    FEED = "feed"
    PAGE = "page"
    SITEMAP = "sitemap"
    API = "api"
    PICTURE = "picture"
    PROBE = "probe"  # only the target of a link is wanted


@dataclass(frozen=True, slots=True)
class FetchRequest:
    """One GET (or HEAD) with our caps.

    Attributes:
        etag: Sent as `If-None-Match` where given.
        last_modified: Sent as `If-Modified-Since` where given.
        max_bytes: Cap on the body after decompression; None takes the setting of the kind.
        timeout_s: Total deadline; None takes the setting.
        follow_redirects: False returns the first answer, redirects included.
    """

    url: str
    kind: FetchKind = FetchKind.PAGE
    method: str = "GET"
    etag: str | None = None
    last_modified: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    max_bytes: int | None = None
    timeout_s: float | None = None
    follow_redirects: bool = True


@dataclass(frozen=True, slots=True)
class FetchResult:
    """What came back. Never an exception for what the network does.

    Attributes:
        url: What was asked for.
        final_url: Where the answer came from; the asked URL where nothing answered.
        status: HTTP status; 0 where there was none.
        headers: Lower-cased names; repeated ones joined with ", ".
        body: Decompressed bytes; empty unless `OK` (or a page kept for its message).
        hops: The chain, oldest first.
        retry_after: Not before this time (aware UTC), as the server asked.
        message: One line for a person; empty when ok.
        location: Raw target of an unfollowed redirect, decoded and absolute; None otherwise.
        may_have_sent: False where surely nothing of the request has gone out.
    """

    url: str
    outcome: FetchOutcome
    final_url: str
    status: int = 0
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    hops: tuple[Hop, ...] = ()
    retry_after: datetime | None = None
    message: str = ""
    location: str | None = None
    elapsed_s: float = 0.0
    may_have_sent: bool = True

    @property
    def is_ok(self) -> bool:
        """True when there is a body to read."""
        return self.outcome is FetchOutcome.OK


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where a URL leads.

    Attributes:
        final_url: The last good URL: as sent by the server, not yet canonicalized.
        hops: Every URL on the way, oldest first; each becomes an alias.
        page: The answer at the end where the body was wanted and read; None otherwise.
    """

    url: str
    outcome: ResolveOutcome
    final_url: str
    hops: tuple[Hop, ...] = ()
    message: str = ""
    page: FetchResult | None = None
