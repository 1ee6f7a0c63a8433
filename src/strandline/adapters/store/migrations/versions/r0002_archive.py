"""The archive: queue, artifacts, metadata, full-text index; and newest articles of a language."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

FTS = {
    "sqlite": (
        """
        CREATE VIRTUAL TABLE article_text_fts USING fts5(
            article_uuid UNINDEXED, title, url, domain, extracted_text, extras,
            tokenize = "unicode61 remove_diacritics 2 categories 'L* M* N* Co Cn'"
        )
        """,
    ),
    "postgresql": (
        """
        CREATE TABLE article_text_fts (
            position BIGINT PRIMARY KEY
                REFERENCES archive_documents (position) ON UPDATE CASCADE ON DELETE CASCADE,
            article_uuid TEXT COLLATE "C" NOT NULL,
            title TEXT NOT NULL,
            url TEXT NOT NULL,
            domain TEXT NOT NULL,
            extracted_text TEXT NOT NULL,
            terms TSVECTOR NOT NULL
        )
        """,
        """
        CREATE INDEX ix_article_text_fts_terms ON article_text_fts USING gin (terms)
        WITH (fastupdate = off)
        """,
    ),
}


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_index(
        "ix_articles_language",
        "articles",
        ["language", "article_detected_utc_iso", "article_uuid"],
        **_where("language IS NOT NULL"),
    )
    _queue()
    _kept()
    _found()


def _where(condition: str) -> dict[str, Any]:
    """A partial index on both databases."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _queue() -> None:
    op.create_table(
        "archive_jobs",
        sa.Column("job_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("domain", KEY, nullable=False),
        sa.Column("enqueued_at", TIME, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("priority", sa.BigInteger(), nullable=False),
        sa.Column("not_before", TIME, nullable=True),
        sa.Column("last_error", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("finished_at", TIME, nullable=True),
        sa.Column("lease_owner", KEY, nullable=True),
        sa.Column("lease_until", TIME, nullable=True),
        sa.Column("claimed_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("job_id"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_archive_jobs_article", "archive_jobs", ["article_uuid", "job_id"])
    op.create_index("ix_archive_jobs_status", "archive_jobs", ["status", "job_id"])
    op.create_index(
        "ix_archive_jobs_queued",
        "archive_jobs",
        [sa.text("priority DESC"), "enqueued_at", "job_id", "domain", "not_before"],
        **_where("status = 'queued'"),
    )
    op.create_index(
        "ix_archive_jobs_running", "archive_jobs", ["domain"], **_where("status = 'running'")
    )
    op.create_index(
        "uq_archive_jobs_open",
        "archive_jobs",
        ["article_uuid"],
        unique=True,
        **_where("status IN ('queued', 'running')"),
    )
    op.create_table(
        "archive_attempts",
        sa.Column("attempt_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("started_at", TIME, nullable=False),
        sa.Column("ended_at", TIME, nullable=False),
        sa.Column("reports", sa.Text(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("attempt_id"),
        sa.ForeignKeyConstraint(["job_id"], ["archive_jobs.job_id"], ondelete="CASCADE"),
    )
    op.create_index("ix_archive_attempts_job", "archive_attempts", ["job_id", "attempt_id"])


def _kept() -> None:
    op.create_table(
        "archive_artifacts",
        sa.Column("artifact_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("key", KEY, nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("original_name", sa.Text(), nullable=False),
        sa.Column("capture_outcome", sa.Text(), nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("artifact_id"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["job_id"], ["archive_jobs.job_id"], ondelete="CASCADE"),
    )
    op.create_index("ix_archive_artifacts_article", "archive_artifacts", ["article_uuid", "kind"])
    op.create_index("ix_archive_artifacts_job", "archive_artifacts", ["job_id"])
    op.create_index("ix_archive_artifacts_key", "archive_artifacts", ["key"])
    op.create_table(
        "link_metadata",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("published_at", TIME, nullable=True),
        sa.Column("site_name", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("final_url", sa.Text(), nullable=False),
        sa.Column("http_status", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("article_uuid"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_table(
        "archive_texts",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("extracted_text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("article_uuid"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )


def _found() -> None:
    op.create_table(
        "archive_documents",
        sa.Column("position", ROW_ID, autoincrement=False, nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("listed_at", TIME, nullable=False),
        sa.Column("domain", KEY, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("is_member", sa.Boolean(), nullable=False),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("has_video", sa.Boolean(), nullable=False),
        sa.Column("checksum", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("position"),
        sa.UniqueConstraint("article_uuid", name="uq_archive_documents_article"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    documents = "archive_documents"
    op.create_index("ix_archive_documents_domain", documents, ["domain", "position"])
    op.create_index("ix_archive_documents_status", documents, ["status", "position"])
    op.create_index("ix_archive_documents_members", documents, ["position"], **_where("is_member"))
    op.create_index("ix_archive_documents_videos", documents, ["position"], **_where("has_video"))
    for statement in FTS[op.get_bind().dialect.name]:
        op.execute(sa.text(statement.strip()))
