"""Mentions keep of which site their source is: its feed may lie elsewhere."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    home = sa.Column("home", sa.Text(), nullable=False, server_default="")
    op.add_column("article_sources", home)
