"""`/healthz`, `/metrics`, `/robots.txt`: for machines that watch or crawl."""

import json

from fastapi import APIRouter
from starlette.responses import Response

from strandline.ops.health import as_mapping, check_health
from strandline.ops.metrics import CONTENT_TYPE
from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site

_FRESH = {"cache-control": "no-store"}
#: The ways out count clicks; a crawler that followed them would vote on every article. Files and
#: searches are without end, and copies of other people's pages are not ours to be found by.
_KEPT_FROM = ("/go/", "/artifacts/", "/search", "/metrics", "/healthz")
_ROBOTS = "".join(["User-agent: *\n", *(f"Disallow: {path}\n" for path in _KEPT_FROM)]).encode()


def routes(site: Site) -> APIRouter:
    """Three answers."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/healthz", methods=READ)
    def healthz() -> Response:
        now = site.ports.clock.now()
        health = check_health(site.store, site.keeper, site.storage, now, site.version)
        body = json.dumps(as_mapping(health), indent=2).encode() + b"\n"
        status = 200 if health.is_well else 503
        return Response(body, status, _FRESH, media_type="application/json")

    @router.api_route("/metrics", methods=READ)
    def metrics() -> Response:
        body = site.metrics.exposition()
        return Response(body, headers={**_FRESH, "content-type": CONTENT_TYPE})

    @router.api_route("/robots.txt", methods=READ)
    def robots() -> Response:
        return Response(_ROBOTS, media_type="text/plain")

    return router
