"""`/static/…`: the stylesheet and two drawings, from memory."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site, reply

#: With its version in the address a file never changes; without, ask again each time.
_FOR_EVER, _ASK = "public, max-age=31536000, immutable", "public, no-cache"


def routes(site: Site) -> APIRouter:
    """One route for all files; the table of assets is the whole list."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/static/{name}", methods=READ)
    def static(request: Request, name: str) -> Response:
        asset = site.assets.get(name)
        if asset is None:
            raise HTTPException(404)
        is_current = request.query_params.get("v") == asset.checksum[:12]
        caching = {"cache-control": _FOR_EVER if is_current else _ASK}
        return reply(request, asset.body, asset.media_type, caching)

    return router
