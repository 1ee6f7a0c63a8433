"""Starts programs shut in, each with doors at which the guard's proxy answers."""

import array
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from strandline.adapters.enclosure import starter
from strandline.adapters.fetch.doors import Door, open_door
from strandline.model.enclosure import Way

#: In a network of its own every port is free.
_FIRST_PORT = 8001
#: Longest wait until a program is shut in, seconds: a busy machine needs some.
_START_S = 30.0


class Enclosed:
    """A program to be started, and its doors; ports are known before it starts.

    Args:
        way: How it is shut in.
        doors: How many jobs it will do, one after another: each has a door of its own. No more
            than the kernel hands over at once (253, unix(7)).
    """

    def __init__(self, way: Way, doors: int) -> None:
        self._way = way
        self._doors: list[Door] = []
        if way is Way.NAMESPACE:
            self.ports = list(range(_FIRST_PORT, _FIRST_PORT + doors))
        else:
            self._doors = [open_door() for _ in range(doors)]
            self.ports = [door.port for door in self._doors]

    def start(
        self, command: Sequence[str], *, dies_with_us: bool = True, **options: Any
    ) -> "subprocess.Popen[bytes]":
        """Start it, as `subprocess.Popen` would.

        Args:
            command: Program and arguments.
            dies_with_us: The kernel kills it when the thread that started it ends.
            options: Of `subprocess.Popen`.

        Raises:
            OSError: It cannot be started, or not be shut in.
        """
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with here:
                with there:
                    process = self._popen(
                        command, there.fileno(), dies_with_us=dies_with_us, options=options
                    )
                if self._way is not Way.NONE:
                    self._await_shut(process, here)
        except OSError:
            self.close()
            raise
        return process

    def _popen(
        self, command: Sequence[str], tell: int, *, dies_with_us: bool, options: dict[str, Any]
    ) -> "subprocess.Popen[bytes]":
        order = {
            "parent": os.getpid() if dies_with_us else 0,
            "way": self._way.value,
            "ports": self.ports,
            "tell": tell,
        }
        return subprocess.Popen(  # noqa: S603 - our own command line, no shell
            [sys.executable, "-IS", starter.__file__, json.dumps(order), *command],
            pass_fds=[] if self._way is Way.NONE else [tell],
            **options,
        )

    def _await_shut(self, process: "subprocess.Popen[bytes]", here: socket.socket) -> None:
        """Until the starter says so; what it says brings the doors of a network of its own."""
        here.settimeout(_START_S)
        room = socket.CMSG_SPACE(4 * len(self.ports))
        try:
            said, rights, _, _ = here.recvmsg(16, room, socket.MSG_CMSG_CLOEXEC)
        except OSError:
            said, rights = b"", []
        if not said:
            process.kill()
            process.communicate()
            raise OSError("the program could not be shut in")
        for _, _, data in rights:
            numbers = array.array("i", data)
            self._doors += [Door(socket.socket(fileno=one), is_private=True) for one in numbers]

    def door(self) -> Door:
        """The next door, in the order of `ports`; the caller serves and closes it.

        Raises:
            IndexError: All were taken.
        """
        return self._doors.pop(0)

    def close(self) -> None:
        """Close the doors that nobody took."""
        for door in self._doors:
            door.socket.close()
        self._doors.clear()
