"""Mentions: a post that names a link in its own words and quotes it too has two."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NAME = "uq_article_sources_article_source"
COLUMNS = ["article_id", "source_url", "in_quote"]
OLD, NEW = "UNIQUE (article_id, source_url)", f"UNIQUE ({', '.join(COLUMNS)})"

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
    op.execute(sa.text("DROP VIEW story_sources"))
    if op.get_bind().dialect.name == "sqlite":
        _made_anew()
    else:
        op.drop_constraint(NAME, "article_sources", type_="unique")
        op.create_unique_constraint(NAME, "article_sources", COLUMNS)
    op.execute(sa.text(f"CREATE VIEW story_sources AS\n{STORY_SOURCES}"))


def _made_anew() -> None:
    """SQLite cannot change a constraint: the table is copied into one that has the new one."""
    query = "SELECT type, sql FROM sqlite_master WHERE tbl_name = 'article_sources' AND sql <> ''"
    made = list(op.get_bind().execute(sa.text(query)))
    (table,) = (sql for kind, sql in made if kind == "table")
    head, _, body = table.partition("(")
    if OLD not in body:
        raise RuntimeError("article_sources is not as it was made.")
    op.execute(sa.text("ALTER TABLE article_sources RENAME TO article_sources_before"))
    for kind, sql in made:
        if kind == "index":
            op.execute(sa.text(f"DROP INDEX {sql.split()[2]}"))
    op.execute(sa.text(f"{head}({body.replace(OLD, NEW)}"))
    op.execute(sa.text("INSERT INTO article_sources SELECT * FROM article_sources_before"))
    op.execute(sa.text("DROP TABLE article_sources_before"))
    for kind, sql in made:
        if kind == "index":
            op.execute(sa.text(sql))
