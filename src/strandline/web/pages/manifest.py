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

    @router.api_route("/manifest.webmanifest", methods=READ)
    def manifest(request: Request) -> Response:
        body = json.dumps(_manifest(site), ensure_ascii=False).encode()
        return reply(request, body, "application/manifest+json", _CACHE)

    return router


def _manifest(site: Site) -> dict[str, object]:
    sizes = {"icon-192.png": "192x192", "icon-512.png": "512x512", "mark.svg": "any"}
    icons = [
        {"src": site.assets[name].href, "sizes": size, "type": site.assets[name].media_type}
        for name, size in sizes.items()
    ]
    return {
        "id": "/desk",
        "name": site.settings.web.title,
        "short_name": site.settings.web.title[:12],
        "start_url": "/desk",
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#faf7f0",
        "theme_color": "#faf7f0",
        "icons": icons,
        "share_target": {
            "action": "/desk/archive",
            "method": "GET",
            "params": {"title": "title", "text": "text", "url": "url"},
        },
    }
