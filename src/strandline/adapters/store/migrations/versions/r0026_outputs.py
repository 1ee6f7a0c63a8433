"""Other ways out for editions than mail, and what became of each edition there."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "outputs",
        sa.Column("name", KEY, primary_key=True, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("is_held", sa.Boolean(), nullable=False),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("failures", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "output_deliveries",
        sa.Column("output", KEY, primary_key=True, nullable=False),
        sa.Column("digest_id", KEY, primary_key=True, nullable=False),
        sa.Column("state", KEY, nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("not_before", TIME, nullable=True),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("remote_id", sa.Text(), nullable=False),
        sa.Column("planned_at", TIME, nullable=False),
        sa.Column("changed_at", TIME, nullable=False),
        sa.Column("doubt_since", TIME, nullable=True),
        sa.Column("lease_owner", KEY, nullable=True),
        sa.Column("lease_until", TIME, nullable=True),
    )
    table = "output_deliveries"
    op.create_index("ix_output_deliveries_log", table, ["changed_at", "output", "digest_id"])
    op.create_index("ix_output_deliveries_output", table, ["output", "changed_at", "digest_id"])
    op.create_index("ix_output_deliveries_edition", table, ["digest_id", "output"])
    where = sa.text("state <> 'done'")
    op.create_index(
        "ix_output_deliveries_open",
        table,
        ["state", "output", "planned_at"],
        sqlite_where=where,
        postgresql_where=where,
    )
