"""Pages that are struck on request, and jobs that kept a page without all of its copies."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
INCOMPLETE = sa.text("status = 'succeeded' AND failure <> ''")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "takedowns",
        sa.Column("article_uuid", KEY, primary_key=True, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("struck_by", sa.Text(), nullable=False),
        sa.Column("struck_at", TIME, nullable=False),
        sa.Column("erase_at", TIME, nullable=True),
        sa.Column("erased_at", TIME, nullable=True),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_takedowns_newest", "takedowns", ["struck_at", "article_uuid"])
    op.execute(
        "UPDATE archive_jobs SET failure = 'incomplete' "
        "WHERE status = 'succeeded' AND last_error <> ''"
    )
    op.create_index(
        "ix_archive_jobs_incomplete",
        "archive_jobs",
        ["failure", "job_id"],
        sqlite_where=INCOMPLETE,
        postgresql_where=INCOMPLETE,
    )
