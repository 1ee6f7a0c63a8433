"""`/desk`: where who is signed in begins."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.web.access import Desk
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """One page."""
    desk = Desk()

    @desk.get("/desk", right=Right.OWN)
    def home(request: Request) -> Response:
        return site.desk_page(request, "home", None, section="home")

    return desk.router
