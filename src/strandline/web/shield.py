"""The outermost layer: strict headers on every answer, and a page instead of a crash.

It is plain ASGI, so that nothing passes it: pages, redirects, static files, refusals, faults.
"""

from collections.abc import Callable

import structlog
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Scripts, frames, plug-ins, connections: nothing but our own style, images, sound and film.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; media-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

#: The desk adds scripts and requests of our own; nothing inline, nothing evaluated.
DESK_POLICY = (
    f"{CONTENT_SECURITY_POLICY}; script-src 'self'; connect-src 'self'; manifest-src 'self'"
)

HEADERS: tuple[tuple[str, str], ...] = (
    ("content-security-policy", CONTENT_SECURITY_POLICY),
    ("x-content-type-options", "nosniff"),
    # Not `no-referrer`: under that a browser sends `Origin: null` with our own forms, and there
    # would be no telling ours from others'.
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)


#: Below them a path is a secret.
_SECRET_ROOMS = ("/welcome/", "/feeds/", "/mail/", "/editions/")


class Shield:
    """Middleware.

    Args:
        app: What it guards.
        fault: Draws the page for a fault, given the request and the incident's number.
        count: Told of every answer: method and status.
        new_id: Gives numbers for incidents.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        fault: Callable[[Request, str], Response],
        count: Callable[[str, int], None],
        new_id: Callable[[], str],
    ) -> None:
        self._app, self._fault, self._count, self._new_id = app, fault, count, new_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                self._count(scope["method"], message["status"])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS:
                    headers.setdefault(name, value)  # artifacts bring a stricter policy along
            await send(message)

        try:
            await self._app(scope, receive, guarded)
        except Exception:
            if started:  # half an answer is out: ending the connection is all that is left
                raise
            incident = self._new_id()[:12]
            structlog.get_logger("strandline.web").exception(
                "page_failed", incident=incident, path=_without_secrets(scope["path"])
            )
            answer = self._fault(Request(scope), incident)
            await answer(scope, receive, guarded)


def _without_secrets(path: str) -> str:
    """A path for the log; what opens something by itself is left out."""
    room = next((room for room in _SECRET_ROOMS if path.startswith(room)), "")
    return f"{room}…" if room else path[:200]
