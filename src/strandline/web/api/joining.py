"""Puts the API into the application: routes, the description, what stands before them."""

from urllib.parse import quote

from fastapi import APIRouter, FastAPI
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from strandline.web.access import PUBLIC
from strandline.web.access.peers import address_of
from strandline.web.api import API
from strandline.web.api.bodies import BodyBound
from strandline.web.api.description import OPENAPI, describe, document_of
from strandline.web.api.meter import Meter, RateLimit
from strandline.web.api.problems import problem
from strandline.web.api.routing import ROOT
from strandline.web.site import READ, Site, reply

#: What was answered before there were versions.
_BEFORE = ("/stories", "/stories/{article_uuid}", "/featured", "/openapi.json")


def add_api(app: FastAPI, site: Site) -> None:
    """Add it; what is added to the application later stands before its guards."""
    for routes in API:
        app.include_router(routes(site))
    app.include_router(_routes(app), include_in_schema=False)
    app.openapi = lambda: describe(app)  # type: ignore[method-assign]
    app.add_middleware(BodyBound, below=ROOT, refuse=problem)
    app.add_middleware(
        RateLimit,
        meter=Meter(site.ports.clock.now),
        limits={
            "address": site.settings.web.api_per_address,
            "token": site.settings.web.api_per_token,
        },
        address_of=lambda request: address_of(request, site.settings.access.trusted_proxies),
        below=ROOT,
        refuse=lambda seconds: problem(429, headers={"retry-after": str(seconds)}),
    )


def _routes(app: FastAPI) -> APIRouter:
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route(OPENAPI, methods=READ)
    def description(request: Request) -> Response:
        body = document_of(app.openapi())
        return reply(request, body, "application/json", {"cache-control": "no-cache"})

    def moved(request: Request) -> Response:
        way = quote(request.url.path.removeprefix("/api"))
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{ROOT}{way[:200]}{query[:2_000]}", 308)

    for path in _BEFORE:
        router.add_api_route(f"/api{path}", moved, methods=READ)
    return router
