"""`/search`: all articles by word and by filter."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from strandline.ports import Store
from strandline.render.archive_views import ArchiveChoice, LinksView, SearchView
from strandline.render.pages import search_page
from strandline.web.access import PUBLIC
from strandline.web.archive_choice import chosen, gather_links, read_search
from strandline.web.queries import Before, article_cursor
from strandline.web.site import READ, Site

#: Categories that can be chosen.
_CATEGORIES = 100


def routes(site: Site) -> APIRouter:
    """The box and what was found."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/search", methods=READ)
    def search(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_search)],
        before: Before = "",
    ) -> Response:
        cursor = article_cursor(before)
        if choice.words or choice.is_narrow:
            found = gather_links(site.store, "/search", choice, cursor)
        else:
            found = LinksView((), choice, None, "/search", is_first=True, is_asked=False)
        return site.page(request, search_page, _view(site.store, found), section="search")

    return router


def _view(store: Store, found: LinksView) -> SearchView:
    """What was found, and what can be chosen."""
    source = found.choice.source
    named = store.some_sources([source]).get(source) if source else None
    return SearchView(
        found.links,
        found.choice,
        found.older_href,
        found.newest_href,
        found.is_first,
        found.is_asked,
        source_name=named.name if named else source,
        categories=tuple(word for word, _ in store.source_words("category", limit=_CATEGORIES)),
        kept=tuple(chosen(found.choice).items()),
    )
