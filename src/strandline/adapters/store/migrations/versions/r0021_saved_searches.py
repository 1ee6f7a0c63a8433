"""Searches that people keep, each with a feed of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "saved_searches",
        sa.Column("search_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("account_id", KEY, nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("params", sa.Text(), nullable=False),
        sa.Column("secret", KEY, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("search_id"),
        sa.UniqueConstraint("secret", name="uq_saved_searches_secret"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.account_id"], ondelete="CASCADE"),
    )
    op.create_index("ix_saved_searches_account", "saved_searches", ["account_id", "search_id"])
