"""`/sources`: what is read, and how it does."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.courtesy import interval_of
from strandline.ports import Store
from strandline.render.groups import in_order_of_need
from strandline.render.pages import sources_page
from strandline.render.views import SourceRow, SourcesView
from strandline.settings import PollSettings
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site


def routes(site: Site) -> APIRouter:
    """The registry with its health."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/sources", methods=READ)
    def sources(request: Request) -> Response:
        return site.page(
            request, sources_page, gather(site.store, site.settings.poll), section="sources"
        )

    return router


def gather(store: Store, settings: PollSettings) -> SourcesView:
    """All sources, those that need a look first."""
    healths = store.healths()
    rows = [
        SourceRow(one, healths.get(one.source_uuid), interval_of(one, settings))
        for one in store.sources()
    ]
    return SourcesView(in_order_of_need(rows))
