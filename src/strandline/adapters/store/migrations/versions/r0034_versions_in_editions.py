"""Copies of what an edition shows, as they were when it went out."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.add_column("digests", sa.Column("versions", sa.Text(), nullable=False, server_default="{}"))
