"""The index of public copies that are due, for ledgers whose index had another condition."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    is_open = sa.text("next_at IS NOT NULL")
    op.drop_index("ix_public_copies_open", "public_copies", if_exists=True)
    op.create_index(
        "ix_public_copies_open",
        "public_copies",
        ["next_at", "article_uuid"],
        sqlite_where=is_open,
        postgresql_where=is_open,
    )
