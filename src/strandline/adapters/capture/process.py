"""Runs a program shut in, as its own process group, within a deadline and a cap on what it writes.

A program that starts others (ffmpeg below yt-dlp) is ended with all of them; and it does not
outlive us, however we end.
"""

import os
import resource
import select
import signal
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from strandline.adapters.enclosure import Enclosed, what_holds_here
from strandline.adapters.fetch.doors import Door
from strandline.adapters.fetch.proxy_limits import Refusal
from strandline.adapters.fetch.proxy_session import ProxySession

#: How often the folder is looked at while the program runs, seconds.
_LOOK_S = 0.2
#: How long the end of a killed program is awaited, seconds.
_END_S = 5.0
#: Of what a program says, the end is kept, bytes.
_SAID_BYTES = 20_000
#: Address space of one process: a page that unpacks without end must not take the machine's.
_MEMORY_BYTES = 2 << 30
#: What a program is told of our environment: no credentials of ours, and no path to programs.
_PASSED_ON = ("LANG", "LC_ALL", "TZ", "SSL_CERT_FILE", "SSL_CERT_DIR", "LD_LIBRARY_PATH")


class Ending(StrEnum):
    """Why a program is no longer running."""

    EXITED = "exited"
    DEADLINE = "deadline"
    TOO_LARGE = "too_large"


@dataclass(frozen=True, slots=True)
class Run:
    """How a program ran.

    Attributes:
        code: Exit status; negative where a signal ended it.
        said: End of its output, both streams.
        is_over: It went over the limits of its way out.
        connections: That it opened to its way out.
        refusals: Targets that the guard refused it.
    """

    ending: Ending
    code: int
    said: str
    is_over: bool = False
    connections: int = 0
    refusals: tuple[Refusal, ...] = ()


def run_program(
    command: Callable[[str], Sequence[str]],
    folder: Path,
    way_out: Callable[[Door], ProxySession],
    *,
    programs: Path | None = None,
    deadline: float,
    monotonic: Callable[[], float],
    max_bytes: int,
    environ: Mapping[str, str] = os.environ,
) -> Run:
    """Run it to its end, or to one of ours.

    Args:
        command: Makes the command line, given the address of the proxy, all that it can reach.
        folder: Where it runs, and its home; made if it is absent. What it says goes there too.
        way_out: Serves the proxy.
        programs: Folder of what it may start by name; None for nothing.
        deadline: On the monotonic clock, seconds.
        max_bytes: What the folder may hold.
        environ: Of which a few names are passed on.

    Raises:
        OSError: It cannot be started.
    """
    folder = folder.absolute()  # the program's own place, and where its home is
    folder.mkdir(parents=True, exist_ok=True)
    log = folder / ".said"
    enclosed = Enclosed(what_holds_here().way, 1)
    with log.open("wb") as said:
        process = enclosed.start(
            command(f"http://127.0.0.1:{enclosed.ports[0]}"),
            cwd=folder,
            env=_environ(folder, programs, environ),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        _limit(process.pid, max_bytes)
        with way_out(enclosed.door()) as session:
            ending = _wait(process, folder, deadline, monotonic, max_bytes)
            report = session.report()
    finally:
        _end_group(process)
    return Run(
        ending,
        process.returncode,
        _end_of(log),
        report.is_over,
        report.connections,
        report.refusals,
    )


def _limit(pid: int, max_bytes: int) -> None:
    """What it may take, its children included: memory, and the size of one file."""
    with suppress(ProcessLookupError):  # over already
        resource.prlimit(pid, resource.RLIMIT_AS, (_MEMORY_BYTES, _MEMORY_BYTES))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))
        if max_bytes < _MEMORY_BYTES << 10:  # a limit is set at all
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (max_bytes, max_bytes))


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    total = 0
    for path in folder.rglob("*"):
        with suppress(FileNotFoundError):
            if not path.is_symlink() and path.is_file():
                total += path.stat().st_size
    return total


def _wait(
    process: "subprocess.Popen[bytes]",
    folder: Path,
    deadline: float,
    monotonic: Callable[[], float],
    max_bytes: int,
) -> Ending:
    """Without reaping it: as long as it is not, nobody else can get the number of its group."""
    handle = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        while True:
            left = deadline - monotonic()
            if left <= 0:
                return Ending.DEADLINE
            if poll.poll(min(_LOOK_S, left) * 1000):
                return Ending.EXITED
            if size_of(folder) > max_bytes:
                return Ending.TOO_LARGE
    finally:
        os.close(handle)


def _end_group(process: "subprocess.Popen[bytes]") -> None:
    """Also after it exited: what it started may go on."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    with suppress(subprocess.TimeoutExpired):  # the kernel keeps it: it is killed
        process.wait(_END_S)


def _environ(folder: Path, programs: Path | None, environ: Mapping[str, str]) -> dict[str, str]:
    kept = {name: environ[name] for name in _PASSED_ON if name in environ}
    return {
        **kept,
        "PATH": str(programs or os.devnull),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _end_of(log: Path) -> str:
    with log.open("rb") as file:
        file.seek(max(0, log.stat().st_size - _SAID_BYTES))
        return file.read().decode("utf-8", "replace")
