"""Pictures of articles, icons of sources, small copies of screenshots."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")

#: Tables that learn where pictures are, and the columns.
NAMED = {
    "article_sources": ("image_url", "image_alt"),
    "article_texts": ("image_alt",),
    "source_health": ("icon_url",),
}


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    for table, names in NAMED.items():
        for name in names:
            op.add_column(table, sa.Column(name, sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "picture_files",
        sa.Column("checksum", KEY, nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("width", sa.BigInteger(), nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("checksum"),
    )
    _tries("article_pictures", "article_uuid", "articles")
    _tries("source_icons", "source_uuid", "sources")
    op.add_column("archive_artifacts", sa.Column("thumb", KEY, nullable=False, server_default=""))
    for name, condition in (
        ("ix_archive_artifacts_unthumbed", "kind = 'screenshot' AND is_current AND thumb = ''"),
        ("ix_archive_artifacts_thumb", "thumb <> ''"),
    ):
        column = "thumb" if name.endswith("_thumb") else "artifact_id"
        where = sa.text(condition)
        op.create_index(
            name, "archive_artifacts", [column], sqlite_where=where, postgresql_where=where
        )


def _tries(name: str, subject: str, of: str) -> None:
    op.create_table(
        name,
        sa.Column(subject, KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("alt", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("tried_at", TIME, nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("checksum", KEY, nullable=True),
        sa.PrimaryKeyConstraint(subject),
        sa.ForeignKeyConstraint([subject], [f"{of}.{subject}"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["checksum"], ["picture_files.checksum"], name=f"fk_{name}_file"),
    )
    where = sa.text("checksum IS NOT NULL")
    op.create_index(
        f"ix_{name}_file", name, ["checksum"], sqlite_where=where, postgresql_where=where
    )
