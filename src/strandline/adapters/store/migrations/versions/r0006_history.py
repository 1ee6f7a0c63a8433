"""Editions: which article a row of the history stands for; who gets places that stay free."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

#: What an edition showed says it; rows that were imported have none, and go on blocking by key.
FILL = """
UPDATE article_history SET article_uuid = (
    SELECT i.article_uuid FROM digest_items i
    WHERE i.digest_id = article_history.digest_id AND i.url = article_history.url
    ORDER BY i.position LIMIT 1)
WHERE digest_id IS NOT NULL
""".strip()


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.add_column(
        "reader_settings",
        sa.Column("fill_free_places", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.add_column("article_history", sa.Column("article_uuid", KEY, nullable=True))
    op.execute(sa.text(FILL))
    op.create_index("ix_article_history_article", "article_history", ["article_uuid", "user_id"])
