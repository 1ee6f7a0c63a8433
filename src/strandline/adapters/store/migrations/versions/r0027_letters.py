"""Mails of newsletters that wait to be read, and those that ask a person for something."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "letters",
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("letter_key", KEY, nullable=False),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("sender", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("asks", sa.Text(), nullable=False),
        sa.Column("read_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("source_uuid", "letter_key"),
        sa.ForeignKeyConstraint(["source_uuid"], ["sources.source_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_letters_received", "letters", ["received_at"])
    for name, condition in (("waiting", "read_at IS NULL"), ("asks", "asks <> ''")):
        where = sa.text(condition)
        op.create_index(
            f"ix_letters_{name}",
            "letters",
            ["source_uuid", "received_at"],
            sqlite_where=where,
            postgresql_where=where,
        )
