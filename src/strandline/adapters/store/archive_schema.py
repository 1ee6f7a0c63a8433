"""Tables of the archive: the queue, what was kept, and the index by which articles are found.

`archive_documents` has a narrow row for each article, of the archive (`is_member`) or not, and
gives it its place: lists and searches go through it newest first. `article_text_fts` holds the
words under the same place; it is FTS5 on SQLite and a `tsvector` under GIN on PostgreSQL, fed by
one tokenizer (`strandline.core.text.words`).
"""

from typing import Any

import sqlalchemy as sa

from strandline.adapters.store.columns import (
    belongs_to,
    flag,
    json,
    key,
    number,
    partial_index,
    row_id,
    text,
    time,
)
from strandline.adapters.store.schema import metadata
from strandline.adapters.store.types import KeyText

_ARTICLE = "articles.article_uuid"

archive_jobs = sa.Table(
    "archive_jobs",
    metadata,
    row_id("job_id"),
    key("article_uuid"),
    text("url"),
    key("domain"),
    time("enqueued_at"),
    text("status"),
    number("priority"),
    time("not_before", nullable=True),
    text("last_error"),
    text("reason"),
    number("attempts"),
    time("finished_at", nullable=True),
    key("lease_owner", nullable=True),
    time("lease_until", nullable=True),
    time("claimed_at", nullable=True),
    sa.Column("failure", KeyText, nullable=False, server_default=""),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_archive_jobs_article", "article_uuid", "job_id"),
    sa.Index("ix_archive_jobs_status", "status", "job_id"),
)
#: The queue in the order in which it is taken; domains that are full are passed over in the index.
partial_index(
    "ix_archive_jobs_queued",
    "status = 'queued'",
    archive_jobs.c.priority.desc(),
    archive_jobs.c.enqueued_at,
    archive_jobs.c.job_id,
    archive_jobs.c.domain,
    archive_jobs.c.not_before,
)
#: What runs, for limits a domain and for leases that have ended.
partial_index("ix_archive_jobs_running", "status = 'running'", archive_jobs.c.domain)
#: What failed, by reason.
partial_index(
    "ix_archive_jobs_failures",
    "status = 'failed'",
    archive_jobs.c.failure,
    archive_jobs.c.job_id,
)
#: What is kept without all of its copies.
partial_index(
    "ix_archive_jobs_incomplete",
    "status = 'succeeded' AND failure <> ''",
    archive_jobs.c.failure,
    archive_jobs.c.job_id,
)
#: An article has one open job at a time.
sa.Index(
    "uq_archive_jobs_open",
    archive_jobs.c.article_uuid,
    unique=True,
    sqlite_where=sa.text("status IN ('queued', 'running')"),
    postgresql_where=sa.text("status IN ('queued', 'running')"),
)

archive_attempts = sa.Table(
    "archive_attempts",
    metadata,
    row_id("attempt_id"),
    number("job_id"),
    number("number"),
    time("started_at"),
    time("ended_at"),
    json("reports"),
    text("error"),
    belongs_to("job_id", "archive_jobs.job_id"),
    sa.Index("ix_archive_attempts_job", "job_id", "attempt_id"),
    sa.Index("ix_archive_attempts_ended", "ended_at"),
)

archive_artifacts = sa.Table(
    "archive_artifacts",
    metadata,
    row_id("artifact_id"),
    key("article_uuid"),
    number("job_id"),
    text("kind"),
    key("key"),
    text("content_type"),
    number("size_bytes"),
    text("sha256"),
    time("created_at"),
    text("original_name"),
    text("capture_outcome"),
    flag("is_current"),
    sa.Column("thumb", KeyText, nullable=False, server_default=""),
    belongs_to("article_uuid", _ARTICLE),
    belongs_to("job_id", "archive_jobs.job_id"),
    sa.Index("ix_archive_artifacts_article", "article_uuid", "kind"),
    sa.Index("ix_archive_artifacts_job", "job_id"),
    sa.Index("ix_archive_artifacts_key", "key"),
)

#: Screenshots that wait for a small copy; `thumb` is the checksum of that copy.
UNTHUMBED = "kind = 'screenshot' AND is_current AND thumb = ''"
partial_index("ix_archive_artifacts_unthumbed", UNTHUMBED, archive_artifacts.c.artifact_id)
partial_index("ix_archive_artifacts_thumb", "thumb <> ''", archive_artifacts.c.thumb)

link_metadata = sa.Table(
    "link_metadata",
    metadata,
    key("article_uuid", primary_key=True),
    text("title"),
    text("description"),
    text("author", nullable=True),
    time("published_at", nullable=True),
    text("site_name", nullable=True),
    text("language", nullable=True),
    text("final_url"),
    number("http_status"),
    belongs_to("article_uuid", _ARTICLE),
)

#: Readable text as extracted; the index holds its words only.
archive_texts = sa.Table(
    "archive_texts",
    metadata,
    key("article_uuid", primary_key=True),
    text("extracted_text"),
    belongs_to("article_uuid", _ARTICLE),
)

#: `position` is the time of `listed_at` in milliseconds since 1970, or the first free number after
#: it: a list newest first is a walk down the primary key, and so is a search on SQLite.
archive_documents = sa.Table(
    "archive_documents",
    metadata,
    sa.Column(
        "position",
        sa.BigInteger().with_variant(sa.Integer, "sqlite"),
        primary_key=True,
        autoincrement=False,
    ),
    key("article_uuid"),
    time("listed_at"),
    key("domain"),
    text("status"),
    flag("is_member"),
    flag("is_archived"),
    flag("has_video"),
    text("checksum"),
    sa.UniqueConstraint("article_uuid", name="uq_archive_documents_article"),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_archive_documents_status", "status", "position"),
)
#: Articles that were never to be kept have no status: lists are of the archive's own.
partial_index(
    "ix_archive_documents_domain",
    "status <> ''",
    archive_documents.c.domain,
    archive_documents.c.position,
)
partial_index("ix_archive_documents_members", "is_member", archive_documents.c.position)
#: Spelled as in the index: the archive's own are counted by it, not the whole ledger.
IS_MEMBER = sa.text("is_member")
partial_index("ix_archive_documents_videos", "has_video", archive_documents.c.position)

#: Pages that are hidden and never captured again, as long as their row stands.
takedowns = sa.Table(
    "takedowns",
    metadata,
    key("article_uuid", primary_key=True),
    text("url"),
    text("reason"),
    text("struck_by"),
    time("struck_at"),
    time("erase_at", nullable=True),
    time("erased_at", nullable=True),
    belongs_to("article_uuid", _ARTICLE),
    sa.Index("ix_takedowns_newest", "struck_at", "article_uuid"),
)


#: Reason of a job that is not made of a struck page.
TAKEN_DOWN = "taken down"


def unstruck(article_uuid: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """The one condition under which anything of an article is shown; `erase` alone goes past it."""
    return sa.not_(sa.exists().where(takedowns.c.article_uuid == article_uuid))


#: Articles of which something was said since their document was made: see `waiting`.
documents_waiting = sa.Table(
    "documents_waiting", metadata, row_id("waiting_id"), key("article_uuid")
)

#: The words, by dialect. FTS5 gets tokens that are folded already: the categories only make sure
#: that it splits none of them (vowel signs are M, letters younger than SQLite are Cn), and folding
#: lets other programs search a copy of the file too. On PostgreSQL rows follow their document by
#: the foreign key; SQLite lets no trigger of ours touch FTS5 (`trusted_schema` is off), so there
#: `words_table` does it.
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


def _when(event: str, statement: str, dialect: str | None = None) -> None:
    """Run a statement that SQLAlchemy has no words for with the table of documents."""
    make: Any = sa.DDL  # its constructor has no types
    sa.event.listen(archive_documents, event, make(statement.strip()).execute_if(dialect=dialect))


for _dialect, _statements in FTS.items():
    for _statement in _statements:
        _when("after_create", _statement, _dialect)
_when("before_drop", "DROP TABLE article_text_fts")
