"""Delivery: subscribers, suppressed addresses, sendings and their rows."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    _people()
    _rows()


def _people() -> None:
    op.create_table(
        "subscribers",
        _key("subscriber_id", primary_key=True),
        _text("email"),
        _key("address"),
        _key("domain"),
        _key("reader_id"),
        _key("state"),
        _text("language", nullable=True),
        _number("least_days"),
        _text("categories"),
        _text("proof"),
        _number("bounces"),
        _time("created_at"),
        _time("changed_at", nullable=True),
        _time("mailed_at", nullable=True),
        sa.ForeignKeyConstraint(["reader_id"], ["readers.reader_id"], ondelete="CASCADE"),
    )
    op.create_index("ix_subscribers_address", "subscribers", ["address", "reader_id"], unique=True)
    op.create_index("ix_subscribers_list", "subscribers", ["reader_id", "state", "subscriber_id"])
    op.create_table(
        "suppressions",
        _key("address", primary_key=True),
        _key("reader_id", primary_key=True),
        _text("reason"),
        _time("since"),
        _text("detail"),
    )


def _rows() -> None:
    op.create_table(
        "sendings",
        _key("digest_id", primary_key=True),
        _key("state"),
        _text("way"),
        _text("said"),
        _time("planned_at"),
        _time("touched_at"),
    )
    op.create_index("ix_sendings_planned", "sendings", ["planned_at"])
    op.create_table(
        "deliveries",
        _key("digest_id", primary_key=True),
        _key("subscriber_id", primary_key=True),
        _text("email"),
        _key("domain"),
        _key("state"),
        _text("language", nullable=True),
        _text("categories"),
        _number("attempts"),
        _time("not_before", nullable=True),
        _text("said"),
        _time("changed_at"),
        sa.Column("lease_owner", KEY),
        _time("lease_until", nullable=True),
        sa.Column("is_handed_over", sa.Boolean(), nullable=False),
    )
    op.create_index("ix_deliveries_subscriber", "deliveries", ["subscriber_id", "changed_at"])
    op.create_index("ix_deliveries_state", "deliveries", ["digest_id", "state", "subscriber_id"])
    _partial(
        "ix_deliveries_waiting",
        "state IN ('planned', 'deferred')",
        ["digest_id", "not_before", "subscriber_id"],
    )
    _partial("ix_deliveries_sending", "state = 'sending'", ["lease_until"])


def _partial(name: str, condition: str, columns: list[str]) -> None:
    where = sa.text(condition)
    op.create_index(name, "deliveries", columns, sqlite_where=where, postgresql_where=where)


def _key(name: str, *, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(name, KEY, nullable=False, primary_key=primary_key)


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=nullable)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=False)


def _time(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, TIME, nullable=nullable)
