"""`/manifest.webmanifest`: the desk as an application that a phone installs and shares with."""

import json

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.access import PUBLIC
from strandline.web.site import READ, Site, reply

_CACHE = {"cache-control": "public, max-age=3600"}


def routes(site: Site) -> APIRouter:
    """One file. What is shared is a GET that writes nothing, so no service worker is needed."""
    router = APIRouter(dependencies=PUBLIC)
    icons = [
        {
            "src": site.assets[f"icon-{size}.png"].href,
            "sizes": f"{size}x{size}",
            "type": "image/png",
        }
        for size in (192, 512)
    ]
    mark = {"src": site.assets["mark.svg"].href, "sizes": "any", "type": "image/svg+xml"}
    manifest = {
        "id": "/desk",
        "name": site.settings.web.title,
        "short_name": site.settings.web.title[:12],
        "start_url": "/desk",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#faf7f0",
        "theme_color": "#faf7f0",
        "icons": [*icons, mark],
        "share_target": {
            "action": "/desk/archive",
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
    body = json.dumps(manifest, ensure_ascii=False).encode()

    @router.api_route("/manifest.webmanifest", methods=READ)
    def show(request: Request) -> Response:
        return reply(request, body, "application/manifest+json", _CACHE)

    return router
