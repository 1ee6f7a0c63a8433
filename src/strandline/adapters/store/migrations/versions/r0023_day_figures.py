"""Figures by day, and the indexes by which a day is counted."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "day_figures",
        sa.Column("day", KEY, nullable=False),
        sa.Column("name", KEY, nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "name"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_archive_attempts_ended", "archive_attempts", ["ended_at"])
    where = sa.text("is_current AND answer = 'SAME'")
    op.create_index(
        "ix_verdicts_same",
        "verdicts",
        ["decided_at", "layer"],
        sqlite_where=where,
        postgresql_where=where,
    )
