"""What a document says of itself: title, author, dates, site, language, OpenGraph."""

import json

from strandline.adapters.capture.context import (
    CaptureContext,
    CaptureKind,
    CaptureYield,
    captured,
    kept,
    like_page,
)
from strandline.adapters.capture.page import Page
from strandline.core.archive.layout import name_of
from strandline.model.archive import ArtifactKind, CaptureName, CaptureOutcome, LinkMetadata


def run(context: CaptureContext) -> CaptureYield:
    """Write down what was read, and the OpenGraph properties as they stand on the page."""
    page = context.page
    found = {
        "url": context.job.url,
        "final_url": page.result.final_url,
        "title": page.title,
        "description": page.description,
        "author": page.author,
        "site_name": page.site_name,
        "language": page.language,
        "published_at": page.published_at.isoformat() if page.published_at else None,
        "last_modified": page.result.headers.get("last-modified"),
        "properties": [list(pair) for pair in page.hints.properties],
    }
    name = name_of(ArtifactKind.METADATA_JSON)
    path = context.path(name)
    text = json.dumps(found, ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8", errors="replace")
    file = captured(ArtifactKind.METADATA_JSON, path, name, "application/json")
    return like_page(context, CaptureYield(CaptureOutcome.GOOD, "", (file,)))


def link_metadata(article_uuid: str, page: Page) -> LinkMetadata:
    """The row of a page's metadata; a block page's title is not the page's."""
    if not page.is_kept:
        return LinkMetadata(
            article_uuid, final_url=page.result.final_url, http_status=page.result.status
        )
    return LinkMetadata(
        article_uuid=article_uuid,
        title=page.title,
        description=page.description,
        author=page.author,
        published_at=page.published_at,
        site_name=page.site_name,
        language=page.language,
        final_url=page.result.final_url,
        http_status=page.result.status,
    )


KIND = CaptureKind(CaptureName.METADATA, (), kept, run)
