"""`/`: recent articles, newest found first, each story once, by source and language."""

from collections.abc import Sequence
from functools import partial
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.articles import Article
from strandline.model.sources import SourceNeed, SourceQuery
from strandline.ports import Store
from strandline.render.pages import recent_page
from strandline.render.story_reports import ListedStory
from strandline.render.views import Choice, RecentView
from strandline.web.access import PUBLIC
from strandline.web.choices import language_choices
from strandline.web.editions import shared_digests
from strandline.web.queries import (
    Before,
    LanguageChoice,
    SourceChoice,
    article_cursor,
    write_cursor,
)
from strandline.web.site import READ, Site
from strandline.web.told_stories import list_articles, pictured
from strandline.web.walking import Page, Place, walk

#: Articles on one page, and sources in the list to choose from.
PAGE_SIZE, MOST_CHOICES = 40, 120


def routes(site: Site) -> APIRouter:
    """The front page."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/", methods=READ)
    def recent(
        request: Request,
        source: SourceChoice = "",
        language: LanguageChoice = "",
        before: Before = "",
    ) -> Response:
        view = gather(site, source, language, article_cursor(before))
        return site.page(request, recent_page, view, section="recent")

    return router


def gather(site: Site, source: str, language: str, before: Place | None) -> RecentView:
    """One page, and what stands around it."""
    store = site.store
    page = newest_articles(store, source, language, size=PAGE_SIZE, before=before)
    digests = shared_digests(store, limit=1)
    tally = store.source_tally()
    return RecentView(
        articles=page.shown,
        pictures=site.pictures(pictured(page.shown)),
        sources=_source_choices(store, source),
        has_sources=tally[SourceNeed.ALL] > 0,
        languages=language_choices(store.source_languages(), language),
        source=source,
        language=language,
        older_href=_href(source, language, write_cursor(*page.older)) if page.older else None,
        newest_href=_href(source, language, ""),
        is_first=before is None,
        unwell=tally[SourceNeed.TROUBLE],
        latest_digest=digests[0] if digests else None,
    )


def newest_articles(
    store: Store, source: str = "", language: str = "", *, size: int, before: Place | None = None
) -> Page[ListedStory]:
    """The newest articles of a choice; a story that is told there stands under one of them."""

    def read(limit: int, behind: Place | None) -> Sequence[Article]:
        return store.recent(
            limit=limit, before=behind, source_uuid=source or None, language=language or None
        )

    show = partial(list_articles, store, source=source, language=language)
    return walk(read, show, _place, size=size, before=before)


def _place(article: Article) -> Place:
    return article.article_detected_utc_iso, article.article_uuid


def _source_choices(store: Store, chosen: str) -> tuple[Choice, ...]:
    """Sources to choose from by name; of very many none but the chosen one: `/sources` has all."""
    rows = store.source_page(SourceQuery(by_name=True, limit=MOST_CHOICES + 1))
    found = {row.source.source_uuid: row.source for row in rows}
    if len(found) > MOST_CHOICES:
        found = {}
    if chosen and chosen not in found:
        found |= store.some_sources([chosen])
    return tuple(Choice(uuid, one.name or uuid) for uuid, one in found.items())


def _href(source: str, language: str, cursor: str) -> str:
    chosen = {"source": source, "language": language, "before": cursor}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"/?{query}" if query else "/"
