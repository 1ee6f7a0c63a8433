"""Articles, aliases, mentions and posts as rows, and back.

The tuples follow the order of the columns in `schema`; their texts are cleaned where many rows are
written at once (`bulk`), keys already here, since they decide which rows are the same.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from strandline.adapters.store.border import (
    bounded,
    clean,
    utc_text,
    utc_text_optional,
)
from strandline.adapters.store.bulk import Row
from strandline.adapters.store.types import json_text, read_time
from strandline.core.text.languages import language_tag
from strandline.model.articles import (
    Alias,
    AliasKind,
    Article,
    Mention,
    Post,
    UrlStatus,
    Wording,
)
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType


def article_row(article: Article) -> Row:
    """As inserted: no rules have matched it."""
    return (
        article.article_uuid,
        article.source_uuid,
        article.url_scraping_method,
        article.source_url,
        article.article_title,
        article.article_url_original,
        article.article_url_final,
        article.url_original_to_final_match,
        article.url_notes,
        utc_text_optional(article.published_utc_iso),
        utc_text(article.article_detected_utc_iso),
        utc_text(article.created_at),
        utc_text(article.updated_at),
        bounded(article.url_key),
        article.rules_version,
        article.domain,
        article.canonical_article_id,
        str(article.date_trust),
        str(article.content_type),
        article.language,
        str(article.url_status),
        utc_text_optional(article.content_updated_at),
        article.versions,
        utc_text_optional(article.last_archived_at),
        "",
        None,
        None,
    )


def article_of(row: Any) -> Article:
    """From a row of `articles`."""
    return Article(
        article_uuid=row.article_uuid,
        source_uuid=row.source_uuid,
        url_scraping_method=row.url_scraping_method,
        source_url=row.source_url,
        article_title=row.article_title,
        article_url_original=row.article_url_original,
        article_url_final=row.article_url_final,
        url_original_to_final_match=row.url_original_to_final_match,
        url_notes=row.url_notes,
        published_utc_iso=row.published_utc_iso,
        article_detected_utc_iso=row.article_detected_utc_iso,
        created_at=row.created_at,
        updated_at=row.updated_at,
        url_key=row.url_key,
        rules_version=row.rules_version,
        domain=row.domain,
        canonical_article_id=row.canonical_article_id,
        date_trust=DateTrust(row.date_trust),
        content_type=ContentType(row.content_type),
        language=language_tag(row.language),
        url_status=UrlStatus(row.url_status),
        content_updated_at=row.content_updated_at,
        versions=row.versions,
        last_archived_at=row.last_archived_at,
    )


def alias_row(alias: Alias, article_uuid: str) -> Row:
    """As inserted, under the id that the article has in the ledger."""
    url = clean(alias.url)
    return (
        bounded(alias.url_key),
        hashlib.sha256(url.encode()).hexdigest()[:32],
        url,
        article_uuid,
        str(alias.kind),
        alias.evidence,
        utc_text(alias.first_seen_at),
    )


def alias_of(row: Any) -> Alias:
    """From a row of `aliases`."""
    return Alias(
        url=row.url,
        url_key=row.url_key,
        article_uuid=row.article_uuid,
        kind=AliasKind(row.kind),
        evidence=row.evidence,
        first_seen_at=row.first_seen_at,
    )


def mention_row(mention: Mention, article_uuid: str, post_id: int | None) -> Row:
    """As inserted, under the id that the article has in the ledger."""
    return (
        article_uuid,
        mention.source_uuid,
        mention.source_name,
        bounded(mention.source_url),
        mention.url_original,
        post_id,
        mention.in_quote,
        mention.title,
        mention.context_snippet,
        mention.discussion_url,
        utc_text_optional(mention.published_at),
        utc_text(mention.inserted_at),
        mention.verdict_id,
        str(mention.date_trust),
        mention.is_change_time,
        mention.language,
        None if mention.content_type is None else str(mention.content_type),
        json_text(wordings_tree(mention.earlier)),
        mention.home,
        mention.image_url,
        mention.image_alt,
    )


def wordings_tree(wordings: Sequence[Wording]) -> list[dict[str, str]]:
    """As a tree of JSON."""
    return [
        {"title": w.title, "snippet": w.context_snippet, "until": utc_text(w.until)}
        for w in wordings
    ]


def _wordings(tree: Sequence[Mapping[str, str]]) -> tuple[Wording, ...]:
    return tuple(Wording(w["title"], w["snippet"], read_time(w["until"])) for w in tree)


def mention_of(row: Any) -> Mention:
    """From a row of `article_sources`."""
    return Mention(
        article_uuid=row.article_id,
        source_uuid=row.source_uuid,
        source_name=row.source_name,
        source_url=row.source_url,
        url_original=row.url_original,
        inserted_at=row.inserted_at,
        post_id=row.post_id,
        in_quote=row.in_quote,
        title=row.title,
        context_snippet=row.context_snippet,
        discussion_url=row.discussion_url,
        published_at=row.published_at,
        verdict_id=row.verdict_id,
        date_trust=DateTrust(row.date_trust),
        is_change_time=row.is_change_time,
        language=language_tag(row.language),
        content_type=None if row.content_type is None else ContentType(row.content_type),
        earlier=_wordings(row.earlier),
        home=row.home,
        image_url=row.image_url,
        image_alt=row.image_alt,
    )


def post_row(post: Post, article_uuid: str | None) -> Row:
    """As inserted, under the id that its article has in the ledger."""
    return (
        post.source_uuid,
        bounded(post.item_key),
        post.guid,
        post.post_url,
        bounded(post.url_key),
        post.topic_url,
        post.author_username,
        post.title,
        utc_text_optional(post.published_at),
        str(post.date_trust),
        utc_text_optional(post.updated_at),
        post.content_html,
        post.content_hash,
        post.versions,
        post.decision,
        article_uuid,
        utc_text(post.first_seen_at),
        utc_text(post.last_seen_at),
    )


def post_of(row: Any, item_key: str | None = None) -> Post:
    """From a row of `posts`, under the key that was asked for where it was folded."""
    return Post(
        source_uuid=row.source_uuid,
        item_key=row.item_key if item_key is None else item_key,
        guid=row.guid,
        post_url=row.post_url,
        title=row.title,
        published_at=row.published_at,
        date_trust=DateTrust(row.date_trust),
        content_hash=row.content_hash,
        first_seen_at=row.first_seen_at,
        last_seen_at=row.last_seen_at,
        topic_url=row.topic_url,
        author_username=row.author_username,
        updated_at=row.updated_at,
        content_html=row.content_html,
        versions=row.versions,
        decision=row.decision,
        article_uuid=row.article_uuid,
        url_key=row.url_key,
    )
