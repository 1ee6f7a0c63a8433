"""Mentions keep all that a source says of an article, and what it said before."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    for column in (
        sa.Column("date_trust", sa.Text(), nullable=False, server_default="none"),
        sa.Column("is_change_time", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("content_type", sa.Text(), nullable=True),
        sa.Column("earlier", sa.Text(), nullable=False, server_default="[]"),
    ):
        op.add_column("article_sources", column)
    # Links in posts have no title of their own; their times are those of the posts.
    op.execute(
        sa.text(
            "UPDATE article_sources SET content_type = 'link' WHERE title = '' AND source_uuid IN "
            "(SELECT source_uuid FROM sources WHERE kind = 'discourse' OR content_type = 'forum')"
        )
    )
    # What was kept of an article's kind and language was told by the source that it came from.
    op.execute(
        sa.text(
            "UPDATE article_sources SET (language, content_type, date_trust) = "
            "(SELECT a.language, a.content_type, a.date_trust FROM articles a "
            "WHERE a.article_uuid = article_sources.article_id) "
            "WHERE content_type IS NULL AND EXISTS (SELECT 1 FROM articles a "
            "WHERE a.article_uuid = article_sources.article_id "
            "AND a.source_uuid = article_sources.source_uuid)"
        )
    )
