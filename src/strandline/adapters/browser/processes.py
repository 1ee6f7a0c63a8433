"""Chromium's processes as the kernel lists them: what they hold, and how all of them end."""

import contextlib
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PROC = Path("/proc")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
#: How often a group is killed anew, 20 ms apart: a process may fork while it is being killed.
_ROUNDS = 100

#: Holds the process id of the browser, which leads a process group; inside the work folder.
PID_FILE = "browser.pid"


def members(group: int) -> Iterator[int]:
    """Processes of a group that still run."""
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError):
            # The name stands in brackets and may itself hold brackets and spaces.
            state, _, pgrp = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(pgrp) == group and state not in ("Z", "X"):
                yield int(entry.name)


def memory_bytes(group: int) -> int:
    """Memory that the processes of a group do not share with others."""
    total = 0
    for pid in members(group):
        with contextlib.suppress(OSError, ValueError):
            _, resident, shared, *_ = (_PROC / str(pid) / "statm").read_text().split()
            total += (int(resident) - int(shared)) * _PAGE_BYTES
    return total


def browser_group(folder: Path) -> int:
    """The group of the browser that works in a folder; 0 where there is none (yet)."""
    with contextlib.suppress(OSError, ValueError):
        return int((folder / PID_FILE).read_text())
    return 0


def end_browser(folder: Path, program: Path) -> None:
    """Kill the browser of a folder with all its children, and remove the folder."""
    group = browser_group(folder)
    if group > 1:
        _end(group, lambda pid: _runs(pid, program))
    shutil.rmtree(folder, ignore_errors=True)


def end_group(group: int) -> None:
    """Kill a process group, and wait until nothing of it runs; it may be gone already."""
    _end(group, lambda _: True)


def _end(group: int, is_ours: Callable[[int], bool]) -> None:
    for _ in range(_ROUNDS):
        ours = [pid for pid in members(group) if is_ours(pid)]
        if not ours:
            return
        for pid in ours:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def _runs(pid: int, program: Path) -> bool:
    """True when the process is a program of the browser's folder.

    A number may have been given to somebody else since. A sandboxed process hides its program.
    """
    try:
        executable = Path((_PROC / str(pid) / "exe").readlink())
    except OSError:
        return True
    return executable.parent == program.resolve().parent or executable.name == "sh"
