"""Tables of accounts, of what signs them in, and the audit. Private, all of them."""

import sqlalchemy as sa

from strandline.adapters.store.columns import belongs_to, json, key, number, row_id, text, time
from strandline.adapters.store.schema import metadata

_ACCOUNT = "accounts.account_id"

accounts = sa.Table(
    "accounts",
    metadata,
    key("account_id", primary_key=True),
    key("login"),
    text("name"),
    text("role"),
    text("password_hash", nullable=True),
    key("reader_id", nullable=True),
    key("subject", nullable=True),
    time("created_at"),
    time("last_seen_at", nullable=True),
    sa.UniqueConstraint("login", name="uq_accounts_login"),
    sa.UniqueConstraint("subject", name="uq_accounts_subject"),
)

sessions = sa.Table(
    "sessions",
    metadata,
    key("session_id", primary_key=True),
    key("account_id"),
    key("secret_hash"),
    time("created_at"),
    time("last_seen_at"),
    time("ends_at"),
    text("address"),
    text("agent"),
    belongs_to("account_id", _ACCOUNT),
    sa.UniqueConstraint("secret_hash", name="uq_sessions_secret"),
    sa.Index("ix_sessions_account", "account_id"),
    sa.Index("ix_sessions_end", "ends_at"),
)

tokens = sa.Table(
    "tokens",
    metadata,
    key("token_id", primary_key=True),
    key("account_id"),
    text("name"),
    key("secret_hash"),
    json("scope"),
    time("created_at"),
    time("ends_at"),
    time("last_used_at", nullable=True),
    belongs_to("account_id", _ACCOUNT),
    sa.UniqueConstraint("secret_hash", name="uq_tokens_secret"),
    sa.Index("ix_tokens_account", "account_id"),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    key("credential_id", primary_key=True),
    key("account_id"),
    text("name"),
    text("public_key"),
    number("sign_count"),
    time("created_at"),
    time("last_used_at", nullable=True),
    belongs_to("account_id", _ACCOUNT),
    sa.Index("ix_passkeys_account", "account_id"),
)

#: Links and challenges, each good for one use.
one_times = sa.Table(
    "one_times",
    metadata,
    key("secret_hash", primary_key=True),
    key("purpose"),
    key("account_id", nullable=True),
    json("payload"),
    time("ends_at"),
    belongs_to("account_id", _ACCOUNT),
    sa.Index("ix_one_times_end", "ends_at"),
)

#: Forms that were sent: the same one twice does nothing twice.
sent_forms = sa.Table(
    "sent_forms",
    metadata,
    key("form_id", primary_key=True),
    time("sent_at"),
    text("led_to"),
    sa.Index("ix_sent_forms_time", "sent_at"),
)

#: Writes of programs, by the key that each gave: the same one twice does nothing twice.
sent_writes = sa.Table(
    "sent_writes",
    metadata,
    key("write_key", primary_key=True),
    text("fingerprint"),
    time("sent_at"),
    number("status"),
    text("media_type"),
    text("body"),
    sa.Index("ix_sent_writes_time", "sent_at"),
)

login_failures = sa.Table(
    "login_failures",
    metadata,
    row_id("failure_id"),
    key("login"),
    key("address"),
    time("failed_at"),
    sa.Index("ix_login_failures_login", "login", "failed_at"),
    sa.Index("ix_login_failures_address", "address", "failed_at"),
    sa.Index("ix_login_failures_time", "failed_at"),
)

#: What people changed. Names are kept as they were then: accounts come and go.
audit = sa.Table(
    "audit",
    metadata,
    row_id("entry_id"),
    time("at"),
    key("actor_id"),
    key("actor_name"),
    text("actor_role"),
    text("via"),
    key("area"),
    key("what"),
    key("subject"),
    json("before"),
    json("after"),
    sa.Index("ix_audit_actor", "actor_name", "entry_id"),
    sa.Index("ix_audit_area", "area", "entry_id"),
    sa.Index("ix_audit_what", "what", "entry_id"),
    sa.Index("ix_audit_subject", "subject", "entry_id"),
    sa.Index("ix_audit_time", "at"),
)

saved_searches = sa.Table(
    "saved_searches",
    metadata,
    row_id("search_id"),
    key("account_id", nullable=True),
    text("name"),
    json("params"),
    key("secret"),
    time("created_at"),
    sa.UniqueConstraint("secret", name="uq_saved_searches_secret"),
    belongs_to("account_id", _ACCOUNT),
    sa.Index("ix_saved_searches_account", "account_id", "search_id"),
)
