"""Accounts, what signs them in, what was sent and tried, and the audit."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _key(name: str, *, nullable: bool = False, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, KEY, nullable=nullable, primary_key=primary_key)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _time(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, TIME, nullable=nullable)


def _row_id(name: str) -> sa.Column[int]:
    return sa.Column(name, ROW_ID, primary_key=True, autoincrement=True)


def _of_account() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["account_id"], ["accounts.account_id"], ondelete="CASCADE")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "accounts",
        _key("account_id", primary_key=True),
        _key("login"),
        _text("name"),
        _text("role"),
        _text("password_hash", nullable=True),
        _key("reader_id", nullable=True),
        _key("subject", nullable=True),
        _time("created_at"),
        _time("last_seen_at", nullable=True),
        sa.UniqueConstraint("login", name="uq_accounts_login"),
        sa.UniqueConstraint("subject", name="uq_accounts_subject"),
    )
    _sign_in()
    _doors()
    op.create_table(
        "audit",
        _row_id("entry_id"),
        _time("at"),
        _key("actor_id"),
        _key("actor_name"),
        _text("actor_role"),
        _text("via"),
        _key("area"),
        _key("what"),
        _key("subject"),
        _text("before"),
        _text("after"),
    )
    op.create_index("ix_audit_actor", "audit", ["actor_name", "entry_id"])
    op.create_index("ix_audit_area", "audit", ["area", "entry_id"])
    op.create_index("ix_audit_what", "audit", ["what", "entry_id"])
    op.create_index("ix_audit_subject", "audit", ["subject", "entry_id"])
    op.create_index("ix_audit_time", "audit", ["at"])


def _sign_in() -> None:
    op.create_table(
        "sessions",
        _key("session_id", primary_key=True),
        _key("account_id"),
        _key("secret_hash"),
        _time("created_at"),
        _time("last_seen_at"),
        _time("ends_at"),
        _text("address"),
        _text("agent"),
        _of_account(),
        sa.UniqueConstraint("secret_hash", name="uq_sessions_secret"),
    )
    op.create_index("ix_sessions_account", "sessions", ["account_id"])
    op.create_index("ix_sessions_end", "sessions", ["ends_at"])
    op.create_table(
        "tokens",
        _key("token_id", primary_key=True),
        _key("account_id"),
        _text("name"),
        _key("secret_hash"),
        _text("scope"),
        _time("created_at"),
        _time("ends_at"),
        _time("last_used_at", nullable=True),
        _of_account(),
        sa.UniqueConstraint("secret_hash", name="uq_tokens_secret"),
    )
    op.create_index("ix_tokens_account", "tokens", ["account_id"])
    op.create_table(
        "passkeys",
        _key("credential_id", primary_key=True),
        _key("account_id"),
        _text("name"),
        _text("public_key"),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        _time("created_at"),
        _time("last_used_at", nullable=True),
        _of_account(),
    )
    op.create_index("ix_passkeys_account", "passkeys", ["account_id"])


def _doors() -> None:
    op.create_table(
        "one_times",
        _key("secret_hash", primary_key=True),
        _key("purpose"),
        _key("account_id", nullable=True),
        _text("payload"),
        _time("ends_at"),
        _of_account(),
    )
    op.create_index("ix_one_times_end", "one_times", ["ends_at"])
    op.create_table(
        "sent_forms", _key("form_id", primary_key=True), _time("sent_at"), _text("led_to")
    )
    op.create_index("ix_sent_forms_time", "sent_forms", ["sent_at"])
    op.create_table(
        "login_failures",
        _row_id("failure_id"),
        _key("login"),
        _key("address"),
        _time("failed_at"),
    )
    op.create_index("ix_login_failures_login", "login_failures", ["login", "failed_at"])
    op.create_index("ix_login_failures_address", "login_failures", ["address", "failed_at"])
    op.create_index("ix_login_failures_time", "login_failures", ["failed_at"])
