"""What stands before a page is put aside, for pictures and print; its document is kept before."""

import contextlib
import json
from importlib.resources import files

from playwright.async_api import Error

from strandline.adapters.browser.driving import Driver, TimeUp

#: Longest clearing, seconds.
_CLEAR_S = 4.0
_LINES = files("strandline.adapters.browser").joinpath("cookie_layers.txt").read_text("utf-8")
_LAYERS = [line for line in _LINES.splitlines() if line and not line.startswith("# ")]

#: Hides layers that ask for consent, and lets a page scroll that was locked for one.
_HIDE = f"""(() => {{
  let found = 0;
  for (const one of document.querySelectorAll({json.dumps(", ".join(_LAYERS))})) {{
    if (getComputedStyle(one).display === 'none') continue;
    one.style.setProperty('display', 'none', 'important');
    found++;
  }}
  for (const one of found ? [document.documentElement, document.body] : []) {{
    if (!one || getComputedStyle(one).overflowY !== 'hidden') continue;
    one.style.setProperty('overflow', 'auto', 'important');
    if (getComputedStyle(one).position === 'fixed') {{
      one.style.setProperty('position', 'static', 'important');
    }}
  }}
  return found;
}})()"""

#: What is fixed to the screen would be printed over every page: it is given its place in the text,
#: where it is printed once and covers nothing. Looks at so many elements.
_UNFIX = """(most => {
  const queue = [document];
  let seen = 0;
  while (queue.length) {
    for (const one of queue.shift().querySelectorAll('*')) {
      if (seen++ > most) return;
      if (one.shadowRoot) queue.push(one.shadowRoot);
      if (getComputedStyle(one).position !== 'fixed') continue;
      const rules = {position: 'static', transform: 'none', height: 'auto', 'max-height': 'none'};
      for (const name in rules) one.style.setProperty(name, rules[name], 'important');
    }
  }
})(50000)"""


async def hide_layers(driver: Driver) -> None:
    """Put well-known layers aside that ask for consent."""
    with contextlib.suppress(TimeUp, Error):
        await driver.ask(_CLEAR_S, _HIDE)


async def unfix(driver: Driver) -> None:
    """Give what is fixed its place in the page; for a print, after which nothing is copied."""
    with contextlib.suppress(TimeUp, Error):
        await driver.ask(_CLEAR_S, _UNFIX)
