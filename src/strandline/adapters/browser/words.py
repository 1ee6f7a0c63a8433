"""The words of a page for whoever reads them: after scrolling, and out of its frames.

Not a copy of the page: what is stored as its document was taken before anything was scrolled.
"""

import asyncio
import contextlib
from pathlib import Path

from playwright.async_api import Error, Frame, Page

from strandline.adapters.browser.driving import Driver
from strandline.adapters.browser.pieces import Maker, document

#: A page that shows fewer characters by itself may say the rest in frames.
_FEW = 400
#: Frames that are looked into, characters of one, and the longest wait for all, seconds.
_MOST_FRAMES, _FRAME_CHARS, _FRAMES_S = 20, 1_000_000, 4.0

#: True for a page that shows something, or has no script that could still make it.
SHOWS_SOMETHING = """(() => {
  const body = document.body, root = document.documentElement;
  if (!body || !document.querySelector('script')) return true;
  if (root.scrollHeight > innerHeight * 1.2 || body.innerText.trim().length >= 200) return true;
  let seen = 0;
  for (const one of document.querySelectorAll('*')) {
    if (one.shadowRoot && one.shadowRoot.textContent.trim().length >= 200) return true;
    if (seen++ > 5000) break;
  }
  for (const one of document.querySelectorAll('img,video,canvas,svg,iframe,object,embed')) {
    const place = one.getBoundingClientRect();
    if (place.width * place.height > 40000) return true;
  }
  return false;
})()"""

#: True for one that, waited for, has not a word.
SAYS_NOTHING = "!(document.body?.innerText || '').trim()"

_LITTLE = f"(document.body?.innerText || '').trim().length < {_FEW}"
_HEAD = "(document.head?.innerHTML || '').slice(0, 1000000)"
_BODY = f"""() => {{
  const body = document.body;
  return !body || body.tagName === 'FRAMESET' ? '' : body.innerHTML.slice(0, {_FRAME_CHARS});
}}"""


def reading(page: Page) -> Maker:
    """Makes the document for reading."""

    async def make(driver: Driver, path: Path, max_bytes: int) -> str:
        frames = [frame for frame in page.frames if frame != page.main_frame][:_MOST_FRAMES]
        if not frames or not await driver.ask(3.0, _LITTLE):
            return await document(driver, path, max_bytes)
        head = str(await driver.ask(3.0, _HEAD) or "")
        parts = [await _said(frame, driver) for frame in [page.main_frame, *frames]]
        body = "".join(f"<section>{part}</section>" for part in parts if part)
        text = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
        path.write_bytes(text.encode("utf-8", "replace")[:max_bytes])
        return ""

    return make


async def _said(frame: Frame, driver: Driver) -> str:
    """A frame that does not answer says nothing."""
    with contextlib.suppress(Error, TimeoutError):
        async with asyncio.timeout(driver.left_s(_FRAMES_S)):
            return str(await frame.evaluate(_BODY) or "")
    return ""
