"""Stories: verdicts, rulings, vectors, what models answered, and what is matched by which rules."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

STORY_TIME = sa.text("coalesce(published_utc_iso, article_detected_utc_iso)")

STORY_SOURCES = """
SELECT a.canonical_article_id AS main_id,
       a.article_uuid AS article_id,
       m.mention_id AS mention_id,
       m.source_uuid AS source_uuid,
       m.source_name AS source_name,
       m.source_url AS source_url,
       a.article_url_final AS url,
       m.title AS title,
       m.discussion_url AS discussion_url,
       m.in_quote AS in_quote,
       COALESCE(m.published_at, a.published_utc_iso) AS published_at,
       m.inserted_at AS inserted_at,
       COALESCE(m.verdict_id, (SELECT MAX(o.verdict_id) FROM article_sources o
                               WHERE o.article_id = m.article_id)) AS verdict_id
FROM articles a JOIN article_sources m ON m.article_id = a.article_uuid
""".strip()


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    _ledger()
    _verdicts()
    _rulings()
    _models()
    _editions()
    # Packages are made when they are asked for; the sweep removes the stored ones.
    op.execute(sa.text("DELETE FROM archive_artifacts WHERE kind = 'wacz'"))
    op.execute(sa.text(f"CREATE VIEW story_sources AS\n{STORY_SOURCES}"))


def _where(condition: str) -> dict[str, Any]:
    """A partial index on both databases."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _ledger() -> None:
    op.add_column("articles", sa.Column("matched_by", KEY, nullable=False, server_default=""))
    op.add_column("articles", sa.Column("matched_at", TIME, nullable=True))
    op.add_column("articles", sa.Column("body_fingerprint", sa.BigInteger(), nullable=True))
    op.drop_index("ix_articles_dated", "articles")
    op.create_index("ix_articles_dated", "articles", [STORY_TIME, "article_uuid"])
    op.drop_index("ix_articles_duplicates", "articles")
    op.create_index(
        "ix_articles_duplicates",
        "articles",
        ["canonical_article_id", "article_uuid"],
        **_where("canonical_article_id <> article_uuid"),
    )
    op.create_index(
        "ix_articles_links",
        "articles",
        ["content_type", "article_uuid"],
        **_where("content_type = 'link'"),
    )
    op.create_index(
        "ix_articles_stories",
        "articles",
        [STORY_TIME, "article_uuid"],
        **_where("canonical_article_id = article_uuid AND content_type <> 'link'"),
    )
    op.create_index(
        "ix_articles_matching",
        "articles",
        ["matched_by", STORY_TIME, "article_uuid"],
        **_where("content_type <> 'link' AND article_title <> ''"),
    )
    op.create_index(
        "ix_articles_matched", "articles", ["matched_at"], **_where("matched_at IS NOT NULL")
    )
    op.create_index("ix_article_sources_newest", "article_sources", ["source_uuid", "mention_id"])


def _verdicts() -> None:
    op.create_table(
        "verdicts",
        sa.Column("verdict_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_a", KEY, nullable=False),
        sa.Column("article_b", KEY, nullable=False),
        sa.Column("decided_at", TIME, nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("layer", sa.Text(), nullable=False),
        sa.Column("score", sa.Double(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("vetoes", sa.Text(), nullable=False),
        sa.Column("scores", sa.Text(), nullable=False),
        sa.Column("thresholds", sa.Text(), nullable=False),
        sa.Column("calibration", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("is_pending", sa.Boolean(), nullable=False),
        sa.Column("is_sampled", sa.Boolean(), nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("latency_s", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("verdict_id"),
        sa.ForeignKeyConstraint(["article_a"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["article_b"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.CheckConstraint("article_a < article_b", name="ck_verdicts_order"),
    )
    bonds = "is_current AND answer <> 'DIFFERENT'"
    update = "is_current AND relation = 'update'"
    undecided = "is_current AND answer = 'UNSURE' AND NOT is_pending"
    sampled = "is_current AND is_sampled AND answer <> 'UNSURE'"
    pair, age = ["article_a", "article_b"], ["decided_at", "verdict_id"]
    op.create_index("ix_verdicts_a", "verdicts", pair)
    op.create_index("ix_verdicts_b", "verdicts", ["article_b"])
    op.create_index("uq_verdicts_current", "verdicts", pair, unique=True, **_where("is_current"))
    op.create_index("ix_verdicts_bonds_a", "verdicts", pair, **_where(bonds))
    op.create_index("ix_verdicts_bonds_b", "verdicts", pair[::-1], **_where(bonds))
    op.create_index("ix_verdicts_update_a", "verdicts", ["article_a"], **_where(update))
    op.create_index("ix_verdicts_update_b", "verdicts", ["article_b"], **_where(update))
    op.create_index("ix_verdicts_pending", "verdicts", age, **_where("is_current AND is_pending"))
    op.create_index("ix_verdicts_undecided", "verdicts", age, **_where(undecided))
    op.create_index("ix_verdicts_sampled", "verdicts", age, **_where(sampled))
    counted = ["layer", "language", "answer", "is_pending", "is_sampled", "is_current"]
    op.create_index("ix_verdicts_counts", "verdicts", counted, **_where("is_current"))


def _rulings() -> None:
    op.create_table(
        "rulings",
        sa.Column("ruling_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_a", KEY, nullable=False),
        sa.Column("article_b", KEY, nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("ruled_at", TIME, nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("is_current", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("ruling_id"),
        sa.ForeignKeyConstraint(["article_a"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["article_b"], ["articles.article_uuid"], ondelete="CASCADE"),
        sa.CheckConstraint("article_a < article_b", name="ck_rulings_order"),
    )
    pair = ["article_a", "article_b"]
    op.create_index("ix_rulings_a", "rulings", pair)
    op.create_index("ix_rulings_b", "rulings", ["article_b"])
    op.create_index("uq_rulings_current", "rulings", pair, unique=True, **_where("is_current"))


def _models() -> None:
    op.create_table(
        "article_vectors",
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("model", KEY, nullable=False),
        sa.Column("text_hash", sa.Text(), nullable=False),
        sa.Column("vector", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("article_uuid", "model"),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_table(
        "judge_answers",
        sa.Column("cache_key", KEY, nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("prompt_hash", sa.Text(), nullable=False),
        sa.Column("relation", sa.Text(), nullable=False),
        sa.Column("confidence", sa.Double(), nullable=False),
        sa.Column("event_a", sa.Text(), nullable=False),
        sa.Column("event_b", sa.Text(), nullable=False),
        sa.Column("differs_in", sa.Text(), nullable=False),
        sa.Column("asked_at", TIME, nullable=False),
        sa.Column("prompt_tokens", sa.BigInteger(), nullable=False),
        sa.Column("completion_tokens", sa.BigInteger(), nullable=False),
        sa.Column("cost", sa.Double(), nullable=False),
        sa.Column("latency_s", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("cache_key"),
    )
    summed = ["asked_at", "prompt_tokens", "completion_tokens", "cost", "latency_s"]
    op.create_index("ix_judge_answers_asked", "judge_answers", summed)
    op.create_table(
        "model_failures",
        sa.Column("model", KEY, nullable=False),
        sa.Column("failed_at", TIME, nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("model", "failed_at"),
    )
    op.create_index("ix_model_failures_failed", "model_failures", ["failed_at", "count"])


def _editions() -> None:
    """A reader's choice, and what an item says of the story that it has later news of."""
    op.add_column(
        "reader_settings",
        sa.Column("history_by_story", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    op.add_column(
        "digest_items",
        sa.Column("is_update", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    op.add_column(
        "digest_items", sa.Column("earlier", sa.Text(), nullable=False, server_default="null")
    )
