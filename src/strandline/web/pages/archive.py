"""`/archive`: the newest links that are kept, or wait to be."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.archive_views import ArchiveChoice
from strandline.render.pages import archive_page
from strandline.web.access import PUBLIC
from strandline.web.archive_choice import gather_links, read_choice
from strandline.web.queries import Before, article_cursor
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The list."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/archive", methods=READ)
    def archive(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_choice)],
        before: Before = "",
    ) -> Response:
        view = gather_links(site.store, "/archive", choice, article_cursor(before))
        return site.page(request, archive_page, view, section="archive")

    return router
