"""`/stats`: the archive in numbers."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.archive import JobStatus
from strandline.ports import Store
from strandline.render.archive_views import DomainRow, StatsView
from strandline.render.pages import stats_page
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site

#: Failed jobs that are named.
FAILURES = 20


def routes(site: Site) -> APIRouter:
    """One page."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/stats", methods=READ)
    def stats(request: Request) -> Response:
        return site.page(request, stats_page, gather(site.store), section="archive")

    return router


def gather(store: Store) -> StatsView:
    """Jobs by status in the order of their life, domains, and what failed last."""
    counts = store.job_counts()
    return StatsView(
        jobs=tuple((status, counts[status]) for status in JobStatus if counts.get(status)),
        domains=tuple(DomainRow(*row) for row in store.archive_stats()),
        failures=tuple(store.jobs(status=JobStatus.FAILED, limit=FAILURES)),
    )
