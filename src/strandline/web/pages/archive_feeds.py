"""`/archive.xml`, `/archive.atom`: what was kept last. `/archive.json`: all links, page by page."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.archive import ArchivedLink, LinkMetadata, SearchQuery
from strandline.ports import Store
from strandline.render import html
from strandline.render.archive_json import links_json
from strandline.render.archive_views import ArchiveChoice
from strandline.render.feeds import FEED_FORMATS, FeedDocument, FeedEntry, newest
from strandline.render.i18n import translate
from strandline.settings import WebSettings
from strandline.web.access import PUBLIC
from strandline.web.archive_choice import href, query_of, read_choice
from strandline.web.language import chosen_language
from strandline.web.queries import Before, article_cursor, write_cursor
from strandline.web.site import READ, Site, reply

#: Entries of a feed; links that are looked through for them, since some only wait.
ENTRIES, LOOKED_AT = 50, 200
_CACHE = {"cache-control": "public, max-age=300"}
_ENDINGS: Mapping[str, str] = {"xml": "rss", "atom": "atom"}

Limit = Annotated[int, Query(ge=1, le=500)]


def routes(site: Site) -> APIRouter:
    """Two feeds and the list."""
    router = APIRouter(dependencies=PUBLIC)
    for ending, name in _ENDINGS.items():
        _route_feed(router, site, ending, name)

    @router.api_route("/archive.json", methods=READ)
    def links(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_choice)],
        before: Before = "",
        limit: Limit = 100,
    ) -> Response:
        found = site.store.search(query_of(choice, article_cursor(before), limit=limit + 1))
        shown, more = found[:limit], found[limit:]
        uuids = [link.article_uuid for link in shown]
        body = links_json(
            shown,
            site.store.link_metadata(uuids),
            {k: a.article_url_original for k, a in site.store.articles(uuids).items()},
            base_url=site.base_url,
            next_href=_next(site, choice, shown[-1], limit) if more else None,
        )
        return reply(request, body, "application/json", {"cache-control": "no-cache"})

    return router


def _next(site: Site, choice: ArchiveChoice, last: ArchivedLink, limit: int) -> str:
    cursor = write_cursor(last.listed_at, last.article_uuid)
    return f"{site.base_url}{href('/archive.json', choice, cursor)}&limit={limit}"


def _route_feed(router: APIRouter, site: Site, ending: str, name: str) -> None:
    @router.api_route(f"/archive.{ending}", methods=READ)
    def feed(request: Request) -> Response:
        write, media_type = FEED_FORMATS[name]
        language = chosen_language(request.query_params, {}, "")
        now = site.ports.clock.now()
        document = kept_feed(site.store, site.settings.web, language, f"/archive.{ending}", now)
        return reply(request, write(document), media_type, _CACHE)


def kept_feed(
    store: Store, settings: WebSettings, language: str, path: str, now: datetime
) -> FeedDocument:
    """The newest pages that were kept, as a feed.

    Args:
        path: Of the feed, below the address of the page.
        now: Time of a feed in which nothing stands.
    """
    found = store.search(SearchQuery(limit=LOOKED_AT))
    kept = [link for link in found if link.last_archived_at is not None][:ENTRIES]
    pages = store.link_metadata([link.article_uuid for link in kept])
    base = settings.base_url.rstrip("/")
    return FeedDocument(
        feed_id=f"{base}{path}" if base else "urn:strandline:archive",
        title=translate(language, "archive.feed.title", site=settings.title),
        about=translate(language, "archive.feed.about"),
        language=language,
        updated=newest([link.last_archived_at for link in kept], now),
        home_url=f"{base}/archive" if base else "",
        self_url=f"{base}{path}" if base else "",
        entries=tuple(_entry(link, pages.get(link.article_uuid), base, language) for link in kept),
    )


def _entry(link: ArchivedLink, page: LinkMetadata | None, base: str, language: str) -> FeedEntry:
    """One kept page: the link leads to our copy where our address is known, else to the page."""
    kept_at = link.last_archived_at or link.listed_at
    return FeedEntry(
        entry_id=f"urn:strandline:archive:{link.article_uuid}:{kept_at:%Y%m%dT%H%M%SZ}",
        title=html.title_or(link.title, language, url=link.url),
        url=f"{base}/articles/{link.article_uuid}" if base else link.url,
        updated=kept_at,
        published=kept_at,
        summary=html.clean(page.description if page else ""),
        source_name=link.domain,
        language=link.language,
    )
