"""The row of an article that the ledger has not seen before."""

from datetime import datetime

from strandline.core.urls import RULES_VERSION, article_uuid
from strandline.core.urls.domains import registrable_domain
from strandline.model.articles import Article, UrlStatus
from strandline.model.entries import DateTrust
from strandline.model.sources import ContentType, Source
from strandline.model.urls import UrlIdentity


def new_article(
    source: Source,
    identity: UrlIdentity,
    now: datetime,
    *,
    content_type: ContentType,
    date_trust: DateTrust,
    url_status: UrlStatus,
    title: str | None = None,
    published: datetime | None = None,
    language: str | None = None,
) -> Article:
    """An article as it is first seen; its id is minted here, once, from its canonical URL.

    Args:
        identity: Of the final URL, as far as it is known.
        now: Its detection, aware UTC.
    """
    uuid = article_uuid(identity.canonical)
    return Article(
        article_uuid=uuid,
        source_uuid=source.source_uuid,
        url_scraping_method=source.kind.label,
        source_url=source.url,
        article_title=title,
        article_url_original=identity.original,
        article_url_final=identity.canonical,
        url_original_to_final_match=identity.is_unchanged,
        url_notes=identity.url_notes,
        published_utc_iso=published,
        article_detected_utc_iso=now,
        created_at=now,
        updated_at=now,
        url_key=identity.key,
        rules_version=RULES_VERSION,
        domain=registrable_domain(identity.canonical),
        canonical_article_id=uuid,
        date_trust=date_trust,
        content_type=content_type,
        language=language,
        url_status=url_status,
    )
