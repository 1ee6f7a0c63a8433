"""The archive: its links, by any word, and what there is in numbers."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.archive_views import ArchiveChoice
from strandline.web.access import PUBLIC
from strandline.web.api.answers.archive import LinkAnswer, LinksAnswer
from strandline.web.api.answers.numbers import StatsAnswer
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.archive_choice import chosen, query_of, read_choice
from strandline.web.pages.stats import gather as gather_stats
from strandline.web.queries import Limit
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """The archive for other programs."""
    router = APIRouter(tags=["archive"], dependencies=PUBLIC)
    base = site.base_url

    @read_route(router, "/archive", LinksAnswer)
    def list_archive(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_choice)],
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """Links that are kept or wait to be, newest first; `q=` finds any words."""
        made = chosen(choice)
        found = site.store.search(
            query_of(choice, read_place(cursor, "archive", made), limit=limit + 1)
        )
        older = ""
        if len(found) > limit:
            last = found[limit - 1]
            older = write_cursor("archive", made, (last.listed_at, last.article_uuid))
        return answered(
            request,
            LinksAnswer(
                links=[LinkAnswer.of(link, base) for link in found[:limit]],
                next=next_address(base, "/archive", made, older, limit),
            ),
        )

    @read_route(router, "/stats", StatsAnswer)
    def get_stats(request: Request) -> Response:
        """The ledger and the archive in numbers, a few seconds old at most."""
        return answered(request, StatsAnswer.of(site.keeper.status(), gather_stats(site.store)))

    return router
