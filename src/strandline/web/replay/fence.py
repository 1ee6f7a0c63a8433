"""The headers that every answer of the replay's origin carries, faults too; nothing passes them."""

import structlog
from starlette.datastructures import MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Scripts, forms, plug-ins, connections: nothing. Pictures, sheets, fonts, films and frames: only
#: from here. `sandbox` allows no scripts, forms, windows or ways to the top, and stops
#: `<meta http-equiv=refresh>`, which no other directive governs. Documents keep this origin, which
#: without scripts is no right: masks and fonts are asked for by it, and nobody else may have them.
POLICY = (
    "sandbox allow-same-origin; default-src 'none'; img-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; font-src 'self' data:; media-src 'self' data:; "
    "frame-src 'self'; form-action 'none'; base-uri 'none'"
)
HEADERS: tuple[tuple[str, str], ...] = (
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-dns-prefetch-control", "off"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ("x-robots-tag", "noindex, nofollow"),
)


class Fence:
    """Middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def fenced(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers[name] = value
            await send(message)

        try:
            await self._app(scope, receive, fenced)
        except Exception:
            if started:  # half an answer is out: ending the connection is all that is left
                raise
            structlog.get_logger("strandline.replay").exception("replay_failed")
            answer = Response("Something went wrong here.\n", 500, media_type="text/plain")
            await answer(scope, receive, fenced)
