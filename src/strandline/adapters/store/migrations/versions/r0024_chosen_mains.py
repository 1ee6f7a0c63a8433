"""Articles that a person made the main one of their story."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "chosen_mains",
        sa.Column("article_uuid", KEY, primary_key=True, nullable=False),
        sa.Column("chosen_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
