"""`/sources`: what is read, and how it does."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.courtesy import interval_of
from strandline.render.groups import in_order_of_need
from strandline.render.pages import sources_page
from strandline.render.views import SourceRow, SourcesView
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The registry with its health."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/sources", methods=READ)
    def sources(request: Request) -> Response:
        view = gather(site)
        return site.page(request, sources_page, view, section="sources")

    return router


def gather(site: Site) -> SourcesView:
    """All sources, those that need a look first."""
    healths = site.store.healths()
    rows = [
        SourceRow(one, healths.get(one.source_uuid), interval_of(one, site.settings.poll))
        for one in site.store.sources()
    ]
    icons = site.pictures(row.source.source_uuid for row in rows)
    return SourcesView(in_order_of_need(rows), icons)
