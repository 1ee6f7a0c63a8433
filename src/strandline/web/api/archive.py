"""The archive: its links, by any word, and what there is in numbers."""

import re
from datetime import date
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import AfterValidator
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.archive import JobStatus
from strandline.render.archive_views import ArchiveChoice
from strandline.web.api.answers.archive import LinkAnswer, LinksAnswer
from strandline.web.api.answers.numbers import StatsAnswer
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.archive_choice import chosen, query_of, read_choice
from strandline.web.pages.stats import Gathering
from strandline.web.queries import DomainChoice, Limit, Words
from strandline.web.site import Site


def is_day(text: str) -> str:
    """The text itself.

    Raises:
        ValueError: There is no such day.
    """
    if not _DAY.fullmatch(text):
        raise ValueError("a day is YYYY-MM-DD")
    date.fromisoformat(text)  # the 31st of February
    return text


_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
#: A day of UTC.
_Day = Annotated[str, AfterValidator(is_day), Query(json_schema_extra={"format": "date"})]


def read_archive_choice(
    q: Words = "",
    domain: DomainChoice = "",
    status: JobStatus | None = None,
    video: Literal["yes", "no"] | None = None,
    since: _Day | None = None,
    until: _Day | None = None,
    order: Literal["best"] | None = None,
) -> ArchiveChoice:
    """What of the archive is asked for."""
    return read_choice(q, domain, status or "", video or "", since or "", until or "", order or "")


def routes(site: Site) -> APIRouter:
    """The archive for other programs."""
    router = APIRouter(tags=["archive"])
    numbers = Gathering(site)

    @read_route(router, "/archive", LinksAnswer)
    def list_archive(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_archive_choice)],
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """Links that are kept or wait to be, newest first; `q=` finds any words."""
        return answered(request, links_page(site, "/archive", choice, cursor, limit))

    @read_route(router, "/stats", StatsAnswer)
    def get_stats(request: Request) -> Response:
        """The ledger and the archive in numbers, a few seconds old at most."""
        return answered(request, StatsAnswer.of(site.keeper.status(), numbers.view()))

    return router


def links_page(
    site: Site, path: str, choice: ArchiveChoice, cursor: str, limit: int
) -> LinksAnswer:
    """One page of what a choice finds."""
    made = chosen(choice)
    found = site.store.search(query_of(choice, read_place(cursor, path, made), limit=limit + 1))
    older = ""
    if found[limit:]:
        last = found[limit - 1]
        older = write_cursor(path, made, (last.listed_at, last.article_uuid))
    return LinksAnswer(
        links=[LinkAnswer.of(link, site.base_url) for link in found[:limit]],
        next=next_address(site.base_url, path, made, older, limit),
    )
