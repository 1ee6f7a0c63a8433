"""`/stats`: the archive in numbers."""

import threading
from datetime import datetime, timedelta

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.core import figures
from strandline.model.archive import JobStatus
from strandline.model.takedowns import Takedown
from strandline.render.archive_views import DayChart, DomainRow, PartChart, StatsView
from strandline.render.pages import stats_page
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site

#: Failed jobs that are named.
FAILURES = 20
#: Hosts of lost links that are named.
HOSTS = 30
#: How long the numbers are told again.
KEPT = timedelta(seconds=60)
#: Sums of the last days: name, words of the parts, how the figures begin.
_PARTS = (
    ("duplicates", "story.layer", figures.DUPLICATES),
    ("captures", "archive.outcome", figures.CAPTURES),
)


def routes(site: Site) -> APIRouter:
    """One page."""
    router = APIRouter(dependencies=PUBLIC)
    now_and_then = Gathering(site)

    @router.api_route("/stats", methods=READ)
    def stats(request: Request) -> Response:
        return site.page(request, stats_page, now_and_then.view(), section="archive")

    return router


class Gathering:
    """The numbers, told again for a while: counting domains takes as long as the archive is."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._lock = threading.Lock()
        self._kept: tuple[datetime, StatsView] | None = None
        self._struck: list[Takedown] = []

    def view(self) -> StatsView:
        """At most `KEPT` old, and no older than the last takedown.

        May be asked by many threads; one of them counts.

        Raises:
            StoreError: The database cannot be used.
        """
        with self._lock:
            now = self._site.ports.clock.now()
            struck = self._site.store.takedowns(limit=1)
            if self._kept is None or not self._holds(now, struck):
                self._kept, self._struck = (now, gather(self._site)), struck
            return self._kept[1]

    def _holds(self, now: datetime, struck: list[Takedown]) -> bool:
        is_fresh = self._kept is not None and timedelta(0) <= now - self._kept[0] < KEPT
        return is_fresh and struck == self._struck


def gather(site: Site) -> StatsView:
    """The last days, jobs by status in the order of their life, domains, and what failed last."""
    store, today = site.store, site.ports.clock.now().date()
    jobs, links = store.job_counts(), store.rot_counts()
    drawn = (figures.ARTICLES, figures.EDITIONS, *((figures.LOST,) if links else ()))
    counted = store.figures(today - timedelta(days=figures.SHOWN))
    storage = tuple(figures.newest(counted, figures.STORAGE))
    return StatsView(
        days=tuple(DayChart(name, tuple(figures.by_day(counted, name, today))) for name in drawn),
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
        links=tuple(links.items()),
        ages=tuple(store.rot_by_age(site.ports.clock.now())),
        hosts=tuple(store.rot_by_host(HOSTS)),
        failures=tuple(store.jobs(status=JobStatus.FAILED, limit=FAILURES)),
    )
