"""Links of forums, by topic and post."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    for name, table, column in (
        ("ix_posts_topic", "posts", "topic_url"),
        ("ix_article_sources_post", "article_sources", "post_id"),
    ):
        where = sa.text(f"{column} IS NOT NULL")
        op.create_index(name, table, [column], sqlite_where=where, postgresql_where=where)
