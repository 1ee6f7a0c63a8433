"""Bodies that records of several articles refer to, and who holds or uses which."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "shared_payloads",
        sa.Column("digest", KEY, primary_key=True, nullable=False),
        sa.Column("key", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("record_id", sa.Text(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("asked_at", TIME, nullable=False),
    )
    op.create_index("ix_shared_payloads_key", "shared_payloads", ["key"])
    op.create_table(
        "payload_uses",
        sa.Column("digest", KEY, primary_key=True, nullable=False),
        sa.Column("article_uuid", KEY, primary_key=True, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("begins", sa.BigInteger(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_payload_uses_article", "payload_uses", ["article_uuid"])
