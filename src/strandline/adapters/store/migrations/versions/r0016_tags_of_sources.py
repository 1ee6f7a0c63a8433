"""Sources have tags and may be retired; they are found by categories and tags, listed by name."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")

#: A longer category is found by nobody, until its source is saved again.
LONGEST = 200

INSERT = (
    "INSERT INTO source_words (kind, key, source_uuid, word)"
    " VALUES ('category', :key, :source_uuid, :word) ON CONFLICT DO NOTHING"
)


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.add_column("sources", sa.Column("tags", sa.Text(), nullable=False, server_default="[]"))
    op.add_column("sources", sa.Column("retired_at", TIME, nullable=True))
    op.create_index(
        "ix_sources_name", "sources", [sa.text("lower(substr(name, 1, 60))"), "source_uuid"]
    )
    op.create_table(
        "source_words",
        sa.Column("kind", KEY, nullable=False),
        sa.Column("key", KEY, nullable=False),
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "key", "source_uuid"),
        sa.ForeignKeyConstraint(["source_uuid"], ["sources.source_uuid"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_source_words_source", "source_words", ["source_uuid"])
    in_trouble = sa.text("state NOT IN ('ok', 'new')")
    op.create_index(
        "ix_source_health_trouble",
        "source_health",
        ["source_uuid"],
        sqlite_where=in_trouble,
        postgresql_where=in_trouble,
    )
    connection = op.get_bind()
    for source_uuid, categories in connection.execute(
        sa.text("SELECT source_uuid, categories FROM sources WHERE categories <> '[]'")
    ).all():
        words = json.loads(categories) if isinstance(categories, str) else categories
        for word in words:
            if len(word) <= LONGEST:
                values = {"key": word.strip().casefold(), "source_uuid": source_uuid, "word": word}
                connection.execute(sa.text(INSERT), values)
