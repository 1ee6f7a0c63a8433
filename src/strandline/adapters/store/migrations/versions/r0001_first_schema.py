"""The first schema: sources, the ledger, readers and their history, digests, clicks."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
UUID = sa.Text().with_variant(postgresql.UUID(as_uuid=False), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    _sources()
    _ledger()
    _readers()
    _digests()
    _counts()
    _views()


def _where(condition: str) -> dict[str, Any]:
    """A partial index on both databases."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _sources() -> None:
    op.create_table(
        "sources",
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("url", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("active", sa.Boolean(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("reputation", sa.Double(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("categories", sa.Text(), nullable=False),
        sa.Column("poll_interval_s", sa.Double(), nullable=False),
        sa.Column("timezone", sa.Text(), nullable=False),
        sa.Column("follow_replies", sa.Boolean(), nullable=False),
        sa.Column("items", sa.Text(), nullable=False),
        sa.Column("lease_owner", KEY, nullable=True),
        sa.Column("lease_until", TIME, nullable=True),
        sa.PrimaryKeyConstraint("source_uuid"),
        sa.UniqueConstraint("url", name="uq_sources_url"),
    )
    op.create_table(
        "source_health",
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("etag", sa.Text(), nullable=True),
        sa.Column("last_modified", sa.Text(), nullable=True),
        sa.Column("body_checksum", sa.Text(), nullable=True),
        sa.Column("last_polled_at", TIME, nullable=True),
        sa.Column("last_success_at", TIME, nullable=True),
        sa.Column("last_full_fetch_at", TIME, nullable=True),
        sa.Column("next_poll_at", TIME, nullable=True),
        sa.Column("failures", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", TIME, nullable=True),
        sa.Column("flags", sa.Text(), nullable=False),
        sa.Column("suggested_url", sa.Text(), nullable=True),
        sa.Column("moved_to", sa.Text(), nullable=True),
        sa.Column("moved_seen", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["source_uuid"], ["sources.source_uuid"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("source_uuid"),
    )
    op.create_table(
        "source_numbers",
        sa.Column("label", KEY, nullable=False),
        sa.Column("last_number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("label"),
    )


def _ledger() -> None:
    op.create_table(
        "articles",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("url_scraping_method", sa.Text(), nullable=False),
        sa.Column("source_url", sa.Text(), nullable=False),
        sa.Column("article_title", sa.Text(), nullable=True),
        sa.Column("article_url_original", sa.Text(), nullable=False),
        sa.Column("article_url_final", sa.Text(), nullable=False),
        sa.Column("url_original_to_final_match", sa.Boolean(), nullable=False),
        sa.Column("url_notes", sa.Text(), nullable=True),
        sa.Column("published_utc_iso", TIME, nullable=True),
        sa.Column("article_detected_utc_iso", TIME, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("url_key", KEY, nullable=False),
        sa.Column("rules_version", sa.Text(), nullable=False),
        sa.Column("domain", KEY, nullable=False),
        sa.Column("canonical_article_id", KEY, nullable=False),
        sa.Column("date_trust", sa.Text(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("url_status", sa.Text(), nullable=False),
        sa.Column("content_updated_at", TIME, nullable=True),
        sa.Column("versions", sa.BigInteger(), nullable=False),
        sa.Column("last_archived_at", TIME, nullable=True),
        sa.PrimaryKeyConstraint("article_uuid"),
        sa.UniqueConstraint("url_key", name="uq_articles_url_key"),
    )
    op.create_index(
        "ix_articles_detected", "articles", ["article_detected_utc_iso", "article_uuid"]
    )
    op.create_index(
        "ix_articles_dated",
        "articles",
        [sa.text("coalesce(published_utc_iso, article_detected_utc_iso)")],
    )
    op.create_index(
        "ix_articles_duplicates",
        "articles",
        ["canonical_article_id"],
        **_where("canonical_article_id <> article_uuid"),
    )
    op.create_index(
        "ix_articles_skills", "articles", ["article_uuid"], **_where("content_type = 'skill'")
    )
    op.create_index(
        "ix_articles_unsettled",
        "articles",
        ["url_status", "article_detected_utc_iso"],
        **_where("url_status <> 'settled'"),
    )
    op.create_table(
        "aliases",
        sa.Column("url_key", KEY, nullable=False),
        sa.Column("url_hash", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("first_seen_at", TIME, nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("url_key", "url_hash"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_aliases_article", "aliases", ["article_uuid"])
    op.create_table(
        "posts",
        sa.Column("post_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("item_key", KEY, nullable=False),
        sa.Column("guid", sa.Text(), nullable=True),
        sa.Column("post_url", sa.Text(), nullable=False),
        sa.Column("url_key", KEY, nullable=False),
        sa.Column("topic_url", sa.Text(), nullable=True),
        sa.Column("author_username", sa.Text(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("published_at", TIME, nullable=True),
        sa.Column("date_trust", sa.Text(), nullable=False),
        sa.Column("updated_at", TIME, nullable=True),
        sa.Column("content_html", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("versions", sa.BigInteger(), nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("article_uuid", KEY, nullable=True),
        sa.Column("first_seen_at", TIME, nullable=False),
        sa.Column("last_seen_at", TIME, nullable=False),
        sa.PrimaryKeyConstraint("post_id"),
        sa.UniqueConstraint("source_uuid", "item_key", name="uq_posts_source_item"),
        sa.ForeignKeyConstraint(
            ["article_uuid"],
            ["articles.article_uuid"],
            name="fk_posts_article",
            ondelete="SET NULL",
        ),
    )
    op.create_index(
        "ix_posts_article", "posts", ["article_uuid"], **_where("article_uuid IS NOT NULL")
    )
    op.create_index("ix_posts_url_key", "posts", ["url_key"], **_where("url_key <> ''"))
    op.create_table(
        "article_sources",
        sa.Column("mention_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_id", KEY, nullable=False),
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("source_url", KEY, nullable=False),
        sa.Column("url_original", sa.Text(), nullable=False),
        sa.Column("post_id", sa.BigInteger(), nullable=True),
        sa.Column("in_quote", sa.Boolean(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("context_snippet", sa.Text(), nullable=False),
        sa.Column("discussion_url", sa.Text(), nullable=True),
        sa.Column("published_at", TIME, nullable=True),
        sa.Column("inserted_at", TIME, nullable=False),
        sa.Column("verdict_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("mention_id"),
        sa.UniqueConstraint("article_id", "source_url", name="uq_article_sources_article_source"),
        sa.ForeignKeyConstraint(["article_id"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_article_sources_source", "article_sources", ["source_uuid", "article_id"])
    op.create_table(
        "article_texts",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("fetched_at", TIME, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=True),
        sa.Column("site_name", sa.Text(), nullable=True),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("published_at", TIME, nullable=True),
        sa.Column("published_doubt", sa.Boolean(), nullable=False),
        sa.Column("image_url", sa.Text(), nullable=True),
        sa.Column("canonical_url", sa.Text(), nullable=True),
        sa.Column("content_checksum", sa.Text(), nullable=True),
        sa.Column("extractor", sa.Text(), nullable=False),
        sa.Column("attempts", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("article_uuid"),
    )
    op.create_index("ix_article_texts_status", "article_texts", ["status", "attempts"])


def _readers() -> None:
    op.create_table(
        "readers",
        sa.Column("reader_id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("reader_id"),
    )
    op.create_table(
        "reader_settings",
        sa.Column("reader_id", KEY, nullable=False),
        sa.Column("article_history_days", sa.Integer(), server_default="90", nullable=False),
        sa.Column("archive_days", sa.Integer(), server_default="30", nullable=False),
        sa.Column("categories", sa.Text(), nullable=False),
        sa.Column("max_items_per_category", sa.BigInteger(), nullable=False),
        sa.Column("max_age_hours", sa.BigInteger(), nullable=False),
        sa.Column("window_hours", sa.BigInteger(), nullable=False),
        sa.Column("source_diversity_window", sa.BigInteger(), nullable=False),
        sa.Column("max_per_source", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("weights", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("reader_id"),
        sa.ForeignKeyConstraint(["reader_id"], ["readers.reader_id"], ondelete="CASCADE"),
        sa.CheckConstraint(
            "article_history_days BETWEEN 0 AND 365", name="ck_reader_settings_history_days"
        ),
        sa.CheckConstraint(
            "archive_days BETWEEN 0 AND 365", name="ck_reader_settings_archive_days"
        ),
    )
    op.create_table(
        "reader_sources",
        sa.Column("reader_id", KEY, nullable=False),
        sa.Column("source_uuid", KEY, nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["reader_id"], ["readers.reader_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("reader_id", "source_uuid"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "article_history",
        sa.Column("id", UUID, nullable=False),
        sa.Column("user_id", KEY, nullable=False),
        sa.Column("url_hash", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("digest_id", KEY, nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["readers.reader_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "idx_article_history_user_url", "article_history", ["user_id", "url_hash"], unique=True
    )
    op.create_index("ix_article_history_created", "article_history", ["user_id", "created_at"])


def _digests() -> None:
    op.create_table(
        "digests",
        sa.Column("digest_id", KEY, nullable=False),
        sa.Column("reader_id", KEY, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("funnel", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["reader_id"], ["readers.reader_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest_id"),
    )
    op.create_index("ix_digests_created", "digests", ["created_at"])
    op.create_index("ix_digests_reader_created", "digests", ["reader_id", "created_at"])
    op.create_table(
        "digest_items",
        sa.Column("digest_id", KEY, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("section", sa.Text(), nullable=False),
        sa.Column("category", sa.Text(), nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("domain", KEY, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("source_name", sa.Text(), nullable=False),
        sa.Column("published_at", TIME, nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("content_type", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=True),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("score_parts", sa.Text(), nullable=False),
        sa.Column("other_sources", sa.Text(), nullable=False),
        sa.Column("is_recorded", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["digest_id"], ["digests.digest_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest_id", "position"),
    )
    op.create_index("ix_digest_items_article", "digest_items", ["article_uuid"])
    op.create_table(
        "digest_drops",
        sa.Column("digest_id", KEY, nullable=False),
        sa.Column("position", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("step", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["digest_id"], ["digests.digest_id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("digest_id", "position"),
    )
    op.create_index("ix_digest_drops_article", "digest_drops", ["article_uuid"])


def _counts() -> None:
    op.create_table(
        "clicks",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("hour", TIME, nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("article_uuid", "hour"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_clicks_hour", "clicks", ["hour"])
    op.create_table(
        "store_counters",
        sa.Column("name", KEY, nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )


def _views() -> None:
    op.execute(
        """
CREATE VIEW extracted_article_urls AS
SELECT article_uuid, source_uuid, url_scraping_method, source_url, article_title,
       article_url_original, article_url_final, url_original_to_final_match, url_notes,
       published_utc_iso, article_detected_utc_iso, created_at, updated_at
FROM articles
""".strip()
    )
    op.execute(
        """
CREATE VIEW sources_master_list AS
SELECT s.source_uuid AS source_uuid,
       s.name AS source_name,
       s.url AS source_url,
       CASE s.kind WHEN 'feed' THEN 'RSS' WHEN 'discourse' THEN 'RSS' WHEN 'direct' THEN 'Direct'
            WHEN 'sitemap' THEN 'Sitemap' WHEN 'list' THEN 'List' WHEN 'search' THEN 'Search'
            ELSE s.kind END AS url_scraping_method,
       s.kind AS kind,
       s.active AS active,
       s.language AS language,
       s.reputation AS reputation,
       s.content_type AS content_type,
       s.categories AS categories,
       COALESCE(h.state, 'new') AS state,
       h.message AS message,
       h.last_polled_at AS last_polled_at,
       h.last_success_at AS last_success_at,
       h.next_poll_at AS next_poll_at
FROM sources s LEFT JOIN source_health h ON h.source_uuid = s.source_uuid
""".strip()
    )
