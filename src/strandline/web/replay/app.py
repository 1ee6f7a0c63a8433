"""The routes of the replay's origin.

Nothing here knows a visitor: no cookie is set, none is read, nothing is written.
"""

import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline import __version__
from strandline.model.errors import StoreError
from strandline.ports import Ports
from strandline.settings import WebSettings
from strandline.web.hosts import HostGate
from strandline.web.queries import AnswerNumber, ArtifactId
from strandline.web.replay.fence import Fence
from strandline.web.replay.memento import add_mementos
from strandline.web.replay.shelf import Shelf
from strandline.web.site import READ, matches

_CACHE = "private, max-age=3600"


def make_replay_app(ports: Ports, web: WebSettings) -> FastAPI:
    """The second origin as an application.

    Args:
        ports: With `blobs`; without `replayer` pages are shown without what they load.
        web: Settings, which know the names of this server.
    """
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    shelf = Shelf(ports.store, ports.blobs, ports.replayer)

    @app.api_route("/replay/{artifact_id}/", methods=READ)
    def page(request: Request, artifact_id: ArtifactId) -> Response:
        return _answer(request, shelf, artifact_id, None)

    @app.api_route("/replay/{artifact_id}/frame-{frame}", methods=READ)
    def framed(request: Request, artifact_id: ArtifactId, frame: AnswerNumber) -> Response:
        return _answer(request, shelf, artifact_id, None, frame)

    @app.api_route("/replay/{artifact_id}/{number}", methods=READ)
    def part(request: Request, artifact_id: ArtifactId, number: AnswerNumber) -> Response:
        return _answer(request, shelf, artifact_id, number)

    add_mementos(app, ports, web)
    _answer_errors(app)
    app.add_middleware(HostGate, web=web, refuse=_misdirected)
    app.add_middleware(Fence)
    return app


def _answer(
    request: Request, shelf: Shelf, artifact_id: int, number: int | None, frame: int = 0
) -> Response:
    artifact = shelf.artifact(artifact_id)
    if artifact is None:
        raise HTTPException(404)
    # Another version may rewrite the same bytes otherwise.
    part = f"page-{frame}" if number is None else number
    tag = f'"{artifact.sha256[:24]}-{__version__}-{part}"'
    headers = {"etag": tag, "cache-control": _CACHE}
    if matches(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=headers)
    given = shelf.page(artifact, frame) if number is None else shelf.part(artifact, number)
    if given is None:
        raise HTTPException(404)
    headers["content-type"] = given.content_type
    return Response(given.body, headers=headers)


def _misdirected(_: Request, status: int) -> Response:
    return Response("This is not its address.\n", status, media_type="text/plain")


def _answer_errors(app: FastAPI) -> None:
    def refused(_: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 404
        return Response("Nothing is kept here.\n", status, media_type="text/plain")

    def out_of_reach(_: Request, error: Exception) -> Response:
        structlog.get_logger("strandline.replay").error("storage_fails", message=str(error))
        return Response("Out of reach just now.\n", 503, {"retry-after": "30"}, "text/plain")

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, refused)
    app.add_exception_handler(StoreError, out_of_reach)
