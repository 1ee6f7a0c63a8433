"""How backups and their rehearsals last ended."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "upkeep",
        sa.Column("name", KEY, nullable=False, primary_key=True),
        sa.Column("ran_at", TIME, nullable=False),
        sa.Column("ok_at", TIME, nullable=True),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("since", TIME, nullable=True),
    )
