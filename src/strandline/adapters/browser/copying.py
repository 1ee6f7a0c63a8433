"""Copies a page that is loaded, whatever the page does about it."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from playwright.async_api import Error

from strandline.adapters.browser.driving import Driver, TimeUp
from strandline.adapters.browser.orders import Order, Seen, Tell, first_line
from strandline.adapters.browser.page import Piece
from strandline.adapters.browser.pieces import TALLEST, Maker, TooLarge
from strandline.adapters.browser.recorder import Recorder
from strandline.model.archive import CaptureOutcome

#: Wait for what a page asks for after it was scrolled, seconds.
_QUIET_S = 3.0
#: A copy that takes longer may wait for a script that never yields, seconds.
_PATIENCE_S = 8.0
#: Longest scrolling, seconds.
_SCROLL_S = 5.0

#: What scrolls: the document, or where that is no taller than the screen, because a part of it
#: scrolls by itself or a banner has locked it, the tallest such part. Looks at so many elements.
_SCROLLER = """const scroller = (() => {
  const root = document.documentElement;
  if (!root || root.scrollHeight > innerHeight * 1.2) return null;
  let found = null, seen = 0;
  for (const one of document.querySelectorAll('*')) {
    if (seen++ > 20000) break;
    if (one.clientHeight < innerHeight / 2 || one.clientWidth < innerWidth / 3) continue;
    if (one.scrollHeight < one.clientHeight * 1.2) continue;
    if (!found || one.scrollHeight > found.scrollHeight) found = one;
  }
  return found;
})();"""

#: Lets that part out to its full height: otherwise pictures and print end with the first screen.
#: The document is kept already.
_UNCLIP = f"""(() => {{
  {_SCROLLER}
  for (let one = scroller; one; one = one.parentElement) {{
    const is_out = ['fixed', 'absolute'].includes(getComputedStyle(one).position);
    const rules = {{overflow: 'visible', height: 'auto', 'max-height': 'none', contain: 'none'}};
    if (is_out) rules.position = 'static';
    for (const name in rules) one.style.setProperty(name, rules[name], 'important');
  }}
  return !!scroller;
}})()"""

#: Steps of a screen, a frame drawn at each: what loads on sight is seen. Returns to the top.
_SCROLL = f"""(async (tallest, longest) => {{
  {_SCROLLER}
  for (const one of document.querySelectorAll('[loading=lazy]')) one.loading = 'eager';
  const end = performance.now() + longest, step = Math.max(200, innerHeight);
  const to = y => (scroller || window).scrollTo({{top: y, behavior: 'instant'}});
  const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)));
  const height = () => scroller ? scroller.scrollHeight
    : Math.max(document.documentElement?.scrollHeight || 0, document.body?.scrollHeight || 0);
  for (let y = step; y < tallest && performance.now() < end; y += step) {{
    // At its end a page may grow: it is given a moment.
    for (let n = 0; n < 4 && y >= height(); n++) await new Promise(done => setTimeout(done, 40));
    if (y >= height()) break;
    to(y);
    await drawn();
  }}
  to(0);
  await drawn();
}})(%d, %d)"""


async def copy(
    makers: tuple[tuple[Piece, Maker], ...], order: Order, driver: Driver, seen: Seen, tell: Tell
) -> None:
    """Make those of the copies that are wanted; each is told when it is made or given up."""
    for piece, make in makers:
        if piece in order.wanted:
            tell(await _one_copy(piece, make, order, driver, seen))


async def _one_copy(
    piece: Piece, make: Maker, order: Order, driver: Driver, seen: Seen
) -> dict[str, Any]:
    """One copy as a message; a page that led on meanwhile gets a second try."""
    path = order.folder / piece.value
    outcome, message = CaptureOutcome.FAILED, "the page crashed"
    if seen.is_blank and piece not in (Piece.DOM, Piece.SNAPSHOT, Piece.READ):
        # The browser draws nothing before there is a body, and waits for it for ever.
        outcome, message = CaptureOutcome.TIMEOUT, "no part of the document came in time"
    for _ in range(0 if seen.has_crashed or outcome is CaptureOutcome.TIMEOUT else 2):
        try:
            await driver.is_responsive()
            message = await _patiently(make(driver, path, order.max_bytes), driver)
        except TooLarge as error:
            outcome, message = CaptureOutcome.TOO_LARGE, str(error)
            break
        except TimeUp:
            outcome, message = CaptureOutcome.TIMEOUT, "it took too long"
            break
        except Error as error:
            outcome, message = CaptureOutcome.FAILED, first_line(error)
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


async def _patiently(call: Coroutine[Any, Any, str], driver: Driver) -> str:
    """Wait for a copy; where it takes long, see whether a script is in its way."""
    task = asyncio.ensure_future(call)
    try:
        done, _ = await asyncio.wait({task}, timeout=_PATIENCE_S)
        if not done:
            with contextlib.suppress(TimeUp, Error):
                await driver.is_responsive()
        return await task
    finally:
        task.cancel()


def _quality(driver: Driver, seen: Seen, note: str) -> tuple[CaptureOutcome, str]:
    """A copy of half a page is worth keeping, but any whole one is better."""
    if driver.was_stopped:
        return CaptureOutcome.TRUNCATED, "a script that never ended was stopped"
    if seen.is_broken or not seen.is_parsed:
        return CaptureOutcome.TRUNCATED, "the document did not come to its end"
    return CaptureOutcome.GOOD, note or ("the page showed nothing" if seen.shows_nothing else "")


async def scroll_through(driver: Driver, recorder: Recorder) -> None:
    """Let images that load on sight load. A page that cannot be scrolled is copied as it is."""
    with contextlib.suppress(TimeUp, Error):
        longest, asked = driver.left_s(_SCROLL_S), recorder.asked
        await driver.ask(longest + 1.0, _SCROLL % (TALLEST, longest * 1000))
        if recorder.asked > asked:
            await recorder.quiet(driver.left_s(_QUIET_S))


async def let_out(driver: Driver, recorder: Recorder) -> None:
    """Give a page that scrolls within itself its full height, for the picture and the print."""
    with contextlib.suppress(TimeUp, Error):
        asked = recorder.asked
        if await driver.ask(_PATIENCE_S, _UNCLIP) and recorder.asked > asked:
            await recorder.quiet(driver.left_s(_QUIET_S))
