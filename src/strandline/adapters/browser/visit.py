"""One load of one page: go there, wait, copy, scroll through, copy again, leave."""

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserContext, Download, Error, Page, Response

from strandline.adapters.browser.driving import Driver, TimeUp
from strandline.adapters.browser.page import Piece
from strandline.adapters.browser.pieces import (
    SCROLLED,
    TALLEST,
    UNTOUCHED,
    VIEWPORT,
    Maker,
    TooLarge,
)
from strandline.adapters.browser.recorder import Recorder
from strandline.model.archive import CaptureOutcome

Tell = Callable[[dict[str, Any]], None]

#: Share of the time that a page has until it is loaded, and the most it gets, seconds.
_LOAD_SHARE = 0.5
_LOAD_S = 20.0
#: Wait for what a page asks for after it is loaded, and after it was scrolled, seconds.
_QUIET_S = 3.0
#: Longest scrolling, seconds.
_SCROLL_S = 5.0
#: Longest leaving, seconds.
_CLOSE_S = 5.0
#: Between two looks at a page that is loading, seconds.
_LOOK_S = 1.0

#: What a browser shows as a page; anything else is stored by our own client alone.
_SHOWN = ("text/", "image/", "application/xhtml+xml", "application/xml", "application/json")

#: Steps of a screen, a frame drawn at each: what loads on sight is seen. Returns to the top.
_SCROLL = """(async (tallest, longest) => {
  const end = performance.now() + longest, step = Math.max(200, innerHeight);
  for (let y = step; y < tallest && performance.now() < end; y += step) {
    const height = Math.max(document.documentElement?.scrollHeight || 0,
                            document.body?.scrollHeight || 0);
    if (y >= height) break;
    scrollTo({top: y, behavior: 'instant'});
    await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  }
  scrollTo({top: 0, behavior: 'instant'});
  await new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
})(%d, %d)"""

#: Part of Chromium's error → outcome; the first that fits counts.
_ERRORS = (
    ("ERR_RESPONSE_HEADERS_TOO_BIG", CaptureOutcome.TOO_LARGE),
    ("TIMED_OUT", CaptureOutcome.TIMEOUT),
    ("Timeout", CaptureOutcome.TIMEOUT),
    ("ERR_UNKNOWN_URL_SCHEME", CaptureOutcome.UNSUPPORTED),
)
#: Error type of the proxy (RFC 9209) → outcome; any other is a failure.
_PROXY_ERRORS = {
    "destination_ip_prohibited": CaptureOutcome.REFUSED,
    "connection_timeout": CaptureOutcome.TIMEOUT,
    "http_response_header_section_size": CaptureOutcome.TOO_LARGE,
}


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
class _Seen:
    """What the page did meanwhile."""

    main: Response | None = None
    is_loaded: asyncio.Event = field(default_factory=asyncio.Event)
    is_parsed: bool = False
    is_broken: bool = False
    is_blank: bool = False
    is_download: bool = False
    has_crashed: bool = False


class Unloaded(Exception):
    """There is no page to copy."""

    def __init__(self, outcome: CaptureOutcome, message: str) -> None:
        super().__init__(message)
        self.outcome = outcome
        self.message = message


async def visit(browser: Browser, order: Order, tell: Tell) -> bool:
    """Make the wanted copies; everything of interest is told.

    Returns:
        False when the browser should be replaced.
    """
    deadline = time.monotonic() + order.deadline_s
    tasks: set[asyncio.Task[None]] = set()
    is_healthy = True
    try:
        async with asyncio.timeout(order.deadline_s):
            context = await _new_context(browser, order)
    except (Error, TimeoutError) as error:
        tell(_done(CaptureOutcome.FAILED, f"no new page: {_first_line(error)}", order.url))
        return False
    try:
        await _in_context(context, order, deadline, tell, tasks)
    except Unloaded as error:
        tell(_done(error.outcome, error.message, order.url))
    except TimeUp:
        tell(_done(CaptureOutcome.TIMEOUT, "the page did not load in time", order.url))
    except Error as error:
        tell(_done(CaptureOutcome.FAILED, _first_line(error), order.url))
        is_healthy = browser.is_connected()
    finally:
        for task in tasks:
            task.cancel()
        try:
            await asyncio.wait_for(context.close(), _CLOSE_S)
        except (Error, TimeoutError):
            is_healthy = False
    return is_healthy


async def _new_context(browser: Browser, order: Order) -> BrowserContext:
    return await browser.new_context(
        proxy={"server": order.proxy},
        viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
        user_agent=order.user_agent,
        accept_downloads=False,
        service_workers="block",
        reduced_motion="reduce",
        timezone_id="UTC",
    )


async def _in_context(
    context: BrowserContext,
    order: Order,
    deadline: float,
    tell: Tell,
    tasks: set[asyncio.Task[None]],
) -> None:
    page = await context.new_page()
    driver = Driver(await context.new_cdp_session(page), deadline)
    seen = _watch(context, page, tasks)
    recorder = Recorder(page, order.folder, order.proxy_name, order.record_bytes, tell)
    try:
        await _load(page, order, driver, seen, recorder)
        await _copy(UNTOUCHED, order, driver, seen, tell)
        if order.wanted & {piece for piece, _ in SCROLLED}:
            if not (driver.was_stopped or seen.is_blank):
                await _scroll_through(driver, recorder)
            await _copy(SCROLLED, order, driver, seen, tell)
        tell(await _ended(page, order, driver, seen))
    finally:
        await recorder.finish(max(0.5, min(5.0, deadline - time.monotonic())))


def _watch(context: BrowserContext, page: Page, tasks: set[asyncio.Task[None]]) -> _Seen:
    """Note what the page does; windows are closed, downloads refused, dialogs dismissed.

    Playwright dismisses dialogs itself as long as nobody listens for them.
    """
    seen = _Seen()

    def spawn(call: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(_quietly(call))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    def responded(response: Response) -> None:
        with contextlib.suppress(Error):  # of a frame that is gone already
            request = response.request
            if request.is_navigation_request() and request.frame == page.main_frame:
                seen.main = response

    def failed(request: Any) -> None:
        with contextlib.suppress(Error):
            if seen.main is not None and request == seen.main.request:
                seen.is_broken = True

    def downloading(download: Download) -> None:
        seen.is_download = True
        spawn(download.cancel())

    page.on("response", responded)
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


async def _load(page: Page, order: Order, driver: Driver, seen: _Seen, recorder: Recorder) -> None:
    """Go there and wait until the page is there, or its time is up.

    Raises:
        Unloaded: It is no page, or none came.
    """
    until = time.monotonic() + min(_LOAD_S, order.deadline_s * _LOAD_SHARE)
    try:
        await driver.within(
            until - time.monotonic() + 1.0,
            page.goto(order.url, wait_until="commit", timeout=(until - time.monotonic()) * 1000),
        )
    except Error as error:
        if seen.is_download or "Download is starting" in error.message:
            raise Unloaded(CaptureOutcome.NOT_APPLICABLE, "a download, not a page") from error
        if seen.main is not None and seen.main.status in (204, 205):
            raise Unloaded(CaptureOutcome.NOT_APPLICABLE, "an answer without a page") from error
        raise _unloaded(error) from error
    _check_main(page, order, seen)
    await _until_loaded(driver, seen, until)
    await recorder.quiet(driver.left_s(_QUIET_S))
    _check_main(page, order, seen)  # a script or a meta refresh may have led on


async def _until_loaded(driver: Driver, seen: _Seen, until: float) -> None:
    """Wait for the page to be whole; what is not there by then is not waited for."""
    while not (seen.is_loaded.is_set() or seen.is_broken or seen.is_download):
        left = until - time.monotonic()
        if left <= 0:
            seen.is_broken = not seen.is_parsed
            # What is still awaited may keep the browser from drawing anything.
            await driver.send(3.0, "Page.stopLoading")
            seen.is_blank = not await driver.ask(3.0, "!!document.body")
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(seen.is_loaded.wait(), min(_LOOK_S, left))
            return
        if not await driver.is_responsive():
            return


def _check_main(page: Page, order: Order, seen: _Seen) -> None:
    """Look at the answer that became the page.

    Raises:
        Unloaded: The proxy made it, or it is no page.
    """
    if seen.is_download:
        raise Unloaded(CaptureOutcome.NOT_APPLICABLE, "a download, not a page")
    if page.url.startswith("chrome-error:"):
        raise Unloaded(CaptureOutcome.FAILED, "the page led to an address that did not answer")
    if seen.main is None:
        return
    headers = seen.main.headers
    name, _, error = headers.get("proxy-status", "").partition("; error=")
    if name == order.proxy_name:
        outcome = _PROXY_ERRORS.get(error, CaptureOutcome.FAILED)
        raise Unloaded(outcome, f"{seen.main.url[:200]}: {error.replace('_', ' ')}")
    kind = headers.get("content-type", "text/html").strip().lower()
    if not kind.startswith(_SHOWN):
        raise Unloaded(CaptureOutcome.NOT_APPLICABLE, f"{kind[:80]}, not a page")


async def _copy(
    makers: tuple[tuple[Piece, Maker], ...], order: Order, driver: Driver, seen: _Seen, tell: Tell
) -> None:
    for piece, make in makers:
        if piece in order.wanted:
            tell(await _one_copy(piece, make, order, driver, seen))


async def _one_copy(
    piece: Piece, make: Maker, order: Order, driver: Driver, seen: _Seen
) -> dict[str, Any]:
    """One copy as a message; a page that went on meanwhile gets a second try."""
    path = order.folder / piece.value
    outcome, message = CaptureOutcome.FAILED, "the page crashed"
    for _ in range(2):
        try:
            if seen.has_crashed:
                break
            if seen.is_blank and piece is not Piece.DOM:
                raise TimeUp  # the browser draws nothing before there is a body
            await driver.is_responsive()
            message = await make(driver, path, order.max_bytes)
        except TooLarge as error:
            outcome, message = CaptureOutcome.TOO_LARGE, str(error)
            break
        except TimeUp:
            outcome, message = CaptureOutcome.TIMEOUT, "it took too long"
            if not driver.was_stopped and await _is_spinning(driver):
                continue
            break
        except Error as error:
            outcome, message = CaptureOutcome.FAILED, _first_line(error)
        else:
            outcome, message = _quality(driver, seen, message)
            break
    has_file = outcome in (CaptureOutcome.GOOD, CaptureOutcome.TRUNCATED)
    if not has_file:
        path.unlink(missing_ok=True)
    return {
        "type": "piece",
        "piece": piece.value,
        "outcome": outcome.value,
        "has_file": has_file,
        "message": message,
    }


async def _is_spinning(driver: Driver) -> bool:
    """True when the page's script was in the way, and is stopped now."""
    try:
        return not await driver.is_responsive()
    except (TimeUp, Error):
        return False


def _quality(driver: Driver, seen: _Seen, note: str) -> tuple[CaptureOutcome, str]:
    """A copy of half a page is worth keeping, but any whole one is better."""
    if driver.was_stopped:
        return CaptureOutcome.TRUNCATED, "a script that never ended was stopped"
    if seen.is_broken or not seen.is_parsed:
        return CaptureOutcome.TRUNCATED, "the document did not come to its end"
    return CaptureOutcome.GOOD, note


async def _scroll_through(driver: Driver, recorder: Recorder) -> None:
    """Let images that load on sight load. A page that cannot be scrolled is copied as it is."""
    with contextlib.suppress(TimeUp, Error):
        longest, asked = driver.left_s(_SCROLL_S), recorder.asked
        await driver.ask(longest + 1.0, _SCROLL % (TALLEST, longest * 1000))
        if recorder.asked > asked:
            await recorder.quiet(driver.left_s(_QUIET_S))


async def _ended(page: Page, order: Order, driver: Driver, seen: _Seen) -> dict[str, Any]:
    title = ""
    with contextlib.suppress(TimeUp, Error):
        title = await driver.ask(2.0, "String(document.title).slice(0, 1000)")
    headers: list[tuple[str, str]] = []
    if seen.main is not None:
        with contextlib.suppress(TimeUp, Error):
            sent = await driver.within(2.0, seen.main.headers_array())
            headers = [(header["name"], header["value"][:8192]) for header in sent[:500]]
    return {
        **_done(CaptureOutcome.GOOD, "", page.url if page.url.startswith("http") else order.url),
        "status": 0 if seen.main is None else seen.main.status,
        "headers": headers,
        "title": str(title or ""),
    }


def _done(outcome: CaptureOutcome, message: str, url: str) -> dict[str, Any]:
    return {
        "type": "done",
        "outcome": outcome.value,
        "message": message,
        "final_url": url[:65_536],
        "status": 0,
        "headers": [],
        "title": "",
    }


def _unloaded(error: Error) -> Unloaded:
    """Chromium's error as an outcome: `Page.goto: net::ERR_X at URL`."""
    line = _first_line(error).removeprefix("Page.goto: ").partition(" at http")[0]
    outcome = next((o for part, o in _ERRORS if part in line), CaptureOutcome.FAILED)
    if outcome is CaptureOutcome.TIMEOUT:
        line = "it did not answer in time"
    return Unloaded(outcome, line)


def _first_line(error: BaseException) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:300]
