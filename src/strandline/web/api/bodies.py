"""What may be sent to the API: JSON, and not more than fits the memory of a small machine."""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: Longest body, bytes: the longest that is meant is a list of a few thousand addresses.
MOST_BYTES = 1_000_000


class BodyBound:
    """Middleware: 413 for a body that is too long, 415 for one that is no JSON.

    Args:
        app: What it guards.
        below: The path below which it does.
        refuse: Makes the answer, given its status.
    """

    def __init__(self, app: ASGIApp, *, below: str, refuse: Callable[[int], Response]) -> None:
        self._app, self._below, self._refuse = app, below, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http" or not scope["path"].startswith(self._below):
            await self._app(scope, receive, send)
            return
        status = _refusal(Headers(scope=scope))
        if status:
            await self._refuse(status)(scope, receive, send)
            return
        taken = 0

        async def bounded() -> Message:
            """A body that does not say how long it is is counted as it comes."""
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > MOST_BYTES:
                raise HTTPException(413)
            return message

        await self._app(scope, bounded, send)


def _refusal(headers: Headers) -> int:
    length = headers.get("content-length", "")
    if length.isascii() and length.isdigit() and int(length[:20]) > MOST_BYTES:
        return 413
    has_body = length not in ("", "0") or "transfer-encoding" in headers
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    return 415 if has_body and kind != "application/json" else 0
