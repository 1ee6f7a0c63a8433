"""Mails that came in."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "received_mails",
        sa.Column("mail_id", KEY, nullable=False, primary_key=True),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("kind", KEY, nullable=False),
        sa.Column("subscriber_id", KEY, nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("beginning", sa.Text(), nullable=False),
    )
    op.create_index("ix_received_mails_kind", "received_mails", ["kind", "received_at"])
    op.create_index("ix_received_mails_time", "received_mails", ["received_at"])
