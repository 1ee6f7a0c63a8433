"""One load of one page: go there, wait, copy, scroll through, copy again, leave."""

import asyncio
import contextlib
import time
from typing import Any

from playwright.async_api import Browser, BrowserContext, Error, Page

from strandline.adapters.browser.clearing import hide_layers
from strandline.adapters.browser.copying import copy, let_out, scroll_through
from strandline.adapters.browser.driving import UNRESPONSIVE_S, Driver, TimeUp
from strandline.adapters.browser.orders import Order, Seen, Tell, first_line, watch
from strandline.adapters.browser.page import Piece
from strandline.adapters.browser.pieces import CLEARED, SCROLLED, UNTOUCHED, VIEWPORT
from strandline.adapters.browser.recorder import Recorder
from strandline.adapters.browser.snapshot import NOTE_FACES, snapshot
from strandline.adapters.browser.words import SAYS_NOTHING, SHOWS_SOMETHING, reading
from strandline.model.archive import CaptureOutcome

#: Share of the time that a page has until it is loaded, and the most it gets, seconds.
_LOAD_SHARE = 0.5
_LOAD_S = 20.0
#: Wait for what a page asks for after it is loaded, seconds.
_QUIET_S = 3.0
#: Wait for a page that shows next to nothing when all is loaded, and between two looks, seconds.
_FILL_S, _FILL_LOOK_S = 4.0, 0.3
#: Longest wait for what it says of that, seconds.
_FILL_ASK_S = 2.0
#: Longest leaving, seconds.
_CLOSE_S = 5.0
#: Between two looks at a page that is loading, seconds.
_LOOK_S = 1.0

#: What a browser shows as a page; anything else is stored by our own client alone.
_SHOWN = ("text/", "image/", "application/xhtml+xml", "application/xml", "application/json")

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
        tell(_done(CaptureOutcome.FAILED, f"no new page: {first_line(error)}", order.url))
        return False
    try:
        await _in_context(context, order, deadline, tell, tasks)
    except Unloaded as error:
        tell(_done(error.outcome, error.message, order.url))
    except TimeUp:
        tell(_done(CaptureOutcome.TIMEOUT, "the page did not load in time", order.url))
    except Error as error:
        tell(_done(CaptureOutcome.FAILED, first_line(error), order.url))
        is_healthy = False
    finally:
        for task in tasks:
            task.cancel()
        try:
            await asyncio.wait_for(context.close(), _CLOSE_S)
        except (Error, TimeoutError):
            is_healthy = False
    return is_healthy


async def _new_context(browser: Browser, order: Order) -> BrowserContext:
    context = await browser.new_context(
        proxy={"server": order.proxy},
        viewport={"width": VIEWPORT[0], "height": VIEWPORT[1]},
        user_agent=order.user_agent,
        accept_downloads=False,
        # They live as long as the context and go out by its proxy, as pages do.
        service_workers="allow",
        reduced_motion="reduce",
        timezone_id="UTC",
    )
    # A page that prints itself would keep the printer from us.
    await context.add_init_script(f"window.print = () => undefined;{NOTE_FACES}")
    return context


async def _in_context(
    context: BrowserContext,
    order: Order,
    deadline: float,
    tell: Tell,
    tasks: set[asyncio.Task[None]],
) -> None:
    page = await context.new_page()
    driver = Driver(await context.new_cdp_session(page), deadline)
    seen = watch(context, page, tasks)
    recorder = Recorder(page, order.folder, order.proxy_name, order.record_bytes, tell)
    try:
        await _load(page, order, driver, seen, recorder)
        await copy(UNTOUCHED, order, driver, seen, tell)
        can_change = not (driver.was_stopped or seen.is_blank)
        if can_change:
            await hide_layers(driver)
        await copy(CLEARED, order, driver, seen, tell)
        if order.wanted - {piece for piece, _ in (*UNTOUCHED, *CLEARED)}:
            if can_change:
                await scroll_through(driver, recorder)
            whole = ((Piece.SNAPSHOT, snapshot(page)), (Piece.READ, reading(page)))
            await copy(whole, order, driver, seen, tell)
            if can_change:
                await let_out(driver, recorder)
            await copy(SCROLLED, order, driver, seen, tell)
        tell(await _ended(page, order, driver, seen))
    finally:
        await recorder.finish(max(0.5, min(5.0, deadline - time.monotonic())))


async def _load(page: Page, order: Order, driver: Driver, seen: Seen, recorder: Recorder) -> None:
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
        if seen.coming is not None and seen.coming.status in (204, 205):
            raise Unloaded(CaptureOutcome.NOT_APPLICABLE, "an answer without a page") from error
        raise _unloaded(error) from error
    _check_main(page, order, seen)
    await _until_loaded(driver, seen, until)
    await recorder.quiet(driver.left_s(_QUIET_S))
    if not (seen.is_broken or driver.was_stopped):
        await _until_filled(driver, seen, recorder)
    _check_main(page, order, seen)  # a script or a meta refresh may have led on


async def _until_filled(driver: Driver, seen: Seen, recorder: Recorder) -> None:
    """Wait a little for a page that shows next to nothing and has scripts that may change it."""
    end = time.monotonic() + _FILL_S
    try:
        while not await driver.ask(_FILL_ASK_S, SHOWS_SOMETHING):
            if time.monotonic() > end:
                seen.shows_nothing = bool(await driver.ask(_FILL_ASK_S, SAYS_NOTHING))
                return
            await asyncio.sleep(min(_FILL_LOOK_S, driver.left_s(_FILL_LOOK_S)))
            await recorder.quiet(driver.left_s(_QUIET_S))
    except TimeUp:  # a script may be in the way
        await driver.is_responsive(UNRESPONSIVE_S - _FILL_ASK_S)
    except Error:
        return


async def _until_loaded(driver: Driver, seen: Seen, until: float) -> None:
    """Wait for the page to be whole; what is not there by then is not waited for."""
    while not (seen.is_loaded.is_set() or seen.is_broken or seen.is_download):
        left = until - time.monotonic()
        if left <= 0:
            seen.is_broken = not seen.is_parsed
            # What is still awaited may keep the browser from drawing anything.
            with contextlib.suppress(TimeUp):
                await driver.send(3.0, "Page.stopLoading")
                await _look_for_body(driver, seen)
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(seen.is_loaded.wait(), min(_LOOK_S, left))
            return
        if not await driver.is_responsive():
            return
    if seen.is_broken:
        with contextlib.suppress(TimeUp):
            await _look_for_body(driver, seen)


async def _look_for_body(driver: Driver, seen: Seen) -> None:
    seen.is_blank = not await driver.ask(3.0, "!!document.body?.childNodes.length")


def _check_main(page: Page, order: Order, seen: Seen) -> None:
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


async def _ended(page: Page, order: Order, driver: Driver, seen: Seen) -> dict[str, Any]:
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
    line = first_line(error).removeprefix("Page.goto: ").partition(" at http")[0]
    outcome = next((o for part, o in _ERRORS if part in line), CaptureOutcome.FAILED)
    if outcome is CaptureOutcome.TIMEOUT:
        line = "it did not answer in time"
    return Unloaded(outcome, line)
