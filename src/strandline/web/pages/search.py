"""`/search`: the archive by word."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.archive_views import ArchiveChoice, LinksView
from strandline.render.pages import search_page
from strandline.web.access import PUBLIC
from strandline.web.archive_choice import gather_links, read_choice
from strandline.web.queries import Before, article_cursor
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The box and what was found."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/search", methods=READ)
    def search(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_choice)],
        before: Before = "",
    ) -> Response:
        cursor = article_cursor(before)
        if choice.words or choice.is_narrow:
            view = gather_links(site.store, "/search", choice, cursor)
        else:
            view = LinksView((), choice, None, "/search", is_first=True, is_asked=False)
        return site.page(request, search_page, view, section="archive")

    return router
