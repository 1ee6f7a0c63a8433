"""Search over all articles, and searches that somebody keeps."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path
from pydantic import AfterValidator, Field
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.archive import JobStatus
from strandline.pipelines.desk.searches import remove_search, renew_search, save_search
from strandline.render.archive_views import ArchiveChoice
from strandline.web.access import actor_of
from strandline.web.api.answers.archive import LinksAnswer
from strandline.web.api.answers.searches import SavedSearchAnswer, SavedSearchesAnswer
from strandline.web.api.archive import is_day, links_page, read_archive_choice
from strandline.web.api.asked import MOST_WHOLE, Asked, Line
from strandline.web.api.cursors import Cursor
from strandline.web.api.routing import answered, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.archive_choice import chosen, made_of, over_all
from strandline.web.queries import (
    CategoryChoice,
    LanguageChoice,
    Limit,
    SourceChoice,
)
from strandline.web.site import Site

_SearchId = Annotated[int, Path(ge=1, le=MOST_WHOLE)]
_Day = Annotated[str, AfterValidator(is_day), Field(json_schema_extra={"format": "date"})]
_YesNo = Literal["yes", "no"]


class SearchAsked(Asked):
    """A search that is to be kept: a name, and what it asks as the address of a search does."""

    name: Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")]
    q: Line = ""
    domain: Annotated[str, Field(max_length=253, pattern=r"^[A-Za-z0-9_.-]*$")] = ""
    source: Annotated[str, Field(max_length=64, pattern=r"^[A-Za-z0-9_.-]*$")] = ""
    category: Annotated[str, Field(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    language: Annotated[
        str, Field(max_length=16, pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")
    ] = ""
    status: JobStatus | None = None
    video: _YesNo | None = None
    kept: _YesNo | None = None
    since: _Day | None = None
    until: _Day | None = None
    order: Literal["best"] | None = None


def read_search_choice(
    choice: Annotated[ArchiveChoice, Depends(read_archive_choice)],
    source: SourceChoice = "",
    category: CategoryChoice = "",
    language: LanguageChoice = "",
    kept: _YesNo | None = None,
) -> ArchiveChoice:
    """What of all articles is asked for."""
    return over_all(choice, source, category, language, kept or "")


def routes(site: Site) -> APIRouter:
    """Searches for other programs."""
    router = APIRouter(tags=["search"])

    @read_route(router, "/search", LinksAnswer)
    def search(
        request: Request,
        choice: Annotated[ArchiveChoice, Depends(read_search_choice)],
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """All articles by title, source, URL and text; without words all that fit, newest first."""
        return answered(request, links_page(site, "/search", choice, cursor, limit))

    _saved(router, site)
    return router


def _saved(router: APIRouter, site: Site) -> None:
    @read_route(router, "/searches", SavedSearchesAnswer, Right.OWN)
    def list_searches(request: Request) -> Response:
        """Searches that one keeps, each with the address of its private feed."""
        found = site.store.searches(actor_of(request).account_id or None)
        base = site.base_url
        return answered(
            request,
            SavedSearchesAnswer(searches=[SavedSearchAnswer.of(one, base) for one in found]),
        )

    @act_route(router, "POST", "/searches", Right.OWN)
    def keep_search(request: Request, asked: SearchAsked) -> Response:
        """Keep a search; its feed tells what is found later."""
        given = asked.model_dump(exclude={"name"}, exclude_none=True)
        choice = made_of({name: str(value) for name, value in given.items() if value})
        outcome, _ = save_search(site.ports, actor_of(request), asked.name, chosen(choice))
        return told(outcome)

    @act_route(router, "POST", "/searches/{search_id}/renew", Right.OWN)
    def renew(request: Request, search_id: _SearchId) -> Response:
        """Give the feed of a search another address; the old one is dead at once."""
        return told(renew_search(site.ports, actor_of(request), search_id))

    @act_route(router, "DELETE", "/searches/{search_id}", Right.OWN)
    def forget_search(request: Request, search_id: _SearchId) -> Response:
        """Remove a search with its feed."""
        return told(remove_search(site.ports, actor_of(request), search_id))
