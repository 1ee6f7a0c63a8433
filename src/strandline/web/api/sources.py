"""Sources: what is read."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.access import PUBLIC
from strandline.web.api.answers.sources import SourceAnswer, SourcesAnswer
from strandline.web.api.cursors import Cursor, read_cursor, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.queries import Limit, SourceId
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Sources for other programs."""
    router = APIRouter(tags=["sources"], dependencies=PUBLIC)
    base = site.base_url

    @read_route(router, "/sources", SourcesAnswer)
    def list_sources(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Every source, in the order of their ids."""
        behind = read_cursor(cursor, "sources", {}, str) or ""
        rows = sorted(site.store.sources(), key=lambda source: source.source_uuid)
        rows = [source for source in rows if source.source_uuid > behind][: limit + 1]
        healths = site.store.healths()
        older = ""
        if len(rows) > limit:
            older = write_cursor("sources", {}, rows[limit - 1].source_uuid)
        return answered(
            request,
            SourcesAnswer(
                sources=[
                    SourceAnswer.of(one, healths.get(one.source_uuid)) for one in rows[:limit]
                ],
                next=next_address(base, "/sources", {}, older, limit),
            ),
        )

    @read_route(router, "/sources/{source_uuid}", SourceAnswer)
    def get_source(request: Request, source_uuid: SourceId) -> Response:
        """One source."""
        found = {source.source_uuid: source for source in site.store.sources()}.get(source_uuid)
        if found is None:
            raise HTTPException(404)
        return answered(request, SourceAnswer.of(found, site.store.healths().get(source_uuid)))

    return router
