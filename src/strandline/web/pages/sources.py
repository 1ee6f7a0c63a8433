"""`/sources`: what is read, and how it does."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.sources.courtesy import interval_of
from strandline.model.sources import SourceNeed, SourceQuery
from strandline.render.pages import sources_page
from strandline.render.views import SourceRow, SourcesView, Tally
from strandline.web.access import PUBLIC
from strandline.web.desk.sources import After, read_after, write_after
from strandline.web.site import READ, Site

#: Sources on one page.
PAGE_SIZE = 40


def routes(site: Site) -> APIRouter:
    """The registry with its health."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/sources", methods=READ)
    def sources(request: Request, after: After = "") -> Response:
        view = gather(site, after, in_order_of_need=site.shows_details(request))
        return site.page(request, sources_page, view, section="sources")

    return router


def gather(site: Site, after: str, *, in_order_of_need: bool) -> SourcesView:
    """One page of all sources but the retired ones.

    Args:
        in_order_of_need: Those that need a look first; else their order tells nothing of that.
    """
    query = SourceQuery(after=read_after(after), limit=PAGE_SIZE + 1, by_name=not in_order_of_need)
    found = site.store.source_page(query)
    shown, more = found[:PAGE_SIZE], found[PAGE_SIZE:]
    tally = site.store.source_tally()
    return SourcesView(
        rows=tuple(
            SourceRow(row.source, row.health, interval_of(row.source, site.settings.poll))
            for row in shown
        ),
        icons=site.pictures(row.source.source_uuid for row in shown),
        tally=Tally(
            well=tally[SourceNeed.WELL],
            unwell=tally[SourceNeed.TROUBLE],
            paused=tally[SourceNeed.PAUSED],
        ),
        further_href=f"/sources?after={write_after(shown[-1].after)}" if more else None,
        is_first=not after,
    )
