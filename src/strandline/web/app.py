"""Puts the page together: routes, refusals, the shield around them."""

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline import __version__
from strandline.model.acts import refused
from strandline.model.errors import BlobError, StoreError
from strandline.ops.health import StatusKeeper, StorageKeeper
from strandline.ops.metrics import Metrics
from strandline.ports import Ports
from strandline.render.pages import error_page
from strandline.render.views import ErrorView
from strandline.settings import Settings
from strandline.web.access.actors import Known
from strandline.web.access.rights import RIGHT, AlreadySent
from strandline.web.access.ways import own_referer, to_sign_in
from strandline.web.api.joining import add_api
from strandline.web.api.problems import is_for_api, not_understood
from strandline.web.api.problems import refused as refusal
from strandline.web.assets import load_assets
from strandline.web.desk import DESK
from strandline.web.hosts import HostGate
from strandline.web.pages import PAGES
from strandline.web.rankings import Rankings
from strandline.web.shield import Shield
from strandline.web.site import Site


def make_app(
    ports: Ports, settings: Settings, metrics: Metrics | None = None, *, replay: str = ""
) -> FastAPI:
    """The whole page as an application; reads the store through `ports`, writes only clicks and
    demands to keep a page again.

    Args:
        ports: With `blobs`, artifacts are given out.
        settings: The whole tree.
        metrics: Numbers that other parts of the process add to; None makes its own.
        replay: Address of the origin in which archived pages are replayed; empty for none.
    """
    keeper = StatusKeeper(ports.store, ports.clock, settings=settings)
    site = Site(
        ports=ports,
        settings=settings,
        assets=load_assets(),
        keeper=keeper,
        storage=StorageKeeper(ports.blobs, ports.clock),
        metrics=metrics or Metrics(ports.store, keeper, __version__),
        version=__version__,
        rankings=Rankings(ports.store, ports.clock),
        replay=replay,
    )
    # The built-in documentation pages load scripts from elsewhere, which our policy refuses;
    # slash redirects would be built from the Host header, which anybody can write.
    app = FastAPI(
        title=settings.web.title,
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    app.state.site, app.state.ports, app.state.base_url = site, ports, site.base_url
    app.state.known = Known(ports, site.base_url, settings.access)
    for routes in (*PAGES, *DESK):
        app.include_router(routes(site), include_in_schema=False)
    add_api(app, site)
    _answer_errors(app, site)
    app.add_middleware(
        HostGate,
        web=settings.web,
        refuse=lambda request, status: _error(site, request, ErrorView(status)),
    )
    app.add_middleware(
        Shield,
        fault=lambda request, incident: _error(site, request, ErrorView(500, incident=incident)),
        count=site.metrics.count_answer,
        new_id=ports.new_id,
    )
    return app


def _answer_errors(app: FastAPI, site: Site) -> None:
    def not_given(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == 401 and not is_for_api(request):
            return to_sign_in(site, request)
        about = RIGHT if isinstance(error, HTTPException) and error.detail == RIGHT else ""
        answer = _error(site, request, ErrorView(status, about=about))
        if isinstance(error, HTTPException) and status == 405 and error.headers:
            answer.headers.update(error.headers)  # `Allow`, as RFC 9110 asks for
        return answer

    def unclear(request: Request, error: Exception) -> Response:
        if is_for_api(request) and isinstance(error, RequestValidationError):
            return not_understood(error)
        faults = error.errors() if isinstance(error, RequestValidationError) else []
        in_path = any(fault["loc"][0] == "path" for fault in faults)
        names = dict.fromkeys(str(fault["loc"][-1]) for fault in faults)
        # An id that cannot be one of ours is an address with nothing at it.
        return _error(site, request, ErrorView(404) if in_path else ErrorView(422, tuple(names)))

    def out_of_reach(request: Request, error: Exception) -> Response:
        about = "files" if isinstance(error, BlobError) else ""
        incident = site.ports.new_id()[:12]
        structlog.get_logger("strandline.web").error(
            "storage_fails" if about else "database_fails", incident=incident, message=str(error)
        )
        answer = _error(site, request, ErrorView(503, incident=incident, about=about))
        answer.headers["retry-after"] = "30"
        return answer

    def sent_before(request: Request, error: Exception) -> Response:
        led_to = error.led_to if isinstance(error, AlreadySent) else ""
        outcome = refused("desk.form.sent_before")
        return site.told(request, outcome, led_to or own_referer(request) or "/desk")

    app.add_exception_handler(HTTPException, not_given)
    app.add_exception_handler(AlreadySent, sent_before)
    app.add_exception_handler(RequestValidationError, unclear)
    app.add_exception_handler(StoreError, out_of_reach)


def _error(site: Site, request: Request, view: ErrorView) -> Response:
    if is_for_api(request):
        return refusal(view)
    return site.page(request, error_page, view, status=view.status)
