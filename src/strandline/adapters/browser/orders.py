"""What is wanted of one page, and what the page does while it is got."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext, Download, Error, Frame, Page, Response

from strandline.adapters.browser.page import Piece

Tell = Callable[[dict[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted of one page; limits are in seconds and bytes."""

    url: str
    folder: Path
    wanted: frozenset[Piece]
    deadline_s: float
    max_bytes: int
    record_bytes: int
    proxy: str
    proxy_name: str
    user_agent: str


@dataclass(slots=True)
class Seen:
    """What the page did meanwhile.

    Attributes:
        main: The answer that became the page.
        coming: The one that may become it; it may be a download, or nothing.
        is_blank: No part of the document came.
        shows_nothing: It was waited for, and nothing was to be seen all the same.
    """

    main: Response | None = None
    coming: Response | None = None
    is_loaded: asyncio.Event = field(default_factory=asyncio.Event)
    is_parsed: bool = False
    is_broken: bool = False
    is_blank: bool = False
    shows_nothing: bool = False
    is_download: bool = False
    has_crashed: bool = False


def watch(context: BrowserContext, page: Page, tasks: set[asyncio.Task[None]]) -> Seen:
    """Note what the page does; windows are closed, downloads refused, dialogs dismissed.

    Playwright dismisses dialogs itself as long as nobody listens for them.
    """
    seen = Seen()

    def spawn(call: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(_quietly(call))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def responded(response: Response) -> None:
        with contextlib.suppress(Error):  # of a frame that is gone already
            request = response.request
            if request.is_navigation_request() and request.frame == page.main_frame:
                seen.coming = response

    def arrived(frame: Frame) -> None:
        if frame == page.main_frame and seen.coming is not None:
            seen.main, seen.coming = seen.coming, None

    def failed(request: Any) -> None:
        with contextlib.suppress(Error):
            if seen.main is not None and request == seen.main.request:
                seen.is_broken = True

    def downloading(download: Download) -> None:
        # What a page that is there begins to download is not the page.
        seen.is_download = seen.is_download or seen.main is None
        seen.coming = None
        spawn(download.cancel())

    page.on("response", responded)
    page.on("framenavigated", arrived)
    page.on("requestfailed", failed)
    page.on("download", downloading)
    page.on("crash", lambda _: setattr(seen, "has_crashed", True))
    page.on("domcontentloaded", lambda _: setattr(seen, "is_parsed", True))
    page.on("load", lambda _: seen.is_loaded.set())
    context.on("page", lambda other: None if other == page else spawn(other.close()))
    return seen


async def _quietly(call: Any) -> None:
    with contextlib.suppress(Error):
        await call


def first_line(error: BaseException) -> str:
    """Of an error, for a person."""
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:300]
