"""Editions and the mails that carry them."""

from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from strandline.settings.declaring import (
    MAILBOX,
    ONE_LINE,
    WEB_ADDRESS,
    PathText,
    Section,
    Words,
    env,
)


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
    pictures: Literal["none", "linked", "attached"] = env(
        "MAIL_PICTURES",
        "none",
        "Pictures of items in mails: none, from the page's own address, or attached; those that "
        "PICTURES shows",
    )
    bounce_domain: str = env(
        "BOUNCE_DOMAIN", "", "Domain to which mails come back; that of MAIL_FROM where empty"
    )
    newsletter_address: str = env(
        "NEWSLETTER_ADDRESS",
        "",
        "Mailbox whose tagged addresses (name+tag@) newsletters are sent to; letter@ at "
        "BOUNCE_DOMAIN where empty",
        pattern=MAILBOX,
    )
    smtp_host: str = env("SMTP_HOST", "127.0.0.1", "Mail server")
    smtp_port: int = env("SMTP_PORT", 587, "Its port", ge=1, le=65535)
    smtp_security: Literal["starttls", "tls", "none"] = env(
        "SMTP_SECURITY", "starttls", "How the connection is kept secret; none is for this machine"
    )
    smtp_user: str = env("SMTP_USER", "", "Name to log in with; empty for no log-in")
    smtp_password: SecretStr = env("SMTP_PASSWORD", "", "Its password")
    smtp_hello: str = env("SMTP_HELLO", "", "Name given to the server; this machine's where empty")
    smtp_ca_file: PathText = env(
        "SMTP_CA_FILE", "", "File with the certificates to trust, for a server of one's own"
    )
    smtp_timeout_s: float = env(
        "SMTP_TIMEOUT_SECONDS", 60.0, "Longest wait for an answer", gt=0, le=600
    )
    imap_host: str = env(
        "IMAP_HOST", "", "Server whose folder holds mails that came in; none by default"
    )
    imap_port: int = env("IMAP_PORT", 993, "Its port", ge=1, le=65535)
    imap_security: Literal["tls", "starttls", "none"] = env(
        "IMAP_SECURITY", "tls", "How the connection is kept secret; none is for this machine"
    )
    imap_user: str = env("IMAP_USER", "", "Name to log in with")
    imap_password: SecretStr = env("IMAP_PASSWORD", "", "Its password")
    imap_folder: str = env(
        "IMAP_FOLDER", "INBOX", "Folder that is read; give it to Strandline alone", pattern=ONE_LINE
    )
    imap_done: Literal["flag", "move"] = env(
        "IMAP_DONE", "flag", "What becomes of a mail that was read: it is marked, or moved away"
    )
    imap_done_folder: str = env(
        "IMAP_DONE_FOLDER", "Strandline", "Where they are moved to", pattern=ONE_LINE
    )
    imap_ca_file: PathText = env(
        "IMAP_CA_FILE", "", "File with the certificates to trust, for a server of one's own"
    )
    imap_timeout_s: float = env(
        "IMAP_TIMEOUT_SECONDS", 60.0, "Longest wait for an answer", gt=0, le=600
    )
    sendmail: Path = env("SENDMAIL", "/usr/sbin/sendmail", "Program that takes mails")
    folder: Path = env("MAIL_FOLDER", "data/mail", "Folder for .eml files")
    dkim_selector: str = env(
        "DKIM_SELECTOR",
        "",
        "Selector with which the relay signs, for doctor to look at",
        pattern=r"^[A-Za-z0-9._-]{0,100}$",
    )
    dns_server: str = env(
        "DNS_SERVER",
        "",
        "Address of the name server that doctor asks, with :port; the system's where empty",
        pattern=r"^[0-9A-Fa-f:.\[\]]{0,60}$",
    )
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
    keep_sends_days: int = env(
        "KEEP_SENDS_DAYS",
        0,
        "Days after which it is forgotten who was sent an edition; 0 keeps all",
        ge=0,
        le=36_500,
    )
    keep_received_days: int = env(
        "KEEP_RECEIVED_DAYS",
        90,
        "Days for which mails that came in are kept; 0 keeps all",
        ge=0,
        le=36_500,
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
