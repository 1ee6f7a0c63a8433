"""One frozen tree of settings: defaults, then a TOML file, then environment variables.

Every leaf has an environment name (document 4's where it has one). A bad value is named with what
is allowed; an unknown key in the file is a typo and is named with the nearest known one. Secrets
come from the environment only and hide in `repr`.
"""

import difflib
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, ValidationError

from strandline.model.errors import ConfigError

#: What an HTTP header may carry without being misread (RFC 9110, 5.5).
PRINTABLE = r"^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$"
#: An address on the web, or none.
WEB_ADDRESS = r"^(?:https?://[^\s/?#]\S*)?$"
#: Folders of keys, in letters that are one text in a file's name, a URL and a signature.
KEY_FOLDERS = r"^/?(?:[A-Za-z0-9_@=+,-][A-Za-z0-9._@=+,-]{0,99}(?:/|$)){0,8}$"
#: Name of a header, or none (RFC 9110, 5.1).
HEADER_NAME = r"^[A-Za-z0-9-]{0,60}$"
#: A line of text.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f]+$"
#: What the patterns mean, for whoever wrote something else.
_MEANT = {
    PRINTABLE: "It needs letters, digits and signs of ASCII, without line breaks",
    WEB_ADDRESS: "It needs an address that starts with https:// or http://, or nothing",
    KEY_FOLDERS: "It needs names of ASCII letters, digits and ._@=+,- with a slash behind each "
    "and no dot before, such as archives/, or nothing",
    HEADER_NAME: "It needs the name of a header, in letters, digits and hyphens",
    ONE_LINE: "It needs text without line breaks and control characters",
}
#: Most seconds of a span of time: with a longer one, dates would leave the calendar.
YEAR_S = 366 * 86_400
#: Most bytes of anything: the limits of processes are counted in 64 bits.
TEBIBYTE = 2**40

DEFAULT_USER_AGENT = "Strandline/0.1 (+https://strandline.example/about-this-robot)"


def _words(value: object) -> object:
    """Accept `a,b c` from the environment where a list is meant."""
    if isinstance(value, str):
        return tuple(word for word in value.replace(",", " ").split() if word)
    return value


Words = Annotated[tuple[str, ...], BeforeValidator(_words)]


def env(name: str, default: Any, what: str, **limits: Any) -> Any:
    """Declare a leaf: its environment name, default, meaning and limits."""
    return Field(default, description=what, json_schema_extra={"env": name}, **limits)


class Section(BaseModel):
    """A frozen part of the tree; unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)


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
    busy_timeout_s: float = env(
        "DATABASE_BUSY_TIMEOUT_SECONDS", 30.0, "How long a writer waits", gt=0, le=86_400
    )


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


class DigestSettings(Section):
    """Digests and their delivery."""

    archive_days: int = env("ARCHIVE_DAYS", 30, "History of the shared daily digest", ge=0, le=365)
    history_days: int = env("ARTICLE_HISTORY_DAYS", 90, "History of a new reader", ge=0, le=365)
    categories: Words = env("DIGEST_CATEGORIES", (), "Categories of the shared daily digest")
    max_items_per_category: int = env(
        "MAX_ITEMS_PER_CATEGORY", 10, "Cap per category", ge=1, le=100
    )
    max_age_hours: int = env("MAX_AGE_HOURS", 72, "Older articles score lower", ge=1, le=8760)
    daily_at_utc: str = env(
        "DIGEST_AT",
        "06:00",
        "Time of the shared daily digest, UTC",
        pattern=r"^([01]\d|2[0-3]):[0-5]\d$",
    )
    publish: Literal["at_once", "after_review", "by_person"] = env(
        "DIGEST_PUBLISH",
        "at_once",
        "What becomes of a draft of the shared digest: published at once; after REVIEW_MINUTES, "
        "unless somebody stops it; or by a person alone",
    )
    review_minutes: int = env(
        "REVIEW_MINUTES",
        60,
        "How long a draft waits for a look with DIGEST_PUBLISH=after_review",
        ge=1,
        le=10_080,
    )
    classifier: Literal["rules", "auto", "model"] = env(
        "DIGEST_CLASSIFIER",
        "auto",
        "Who puts articles into categories: rules; auto, with embeddings where they are there for "
        "what rules do not know; model, the language model of JUDGE_URL first",
    )
    searxng_url: str = env(
        "SEARXNG_URL", "", "A SearXNG server for phase 2; none by default", pattern=WEB_ADDRESS
    )


class WebSettings(Section):
    """The page."""

    host: str = env("HOST", "127.0.0.1", "Address to listen on")
    port: int = env("PORT", 8400, "Port to listen on", ge=1, le=65535)
    base_url: str = env(
        "BASE_URL",
        "",
        "Address that readers use, for links in e-mail and feeds",
        pattern=WEB_ADDRESS,
    )
    title: str = env(
        "SITE_TITLE",
        "Strandline",
        "Name shown on the page",
        pattern=ONE_LINE,
        max_length=80,
    )
    replay_port: int = env(
        "REPLAY_PORT",
        0,
        "Port on which archived pages are replayed, an origin of its own; 0 = the page's port "
        "plus one, or a free one where that is taken",
        ge=0,
        le=65535,
    )
    replay_base_url: str = env(
        "REPLAY_BASE_URL",
        "",
        "Address of the replay for readers, where it is not HOST with REPLAY_PORT; "
        "never the page's own",
        pattern=WEB_ADDRESS,
    )
    allowed_hosts: Words = env(
        "ALLOWED_HOSTS",
        (),
        "Further names under which the page may be asked for, as a container's; those of HOST, "
        "BASE_URL and REPLAY_BASE_URL are known",
    )
    public_details: bool = env(
        "PUBLIC_DETAILS",
        False,
        "Everybody sees scores, what each step left out, and errors of sources and captures; "
        "off, only who may see the desk",
    )
    artifact_links: Literal["app", "presigned"] = env(
        "ARTIFACT_LINKS",
        "app",
        "Downloads of artifacts come through the page, or by pre-signed URLs of the bucket",
    )
    api_per_address: int = env(
        "API_PER_ADDRESS", 600, "Requests a minute to the API from one address", ge=1, le=1_000_000
    )
    api_per_token: int = env(
        "API_PER_TOKEN", 600, "Requests a minute to the API with one token", ge=1, le=1_000_000
    )


class AccessSettings(Section):
    """Who signs in, and how."""

    session_days: int = env("SESSION_DAYS", 30, "Days after which one signs in again", ge=1, le=365)
    audit_days: int = env(
        "AUDIT_DAYS",
        730,
        "Days for which it is kept who changed what, and from where who signed in; 0 keeps all",
        ge=0,
        le=36_500,
    )
    local_sign_in: bool = env(
        "LOCAL_SIGN_IN", True, "Passwords and passkeys; off where the provider or proxy is enough"
    )
    owner_login: str = env(
        "OWNER_LOGIN",
        "",
        "Owner's account that is made at the first start, with OWNER_PASSWORD; else a link is "
        "printed that makes one",
        max_length=64,
    )
    owner_password: SecretStr = env("OWNER_PASSWORD", "", "Its password")
    trusted_proxies: Words = env(
        "TRUSTED_PROXIES",
        (),
        "Addresses or networks of proxies in front, as the connection shows them: whose "
        "X-Forwarded-For and PROXY_USER_HEADER are believed",
    )
    proxy_user_header: str = env(
        "PROXY_USER_HEADER",
        "",
        "Header in which a proxy names who is signed in, such as Remote-User; needs "
        "TRUSTED_PROXIES",
        pattern=HEADER_NAME,
    )
    oidc_issuer: str = env(
        "OIDC_ISSUER",
        "",
        "Address of an OpenID Connect provider; empty for none",
        pattern=WEB_ADDRESS,
    )
    oidc_client_id: str = env("OIDC_CLIENT_ID", "", "Our id there")
    oidc_client_secret: SecretStr = env("OIDC_CLIENT_SECRET", "", "Our secret there")
    oidc_name: str = env(
        "OIDC_NAME", "OpenID Connect", "What its button says", pattern=ONE_LINE, max_length=60
    )
    oidc_new_role: Literal["none", "reader", "editor", "publisher"] = env(
        "OIDC_NEW_ROLE",
        "none",
        "Role of people whom the provider knows and we do not; none refuses them",
    )
    oidc_at_once: bool = env(
        "OIDC_AT_ONCE", False, "The sign-in page leads on to the provider by itself"
    )


class ArchiveSettings(Section):
    """What is kept (document 4)."""

    mode: Literal["deletable", "all"] = env(
        "ARCHIVE_MODE",
        "deletable",
        "Which links are kept: deletable, those to the platforms of the allowlist; all, every link",
    )
    cache_window_s: int = env(
        "CACHE_WINDOW_SECONDS", 3600, "A link is not kept again within", ge=0, le=YEAR_S
    )
    quote_only_links: bool = env(
        "ARCHIVE_QUOTE_ONLY_LINKS", False, "Keep links that are only quoted"
    )
    deletable_allowlist: Words = env(
        "DELETABLE_ALLOWLIST",
        (
            "reddit.com",
            "redd.it",
            "tiktok.com",
            "x.com",
            "twitter.com",
            "instagram.com",
            "youtube.com",
            "youtu.be",
            "facebook.com",
            "fb.watch",
            "bsky.app",
        ),
        "Platforms whose posts get deleted",
    )
    exclude_domains: Words = env(
        "EXCLUDE_DOMAINS",
        (
            "web.archive.org",
            "archive.today",
            "archive.ph",
            "archive.is",
            "archive.li",
            "archive.vn",
            "archive.fo",
            "archive.md",
            "ghostarchive.org",
            "perma.cc",
            "webcitation.org",
            "doubleclick.net",
            "google-analytics.com",
            "googleadservices.com",
            "googletagmanager.com",
        ),
        "Never kept: other archives, trackers",
    )
    disabled_domains: Words = env(
        "ARCHIVE_DISABLED_DOMAINS", (), "Switched off for now, one domain at a time"
    )
    known_bad_domains: Words = env(
        "KNOWN_BAD_DOMAINS", (), "Known to harm or to lead nowhere: never kept, even on demand"
    )
    max_attempts: int = env(
        "ARCHIVE_MAX_ATTEMPTS", 5, "Attempts before a job has failed", ge=1, le=1000
    )
    max_bytes_hard_limit: int = env(
        "MAX_BYTES_HARD_LIMIT", 0, "Cap on an artifact; 0 = none", ge=0, le=TEBIBYTE
    )
    max_fetch_bytes: int = env(
        "ARCHIVE_MAX_FETCH_BYTES",
        200_000_000,
        "Cap on a page or document by our own client, as sent and unpacked; media have only the "
        "hard limit",
        gt=0,
        le=TEBIBYTE,
    )
    respect_robots: bool = env(
        "ARCHIVE_RESPECT_ROBOTS",
        False,
        "Ask robots.txt before keeping a page; it speaks to crawlers, and an archive job is one "
        "page that a person linked to",
    )
    chromium_path: str = env(
        "CHROMIUM_PATH", "", "Chromium, by path or name; empty to look for one"
    )
    browsers: int = env("ARCHIVE_BROWSERS", 2, "Browsers at once", ge=1, le=32)
    worker_concurrency: int = env("WORKER_CONCURRENCY", 4, "Jobs at once", ge=1, le=64)
    per_domain_concurrency: int = env(
        "PER_DOMAIN_CONCURRENCY", 1, "Jobs at once a domain", ge=1, le=64
    )
    capture_deadline_s: float = env(
        "CAPTURE_DEADLINE_SECONDS", 300.0, "All captures of one page", ge=5, le=7200
    )
    demand_gap_s: int = env(
        "REARCHIVE_GAP_SECONDS", 300, "Between two captures of a page on demand", ge=0, le=YEAR_S
    )
    demands_per_hour: int = env(
        "REARCHIVE_PER_HOUR", 60, "Captures on demand, of all pages", ge=1, le=100_000
    )


class StorageSettings(Section):
    """Where artifacts and backups go."""

    path: Path = env("STORAGE_PATH", "data/artifacts", "Local folder; used unless a bucket is set")
    s3_endpoint: str = env(
        "S3_ENDPOINT", "", "S3-compatible server; empty for AWS", pattern=WEB_ADDRESS
    )
    s3_region: str = env("S3_REGION", "us-east-1", "Region")
    s3_bucket: str = env("S3_BUCKET", "", "Bucket; empty for the local folder")
    s3_prefix: str = env("S3_PREFIX", "archives/", "Prefix of every key", pattern=KEY_FOLDERS)
    s3_force_path_style: bool = env(
        "S3_FORCE_PATH_STYLE",
        False,
        "Bucket in the path, not the host; always so where the host is an IP or has no dot",
    )


class PictureSettings(Section):
    """Pictures of items and icons of sources, served from our own address."""

    show: Literal["all", "icons", "off"] = env(
        "PICTURES",
        "all",
        "Pictures of items and icons of sources, icons alone, or neither: what was kept is removed",
    )
    max_bytes: int = env(
        "PICTURE_MAX_BYTES", 8_000_000, "Cap on a picture as it is fetched", gt=0, le=TEBIBYTE
    )
    timeout_s: float = env(
        "PICTURE_TIMEOUT_SECONDS", 10.0, "Deadline of one picture's request", gt=0, le=600
    )
    per_turn: int = env(
        "PICTURES_PER_TURN", 60, "Pictures that are tried in one turn, a minute", ge=1, le=10_000
    )


class StorySettings(Section):
    """Which articles tell the same story."""

    layers_off: Words = env(
        "STORY_LAYERS_OFF", (), "Layers of the cascade that are not asked, by name"
    )
    window_hours: int = env(
        "STORY_WINDOW_HOURS", 48, "Articles further apart are different stories", ge=1, le=8760
    )
    candidates: int = env(
        "STORY_CANDIDATES", 20, "Nearest articles that are compared with a new one", ge=1, le=200
    )
    embeddings: Literal["auto", "local", "endpoint", "off"] = env(
        "EMBEDDINGS", "auto", "Models for vectors: auto, the local ones where they are installed"
    )
    embeddings_url: str = env(
        "EMBEDDINGS_URL", "", "An OpenAI-compatible endpoint for vectors", pattern=WEB_ADDRESS
    )
    embeddings_model: str = env("EMBEDDINGS_MODEL", "", "Its model")
    embeddings_key: SecretStr = env("EMBEDDINGS_API_KEY", "", "Its key")
    index: Literal["auto", "embedded", "qdrant", "exact"] = env(
        "VECTOR_INDEX", "auto", "Where vectors are searched: embedded Qdrant, a server, exact scan"
    )
    index_path: Path = env("VECTOR_INDEX_PATH", "data/vectors", "Folder of the embedded index")
    qdrant_url: str = env("QDRANT_URL", "", "A Qdrant server", pattern=WEB_ADDRESS)
    qdrant_key: SecretStr = env("QDRANT_API_KEY", "", "Its key")
    judge_url: str = env(
        "JUDGE_URL",
        "https://api.deepseek.com",
        "An OpenAI-compatible chat endpoint that judges what is undecided",
        pattern=WEB_ADDRESS,
    )
    judge_model: str = env("JUDGE_MODEL", "deepseek-chat", "Its model")
    judge_key: SecretStr = env(
        "DEEPSEEK_API_KEY",
        "",
        "Its key; without one DeepSeek is not asked, and another endpoint is asked without a key",
    )
    judge_timeout_s: float = env(
        "JUDGE_TIMEOUT_SECONDS", 30.0, "Deadline of one question", gt=0, le=600
    )
    judge_run_s: float = env(
        "JUDGE_RUN_SECONDS",
        120.0,
        "Time for questions in one run of matching; what is not asked by then waits",
        gt=0,
        le=86_400,
    )
    judge_calls_per_day: int = env(
        "JUDGE_CALLS_PER_DAY", 2000, "Questions a day; 0 = none", ge=0, le=10_000_000
    )
    judge_calls_per_run: int = env(
        "JUDGE_CALLS_PER_RUN", 200, "Questions in one run of matching", ge=0, le=10_000_000
    )
    judge_candidates: int = env(
        "JUDGE_CANDIDATES", 3, "Questions about one article at most", ge=0, le=20
    )
    judge_price_in: float = env(
        "JUDGE_PRICE_IN", 0.0, "Price of a million tokens asked, for the sums shown", ge=0, le=1e6
    )
    judge_price_out: float = env(
        "JUDGE_PRICE_OUT", 0.0, "Price of a million tokens answered", ge=0, le=1e6
    )
    judge_measures: Path = env(
        "JUDGE_MEASURES", "data/judges", "Folder of what `evaluate --judge` measured"
    )
    calibration: str = env(
        "STORY_CALIBRATION",
        "",
        "File of `evaluate --fit` that scores stories; empty for the packaged one",
    )
    review_share: float = env(
        "REVIEW_SHARE", 0.01, "Share of decided pairs that a person is asked about", ge=0, le=1
    )


class MailSettings(Section):
    """Mails that editions go out by."""

    way: Literal["none", "smtp", "sendmail", "folder"] = env(
        "MAIL_WAY", "none", "How mails leave: by SMTP, by a program, as files, or not at all"
    )
    sender: str = env(
        "MAIL_FROM", "", "Whom mails come from, such as News <news@example.org>", max_length=200
    )
    reply_to: str = env("MAIL_REPLY_TO", "", "Where answers go; MAIL_FROM where empty")
    subject: str = env(
        "MAIL_SUBJECT",
        "{title}",
        "Subject of a mail; {title}, {date}, {first} (the first item) and {site} are filled in",
        pattern=ONE_LINE,
        max_length=200,
    )
    bounce_domain: str = env(
        "BOUNCE_DOMAIN", "", "Domain to which mails come back; that of MAIL_FROM where empty"
    )
    smtp_host: str = env("SMTP_HOST", "127.0.0.1", "Mail server")
    smtp_port: int = env("SMTP_PORT", 587, "Its port", ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = env(
        "SMTP_SECURITY", "starttls", "How the connection is kept secret; none is for this machine"
    )
    smtp_user: str = env("SMTP_USER", "", "Name to log in with; empty for no log-in")
    smtp_password: SecretStr = env("SMTP_PASSWORD", "", "Its password")
    smtp_hello: str = env("SMTP_HELLO", "", "Name given to the server; this machine's where empty")
    smtp_ca_file: str = env(
        "SMTP_CA_FILE", "", "File with the certificates to trust, for a server of one's own"
    )
    smtp_timeout_s: float = env(
        "SMTP_TIMEOUT_SECONDS", 60.0, "Longest wait for an answer", gt=0, le=600
    )
    sendmail: Path = env("SENDMAIL", "/usr/sbin/sendmail", "Program that takes mails")
    folder: Path = env("MAIL_FOLDER", "data/mail", "Folder for .eml files")
    connections: int = env("MAIL_CONNECTIONS", 2, "Connections at once", ge=1, le=32)
    per_minute: int = env(
        "MAIL_PER_MINUTE", 0, "Most mails a minute; 0 = no limit", ge=0, le=1_000_000
    )
    per_domain: int = env(
        "MAIL_PER_DOMAIN_PER_MINUTE",
        0,
        "Most to one receiving domain; 0 = no limit",
        ge=0,
        le=1_000_000,
    )
    stop_after: int = env(
        "MAIL_STOP_AFTER", 10, "Refusals in a row that stop a send for a person", ge=1, le=1000
    )
    resume_hours: float = env(
        "MAIL_RESUME_HOURS", 12.0, "A send interrupted for longer asks a person", gt=0, le=8760
    )
    give_up_hours: float = env(
        "MAIL_GIVE_UP_HOURS", 48.0, "How long a mail that is put off is tried", gt=0, le=8760
    )
    soft_bounces: int = env(
        "MAIL_SOFT_BOUNCES", 5, "Soft bounces in a row that pause a subscriber", ge=1, le=100
    )
    secret_key: SecretStr = env(
        "SECRET_KEY",
        "",
        "Marks links in mails as ours; made in the data folder where it is empty. Several "
        "machines need the same",
    )


class LogSettings(Section):
    """Structured logs on standard error."""

    level: Literal["debug", "info", "warning", "error"] = env(
        "LOG_LEVEL", "info", "Least severe shown"
    )
    format: Literal["auto", "console", "json"] = env(
        "LOG_FORMAT", "auto", "auto: json off a terminal"
    )


class Settings(Section):
    """The whole tree."""

    database: DatabaseSettings = DatabaseSettings()
    fetch: FetchSettings = FetchSettings()
    parse: ParseSettings = ParseSettings()
    poll: PollSettings = PollSettings()
    urls: UrlSettings = UrlSettings()
    digest: DigestSettings = DigestSettings()
    web: WebSettings = WebSettings()
    access: AccessSettings = AccessSettings()
    archive: ArchiveSettings = ArchiveSettings()
    storage: StorageSettings = StorageSettings()
    pictures: PictureSettings = PictureSettings()
    stories: StorySettings = StorySettings()
    mail: MailSettings = MailSettings()
    log: LogSettings = LogSettings()


#: Leaves that only the environment may set: they would be secrets in a file.
ENVIRONMENT_ONLY = frozenset(
    {
        ("database", "url"),
        ("access", "owner_password"),
        ("access", "oidc_client_secret"),
        ("stories", "embeddings_key"),
        ("stories", "qdrant_key"),
        ("stories", "judge_key"),
        ("mail", "smtp_password"),
        ("mail", "secret_key"),
    }
)


def leaves() -> Iterator[tuple[tuple[str, str], str, str, object]]:
    """Every setting: (section, key), environment name, meaning, default."""
    for section, field in Settings.model_fields.items():
        kind = field.annotation
        if not (isinstance(kind, type) and issubclass(kind, Section)):
            continue
        for key, leaf in kind.model_fields.items():
            extra = leaf.json_schema_extra
            name = str(extra["env"]) if isinstance(extra, dict) else ""
            yield (section, key), name, leaf.description or "", leaf.default


def load_settings(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Args:
        path: TOML file; None means `strandline.toml` in the working folder where it exists
            (or the file that `STRANDLINE_CONFIG` names). Its relative paths stand on its folder.
        environ: Environment; None means the process's own.

    Raises:
        ConfigError: A file that cannot be read, an unknown key or a value that is not allowed.
    """
    environ = os.environ if environ is None else environ
    file = _config_path(path, environ)
    tree = _read_file(file)
    for (section, key), name, _, _ in leaves():
        if environ.get(name):
            tree.setdefault(section, {})[key] = environ[name]
    try:
        settings = Settings.model_validate(tree)
    except ValidationError as error:
        raise _explained(error) from error
    return settings if file is None else _beside(settings, file.parent, environ)


def _beside(settings: Settings, folder: Path, environ: Mapping[str, str]) -> Settings:
    """Relative paths of a file, and those that it leaves as they come, stand on its own folder.

    So a file means the same ledger from wherever it is named; paths of the environment stand on
    the working folder, as everywhere.
    """
    changed: dict[str, Section] = {}
    for (section, key), name, _, _ in leaves():
        part = changed.get(section) or getattr(settings, section)
        value = getattr(part, key)
        if isinstance(value, Path) and not environ.get(name) and not str(value).startswith("~"):
            changed[section] = part.model_copy(update={key: folder / value})
    return settings.model_copy(update=changed)


def _config_path(path: Path | None, environ: Mapping[str, str]) -> Path | None:
    """The file to read: the named one must exist, the default one may be absent."""
    named = path or (
        Path(environ["STRANDLINE_CONFIG"]) if environ.get("STRANDLINE_CONFIG") else None
    )
    if named is not None:
        return named
    default = Path("strandline.toml")
    return default if default.is_file() else None


def _read_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"The configuration file {path} cannot be read: {error}.",
            subject=str(path),
            advice="Name another with --config, or write one with `strandline init`.",
        ) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "it is nested too deeply" if isinstance(error, RecursionError) else error
        raise ConfigError(
            f"The configuration file {path} is not valid TOML: {why}.", subject=str(path)
        ) from error
    for section, key in ENVIRONMENT_ONLY:
        if isinstance(tree.get(section), dict) and tree[section].get(key):
            raise ConfigError(
                f"[{section}] {key} holds a secret and may not stand in {path}.",
                subject=f"{section}.{key}",
                advice="Set it in the environment instead.",
            )
    return tree


def _explained(error: ValidationError) -> ConfigError:
    """The first fault, in words: which setting, what it was given, what is allowed."""
    fault = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in fault["loc"][:2])
    names = {f"{s}.{k}": name for (s, k), name, _, _ in leaves()}
    if fault["type"] == "extra_forbidden":
        known = [*names, *Settings.model_fields]
        near = difflib.get_close_matches(where, known, n=1)
        advice = f"Did you mean {near[0]}?" if near else "See docs/reference/settings.md."
        return ConfigError(f"There is no setting {where}.", subject=where, advice=advice)
    also = f" (environment: {names[where]})" if where in names else ""
    given = (
        "" if where in {".".join(pair) for pair in ENVIRONMENT_ONLY} else f"{fault['input']!r}: "
    )
    pattern = str(fault.get("ctx", {}).get("pattern", ""))
    allowed = _MEANT.get(pattern, fault["msg"])
    return ConfigError(f"{where}{also} is {given}{allowed}.", subject=where)
