"""Writes of programs by the key that each gave, with their answers."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "sent_writes",
        sa.Column("write_key", KEY, primary_key=True),
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("sent_at", TIME, nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
    )
    op.create_index("ix_sent_writes_time", "sent_writes", ["sent_at"])
