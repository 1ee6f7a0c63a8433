"""Makes the copies of a loaded page, one function a copy."""

import base64
import codecs
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from strandline.adapters.browser.clearing import unfix
from strandline.adapters.browser.driving import Driver
from strandline.adapters.browser.page import Piece
from strandline.adapters.browser.undating import undate

#: First screen, CSS pixels.
VIEWPORT = (1280, 800)
#: Tallest page that is captured whole, CSS pixels; measured to be right to the last band.
TALLEST = 40_000
#: Widest one: a page that is wider is made to be scrolled sideways.
WIDEST = 2_560

#: A4, inches.
_PAPER = {"paperWidth": 8.27, "paperHeight": 11.69}
_MARGIN = 0.4
_READ_BYTES = 1 << 20

#: Longest wait for each copy, seconds.
_PICTURE_S = 15.0
_TALL_PICTURE_S = 40.0
_DOM_S = 15.0
_PDF_S = 40.0

_WORDS_S = 5.0

#: Characters that a page shows a reader: on the paper, not beside it, not too small to be seen.
#: Looks at so many pieces of text.
_SHOWN = """(most => {
  const body = document.body;
  if (!body || !body.checkVisibility()) return 0;
  const wide = Math.max(innerWidth, document.documentElement.scrollWidth);
  const walk = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const isCut = one => {
    for (let up = 0; one && up < 4; up++, one = one.parentElement) {
      const {display, overflow} = getComputedStyle(one);
      const isSmall = one.clientWidth < 2 || one.clientHeight < 2;
      if (isSmall && overflow !== 'visible' && display !== 'inline') return true;
    }
    return false;
  };
  let shown = 0, node;
  while (most-- && (node = walk.nextNode())) {
    const long = node.data.trim().length, one = node.parentElement;
    if (!long || !one.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
    range.selectNodeContents(node);
    const place = range.getBoundingClientRect(), style = getComputedStyle(one);
    if (place.width < 2 || place.height < 2 || parseFloat(style.fontSize) < 2) continue;
    if (place.right + scrollX <= 0 || place.bottom + scrollY <= 0 || place.left >= wide) continue;
    if (!isCut(one)) shown += long;
  }
  return shown;
})(20000)"""
#: A page with fewer characters says nothing about its print style, which hides them where it
#: leaves less than one part in so many.
_FEW, _HIDES = 200, 10

#: The document as it is, open shadow roots in it as templates (their text is in no other place).
_SERIALIZE = """(limit => {
  const roots = [], queue = [document];
  while (queue.length && roots.length < 10000) {
    for (const node of queue.shift().querySelectorAll('*')) {
      if (node.shadowRoot) { roots.push(node.shadowRoot); queue.push(node.shadowRoot); }
    }
  }
  const top = document.documentElement;
  if (!top) return '';
  let text = top.outerHTML;
  if (roots.length && top.getHTML) {
    const shell = top.cloneNode(false).outerHTML, end = shell.lastIndexOf('</');
    if (end > 0) text = shell.slice(0, end) + top.getHTML({shadowRoots: roots}) + shell.slice(end);
  }
  if (document.doctype) {
    text = new XMLSerializer().serializeToString(document.doctype) + '\\n' + text;
  }
  return text.length > limit ? text.length : text;
})(%d)"""


class TooLarge(Exception):
    """A copy over the limit of bytes; nothing of it is kept."""


#: Makes one copy at a path, not over so many bytes; returns a note for a person.
Maker = Callable[[Driver, Path, int], Coroutine[Any, Any, str]]


async def first_screen(driver: Driver, path: Path, max_bytes: int) -> str:
    """What a reader sees first."""
    answer = await driver.send(_PICTURE_S, "Page.captureScreenshot", format="png")
    keep(path, base64.b64decode(answer["data"]), max_bytes)
    return ""


async def full_page(driver: Driver, path: Path, max_bytes: int) -> str:
    """The whole page as one picture."""
    metrics = await driver.send(_PICTURE_S, "Page.getLayoutMetrics")
    size = metrics["cssContentSize"]
    width = min(max(VIEWPORT[0], int(size["width"])), WIDEST)
    height = min(max(VIEWPORT[1], int(size["height"])), TALLEST)
    answer = await driver.send(
        _TALL_PICTURE_S,
        "Page.captureScreenshot",
        format="png",
        captureBeyondViewport=True,
        clip={"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
    )
    keep(path, base64.b64decode(answer["data"]), max_bytes)
    tall = int(size["height"])
    return f"the first {height:,} of {tall:,} pixels" if tall > height else ""


async def document(driver: Driver, path: Path, max_bytes: int) -> str:
    """The document after scripts have run."""
    text = await driver.ask(_DOM_S, _SERIALIZE % max_bytes)
    if isinstance(text, (int, float)):
        raise TooLarge(f"the document has {int(text):,} characters")
    keep(path, as_bytes(str(text or "")), max_bytes)
    return ""


def as_bytes(text: str) -> bytes:
    """A document to be stored, under a mark that overrules whatever encoding it says it has.

    A script can leave half a surrogate pair, which no encoding knows.
    """
    return codecs.BOM_UTF8 + text.encode("utf-8", "replace")


async def printed(driver: Driver, path: Path, max_bytes: int) -> str:
    """The page as its print style lays it out, on its own page size or A4.

    A print style that hides what the page says is left out.
    """
    seen = await driver.ask(_WORDS_S, _SHOWN)
    await driver.send(_WORDS_S, "Emulation.setEmulatedMedia", media="print")
    printed_words = await driver.ask(_WORDS_S, _SHOWN)
    is_hidden = (seen or 0) > _FEW and (printed_words or 0) * _HIDES < (seen or 0)
    await driver.send(_WORDS_S, "Emulation.setEmulatedMedia", media="screen" if is_hidden else "")
    await unfix(driver)
    await _print(driver, path, max_bytes)
    return "as on the screen: its print style hides what it says" if is_hidden else ""


async def _print(driver: Driver, path: Path, max_bytes: int) -> None:
    answer = await driver.send(
        _PDF_S,
        "Page.printToPDF",
        printBackground=True,
        preferCSSPageSize=True,
        transferMode="ReturnAsStream",
        marginTop=_MARGIN,
        marginBottom=_MARGIN,
        marginLeft=_MARGIN,
        marginRight=_MARGIN,
        **_PAPER,
    )
    await _stream(driver, answer["stream"], path, max_bytes)
    undate(path)


async def _stream(driver: Driver, handle: str, path: Path, max_bytes: int) -> None:
    """Write what the browser holds, in pieces."""
    taken, is_last = 0, False
    with path.open("wb") as file:
        while not is_last:
            part: dict[str, Any] = await driver.send(
                _PICTURE_S, "IO.read", handle=handle, size=_READ_BYTES
            )
            is_last = part["eof"]
            data = base64.b64decode(part["data"]) if part.get("base64Encoded") else b""
            taken += len(data)
            if taken > max_bytes:
                raise TooLarge(f"over {max_bytes:,} bytes")
            file.write(data)
    await driver.send(_PICTURE_S, "IO.close", handle=handle)


def keep(path: Path, data: bytes, max_bytes: int) -> None:
    """Write a copy.

    Raises:
        TooLarge: It is over the limit.
    """
    if len(data) > max_bytes:
        raise TooLarge(f"{len(data):,} bytes")
    path.write_bytes(data)


#: Before anything is done to the page.
UNTOUCHED: tuple[tuple[Piece, Maker], ...] = ((Piece.DOM, document),)
#: Before the page is scrolled through, when layers were put aside.
CLEARED: tuple[tuple[Piece, Maker], ...] = ((Piece.SCREENSHOT, first_screen),)
#: After it; printing last, because pages change for it.
SCROLLED: tuple[tuple[Piece, Maker], ...] = (
    (Piece.SCREENSHOT_FULL, full_page),
    (Piece.PDF, printed),
)
