"""Public copies of links."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "public_copies",
        sa.Column("article_uuid", KEY, primary_key=True, nullable=False),
        sa.Column("state", KEY, nullable=False),
        sa.Column("planned_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("next_at", TIME, nullable=True),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("asked_at", TIME, nullable=True),
        sa.Column("job_id", sa.Text(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("memento_url", sa.Text(), nullable=False),
        sa.Column("memento_at", TIME, nullable=True),
        sa.Column("is_by_hand", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index(
        "ix_public_copies_state", "public_copies", ["state", "changed_at", "article_uuid"]
    )
    op.create_index("ix_public_copies_asked", "public_copies", ["asked_at"])
    is_open = sa.text("next_at IS NOT NULL")
    op.create_index(
        "ix_public_copies_open",
        "public_copies",
        ["next_at", "article_uuid"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
    op.create_index("ix_link_health_kept", "link_health", ["kept_at", "article_uuid"])
