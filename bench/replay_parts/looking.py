"""What a page shows in Chromium, and how like two such sights are."""

import base64
import contextlib
import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Error, Page

WIDTH, HEIGHT, TALLEST = 1280, 800, 6000
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    # One process a page: its frames are looked into.
    "--disable-site-isolation-trials",
    "--disable-features=IsolateSandboxedIframes,IsolateOrigins,site-per-process",
)
SETTLE_MS = 500


@dataclass
class Shown:
    """What a page shows."""

    picture: "np.ndarray[Any, Any]"
    words: Counter[str]


def look(page: Page, url: str) -> Shown:
    """Open, scroll through, photograph, read."""
    page.goto(url, wait_until="load", timeout=30_000)
    return photograph(page)


def photograph(page: Page) -> Shown:
    cdp = page.context.new_cdp_session(page)
    with contextlib.suppress(Error):
        page.wait_for_load_state("networkidle", timeout=5_000)
    y = 0
    while y < min(TALLEST, height_of(cdp)):
        scroll_to(cdp, y := y + 400)
        page.wait_for_timeout(30)
    scroll_to(cdp, 0)
    page.wait_for_timeout(SETTLE_MS)
    height = max(HEIGHT, min(TALLEST, height_of(cdp)))
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": height, "scale": 1}
    whole = {"format": "png", "captureBeyondViewport": True, "clip": clip}
    data = base64.b64decode(cdp.send("Page.captureScreenshot", whole)["data"])
    picture = np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.float32)
    shot = cdp.send("DOMSnapshot.captureSnapshot", {"computedStyles": ["visibility", "opacity"]})
    return Shown(picture, words_of(shot))


def height_of(cdp: CDPSession) -> int:
    return int(cdp.send("Page.getLayoutMetrics")["cssContentSize"]["height"])


def scroll_to(cdp: CDPSession, y: int) -> None:
    """From outside: in a page without scripts no promise is ever kept."""
    step = f"scrollTo({{top: {y}, behavior: 'instant'}})"
    cdp.send("Runtime.evaluate", {"expression": step})


def words_of(shot: dict[str, Any]) -> Counter[str]:
    """Words that have a place in the layout of the page or of a frame in it."""
    words: Counter[str] = Counter()
    for document in shot["documents"]:
        layout = document["layout"]
        for index, styles in zip(layout["text"], layout["styles"], strict=True):
            hidden = styles and shot["strings"][styles[0]] == "hidden"
            text = shot["strings"][index] if index >= 0 and not hidden else ""
            words.update(re.findall(r"[⺀-鿿]|[^\W⺀-鿿]+", text.casefold()))
    return words


def recall(live: Counter[str], kept: Counter[str]) -> float:
    total = sum(live.values())
    return sum(min(count, kept[word]) for word, count in live.items()) / total if total else 1.0


def similarity(one: "np.ndarray[Any, Any]", two: "np.ndarray[Any, Any]") -> float:
    """Mean SSIM (7 by 7, uniform) of all colours at half size, where either shows something."""
    if np.array_equal(one, two):
        return 1.0
    tall = max(one.shape[0], two.shape[0])
    first, second = (_halved(_padded(p, tall)) for p in (one, two))
    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_1, mean_2 = _blurred(first), _blurred(second)
    var_1 = _blurred(first * first) - mean_1**2
    var_2 = _blurred(second * second) - mean_2**2
    both = _blurred(first * second) - mean_1 * mean_2
    score = ((2 * mean_1 * mean_2 + c1) * (2 * both + c2)) / (
        (mean_1**2 + mean_2**2 + c1) * (var_1 + var_2 + c2)
    )
    # Bare paper is like bare paper, whatever the page says.
    drawn = ((var_1 > 4) | (var_2 > 4) | (abs(mean_1 - mean_2) > 8)).any(axis=2)
    drawn |= (first.min(axis=2) < 230)[3:-3, 3:-3]
    return float(score.mean(axis=2)[drawn].mean()) if drawn.any() else 1.0


def _padded(picture: "np.ndarray[Any, Any]", tall: int) -> "np.ndarray[Any, Any]":
    missing = ((0, tall - picture.shape[0] + tall % 2), (0, WIDTH - picture.shape[1]), (0, 0))
    return np.pad(picture, missing, constant_values=255)


def _halved(picture: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    tall, wide, _ = picture.shape
    parts = picture.reshape(tall // 2, 2, wide // 2, 2, 3)
    return np.asarray(parts.mean(axis=(1, 3), dtype=np.float64))


def _blurred(picture: "np.ndarray[Any, Any]", size: int = 7) -> "np.ndarray[Any, Any]":
    sums = np.pad(picture.cumsum(0).cumsum(1), ((1, 0), (1, 0), (0, 0)))
    box = sums[size:, size:] - sums[:-size, size:] - sums[size:, :-size] + sums[:-size, :-size]
    return np.asarray(box / size**2)


def look_within(page: Page, url: str) -> Shown:
    """ReplayWeb.page shows a page in its own frames alone: these are made as tall as the page."""
    page.goto(url, timeout=30_000)
    frame = None
    for _ in range(300):
        frame = next((f for f in page.frames if "mp_/" in f.url), None)
        if frame is not None:
            break
        page.wait_for_timeout(200)
    if frame is None:
        raise Error("no replay frame")
    with contextlib.suppress(Error):
        frame.wait_for_load_state("networkidle", timeout=5_000)
    y, tall = 0, "document.documentElement.scrollHeight"
    while y < min(TALLEST, int(frame.evaluate(tall))):
        y += 400
        frame.evaluate(f"scrollTo({{top: {y}, behavior: 'instant'}})")
        page.wait_for_timeout(30)
    frame.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    height = max(HEIGHT, min(TALLEST, int(frame.evaluate(tall))))
    page.set_viewport_size({"width": WIDTH, "height": height})
    return photograph(page)


def all_of(
    browser: Browser, addresses: list[str], how: Callable[[Page, str], Shown]
) -> list[Shown | None]:
    found: list[Shown | None] = []
    for address in addresses:
        context = browser.new_context(
            viewport={"width": WIDTH, "height": HEIGHT}, reduced_motion="reduce", timezone_id="UTC"
        )
        try:
            found.append(how(context.new_page(), address) if address else None)
        except Error as error:
            print(f"  {address}: {error.message.splitlines()[0][:120]}", flush=True)
            found.append(None)
        context.close()
    return found


def scored(live: Shown, shown: Shown | None) -> tuple[float, float]:
    if shown is None:
        return 0.0, 0.0
    return similarity(live.picture, shown.picture), recall(live.words, shown.words)
