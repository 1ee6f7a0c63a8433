"""What is kept: captures, files, pictures."""

from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from strandline.settings.declaring import (
    KEY_FOLDERS,
    TEBIBYTE,
    WEB_ADDRESS,
    YEAR_S,
    PathText,
    Section,
    Words,
    env,
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
    keep_jobs_days: int = env(
        "KEEP_JOBS_DAYS",
        0,
        "Days after which ended jobs without a file go, but for the last one of each article; "
        "0 keeps all",
        ge=0,
        le=36_500,
    )
    demand_gap_s: int = env(
        "REARCHIVE_GAP_SECONDS", 300, "Between two captures of a page on demand", ge=0, le=YEAR_S
    )
    demands_per_hour: int = env(
        "REARCHIVE_PER_HOUR", 60, "Captures on demand, of all pages", ge=1, le=100_000
    )
    visit_links: bool = env(
        "LINK_VISITS", True, "Visit kept links again, to see which are gone, changed or moved"
    )
    visits_per_turn: int = env(
        "LINK_VISITS_PER_TURN", 30, "Kept links that are visited in one turn", ge=1, le=1000
    )
    link_again_days: float = env(
        "LINK_AGAIN_DAYS", 3, "A kept link that fails is looked at again after", gt=0, le=366
    )
    link_failures: int = env(
        "LINK_FAILURES", 3, "Failures in a row after which a kept link may be gone", ge=1, le=100
    )
    link_gone_days: float = env(
        "LINK_GONE_DAYS", 6, "Days over which it must have failed to be gone", ge=0, le=366
    )


class WaybackSettings(Section):
    """Public copies of links, made by the Wayback Machine of the Internet Archive."""

    save: Literal["off", "kept", "shown", "all"] = env(
        "WAYBACK_SAVE",
        "off",
        "Which links the Wayback Machine is asked to save: kept, those that we keep; shown, those "
        "that published editions for everybody show; all, both. Never what was taken down, asks "
        "for a log-in or is not public",
    )
    access_key: SecretStr = env(
        "WAYBACK_ACCESS_KEY", "", "Access key of an archive.org account, of its account/s3.php"
    )
    secret_key: SecretStr = env("WAYBACK_SECRET_KEY", "", "Its secret key")
    url: str = env(
        "WAYBACK_URL",
        "https://web.archive.org",
        "The service; another only for one that answers as it does",
        pattern=WEB_ADDRESS,
        min_length=8,
    )
    unless_days: float = env(
        "WAYBACK_UNLESS_DAYS",
        30,
        "Nothing new is saved where the Wayback Machine has a copy that is younger than this",
        ge=1,
        le=3660,
    )
    window_days: float = env(
        "WAYBACK_WINDOW_DAYS",
        3,
        "Links are planned that were kept or shown within so many days",
        gt=0,
        le=366,
    )
    is_delayed: bool = env(
        "WAYBACK_DELAYED",
        False,
        "Let copies become visible after some 12 hours: easier for the service",
    )
    per_minute: int = env(
        "WAYBACK_PER_MINUTE", 5, "Most pages that are asked for in a minute", ge=1, le=60
    )
    per_day: int = env(
        "WAYBACK_PER_DAY", 1_000, "Most pages that are asked for in 24 hours", ge=0, le=100_000
    )
    sessions: int = env(
        "WAYBACK_SESSIONS", 2, "Most pages that it is at work on for us at once", ge=1, le=12
    )
    max_attempts: int = env(
        "WAYBACK_MAX_ATTEMPTS", 5, "Attempts after which a page is given up", ge=1, le=100
    )
    timeout_s: float = env(
        "WAYBACK_TIMEOUT_SECONDS", 60.0, "Deadline of one request to it", gt=0, le=600
    )

    @property
    def is_on(self) -> bool:
        """A policy or a key is set."""
        keys = (self.access_key, self.secret_key)
        return self.save != "off" or any(key.get_secret_value() for key in keys)


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


class BackupSettings(Section):
    """Copies of the ledger, of its secret and of its configuration."""

    every_hours: float = env(
        "BACKUP_EVERY_HOURS",
        24.0,
        "Hours between two backups that `up` makes by itself; 0 = none",
        ge=0,
        le=8760,
    )
    on_shutdown: bool = env(
        "BACKUP_ON_SHUTDOWN", True, "One more when `up` ends, where it can be made in 10 seconds"
    )
    to_store: bool = env(
        "BACKUP_TO_STORE", True, "Backups go to the object store, below BACKUP_PREFIX"
    )
    path: PathText = env("BACKUP_PATH", "", "A folder to which they go (too); empty for none")
    prefix: str = env(
        "BACKUP_PREFIX", "db-backups/", "Prefix of their keys in the store", pattern=KEY_FOLDERS
    )
    keep_days: int = env(
        "BACKUP_KEEP_DAYS",
        7,
        "The newest of so many days is kept; of all three 0 = all are kept",
        ge=0,
        le=3660,
    )
    keep_weeks: int = env(
        "BACKUP_KEEP_WEEKS", 4, "The newest of so many weeks is kept", ge=0, le=520
    )
    keep_months: int = env(
        "BACKUP_KEEP_MONTHS", 6, "The newest of so many months is kept", ge=0, le=120
    )
    rehearse_days: float = env(
        "BACKUP_REHEARSE_DAYS",
        7.0,
        "Days between two rehearsals: the newest backup is brought back, in a place of its own; "
        "0 = none",
        ge=0,
        le=366,
    )
    pg_programs: PathText = env(
        "BACKUP_PG_PROGRAMS", "", "Folder of pg_dump and pg_restore; empty to look for them"
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
