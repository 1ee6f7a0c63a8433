"""`/digests`: the editions that everybody may read."""

from datetime import datetime
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.ports import Store
from strandline.render.pages import digests_page
from strandline.render.views import DigestsView
from strandline.web.access import PUBLIC
from strandline.web.editions import shared_digests
from strandline.web.queries import Before, time_cursor, write_cursor
from strandline.web.site import READ, Site

#: Editions on one page.
PAGE_SIZE = 30


def routes(site: Site) -> APIRouter:
    """The list of editions."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/digests", methods=READ)
    def digests(request: Request, before: Before = "") -> Response:
        view = gather(site.store, time_cursor(before))
        return site.page(request, digests_page, view, section="digests")

    return router


def gather(store: Store, before: datetime | None) -> DigestsView:
    """Read one page, and one edition more to know whether there is another."""
    found = shared_digests(store, limit=PAGE_SIZE + 1, before=before)
    shown, more = found[:PAGE_SIZE], found[PAGE_SIZE:]
    older = urlencode({"before": write_cursor(shown[-1].created_at)}) if more else ""
    return DigestsView(
        digests=tuple(shown),
        older_href=f"/digests?{older}" if older else None,
        is_first=before is None,
    )
