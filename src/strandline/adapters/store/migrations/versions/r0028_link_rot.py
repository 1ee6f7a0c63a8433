"""How kept links stand, visits to them, and how their hosts answer."""

from urllib.parse import urlsplit

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
TIME = sa.Text().with_variant(sa.DateTime(timezone=True), "postgresql")
BIG = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    _make_health()
    op.create_table(
        "link_visits",
        sa.Column("visit_id", BIG, primary_key=True, autoincrement=True),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.Column("visited_at", TIME, nullable=False),
        sa.Column("sign", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("final_url", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("difference", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_link_visits_article", "link_visits", ["article_uuid", "visit_id"])
    op.create_table(
        "link_hosts",
        sa.Column("host", KEY, primary_key=True, nullable=False),
        sa.Column("failures", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", TIME, nullable=True),
        sa.Column("next_at", TIME, nullable=True),
        sa.Column("sibling", sa.Text(), nullable=False),
    )
    _enter_kept_links()


def _make_health() -> None:
    op.create_table(
        "link_health",
        sa.Column("article_uuid", KEY, primary_key=True, nullable=False),
        sa.Column("host", KEY, nullable=False),
        sa.Column("state", KEY, nullable=False),
        sa.Column("since", TIME, nullable=False),
        sa.Column("kept_at", TIME, nullable=False),
        sa.Column("next_at", TIME, nullable=False),
        sa.Column("visited_at", TIME, nullable=True),
        sa.Column("failures", sa.BigInteger(), nullable=False),
        sa.Column("failing_since", TIME, nullable=True),
        sa.Column("evidence", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("change", sa.Double(), nullable=False),
        sa.Column("is_dismissed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["article_uuid"], ["articles.article_uuid"], ondelete="CASCADE"),
    )
    op.create_index("ix_link_health_next", "link_health", ["next_at", "article_uuid"])
    _index(
        "ix_link_health_rotten",
        "state IN ('gone', 'soft_gone', 'moved', 'changed')",
        "state",
        sa.text("since DESC"),
        "article_uuid",
    )
    _index("ix_link_health_lost", "state IN ('gone', 'soft_gone')", "host")
    _index("ix_link_health_led", "target <> ''", "host")


def _index(name: str, condition: str, *columns: str | sa.TextClause) -> None:
    where = sa.text(condition)
    op.create_index(name, "link_health", list(columns), sqlite_where=where, postgresql_where=where)


def _enter_kept_links() -> None:
    """What was kept before is visited as well, the oldest first."""
    connection = op.get_bind()
    kept = connection.execute(
        sa.text(
            "SELECT article_uuid, article_url_final, last_archived_at FROM articles "
            "WHERE last_archived_at IS NOT NULL"
        )
    )
    rows = [{"id": row[0], "host": _host(row[1]), "at": row[2]} for row in kept]
    if rows:
        connection.execute(
            sa.text(
                "INSERT INTO link_health (article_uuid, host, state, since, kept_at, next_at, "
                "failures, evidence, target, change, is_dismissed) "
                "VALUES (:id, :host, 'unknown', :at, :at, :at, 0, '', '', 0, false)"
            ),
            rows,
        )


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".").lower()
    except ValueError:
        return ""
