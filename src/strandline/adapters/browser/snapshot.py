"""The page as it is seen, as one document that needs no script: shadow roots, states, frames.

`snapshot.js` writes one document; this hands it what no document can reach by itself: closed shadow
roots, and the documents of frames, each written first, whatever its origin.
"""

import contextlib
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from playwright.async_api import CDPSession, Error, Page

from strandline.adapters.browser.driving import Driver, TimeUp
from strandline.adapters.browser.pieces import Maker, TooLarge, as_bytes, keep

#: Characters of a snapshot, with its frames: as many as are shown again.
_MOST_CHARS = 20_000_000
#: Frames that are written, and how deep one may be in others.
_MOST_FRAMES, _DEEPEST = 60, 5
#: Closed shadow roots that are opened in one document.
_MOST_ROOTS = 500
#: Longest writing of one document, and of what is asked besides, seconds.
_WRITE_S, _ASK_S = 15.0, 4.0
_WRITE = files("strandline.adapters.browser").joinpath("snapshot.js").read_text("utf-8")
#: Runs before a page's own scripts: faces of type that they make are in no sheet.
NOTE_FACES = """(() => {
  const Own = window.FontFace, noted = [];
  if (!Own) return;
  window.FontFace = class FontFace extends Own {
    constructor(family, source, rules) {
      super(family, source, rules);
      if (typeof source === 'string' && noted.length < 200) noted.push([this, source]);
    }
  };
  Object.defineProperty(window, Symbol.for('faces of type'), {value: noted});
})()"""
_FACES = """(window[Symbol.for('faces of type')] || [])
.filter(([face]) => document.fonts.has(face)).map(([face, source]) =>
  `@font-face{font-family:${face.family};src:${source};font-style:${face.style};` +
  `font-weight:${face.weight};unicode-range:${face.unicodeRange}}`).join('').slice(0, 1000000)"""
#: True where elements of names of their own may hide a root.
_HIDES = """[...document.querySelectorAll('*')].some(one =>
  one.localName.includes('-') && !one.shadowRoot && one.matches(':defined'))"""


@dataclass(slots=True)
class _Frame:
    """A frame and the session that reaches it."""

    frame_id: str
    session: CDPSession
    children: list["_Frame"] = field(default_factory=list)


def snapshot(page: Page) -> Maker:
    """Makes the snapshot."""

    async def make(driver: Driver, path: Path, max_bytes: int) -> str:
        top = await _frames(driver, page)
        text = await _written(driver, top, min(max_bytes, _MOST_CHARS), 0)
        if isinstance(text, int):
            raise TooLarge(f"the page as it is seen has {text:,} characters")
        text = text.replace("</head>", f"{await _faces(driver)}</head>", 1)
        keep(path, as_bytes(text), max_bytes)
        return ""

    return make


async def _faces(driver: Driver) -> str:
    """A sheet with the faces of type that the page's scripts have made."""
    answer = await driver.send(_ASK_S, "Runtime.evaluate", expression=_FACES, returnByValue=True)
    rules = str(answer.get("result", {}).get("value") or "").replace("<", "\\3c ")
    return f"<style>{rules}</style>" if rules else ""


async def _frames(driver: Driver, page: Page) -> _Frame:
    """All frames; those of other sites have processes and sessions of their own."""
    sessions = [driver.session]
    for frame in page.frames[1:_MOST_FRAMES]:
        with contextlib.suppress(Error, TimeUp):  # most frames share the page's session
            sessions.append(await driver.within(_ASK_S, page.context.new_cdp_session(frame)))
    known: dict[str, _Frame] = {}
    top: _Frame | None = None
    for session in sessions:
        answer = await driver.within(_ASK_S, session.send("Page.getFrameTree"))
        queue = [answer["frameTree"]]
        while queue and len(known) < _MOST_FRAMES:
            tree = queue.pop(0)
            queue.extend(tree.get("childFrames", ()))
            frame_id, parent = tree["frame"]["id"], tree["frame"].get("parentId")
            made = _Frame(frame_id, session)
            if frame_id in known:  # told by its parent first; its own session reaches it
                known[frame_id].session = session
                continue
            known[frame_id] = made
            if parent in known:
                known[parent].children.append(made)
            top = top or made
    assert top is not None  # noqa: S101 - for the type checker: the page has a frame
    return top


async def _written(driver: Driver, frame: _Frame, most: int, depth: int) -> str | int:
    """The text of a frame's document with those in it; its length where that is too much."""
    world = await driver.world(frame.frame_id, frame.session)
    roots = await _shut_roots(driver, frame, world)
    given: list[dict[str, Any]] = [
        {"objectId": await _object(driver, frame.session, node, world)} for node in roots
    ]
    left = most  # of all texts together: they are held here, and go to the browser at once
    for child in frame.children if depth < _DEEPEST else ():
        if left <= 0:
            break
        with contextlib.suppress(Error):  # it may be gone, or never have come
            text = await _written(driver, child, left, depth + 1)
            owner = await driver.within(
                _ASK_S, frame.session.send("DOM.getFrameOwner", {"frameId": child.frame_id})
            )
            element = await _object(driver, frame.session, owner["backendNodeId"], world)
            if isinstance(text, str):
                given += [{"objectId": element}, {"value": text}]
                left -= len(text)
    answer = await driver.within(
        _WRITE_S,
        frame.session.send(
            "Runtime.callFunctionOn",
            {
                "functionDeclaration": _WRITE,
                "executionContextId": world,
                "arguments": [{"value": most}, {"value": len(roots) // 2}, *given],
                "returnByValue": True,
                "awaitPromise": True,
            },
        ),
    )
    if "exceptionDetails" in answer:
        said = answer["exceptionDetails"].get("exception", {}).get("description", "it failed")
        raise Error(f"the page as it is seen: {said[:300]}")
    value = answer.get("result", {}).get("value")
    return int(value) if isinstance(value, (int, float)) else str(value or "")


async def _shut_roots(driver: Driver, frame: _Frame, world: int) -> list[int]:
    """Hosts and their closed shadow roots, in turn, as nodes of the browser."""
    hides = await driver.within(
        _ASK_S,
        frame.session.send(
            "Runtime.evaluate",
            {"expression": _HIDES, "contextId": world, "returnByValue": True},
        ),
    )
    if not hides.get("result", {}).get("value"):
        return []
    whole = {"depth": -1, "pierce": True}
    answer = await driver.within(_WRITE_S, frame.session.send("DOM.getDocument", whole))
    found: list[int] = []
    # Frames of the same process are in the answer too; their roots are told by their own call.
    queue = [(answer["root"], answer["root"].get("frameId", ""))]
    own = queue[0][1] or frame.frame_id
    while queue and len(found) < 2 * _MOST_ROOTS:
        node, inside = queue.pop()
        for root in node.get("shadowRoots", ()):
            if root.get("shadowRootType") == "closed" and (inside or own) == frame.frame_id:
                found += [node["backendNodeId"], root["backendNodeId"]]
            queue.append((root, inside))
        queue.extend((child, inside) for child in node.get("children", ()))
        if "contentDocument" in node:
            queue.append((node["contentDocument"], node.get("frameId", "")))
    return found


async def _object(driver: Driver, session: CDPSession, node: int, world: int) -> str:
    """A node of the browser as a value in a world."""
    asked = {"backendNodeId": node, "executionContextId": world}
    answer = await driver.within(_ASK_S, session.send("DOM.resolveNode", asked))
    return str(answer["object"]["objectId"])
