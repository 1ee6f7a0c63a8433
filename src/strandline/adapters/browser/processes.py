"""Chromium's processes as the kernel lists them: what they hold, and how all of them end."""

import contextlib
import ctypes
import os
import shutil
import signal
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_PR_SET_CHILD_SUBREAPER = 36  # prctl(2)
#: How often a group is killed anew, 20 ms apart: a process may fork while it is being killed.
_ROUNDS = 100

#: Holds the process id of the browser, which leads a process group; inside the work folder.
PID_FILE = "browser.pid"


def members(group: int) -> Iterator[int]:
    """Processes of a group that still run."""
    return (process.pid for process in _listed() if process.group == group and process.runs)


def corpses(groups: Collection[int]) -> Iterator[int]:
    """Processes of groups that have ended and that no parent has taken note of."""
    return (one.pid for one in _listed() if one.group in groups and not one.runs)


def bury_orphans() -> int:
    """Take note of ended processes that became ours when their parents ended.

    Those of our own group are left to the library that started them.

    Returns:
        Orphans that are left because they still run.
    """
    left = 0
    for process in _listed():
        if process.parent != os.getpid() or process.group == os.getpgrp():
            continue
        left += process.runs
        if not process.runs:
            with contextlib.suppress(OSError):
                os.waitpid(process.pid, os.WNOHANG)
    return left


def has_corpses() -> bool:
    """True where a process below us has ended and nobody has taken note: one call of the kernel,
    while to list all processes, four times a second, keeps 3 % of a core busy.
    """
    with contextlib.suppress(ChildProcessError):
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def adopt_orphans() -> None:
    """Become the parent of every process below us whose own parent ends (prctl(2)).

    Else they fall to process 1, which in many a container takes note of nobody's end: what is
    killed would stay in the table of processes for ever.
    """
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class _Listed:
    pid: int
    parent: int
    group: int
    runs: bool


def _listed() -> Iterator[_Listed]:
    for entry in _PROC.iterdir():
        if not entry.name.isdigit():
            continue
        with contextlib.suppress(OSError, ValueError):
            # The name stands in brackets and may itself hold brackets and spaces.
            state, parent, group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            yield _Listed(int(entry.name), int(parent), int(group), state not in ("Z", "X"))


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


def end_group(group: int, *, but: int = 0) -> None:
    """Kill a process group, and wait until nothing of it runs; it may be gone already.

    Args:
        but: A member that lives on.
    """
    _end(group, lambda pid: pid != but)


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
