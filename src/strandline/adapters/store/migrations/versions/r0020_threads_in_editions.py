"""Readers mute running stories, and may have their items next to each other."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.add_column(
        "reader_settings",
        sa.Column("muted_threads", sa.Text(), nullable=False, server_default="[]"),
    )
    op.add_column(
        "reader_settings",
        sa.Column("threads_together", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column("digest_items", sa.Column("thread_id", KEY, nullable=False, server_default=""))
