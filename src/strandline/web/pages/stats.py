"""`/stats`: the archive in numbers."""

from datetime import timedelta

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core import figures
from strandline.model.archive import JobStatus
from strandline.render.archive_views import DayChart, DomainRow, PartChart, StatsView
from strandline.render.pages import stats_page
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site

#: Failed jobs that are named.
FAILURES = 20
#: Sums of the last days: name, words of the parts, how the figures begin.
_PARTS = (
    ("duplicates", "story.layer", figures.DUPLICATES),
    ("captures", "archive.outcome", figures.CAPTURES),
)


def routes(site: Site) -> APIRouter:
    """One page."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/stats", methods=READ)
    def stats(request: Request) -> Response:
        return site.page(request, stats_page, gather(site), section="archive")

    return router


def gather(site: Site) -> StatsView:
    """The last days, jobs by status in the order of their life, domains, and what failed last."""
    store, today = site.store, site.ports.clock.now().date()
    jobs = store.job_counts()
    counted = store.figures(today - timedelta(days=figures.SHOWN))
    storage = tuple(figures.newest(counted, figures.STORAGE))
    return StatsView(
        days=tuple(
            DayChart(name, tuple(figures.by_day(counted, name, today)))
            for name in (figures.ARTICLES, figures.EDITIONS)
        ),
        parts=(
            *(
                PartChart(name, words, tuple(figures.by_part(counted, prefix, today)))
                for name, words, prefix in _PARTS
            ),
            PartChart("storage", "archive.storage", storage, is_size=True),
        ),
        is_counted=bool(counted),
        jobs=tuple((status, jobs[status]) for status in JobStatus if jobs.get(status)),
        domains=tuple(DomainRow(*row) for row in store.archive_stats()),
        failures=tuple(store.jobs(status=JobStatus.FAILED, limit=FAILURES)),
    )
