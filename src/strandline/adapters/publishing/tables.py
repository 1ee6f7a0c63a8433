"""The allow-list: every table and column that is published, with what it means.

Of a page that was taken down nothing is told. Readers, their settings and histories, drafts and
editions of single readers, accounts, subscribers, deliveries, the audit and all that the machinery
keeps for itself stand nowhere here.
"""

import sqlalchemy as sa

from strandline.adapters.publishing.shape import Column, Table, address
from strandline.adapters.store import archive_schema as archive
from strandline.adapters.store import rot_schema as rot
from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.archive_schema import unstruck
from strandline.model.articles import TextStatus
from strandline.model.editions import PUBLISHED as PUBLISHED_STATES
from strandline.model.readers import DigestScope
from strandline.render.links import without_user

_SOURCES, _ARTICLES, _ALIASES = schema.sources, schema.articles, schema.aliases
_MENTIONS, _POSTS, _TEXTS = schema.article_sources, schema.posts, schema.article_texts
_DIGESTS, _ITEMS, _READERS = schema.digests, schema.digest_items, schema.readers
_DOCUMENTS, _PAGES = archive.archive_documents, archive.link_metadata
_FILES, _KEPT_TEXTS = archive.archive_artifacts, archive.archive_texts
_THREADS = stories.story_threads
_STANDING, _COPIES = rot.link_health, rot.public_copies

_ARTICLE = "articles.article_uuid"
_STORY = "stories.story_id"
_SOURCE = "sources.source_uuid"

SOURCES = Table(
    "sources",
    "Feeds, forums, pages and lists in which articles were found.",
    (
        Column("source_uuid", "Id of the source.", _SOURCES.c.source_uuid),
        Column("name", "Its name, as readers see it.", _SOURCES.c.name),
        address("url", "Its address; keys and passwords are left out.", _SOURCES.c.url),
        Column("kind", "How it is read: feed, discourse, direct, sitemap …", _SOURCES.c.kind),
        Column("language", "Its language, such as en; empty where unknown.", _SOURCES.c.language),
        Column("content_type", "What its items are: news, blog, forum …", _SOURCES.c.content_type),
    ),
    rows=_SOURCES,
    order=(_SOURCES.c.source_uuid,),
    key=("source_uuid",),
)

ARTICLES = Table(
    "articles",
    "Articles and links, one row for each canonical URL.",
    (
        Column("article_uuid", "Id, made from the canonical URL.", _ARTICLES.c.article_uuid),
        Column("title", "Title as its source gave it.", _ARTICLES.c.article_title),
        Column("url", "Canonical URL.", _ARTICLES.c.article_url_final, cleaned=without_user),
        address("url_original", "URL as first received.", _ARTICLES.c.article_url_original),
        Column("domain", "Registrable domain of the URL.", _ARTICLES.c.domain),
        Column(
            "source_uuid", "Where it was found first.", _ARTICLES.c.source_uuid, leads_to=_SOURCE
        ),
        Column("published_at", "When it says that it came out.", _ARTICLES.c.published_utc_iso),
        Column("date_trust", "How far that time can be trusted.", _ARTICLES.c.date_trust),
        Column("found_at", "When it was found.", _ARTICLES.c.article_detected_utc_iso),
        Column("language", "Language, such as en; empty where unknown.", _ARTICLES.c.language),
        Column("content_type", "What it is: news, blog, forum, link …", _ARTICLES.c.content_type),
        Column(
            "story_id",
            "Main article of the story that it tells; its own id where it is that.",
            _ARTICLES.c.canonical_article_id,
            leads_to=_STORY,
        ),
        Column("archived_at", "When a copy was kept last.", _ARTICLES.c.last_archived_at),
        Column(
            "public_copy_url",
            "Where the Wayback Machine has a copy that we had saved there.",
            sa.func.coalesce(_COPIES.c.memento_url, ""),
        ),
        Column("public_copy_at", "When that copy was made.", _COPIES.c.memento_at),
    ),
    rows=_ARTICLES.outerjoin(_COPIES, _COPIES.c.article_uuid == _ARTICLES.c.article_uuid),
    where=(unstruck(_ARTICLES.c.article_uuid),),
    order=(_ARTICLES.c.article_uuid,),
    key=("article_uuid",),
    indexes=(("found_at",), ("published_at",), ("domain",), ("source_uuid",)),
)

URLS = Table(
    "urls",
    "Other URLs that lead to an article: redirects, spellings, short links.",
    (
        Column("article_uuid", "The article.", _ALIASES.c.article_uuid, leads_to=_ARTICLE),
        address("url", "The other URL.", _ALIASES.c.url),
        Column("kind", "How it is known: redirect, canonical link …", _ALIASES.c.kind),
        Column("first_seen_at", "When it was seen first.", _ALIASES.c.first_seen_at),
    ),
    rows=_ALIASES,
    where=(unstruck(_ALIASES.c.article_uuid),),
    order=(_ALIASES.c.url_key, _ALIASES.c.url_hash),
    key=(),
    indexes=(("article_uuid",), ("url",)),
)

MENTIONS = Table(
    "mentions",
    "Provenance: every place in which an article was seen, with the post that held the link.",
    (
        Column("article_uuid", "The article.", _MENTIONS.c.article_id, leads_to=_ARTICLE),
        Column("source_uuid", "Source that was read.", _MENTIONS.c.source_uuid, leads_to=_SOURCE),
        Column("source_name", "Its name at that time.", _MENTIONS.c.source_name),
        address("page_url", "Feed, page or post in which it stood.", _MENTIONS.c.source_url),
        address("url_as_written", "URL as it stood there.", _MENTIONS.c.url_original),
        Column("in_quote", "1 where it stood in a quotation.", _MENTIONS.c.in_quote),
        Column("title", "Title or link text there.", _MENTIONS.c.title),
        address("discussion_url", "Thread about it there.", _MENTIONS.c.discussion_url),
        address("topic_url", "Topic of the post.", _POSTS.c.topic_url),
        Column("post_title", "Title of the post.", _POSTS.c.title),
        Column("post_author", "User name of the post's author.", _POSTS.c.author_username),
        Column("published_at", "When that place says that it came out.", _MENTIONS.c.published_at),
        Column("seen_at", "When it was seen there.", _MENTIONS.c.inserted_at),
    ),
    rows=_MENTIONS.outerjoin(_POSTS, _POSTS.c.post_id == _MENTIONS.c.post_id),
    where=(unstruck(_MENTIONS.c.article_id),),
    order=(_MENTIONS.c.article_id, _MENTIONS.c.source_url, _MENTIONS.c.in_quote),
    key=(),
    indexes=(("article_uuid",), ("source_uuid",)),
)

LINKS = Table(
    "links",
    "Links that are kept or wait for it, with what their pages say of themselves.",
    (
        Column("article_uuid", "The article.", _DOCUMENTS.c.article_uuid, leads_to=_ARTICLE),
        Column("listed_at", "When it came into the archive.", _DOCUMENTS.c.listed_at),
        Column("status", "How its newest job stands.", _DOCUMENTS.c.status),
        Column("is_archived", "1 where a copy is kept.", _DOCUMENTS.c.is_archived),
        Column("has_video", "1 where a film is kept.", _DOCUMENTS.c.has_video),
        Column("title", "Title of the page.", _PAGES.c.title),
        Column("description", "What the page says that it is about.", _PAGES.c.description),
        Column("author", "Author that the page names.", _PAGES.c.author),
        Column("site_name", "Name of its site.", _PAGES.c.site_name),
        Column("language", "Language of the page.", _PAGES.c.language),
        Column("published_at", "When the page says that it came out.", _PAGES.c.published_at),
        address("final_url", "Where the URL led when it was kept.", _PAGES.c.final_url),
        Column("http_status", "What the server answered.", _PAGES.c.http_status),
        Column(
            "link_state",
            "What the link is taken for now: alive, changed, moved, blocked, soft_gone, gone …",
            _STANDING.c.state,
        ),
        Column("link_since", "Since when.", _STANDING.c.since),
        Column("link_visited_at", "When it was last looked at.", _STANDING.c.visited_at),
    ),
    rows=_DOCUMENTS.outerjoin(_PAGES, _PAGES.c.article_uuid == _DOCUMENTS.c.article_uuid).outerjoin(
        _STANDING, _STANDING.c.article_uuid == _DOCUMENTS.c.article_uuid
    ),
    where=(
        unstruck(_DOCUMENTS.c.article_uuid),
        archive.IS_MEMBER,
    ),
    order=(_DOCUMENTS.c.article_uuid,),
    key=("article_uuid",),
    indexes=(("listed_at",), ("status",)),
)

FILES = Table(
    "files",
    "What is kept of links: one row for each file that stands for a page now.",
    (
        Column("article_uuid", "The article.", _FILES.c.article_uuid, leads_to=_ARTICLE),
        Column("kind", "What it is: text, screenshot, pdf, dom, warc …", _FILES.c.kind),
        Column("key", "Its name in the object store, and behind /artifacts/.", _FILES.c.key),
        Column("media_type", "Its media type.", _FILES.c.content_type),
        Column("size_bytes", "Its size.", _FILES.c.size_bytes),
        Column("sha256", "Checksum of its bytes, in hex.", _FILES.c.sha256),
        Column("kept_at", "When it was made.", _FILES.c.created_at),
        Column("outcome", "How good the capture was.", _FILES.c.capture_outcome),
    ),
    rows=_FILES,
    where=(
        unstruck(_FILES.c.article_uuid),
        _FILES.c.is_current,
    ),
    order=(_FILES.c.article_uuid, _FILES.c.kind, _FILES.c.artifact_id),
    key=("key",),
    indexes=(("article_uuid",), ("kind",)),
)

THREADS = Table(
    "thread_stories",
    "Running stories: which story stands in which thread.",
    (
        Column("thread_id", "Name of the thread.", _THREADS.c.thread_id),
        Column("story_id", "The story.", _THREADS.c.story_id, leads_to=_STORY),
        Column("story_time", "When the story began.", _THREADS.c.story_time),
    ),
    # A story may have become a part of another one since its thread was made.
    rows=_THREADS.join(
        _ARTICLES,
        sa.and_(
            _ARTICLES.c.article_uuid == _THREADS.c.story_id,
            _ARTICLES.c.canonical_article_id == _THREADS.c.story_id,
        ),
    ),
    where=(unstruck(_THREADS.c.story_id),),
    order=(_THREADS.c.thread_id, _THREADS.c.story_time, _THREADS.c.story_id),
    key=("story_id",),
    indexes=(("thread_id", "story_time"),),
)

#: Editions for everybody that went out; never a draft, never one of a single reader.
_FOR_ALL = (
    _READERS.c.scope == DigestScope.SHARED.value,
    _DIGESTS.c.state.in_(sorted(state.value for state in PUBLISHED_STATES)),
)
_EDITIONS = _DIGESTS.join(_READERS, _READERS.c.reader_id == _DIGESTS.c.reader_id)

EDITIONS = Table(
    "editions",
    "Digests for everybody that were published.",
    (
        Column("edition_id", "Id of the edition.", _DIGESTS.c.digest_id),
        Column("title", "Its title.", _DIGESTS.c.title),
        Column("language", "Its language.", _DIGESTS.c.language),
        Column("introduction", "What its editors wrote before it.", _DIGESTS.c.introduction),
        Column("closing", "What they wrote behind it.", _DIGESTS.c.closing),
        Column("created_at", "When it was made.", _DIGESTS.c.created_at),
        Column("published_at", "When it was published.", _DIGESTS.c.published_at),
    ),
    rows=_EDITIONS,
    where=_FOR_ALL,
    order=(_DIGESTS.c.digest_id,),
    key=("edition_id",),
)

EDITION_ITEMS = Table(
    "edition_items",
    "What stands in those editions, in order.",
    (
        Column("edition_id", "The edition.", _ITEMS.c.digest_id, leads_to="editions.edition_id"),
        Column("position", "Place in the edition, from 1.", _ITEMS.c.position),
        Column("section", "Its section.", _ITEMS.c.section),
        Column("category", "Its category.", _ITEMS.c.category),
        Column(
            "article_uuid",
            "The article, where it is in the ledger still.",
            _ARTICLES.c.article_uuid,
            leads_to=_ARTICLE,
        ),
        Column("url", "URL as shown.", _ITEMS.c.url, cleaned=without_user),
        Column("title", "Title as shown.", _ITEMS.c.title),
        Column("summary", "Summary as shown.", _ITEMS.c.summary),
        Column("source_name", "Source as shown.", _ITEMS.c.source_name),
        Column("published_at", "When the article came out.", _ITEMS.c.published_at),
        Column("language", "Language of the article.", _ITEMS.c.language),
    ),
    rows=_ITEMS.join(_DIGESTS, _DIGESTS.c.digest_id == _ITEMS.c.digest_id)
    .join(_READERS, _READERS.c.reader_id == _DIGESTS.c.reader_id)
    .outerjoin(_ARTICLES, _ARTICLES.c.article_uuid == _ITEMS.c.article_uuid),
    where=(*_FOR_ALL, unstruck(_ITEMS.c.article_uuid)),
    order=(_ITEMS.c.digest_id, _ITEMS.c.position),
    key=("edition_id", "position"),
    indexes=(("article_uuid",),),
)

TEXTS = Table(
    "texts",
    "Readable text of articles: of the kept copy, else as it was read for comparing.",
    (
        Column("article_uuid", "The article.", _ARTICLES.c.article_uuid, leads_to=_ARTICLE),
        Column(
            "text",
            "The text, without markup.",
            sa.func.coalesce(_KEPT_TEXTS.c.extracted_text, _TEXTS.c.text),
        ),
    ),
    rows=_ARTICLES.outerjoin(
        _KEPT_TEXTS, _KEPT_TEXTS.c.article_uuid == _ARTICLES.c.article_uuid
    ).outerjoin(
        _TEXTS,
        sa.and_(
            _TEXTS.c.article_uuid == _ARTICLES.c.article_uuid,
            _TEXTS.c.status == TextStatus.OK.value,
        ),
    ),
    where=(
        unstruck(_ARTICLES.c.article_uuid),
        sa.func.coalesce(_KEPT_TEXTS.c.extracted_text, _TEXTS.c.text, "") != "",
    ),
    order=(_ARTICLES.c.article_uuid,),
    key=("article_uuid",),
    batch=50,
)

#: Without texts: those belong to their authors, and whoever publishes them has to ask.
PUBLISHED = (
    SOURCES,
    ARTICLES,
    URLS,
    MENTIONS,
    LINKS,
    FILES,
    THREADS,
    EDITIONS,
    EDITION_ITEMS,
)
WITH_TEXTS = (*PUBLISHED, TEXTS)
