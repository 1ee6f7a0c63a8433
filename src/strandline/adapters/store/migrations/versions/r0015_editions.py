"""Editions have states and what editors did to them; readers a rhythm and sections of their own."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")


def upgrade() -> None:
    """Forward; there is no way back but a backup. Editions of old were sent."""
    for column in _of_editions():
        op.add_column("digests", column)
    where = sa.text("state <> 'sent'")
    op.create_index(
        "ix_digests_open",
        "digests",
        ["state", "created_at"],
        sqlite_where=where,
        postgresql_where=where,
    )
    for column in (
        sa.Column("source_title", sa.Text()),
        sa.Column("source_summary", sa.Text()),
        sa.Column("is_pinned", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("has_picture", sa.Boolean(), nullable=False, server_default=sa.true()),
    ):
        op.add_column("digest_items", column)
    op.add_column("digest_drops", _text("title"))
    op.add_column("digest_drops", _text("source_name"))
    for column in _of_readers():
        op.add_column("reader_settings", column)
    op.create_table(
        "edition_acts",
        sa.Column("digest_id", KEY, primary_key=True, nullable=False),
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("made_by", sa.Text(), nullable=False),
        sa.Column("made_at", TIME, nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("undone_by", sa.Text(), nullable=False),
        sa.Column("undone_at", TIME),
        sa.Column("undone_version", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["digest_id"], ["digests.digest_id"], ondelete="CASCADE"),
    )


def _of_editions() -> list[sa.Column[Any]]:
    return [
        _text("state", "sent"),
        sa.Column("version", sa.BigInteger(), nullable=False, server_default="1"),
        *(_text(name) for name in ("reason", "note", "introduction", "closing")),
        sa.Column("section_names", sa.Text(), nullable=False, server_default="{}"),
        *(sa.Column(name, TIME) for name in ("send_at", "published_at", "corrected_at")),
    ]


def _of_readers() -> list[sa.Column[Any]]:
    return [
        _json("days", "[0, 1, 2, 3, 4, 5, 6]"),
        *(_text(name) for name in ("at", "timezone", "subject")),
        *(_json(name, "[]") for name in ("sections", "muted_words", "muted_sources")),
        sa.Column("least_items", sa.BigInteger(), nullable=False, server_default="1"),
        sa.Column("has_pictures", sa.Boolean(), nullable=False, server_default=sa.true()),
    ]


def _text(name: str, default: str = "") -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)


def _json(name: str, default: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Text(), nullable=False, server_default=default)
