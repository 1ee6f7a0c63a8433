"""Links of the archive and what is known of them, as JSON for other programs."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from strandline.model.archive import ArchivedLink, LinkMetadata
from strandline.render.links import without_user
from strandline.render.times import machine_time

#: Version of the form; a field may be added without another one.
FORMAT = "strandline-links/1"


def links_json(
    links: Sequence[ArchivedLink],
    metadata: Mapping[str, LinkMetadata],
    originals: Mapping[str, str],
    *,
    base_url: str,
    next_href: str | None,
) -> bytes:
    """One page of the list.

    Args:
        links: Newest first.
        metadata: What pages say of themselves, by article.
        originals: The URL as first received, by article.
        base_url: Address of our pages; empty where none is set.
        next_href: Address of the next page; None on the last one.
    """
    value = {
        "format": FORMAT,
        "links": [
            _link(
                link,
                metadata.get(link.article_uuid),
                originals.get(link.article_uuid, ""),
                base_url,
            )
            for link in links
        ],
        "next": next_href,
    }
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _link(
    link: ArchivedLink, page: LinkMetadata | None, original: str, base: str
) -> dict[str, Any]:
    return {
        "article_uuid": link.article_uuid,
        "page": f"{base}/articles/{link.article_uuid}",
        "url": link.url,
        "url_original": without_user(original or link.url),
        "domain": link.domain,
        "title": link.title,
        "language": link.language,
        "first_seen_at": machine_time(link.first_seen_at),
        "last_archived_at": machine_time(link.last_archived_at) or None,
        "status": link.status.value if link.status else None,
        "artifacts": dict(link.artifacts),
        "metadata": _metadata(page) if page else None,
    }


def _metadata(page: LinkMetadata) -> dict[str, Any]:
    return {
        "title": page.title,
        "description": page.description,
        "author": page.author,
        "published_at": machine_time(page.published_at) or None,
        "site_name": page.site_name,
        "language": page.language,
        "final_url": page.final_url,
        "http_status": page.http_status,
    }
