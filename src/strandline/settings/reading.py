"""What is read: the ledger, the way out to the network, documents, polling, URLs."""

from pathlib import Path

from pydantic import SecretStr

from strandline.settings.declaring import (
    DEFAULT_USER_AGENT,
    PRINTABLE,
    TEBIBYTE,
    WEB_ADDRESS,
    YEAR_S,
    Section,
    Words,
    env,
)


class DatabaseSettings(Section):
    """Where the ledger lives."""

    path: Path = env(
        "DATABASE_PATH", "data/strandline.sqlite3", "SQLite file; used unless url is set"
    )
    url: SecretStr = env("DATABASE_URL", "", "postgresql://user:password@host/name for PostgreSQL")
    keep_days: int = env(
        "KEEP_DAYS",
        0,
        "Days after which posts, and articles that nothing holds on to, are let go; 0 keeps all",
        ge=0,
        le=36_500,
    )
    keep_texts_days: int = env(
        "KEEP_TEXTS_DAYS",
        0,
        "Days after which texts of articles, as read from their pages, are emptied; kept pages "
        "keep theirs; 0 keeps all",
        ge=0,
        le=36_500,
    )
    busy_timeout_s: float = env(
        "DATABASE_BUSY_TIMEOUT_SECONDS", 30.0, "How long a writer waits", gt=0, le=86_400
    )

    @property
    def folder(self) -> Path:
        """The data folder: what belongs to the ledger lies in it, also where a server has that."""
        return self.path.expanduser().parent

    @property
    def secret_file(self) -> Path:
        """The site's secret: never in the ledger, nor in anything that is published."""
        return self.folder / "secret.key"


class FetchSettings(Section):
    """The one way out to the network."""

    user_agent: str = env(
        "USER_AGENT", DEFAULT_USER_AGENT, "Sent with every request", pattern=PRINTABLE
    )
    allow_private_networks: Words = env(
        "ALLOW_PRIVATE_NETWORKS",
        (),
        "Addresses or networks, with an optional port, that may be "
        "fetched although they are not public: 127.0.0.1:8080, 10.0.0.0/8",
    )
    host_delay_s: float = env(
        "HOST_DELAY_SECONDS", 1.0, "Pause between two requests to a host", ge=0, le=3600
    )
    timeout_s: float = env(
        "FETCH_TIMEOUT_SECONDS", 30.0, "Deadline of a whole request", gt=0, le=600
    )
    max_feed_bytes: int = env(
        "MAX_FEED_BYTES", 20_000_000, "Cap on a decompressed feed", gt=0, le=TEBIBYTE
    )
    max_page_bytes: int = env(
        "MAX_PAGE_BYTES", 10_000_000, "Cap on a decompressed page", gt=0, le=TEBIBYTE
    )
    max_header_bytes: int = env(
        "MAX_HEADER_BYTES", 65_536, "Cap on response headers", gt=0, le=TEBIBYTE
    )
    max_redirects: int = env("MAX_REDIRECTS", 20, "Hops before giving up", ge=1, le=50)
    respect_robots: bool = env("RESPECT_ROBOTS", True, "Obey robots.txt for pages")
    threads: int = env(
        "FETCH_THREADS", 16, "Requests under way at once, over all hosts", ge=1, le=256
    )


class ParseSettings(Section):
    """Worker processes that read hostile documents."""

    workers: int = env("PARSE_WORKERS", 2, "Processes", ge=1, le=64)
    timeout_s: float = env(
        "PARSE_TIMEOUT_SECONDS", 5.0, "Processor time for one document", gt=0, le=3600
    )
    memory_bytes: int = env(
        "PARSE_MEMORY_BYTES", 300_000_000, "Memory a document may take", gt=0, le=TEBIBYTE
    )


class PollSettings(Section):
    """Discovery."""

    rss_url: str = env(
        "RSS_URL",
        "",
        "A Discourse posts.rss to watch; added as a source at start",
        pattern=WEB_ADDRESS,
    )
    interval_s: int = env(
        "POLL_INTERVAL_SECONDS",
        60,
        "Gap between polls of a forum with none of its own",
        ge=10,
        le=YEAR_S,
    )
    feed_interval_s: int = env(
        "FEED_INTERVAL_SECONDS",
        1800,
        "Gap of a feed or page with none of its own",
        ge=10,
        le=YEAR_S,
    )
    longest_wish_s: int = env(
        "LONGEST_SERVER_WISH_SECONDS",
        43_200,
        "Longest gap that a server or feed may ask for (Cache-Control, Expires, ttl, …); 0: none",
        ge=0,
        le=YEAR_S,
    )
    window_hours: int = env(
        "WINDOW_HOURS", 24, "Only newer entries enter the ledger", ge=1, le=8760
    )
    future_tolerance_s: int = env(
        "FUTURE_TOLERANCE_SECONDS", 3600, "Later dates are held back", ge=0, le=YEAR_S
    )
    concurrency: int = env("POLL_CONCURRENCY", 8, "Sources polled at once", ge=1, le=128)


class UrlSettings(Section):
    """Identity of URLs."""

    resolve: bool = env("RESOLVE_REDIRECTS", True, "Follow unknown article URLs to their end")
