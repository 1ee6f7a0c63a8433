"""`/sources`: what is read, and how it does."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.ports import Store
from strandline.render.groups import in_order_of_need
from strandline.render.pages import sources_page
from strandline.render.views import SourceRow, SourcesView
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The registry with its health."""
    router = APIRouter()

    @router.api_route("/sources", methods=READ)
    def sources(request: Request) -> Response:
        return site.page(request, sources_page, gather(site.store), section="sources")

    return router


def gather(store: Store) -> SourcesView:
    """All sources, those that need a look first."""
    healths = store.healths()
    rows = [SourceRow(source, healths.get(source.source_uuid)) for source in store.sources()]
    return SourcesView(in_order_of_need(rows))
