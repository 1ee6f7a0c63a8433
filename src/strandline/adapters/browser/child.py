"""The browser process: starts Chromium, makes the pages it is told to, and leaves nothing behind.

Runs as `python -m strandline.adapters.browser.child PROGRAM FOLDER PARENT`, started by
`session.BrowserSession` in a process group of its own. Orders come on standard input, messages go
to standard output. Playwright's asynchronous interface is used because it alone lets a call that
hangs be given up; nothing of it shows outside of this process (docs/adr/0010).
"""

import asyncio
import json
import os
import shlex
import sys
import threading
import time
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, BrowserType, Error, async_playwright

from strandline.adapters.browser import launcher
from strandline.adapters.browser.flags import FLAGS, LEFT_OUT
from strandline.adapters.browser.messages import encoded
from strandline.adapters.browser.orders import Order
from strandline.adapters.browser.page import Piece
from strandline.adapters.browser.processes import (
    PID_FILE,
    adopt_orphans,
    bury_orphans,
    end_browser,
    end_group,
    has_corpses,
)
from strandline.adapters.browser.visit import visit

#: Wait for Chromium to start, milliseconds: a busy machine needs some.
_START_MS = 30_000
#: What Chromium says where it finds none.
_NO_SANDBOX = "No usable sandbox"
#: How long the last of the browser's processes may take to end, seconds.
_LEAVE_S = 2.0
#: Between two looks whether the parent still lives and who was orphaned, seconds.
_LOOK_S = 0.25


def main(arguments: list[str]) -> None:
    """Serve orders until standard input ends."""
    program, folder, parent = Path(arguments[0]), Path(arguments[1]), int(arguments[2])
    adopt_orphans()
    threading.Thread(target=_outlive_nobody, args=(folder, program, parent), daemon=True).start()
    try:
        asyncio.run(_serve(program, folder))
    finally:
        _leave()


def _leave() -> None:
    """Wait a moment until nothing of the browser is left, not even in the table of processes."""
    until = time.monotonic() + _LEAVE_S
    while bury_orphans() and time.monotonic() < until:
        time.sleep(0.02)


def _outlive_nobody(folder: Path, program: Path, parent: int) -> None:
    """End everything when the parent is gone, however it went."""
    while os.getppid() == parent:
        if has_corpses():
            bury_orphans()
        time.sleep(_LOOK_S)
    end_browser(folder, program)
    bury_orphans()
    end_group(os.getpgrp(), but=os.getpid())
    end_group(os.getpgrp())


def _tell(message: dict[str, Any]) -> None:
    sys.stdout.buffer.write(encoded(message))
    sys.stdout.buffer.flush()


async def _serve(program: Path, folder: Path) -> None:
    async with async_playwright() as playwright:
        try:
            browser, has_sandbox = await _start(playwright.chromium, program, folder)
        except Error as error:
            _tell({"type": "failed", "message": error.message[:4000]})
            return
        _tell({"type": "ready", "version": browser.version, "has_sandbox": has_sandbox})
        while line := await asyncio.to_thread(sys.stdin.buffer.readline):
            order = _read_order(json.loads(line), browser)
            is_healthy = await visit(browser, order, _tell)
            _tell({"type": "left", "is_healthy": is_healthy})
        await browser.close()


async def _start(chromium: BrowserType, program: Path, folder: Path) -> tuple[Browser, bool]:
    """The browser, and whether it has a sandbox of its own.

    Chromium refuses one to root, and has none where it may make no namespaces of users.
    """
    if os.geteuid() != 0:
        try:
            return await _launch(chromium, program, folder, has_sandbox=True), True
        except Error as error:
            if _NO_SANDBOX not in error.message:
                raise
    return await _launch(chromium, program, folder, has_sandbox=False), False


async def _launch(
    chromium: BrowserType, program: Path, folder: Path, *, has_sandbox: bool
) -> Browser:
    return await chromium.launch(
        executable_path=_launch_script(program, folder),
        args=list(FLAGS),
        ignore_default_args=list(LEFT_OUT),
        chromium_sandbox=has_sandbox,
        handle_sigint=False,
        handle_sigterm=False,
        handle_sighup=False,
        timeout=_START_MS,
    )


def _launch_script(program: Path, folder: Path) -> Path:
    """A script that starts the launcher: Playwright takes a program without arguments of its own.

    Where the folder may hold no programs, the browser is started without it.
    """
    script = folder / "launch"
    words = [sys.executable, "-IS", launcher.__file__, str(folder / PID_FILE), str(program)]
    script.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n', encoding="utf-8")
    script.chmod(0o700)
    return script if os.access(script, os.X_OK) else program


def _read_order(message: dict[str, Any], browser: Browser) -> Order:
    version = browser.version.partition(".")[0]
    # What pages take for a browser, and then who we are.
    user_agent = (
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) "
        f"Chrome/{version}.0.0.0 Safari/537.36 {message['user_agent']}"
    )
    return Order(
        url=message["url"],
        folder=Path(message["folder"]),
        wanted=frozenset(Piece(name) for name in message["wanted"]),
        deadline_s=message["deadline_s"],
        max_bytes=message["max_bytes"],
        record_bytes=message["record_bytes"],
        proxy=message["proxy"],
        proxy_name=message["proxy_name"],
        user_agent=user_agent,
    )


if __name__ == "__main__":
    main(sys.argv[1:])
