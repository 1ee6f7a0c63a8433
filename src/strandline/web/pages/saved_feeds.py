"""`/feeds/{secret}.xml`, `.atom`, `.json`: what answers to a saved search; the address opens it."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.archive import ArchivedLink
from strandline.model.searches import SavedSearch
from strandline.render import html
from strandline.render.feeds import FEED_FORMATS, FeedDocument, FeedEntry, newest
from strandline.render.i18n import translate
from strandline.web.access import PUBLIC
from strandline.web.archive_choice import href, made_of, query_of
from strandline.web.language import chosen_language
from strandline.web.site import READ, Site, reply

#: Entries of a feed.
ENTRIES = 50
_HEADERS = {"cache-control": "private, no-cache", "x-robots-tag": "noindex"}
_ENDINGS: Mapping[str, str] = {"xml": "rss", "atom": "atom", "json": "jsonfeed"}

Secret = Annotated[str, Path(max_length=64, pattern="^[A-Za-z0-9_-]{20,64}$")]


def routes(site: Site) -> APIRouter:
    """One feed in three formats."""
    router = APIRouter(dependencies=PUBLIC)
    for ending, name in _ENDINGS.items():
        _route(router, site, ending, name)
    return router


def _route(router: APIRouter, site: Site, ending: str, name: str) -> None:
    @router.api_route(f"/feeds/{{secret}}.{ending}", methods=READ)
    def feed(request: Request, secret: Secret) -> Response:
        search = site.store.search_of_secret(secret)
        if search is None:
            raise HTTPException(404)
        write, media_type = FEED_FORMATS[name]
        language = chosen_language(request.query_params, {}, "")
        document = _feed(site, search, language, f"/feeds/{secret}.{ending}")
        return reply(request, write(document), media_type, _HEADERS)


def _feed(site: Site, search: SavedSearch, language: str, path: str) -> FeedDocument:
    choice = made_of(search.params)
    found = site.store.search(query_of(choice, None, limit=ENTRIES))
    base = site.base_url
    return FeedDocument(
        feed_id=f"urn:strandline:search:{search.search_id}",
        title=translate(
            language, "search.feed_title", name=search.name, site=site.settings.web.title
        ),
        about=translate(language, "search.feed_about"),
        language=language,
        updated=newest([link.listed_at for link in found], search.created_at),
        home_url=f"{base}{href('/search', choice)}" if base else "",
        self_url=f"{base}{path}" if base else "",
        entries=tuple(_entry(link, language) for link in found),
    )


def _entry(link: ArchivedLink, language: str) -> FeedEntry:
    """One article; a capture of it is no news, so its id is the article's alone."""
    return FeedEntry(
        entry_id=f"urn:strandline:article:{link.article_uuid}",
        title=html.title_or(link.title, language, url=link.url),
        url=link.url,
        updated=link.listed_at,
        published=link.first_seen_at,
        summary=html.clean(link.snippet),
        source_name=link.source_name or link.domain,
        language=link.language,
    )
