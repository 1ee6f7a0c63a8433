"""A door: the port on which one job's programs are served."""

import socket
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Door:
    """A bound port of loopback; whoever serves it begins to listen.

    Attributes:
        is_private: Nobody but the job's own programs can reach it.
    """

    socket: socket.socket
    is_private: bool = False

    @property
    def port(self) -> int:
        """Its number."""
        port: int = self.socket.getsockname()[1]
        return port


def open_door() -> Door:
    """A free port of this machine's loopback; processes of its user alone are served there."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.bind(("127.0.0.1", 0))
    return Door(door)
