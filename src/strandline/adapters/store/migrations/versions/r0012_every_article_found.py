"""Every article has a document, and words hold what it can be filtered by.

Documents that are there learn at once that they are the archive's; all the rest, the articles that
were never kept among it, is made by and by while the program runs, the newest first.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

#: `core.archive.search.facet` of these names, and the documents that have them.
FACETS = (
    ("member", "is_member"),
    ("kept", "is_archived"),
    ("unkept", "NOT is_archived"),
    ("video", "has_video"),
    ("still", "NOT has_video"),
)
FACET = "\ue000{name}e3b0c44298fc1c14"

ADD = {
    "sqlite": "UPDATE article_text_fts SET extras = extras || ' ' || :token || ' '"
    " WHERE rowid IN (SELECT position FROM archive_documents WHERE {condition})",
    "postgresql": "UPDATE article_text_fts SET terms = terms || array_to_tsvector(ARRAY[:token])"
    " WHERE position IN (SELECT position FROM archive_documents WHERE {condition})",
}


def upgrade() -> None:
    """Forward; there is no way back but a backup."""
    op.create_table(
        "documents_waiting",
        sa.Column("waiting_id", ROW_ID, autoincrement=True, nullable=False),
        sa.Column("article_uuid", KEY, nullable=False),
        sa.PrimaryKeyConstraint("waiting_id"),
    )
    op.drop_index("ix_archive_documents_domain", "archive_documents")
    is_asked = sa.text("status <> ''")
    op.create_index(
        "ix_archive_documents_domain",
        "archive_documents",
        ["domain", "position"],
        sqlite_where=is_asked,
        postgresql_where=is_asked,
    )
    connection = op.get_bind()
    for name, condition in FACETS:
        statement = ADD[connection.dialect.name].format(condition=condition)
        connection.execute(sa.text(statement), {"token": FACET.format(name=name)})
    connection.execute(
        sa.text(
            "INSERT INTO documents_waiting (article_uuid)"
            " SELECT article_uuid FROM articles ORDER BY article_detected_utc_iso, article_uuid"
        )
    )
