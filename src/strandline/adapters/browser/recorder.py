"""Keeps the answers that a page receives, for the WARC, within limits of bytes and number."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.async_api import Error, Page, Request

from strandline.adapters.browser.messages import body_path
from strandline.core.text.charset import as_sent

#: Answers that are kept of one page; the rest is loaded but not kept.
_MOST_RESPONSES = 2_000
#: Bytes of all headers of one answer that are kept, and of an address.
_HEADER_BYTES = 65_536
_URL_BYTES = 65_536
#: Bodies read from the browser at once: each is a few times in memory while it is.
_READERS = 2
#: Wait for one body, seconds.
_BODY_S = 10.0
#: No answer for so long means that the page has what it wants, seconds.
_QUIET_S = 0.12


class Recorder:
    """Listens to a page.

    Args:
        folder: Takes the bodies.
        proxy_name: Answers that the proxy made itself carry it; they are no part of the page.
        max_bytes: Over all bodies.
        tell: Takes a message for each answer.
    """

    def __init__(
        self,
        page: Page,
        folder: Path,
        proxy_name: str,
        max_bytes: int,
        tell: Callable[[dict[str, Any]], None],
    ) -> None:
        self._folder = folder
        self._proxy_name = proxy_name
        self._left_bytes = max_bytes
        #: Requests that the page has made.
        self.asked = 0
        self._tell = tell
        self._queue: asyncio.Queue[Request] = asyncio.Queue()
        self._count = self._stored = 0
        self._open: set[Request] = set()
        self._changed = asyncio.Event()
        page.on("request", self._begun)
        page.on("requestfinished", self._finished)
        page.on("requestfailed", self._failed)
        self._readers = [asyncio.create_task(self._read()) for _ in range(_READERS)]

    def _begun(self, request: Request) -> None:
        if request.url.startswith("http"):
            self.asked += 1
            self._open.add(request)
            self._changed.set()

    def _failed(self, request: Request) -> None:
        self._open.discard(request)
        self._changed.set()

    def _finished(self, request: Request) -> None:
        self._failed(request)
        if request.url.startswith("http") and self._count < _MOST_RESPONSES:
            self._count += 1
            self._queue.put_nowait(request)

    async def quiet(self, longest_s: float) -> None:
        """Wait until the page asks for nothing more, or for so long."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                while True:
                    self._changed.clear()
                    if self._open:
                        await self._changed.wait()
                        continue
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(_QUIET_S):
                            await self._changed.wait()
                            continue
                    return

    async def finish(self, longest_s: float) -> None:
        """Wait for bodies that are still to be read, and stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(longest_s):
                await self._queue.join()
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*self._readers, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            request = await self._queue.get()
            with contextlib.suppress(Error, TimeoutError):
                async with asyncio.timeout(_BODY_S):
                    await self._keep(request)
            self._queue.task_done()

    async def _keep(self, request: Request) -> None:
        response = await request.response()
        if response is None:
            return
        response_headers = _bounded(await response.headers_array())
        if any(n.lower() == "proxy-status" and self._proxy_name in v for n, v in response_headers):
            return
        body = b""
        number = None
        if not 300 <= response.status < 400:
            with contextlib.suppress(Error):  # let go by the browser: too large, or left
                declared = "".join(v for n, v in response_headers if n.lower() == "content-type")
                body = as_sent(await response.body(), declared)
                number = self._store(body)
        self._tell(
            {
                "type": "response",
                "url": request.url[:_URL_BYTES],
                "method": request.method,
                "status": response.status,
                "reason": response.status_text[:200],
                "request_headers": _bounded(await request.headers_array()),
                "response_headers": response_headers,
                "body": number,
                "size_bytes": len(body),
            }
        )

    def _store(self, body: bytes) -> int | None:
        """Number of the file; None where the page's bytes are used up."""
        if len(body) > self._left_bytes:
            return None
        self._left_bytes -= len(body)
        self._stored += 1
        body_path(self._folder, self._stored).write_bytes(body)
        return self._stored


def _bounded(headers: Any) -> list[tuple[str, str]]:
    """Headers until their bytes are used up."""
    kept, left = [], _HEADER_BYTES
    for header in headers:
        left -= len(header["name"]) + len(header["value"])
        if left < 0:
            break
        kept.append((header["name"], header["value"]))
    return kept
