"""Becomes another program, after telling the kernel to kill it when its parent dies.

Runs alone (`python -IS starter.py PARENT PROGRAM ARGUMENTS…`) and imports nothing of the product: a
worker that is killed with `kill -9` can end nothing itself.
"""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1  # prctl(2)


def main(arguments: list[str]) -> None:
    """Set it, and become the program."""
    parent, *command = arguments
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != int(parent):
        sys.exit(1)  # it died before the kernel knew
    os.execvp(command[0], command)  # noqa: S606 - no shell is the point


if __name__ == "__main__":
    main(sys.argv[1:])
