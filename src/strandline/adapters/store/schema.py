"""All tables, as they stand after the newest migration; a test proves the two equal.

Private tables (`readers`, `reader_settings`, `reader_sources`, `article_history`, `digests`,
`digest_items`, `digest_drops`, `edition_acts`, `upkeep`) never reach a published file. `clicks`
holds counts only.

A source can be forgotten while its articles, mentions and posts stay, so their `source_uuid` is
a reference by meaning, not by constraint.
"""

import sqlalchemy as sa

from strandline.adapters.store.columns import belongs_to as _belongs_to
from strandline.adapters.store.columns import flag as _flag
from strandline.adapters.store.columns import json as _json
from strandline.adapters.store.columns import key as _key
from strandline.adapters.store.columns import number as _number
from strandline.adapters.store.columns import partial_index as _partial_index
from strandline.adapters.store.columns import real as _real
from strandline.adapters.store.columns import row_id as _row_id
from strandline.adapters.store.columns import text as _text
from strandline.adapters.store.columns import time as _time
from strandline.adapters.store.types import JsonText, KeyText, UtcTime, UuidText

metadata = sa.MetaData()

# -- sources ----------------------------------------------------------------------------------

sources = sa.Table(
    "sources",
    metadata,
    _key("source_uuid", primary_key=True),
    _text("kind"),
    _key("url"),
    _text("name"),
    _flag("active"),
    _text("language", nullable=True),
    _real("reputation"),
    _text("content_type"),
    _json("categories"),
    _real("poll_interval_s"),  # 0: none of its own
    _text("timezone"),
    _flag("follow_replies"),
    _json("items"),
    _key("lease_owner", nullable=True),
    _time("lease_until", nullable=True),
    sa.Column("tags", JsonText, nullable=False, server_default="[]"),
    _time("retired_at", nullable=True),
    sa.UniqueConstraint("url", name="uq_sources_url"),
)
#: Lists go by the name, of which an index takes the beginning; spelled as in the index, which is
#: used for no other spelling.
sort_name: sa.ColumnElement[str] = sa.literal_column("lower(substr(sources.name, 1, 60))", sa.Text)
sa.Index("ix_sources_name", sa.text("lower(substr(name, 1, 60))"), sources.c.source_uuid)

#: Categories and tags of sources, to find these by them; `key` is the word without case.
source_words = sa.Table(
    "source_words",
    metadata,
    _key("kind", primary_key=True),
    _key("key", primary_key=True),
    _key("source_uuid", primary_key=True),
    _text("word"),
    _belongs_to("source_uuid", "sources.source_uuid"),
    sa.Index("ix_source_words_source", "source_uuid"),
    sqlite_with_rowid=False,
)

source_health = sa.Table(
    "source_health",
    metadata,
    _key("source_uuid", primary_key=True),
    _text("state"),
    _text("message"),
    _text("etag", nullable=True),
    _text("last_modified", nullable=True),
    _text("body_checksum", nullable=True),
    _time("last_polled_at", nullable=True),
    _time("last_success_at", nullable=True),
    _time("last_full_fetch_at", nullable=True),
    _time("next_poll_at", nullable=True),
    _number("failures"),
    _time("failing_since", nullable=True),
    _json("flags"),
    _text("suggested_url", nullable=True),
    _text("moved_to", nullable=True),
    _number("moved_seen"),
    sa.Column("icon_url", sa.Text, nullable=False, server_default=""),
    _belongs_to("source_uuid", "sources.source_uuid"),
)
_partial_index(
    "ix_source_health_trouble", "state NOT IN ('ok', 'new')", source_health.c.source_uuid
)

#: The last number given to a source of each label; never goes back.
source_numbers = sa.Table(
    "source_numbers", metadata, _key("label", primary_key=True), _number("last_number")
)

# -- the ledger -------------------------------------------------------------------------------

articles = sa.Table(
    "articles",
    metadata,
    _key("article_uuid", primary_key=True),
    _key("source_uuid"),
    _text("url_scraping_method"),
    _text("source_url"),
    _text("article_title", nullable=True),
    _text("article_url_original"),
    _text("article_url_final"),
    _flag("url_original_to_final_match"),
    _text("url_notes", nullable=True),
    _time("published_utc_iso", nullable=True),
    _time("article_detected_utc_iso"),
    _time("created_at"),
    _time("updated_at"),
    _key("url_key"),
    _text("rules_version"),
    _key("domain"),
    _key("canonical_article_id"),
    _text("date_trust"),
    _text("content_type"),
    _text("language", nullable=True),
    _text("url_status"),
    _time("content_updated_at", nullable=True),
    _number("versions"),
    _time("last_archived_at", nullable=True),
    sa.Column("matched_by", KeyText, nullable=False, server_default=""),
    _time("matched_at", nullable=True),
    _number("body_fingerprint", nullable=True),
    sa.UniqueConstraint("url_key", name="uq_articles_url_key"),
)
sa.Index("ix_articles_detected", articles.c.article_detected_utc_iso, articles.c.article_uuid)
#: The time by which a digest takes an article: published, or detected where it is undated.
_story_time = sa.func.coalesce(articles.c.published_utc_iso, articles.c.article_detected_utc_iso)
sa.Index("ix_articles_dated", _story_time, articles.c.article_uuid)
_partial_index(
    "ix_articles_unsettled",
    "url_status <> 'settled'",
    articles.c.url_status,
    articles.c.article_detected_utc_iso,
)
_partial_index("ix_articles_skills", "content_type = 'skill'", articles.c.article_uuid)
_partial_index(
    "ix_articles_duplicates",
    "canonical_article_id <> article_uuid",
    articles.c.canonical_article_id,
    articles.c.article_uuid,
)
_partial_index(
    "ix_articles_links", "content_type = 'link'", articles.c.content_type, articles.c.article_uuid
)
#: Main articles of stories, and what waits for matching, by the rules that matched it before.
_partial_index(
    "ix_articles_stories",
    "canonical_article_id = article_uuid AND content_type <> 'link'",
    _story_time,
    articles.c.article_uuid,
)
_partial_index(
    "ix_articles_matching",
    "content_type <> 'link' AND article_title <> ''",
    articles.c.matched_by,
    _story_time,
    articles.c.article_uuid,
)
_partial_index("ix_articles_matched", "matched_at IS NOT NULL", articles.c.matched_at)

#: Newest first of one language (`recent`).
_partial_index(
    "ix_articles_language",
    "language IS NOT NULL",
    articles.c.language,
    articles.c.article_detected_utc_iso,
    articles.c.article_uuid,
)

aliases = sa.Table(
    "aliases",
    metadata,
    _key("url_key", primary_key=True),
    _key("url_hash", primary_key=True),
    _text("url"),
    _key("article_uuid"),
    _text("kind"),
    _text("evidence"),
    _time("first_seen_at"),
    _belongs_to("article_uuid", "articles.article_uuid"),
    sa.Index("ix_aliases_article", "article_uuid"),
    sqlite_with_rowid=False,
)

posts = sa.Table(
    "posts",
    metadata,
    _row_id("post_id"),
    _key("source_uuid"),
    _key("item_key"),
    _text("guid", nullable=True),
    _text("post_url"),
    _key("url_key"),
    _text("topic_url", nullable=True),
    _text("author_username", nullable=True),
    _text("title"),
    _time("published_at", nullable=True),
    _text("date_trust"),
    _time("updated_at", nullable=True),
    _text("content_html"),
    _text("content_hash"),
    _number("versions"),
    _text("decision"),
    _key("article_uuid", nullable=True),
    _time("first_seen_at"),
    _time("last_seen_at"),
    sa.UniqueConstraint("source_uuid", "item_key", name="uq_posts_source_item"),
    sa.ForeignKeyConstraint(
        ["article_uuid"], ["articles.article_uuid"], ondelete="SET NULL", name="fk_posts_article"
    ),
)
_partial_index("ix_posts_article", "article_uuid IS NOT NULL", posts.c.article_uuid)
_partial_index("ix_posts_url_key", "url_key <> ''", posts.c.url_key)
#: The posts of a topic of a forum.
_partial_index("ix_posts_topic", "topic_url IS NOT NULL", posts.c.topic_url)

article_sources = sa.Table(
    "article_sources",
    metadata,
    _row_id("mention_id"),
    _key("article_id"),
    _key("source_uuid"),
    _text("source_name"),
    _key("source_url"),
    _text("url_original"),
    _number("post_id", nullable=True),
    _flag("in_quote"),
    _text("title"),
    _text("context_snippet"),
    _text("discussion_url", nullable=True),
    _time("published_at", nullable=True),
    _time("inserted_at"),
    _number("verdict_id", nullable=True),
    sa.Column("date_trust", sa.Text, nullable=False, server_default="none"),
    sa.Column("is_change_time", sa.Boolean, nullable=False, server_default=sa.false()),
    _text("language", nullable=True),
    _text("content_type", nullable=True),
    sa.Column("earlier", JsonText, nullable=False, server_default="[]"),
    sa.Column("home", sa.Text, nullable=False, server_default=""),
    sa.Column("image_url", sa.Text, nullable=False, server_default=""),
    sa.Column("image_alt", sa.Text, nullable=False, server_default=""),
    sa.UniqueConstraint(
        "article_id", "source_url", "in_quote", name="uq_article_sources_article_source"
    ),
    _belongs_to("article_id", "articles.article_uuid"),
    sa.Index("ix_article_sources_source", "source_uuid", "article_id"),
    sa.Index("ix_article_sources_newest", "source_uuid", "mention_id"),
)

#: The links of a post.
_partial_index("ix_article_sources_post", "post_id IS NOT NULL", article_sources.c.post_id)

article_texts = sa.Table(
    "article_texts",
    metadata,
    _key("article_uuid", primary_key=True),
    _text("status"),
    _time("fetched_at"),
    _text("text"),
    _text("title"),
    _text("description"),
    _text("author", nullable=True),
    _text("site_name", nullable=True),
    _text("language", nullable=True),
    _time("published_at", nullable=True),
    _flag("published_doubt"),
    _text("image_url", nullable=True),
    _text("canonical_url", nullable=True),
    _text("content_checksum", nullable=True),
    _text("extractor"),
    _number("attempts"),
    _text("message"),
    sa.Column("image_alt", sa.Text, nullable=False, server_default=""),
    _belongs_to("article_uuid", "articles.article_uuid"),
    sa.Index("ix_article_texts_status", "status", "attempts"),
)

# -- readers (private) ------------------------------------------------------------------------

readers = sa.Table(
    "readers",
    metadata,
    _key("reader_id", primary_key=True),
    _text("name"),
    _text("scope"),
    _text("email", nullable=True),
)

reader_settings = sa.Table(
    "reader_settings",
    metadata,
    _key("reader_id", primary_key=True),
    sa.Column("article_history_days", sa.Integer, nullable=False, server_default="90"),
    sa.Column("archive_days", sa.Integer, nullable=False, server_default="30"),
    _json("categories"),
    _number("max_items_per_category"),
    _number("max_age_hours"),
    _number("window_hours"),
    _number("source_diversity_window"),
    _number("max_per_source"),
    _text("language"),
    _json("weights"),
    sa.Column("history_by_story", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("fill_free_places", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("days", JsonText, nullable=False, server_default="[0, 1, 2, 3, 4, 5, 6]"),
    sa.Column("at", sa.Text, nullable=False, server_default=""),
    sa.Column("timezone", sa.Text, nullable=False, server_default=""),
    sa.Column("subject", sa.Text, nullable=False, server_default=""),
    sa.Column("sections", JsonText, nullable=False, server_default="[]"),
    sa.Column("muted_words", JsonText, nullable=False, server_default="[]"),
    sa.Column("muted_sources", JsonText, nullable=False, server_default="[]"),
    sa.Column("least_items", sa.BigInteger, nullable=False, server_default="1"),
    sa.Column("has_pictures", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("muted_threads", JsonText, nullable=False, server_default="[]"),
    sa.Column("threads_together", sa.Boolean, nullable=False, server_default=sa.false()),
    _belongs_to("reader_id", "readers.reader_id"),
    sa.CheckConstraint(
        "article_history_days BETWEEN 0 AND 365", name="ck_reader_settings_history_days"
    ),
    sa.CheckConstraint("archive_days BETWEEN 0 AND 365", name="ck_reader_settings_archive_days"),
)

reader_sources = sa.Table(
    "reader_sources",
    metadata,
    _key("reader_id", primary_key=True),
    _key("source_uuid", primary_key=True),
    _number("position"),
    _belongs_to("reader_id", "readers.reader_id"),
    sqlite_with_rowid=False,
)

article_history = sa.Table(
    "article_history",
    metadata,
    sa.Column("id", UuidText, primary_key=True, nullable=False),
    _key("user_id"),
    _key("url_hash"),
    _text("url"),
    _time("created_at"),
    _key("digest_id", nullable=True),
    _key("article_uuid", nullable=True),
    _belongs_to("user_id", "readers.reader_id"),
    sa.Index("idx_article_history_user_url", "user_id", "url_hash", unique=True),
    sa.Index("ix_article_history_article", "article_uuid", "user_id"),
    sa.Index("ix_article_history_created", "user_id", "created_at"),
)

# -- digests (private) ------------------------------------------------------------------------

digests = sa.Table(
    "digests",
    metadata,
    _key("digest_id", primary_key=True),
    _key("reader_id"),
    _time("created_at"),
    _text("title"),
    _text("language"),
    _json("funnel"),
    sa.Column("state", sa.Text, nullable=False, server_default="sent"),
    sa.Column("version", sa.BigInteger, nullable=False, server_default="1"),
    sa.Column("reason", sa.Text, nullable=False, server_default=""),
    sa.Column("note", sa.Text, nullable=False, server_default=""),
    sa.Column("introduction", sa.Text, nullable=False, server_default=""),
    sa.Column("closing", sa.Text, nullable=False, server_default=""),
    sa.Column("section_names", JsonText, nullable=False, server_default="{}"),
    _time("send_at", nullable=True),
    _time("published_at", nullable=True),
    _time("corrected_at", nullable=True),
    sa.Column("versions", JsonText, nullable=False, server_default="{}"),
    _belongs_to("reader_id", "readers.reader_id"),
    sa.Index("ix_digests_reader_created", "reader_id", "created_at"),
    sa.Index("ix_digests_created", "created_at"),
)
#: What somebody or the schedule may still have to do something about.
_partial_index(
    "ix_digests_open",
    "state <> 'sent'",
    digests.c.state,
    digests.c.created_at,
)

digest_items = sa.Table(
    "digest_items",
    metadata,
    _key("digest_id", primary_key=True),
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    _text("section"),
    _text("category"),
    _key("article_uuid"),
    _text("url"),
    _key("domain"),
    _text("title"),
    _text("source_name"),
    _time("published_at", nullable=True),
    _text("summary"),
    _text("content_type"),
    _text("language", nullable=True),
    _real("score"),
    _json("score_parts"),
    _json("other_sources"),
    _flag("is_recorded"),
    sa.Column("is_update", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("earlier", JsonText, nullable=False, server_default="null"),
    _text("source_title", nullable=True),
    _text("source_summary", nullable=True),
    sa.Column("is_pinned", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("has_picture", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("thread_id", KeyText, nullable=False, server_default=""),
    _belongs_to("digest_id", "digests.digest_id"),
    sa.Index("ix_digest_items_article", "article_uuid"),
)

digest_drops = sa.Table(
    "digest_drops",
    metadata,
    _key("digest_id", primary_key=True),
    sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
    _key("article_uuid"),
    _text("url"),
    _text("step"),
    _text("reason"),
    _text("detail"),
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    sa.Column("source_name", sa.Text, nullable=False, server_default=""),
    _belongs_to("digest_id", "digests.digest_id"),
    sa.Index("ix_digest_drops_article", "article_uuid"),
)

#: What editors did to editions, in order; number 0 holds the items as they were chosen.
edition_acts = sa.Table(
    "edition_acts",
    metadata,
    _key("digest_id", primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
    _text("kind"),
    _key("article_uuid"),
    _text("value"),
    _json("item"),
    _text("made_by"),
    _time("made_at"),
    _number("version"),
    _text("undone_by"),
    _time("undone_at", nullable=True),
    _number("undone_version"),
    _belongs_to("digest_id", "digests.digest_id"),
)

# -- counts -----------------------------------------------------------------------------------

clicks = sa.Table(
    "clicks",
    metadata,
    _key("article_uuid", primary_key=True),
    sa.Column("hour", UtcTime, primary_key=True),
    _number("count"),
    _belongs_to("article_uuid", "articles.article_uuid"),
    sa.Index("ix_clicks_hour", "hour"),
    sqlite_with_rowid=False,
)

#: What happened on each day (`core.figures`).
day_figures = sa.Table(
    "day_figures",
    metadata,
    _key("day", primary_key=True),
    _key("name", primary_key=True),
    _number("value"),
    sqlite_with_rowid=False,
)

#: One row a name; `ping` counts here to prove that the database takes a write.
store_counters = sa.Table(
    "store_counters", metadata, _key("name", primary_key=True), _number("value")
)

#: How what looks after the installation last ended: backups, rehearsals. One row a name.
upkeep = sa.Table(
    "upkeep",
    metadata,
    _key("name", primary_key=True),
    _time("ran_at"),
    _time("ok_at", nullable=True),
    _text("message"),
    _text("detail"),
    _time("since", nullable=True),
)

# -- views ------------------------------------------------------------------------------------

#: Document 2's table, with exactly its columns, for downstream phases and for people.
EXTRACTED_ARTICLE_URLS = """
SELECT article_uuid, source_uuid, url_scraping_method, source_url, article_title,
       article_url_original, article_url_final, url_original_to_final_match, url_notes,
       published_utc_iso, article_detected_utc_iso, created_at, updated_at
FROM articles
""".strip()

SOURCES_MASTER_LIST = """
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

#: Every mention of every member under its main article: all sources of a story in one query. A
#: mention that came after its article had joined has the verdict of the others.
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

VIEWS = {
    "extracted_article_urls": EXTRACTED_ARTICLE_URLS,
    "sources_master_list": SOURCES_MASTER_LIST,
    "story_sources": STORY_SOURCES,
}
