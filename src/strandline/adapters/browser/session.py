"""One browser process as seen from ours: started, given pages one by one, killed when it hangs."""

import contextlib
import functools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import structlog

from strandline.adapters.browser.messages import (
    LineReader,
    ProcessGone,
    encoded,
    read_headers,
    read_piece,
    read_response,
)
from strandline.adapters.browser.page import PageResult, Piece, PieceResult, RecordedResponse
from strandline.adapters.browser.processes import (
    browser_group,
    corpses,
    end_browser,
    end_group,
    members,
    memory_bytes,
)
from strandline.adapters.enclosure import Enclosed, what_holds_here
from strandline.adapters.fetch.doors import Door
from strandline.adapters.fetch.proxy_session import ProxySession
from strandline.model.archive import CaptureOutcome
from strandline.model.errors import CaptureError

#: Work folders are named after the process that they belong to, so that leftovers are known.
FOLDER_PREFIX = "strandline-browser-"

#: Longest start, seconds; several browsers may start at once on a small machine.
_START_S = 45.0
#: The browser process stops by itself so long before it would be killed, seconds.
_MARGIN_S = 2.0
#: How long a healthy browser may take to end by itself, seconds.
_LEAVE_S = 3.0
#: Memory of a browser with one page, bytes; above it the page is given up.
_MEMORY_BYTES = 2_000_000_000
#: Between two looks at the memory, seconds.
_LOOK_S = 1.0


@dataclass(frozen=True, slots=True)
class Ask:
    """A page and what is wanted of it.

    Attributes:
        max_bytes: Cap on each copy.
        record_bytes: Cap on the bodies of answers that are kept, together.
    """

    url: str
    folder: Path
    wanted: frozenset[Piece]
    max_bytes: int
    record_bytes: int


class BrowserSession:
    """A browser in a process group of its own; used by one thread at a time.

    Args:
        program: Chromium.
        user_agent: Added to the browser's own.
        most_pages: What it is asked for at most; each page has a door of its own.
        memory_bytes_limit: Above it a page is given up.

    Raises:
        CaptureError: The browser did not start; the message holds what it said.
    """

    def __init__(
        self,
        program: Path,
        user_agent: str,
        *,
        most_pages: int = 1,
        memory_bytes_limit: int = _MEMORY_BYTES,
    ) -> None:
        self._program = program
        self._user_agent = user_agent
        self._memory_limit = memory_bytes_limit
        self.pages = 0
        self.is_healthy = True
        try:
            self._folder = Path(tempfile.mkdtemp(prefix=f"{FOLDER_PREFIX}{os.getpid()}-"))
            self._enclosed = Enclosed(what_holds_here().way, most_pages)
            self._process = _start(self._enclosed, program, self._folder)
        except OSError as error:
            raise CaptureError(
                f"No process can be started for the browser: {error}.",
                subject=str(program),
                advice="Run `strandline doctor`.",
            ) from error
        assert self._process.stdout is not None  # noqa: S101 - for the type checker: it is a pipe
        self._messages = LineReader(self._process.stdout.fileno())
        self.version = self._started()

    def door(self) -> Door:
        """Where the next page's way out is to be served."""
        return self._enclosed.door()

    def load(self, ask: Ask, *, proxy: ProxySession, deadline_s: float) -> PageResult:
        """Load a page once and make the wanted copies of it; see `BrowserPool.load`."""
        self.pages += 1
        telling = _Telling(ask)
        try:
            self._send(
                {
                    "url": ask.url,
                    "folder": str(ask.folder),
                    "wanted": sorted(ask.wanted),
                    "deadline_s": max(1.0, deadline_s - _MARGIN_S),
                    "max_bytes": ask.max_bytes,
                    "record_bytes": ask.record_bytes,
                    "proxy": proxy.server,
                    "proxy_name": proxy.name,
                    "user_agent": self._user_agent,
                }
            )
            self._listen(telling, time.monotonic() + deadline_s)
        except ProcessGone as error:
            self._give_up(telling, CaptureOutcome.FAILED, str(error))
        return telling.result()

    def is_alive(self) -> bool:
        """True while the browser itself runs; its driver may not have noticed yet."""
        group = browser_group(self._folder)
        return self._process.poll() is None and (not group or group in members(group))

    def interrupt(self) -> None:
        """End the processes from another thread; the one that waits for a page sees them end."""
        end_group(self._process.pid)

    def close(self) -> None:
        """End the browser and everything that it started, and remove its folder."""
        groups = (browser_group(self._folder), self._process.pid)
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()  # asks it to end by itself
        if self.is_healthy:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_LEAVE_S)
        self.is_healthy = False
        self._enclosed.close()
        # From the leaves to the root, so that every parent is there to take note.
        end_browser(self._folder, self._program)
        if self._process.poll() is None:
            end_group(self._process.pid, but=self._process.pid)
            _await_burials(groups)
            end_group(self._process.pid)
        with contextlib.suppress(subprocess.TimeoutExpired):  # the kernel keeps it: it is killed
            self._process.wait(_LEAVE_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
        end_browser(self._folder, self._program)  # what was started between the two

    def _started(self) -> str:
        try:
            message = self._messages.next(_START_S)
        except ProcessGone:
            message = {"message": "the browser process ended at once"}
        if message is not None and message.get("type") == "ready":
            if not message["has_sandbox"] and not what_holds_here().is_root:
                _tell_without_sandbox()
            return str(message["version"])
        self.is_healthy = False
        said = "it took too long" if message is None else str(message.get("message", ""))
        self.close()
        raise CaptureError(
            f"The browser did not start: {_telling_line(said)}.",
            subject=str(self._program),
            advice="Run `strandline doctor`.",
        )

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None  # noqa: S101 - for the type checker: it is a pipe
        try:
            self._process.stdin.write(encoded(message))
        except OSError as error:
            raise ProcessGone("the browser process ended") from error

    def _listen(self, telling: "_Telling", deadline: float) -> None:
        """Take messages until the page was left; ends a browser that goes over a limit."""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                self._give_up(telling, CaptureOutcome.TIMEOUT, "the page had to be ended")
                return
            message = self._messages.next(min(left, _LOOK_S))
            if message is None:
                if memory_bytes(browser_group(self._folder)) > self._memory_limit:
                    self._give_up(telling, CaptureOutcome.FAILED, "the page took too much memory")
                    return
            elif message["type"] == "left":
                self.is_healthy = bool(message["is_healthy"]) and self.is_alive()
                return
            else:
                telling.take(message)

    def _give_up(self, telling: "_Telling", outcome: CaptureOutcome, message: str) -> None:
        telling.give_up(outcome, message)
        self.is_healthy = False
        self.close()


class _Telling:
    """Collects what is told of one page."""

    def __init__(self, ask: Ask) -> None:
        self._folder = ask.folder
        self._wanted = ask.wanted
        self._pieces: dict[Piece, PieceResult] = {}
        self._responses: list[RecordedResponse] = []
        self._end = PageResult(CaptureOutcome.FAILED, {}, ask.url, "nothing was told of the page")

    def take(self, message: dict[str, Any]) -> None:
        """Note a message.

        Raises:
            ProcessGone: It is none of ours.
        """
        try:
            if message["type"] == "piece":
                piece, result = read_piece(message, self._folder)
                self._pieces[piece] = result
            elif message["type"] == "response":
                self._responses.append(read_response(message, self._folder))
            elif message["type"] == "done":
                self._end = replace(
                    self._end,
                    outcome=CaptureOutcome(message["outcome"]),
                    final_url=str(message["final_url"]),
                    message=str(message["message"]),
                    status=int(message["status"]),
                    headers=read_headers(message["headers"]),
                    title=str(message["title"]),
                )
        except (KeyError, TypeError, ValueError) as error:
            raise ProcessGone("the browser process says what is no message") from error

    def give_up(self, outcome: CaptureOutcome, message: str) -> None:
        """The process was ended; copies that were told of are whole."""
        self._end = replace(self._end, outcome=outcome, message=message)

    def result(self) -> PageResult:
        """All of it; a copy that nothing was told of ended as the page did."""
        end = self._end
        without = CaptureOutcome.FAILED if end.outcome is CaptureOutcome.GOOD else end.outcome
        pieces = {
            piece: self._pieces.get(piece) or PieceResult(without, message=end.message)
            for piece in Piece
            if piece in self._wanted
        }
        return replace(end, pieces=pieces, responses=tuple(self._responses))


def _start(enclosed: Enclosed, program: Path, folder: Path) -> "subprocess.Popen[bytes]":
    return enclosed.start(
        [
            *(sys.executable, "-P", "-m", "strandline.adapters.browser.child"),
            *(str(program), str(folder), str(os.getpid())),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
        dies_with_us=False,  # threads come and go; it looks for its parent itself
        env=_environment(folder),
    )


@functools.cache
def _tell_without_sandbox() -> None:
    """Once a process."""
    structlog.get_logger("strandline.capture").warning(
        "browser_without_sandbox", reason="this machine lets it make no namespaces of users"
    )


def _await_burials(groups: Collection[int]) -> None:
    """Let the browser process take note of what was killed, for a second."""
    until = time.monotonic() + 1.0
    while any(corpses(groups)) and time.monotonic() < until:
        time.sleep(0.05)


def _environment(folder: Path) -> dict[str, str]:
    """What the browser may know: no settings and no secrets of ours, and no proxy but the given."""
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    }


def _telling_line(said: str) -> str:
    """The line of Chromium's complaint that says most."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    telling = [line for line in lines if "FATAL" in line or "ERROR" in line or "error" in line]
    return (telling or lines or ["it said nothing"])[0][:300].rstrip(".")
