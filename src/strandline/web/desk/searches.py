"""`/desk/searches`: searches that somebody keeps, each with a private feed."""

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.searches import SavedSearch
from strandline.pipelines.desk.searches import remove_search, renew_search, save_search
from strandline.render.archive_views import SavedSearchesView, SavedSearchRow
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.archive_choice import PARAMETERS, chosen, href, made_of
from strandline.web.site import Site

_PAGE = "/desk/searches"


def routes(site: Site) -> APIRouter:
    """The list and its forms."""
    desk = Desk()

    @desk.get(_PAGE, right=Right.OWN)
    def show(request: Request) -> Response:
        found = site.store.searches(actor_of(request).account_id or None)
        base = site.base_url or str(request.base_url).rstrip("/")
        view = SavedSearchesView(tuple(_row(one, base) for one in found))
        return site.desk_page(request, "searches", view, section="searches")

    @desk.post(_PAGE, right=Right.OWN)
    def save(request: Request, form: Posted) -> Response:
        try:
            choice = made_of({name: form.text(name) for name in PARAMETERS if form.text(name)})
        except (RequestValidationError, ValidationError) as error:
            raise HTTPException(400) from error
        outcome, _ = save_search(site.ports, actor_of(request), form.text("name"), chosen(choice))
        return site.told(request, outcome, _PAGE)

    @desk.post("/desk/searches/{search_id}/renew", right=Right.OWN)
    def renew(request: Request, search_id: str) -> Response:
        outcome = renew_search(site.ports, actor_of(request), _number(search_id))
        return site.told(request, outcome, _PAGE)

    @desk.post("/desk/searches/{search_id}/remove", right=Right.OWN)
    def remove(request: Request, search_id: str) -> Response:
        outcome = remove_search(site.ports, actor_of(request), _number(search_id))
        return site.told(request, outcome, _PAGE)

    return desk.router


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 18 else 0


def _row(search: SavedSearch, base: str) -> SavedSearchRow:
    return SavedSearchRow(
        search_id=search.search_id,
        name=search.name,
        asked=tuple(search.params.items()),
        href=href("/search", made_of(search.params)),
        feed=f"{base}/feeds/{search.secret}.atom",
        created_at=search.created_at,
    )
