"""Threads: stories in order of time, and by what they are found.

Old verdicts say of relations what old rules knew; the next matching of the history fills the table.
"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "story_threads",
        sa.Column("story_id", KEY, nullable=False),
        sa.Column("story_time", TIME, nullable=False),
        sa.Column("run_id", KEY, nullable=False),
        sa.Column("thread_id", KEY, nullable=False),
        sa.PrimaryKeyConstraint("story_id"),
        sa.ForeignKeyConstraint(["story_id"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    for name, *columns in (
        ("run", "run_id", "story_time"),
        ("thread", "thread_id", "story_time", "story_id"),
        ("newest", "story_time", "story_id"),
    ):
        op.create_index(f"ix_story_threads_{name}", "story_threads", columns)
    linking = sa.text("is_current AND relation IN ('related', 'update')")
    ruled = sa.text("is_current AND decision IN ('update', 'unrelated')")
    for name, table, columns, where in (
        ("ix_verdicts_linking_a", "verdicts", ["article_a", "article_b"], linking),
        ("ix_verdicts_linking_b", "verdicts", ["article_b", "article_a"], linking),
        ("ix_rulings_threads", "rulings", ["article_a", "article_b"], ruled),
    ):
        op.create_index(name, table, columns, sqlite_where=where, postgresql_where=where)
