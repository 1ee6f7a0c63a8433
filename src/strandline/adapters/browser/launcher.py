"""Becomes Chromium, after telling the kernel to kill it when its parent dies.

Runs alone (`python -IS launcher.py PID_FILE PROGRAM ARGUMENTS…`), between Playwright's driver,
which starts the browser in a session of its own, and the browser. Imports nothing of the product.
"""

import contextlib
import ctypes
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1  # prctl(2)


def main(arguments: list[str]) -> None:
    """Set what Chromium inherits, note its process id, and become it."""
    pid_file, program, *rest = arguments
    parent = os.getppid()
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)  # it died before the kernel knew
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # When memory runs out the browser goes first, not the worker and not the database.
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:  # noqa: PTH123 - pathlib costs start-up time here
        file.write("500")
    with open(pid_file, "w") as file:  # noqa: PTH123 - as above
        file.write(str(os.getpid()))
    os.execv(program, [program, *rest])  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main(sys.argv[1:])
