"""Which mail of a mailbox was read last."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "mailbox_places",
        sa.Column("name", KEY, nullable=False, primary_key=True),
        sa.Column("validity", sa.BigInteger(), nullable=False),
        sa.Column("uid", sa.BigInteger(), nullable=False),
    )
