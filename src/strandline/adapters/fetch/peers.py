"""Whose connection it is: a proxy on loopback serves processes of its own user only.

Chromium sends no password to a proxy before it was asked for one in every connection, and asking
means to pause every request of every page. The kernel knows who is at the other end.
"""

import os
import socket
from pathlib import Path

#: The kernel's table of IPv4 connections: local and remote address in hex, owner in field 7.
_TABLE = Path("/proc/net/tcp")


def is_own_user(peer: tuple[str, int], own: tuple[str, int], table: Path = _TABLE) -> bool:
    """True when the process behind `peer` runs as our user.

    Where the kernel has no such table, everybody on this machine is trusted.
    """
    ends = [_hex(peer), _hex(own)]
    try:
        with table.open(encoding="ascii") as rows:
            for row in rows:
                words = row.split()
                if words[1:3] == ends:
                    return int(words[7]) == os.geteuid()
    except OSError:
        return True
    return False


def _hex(address: tuple[str, int]) -> str:
    number = int.from_bytes(socket.inet_aton(address[0]), "little")
    return f"{number:08X}:{address[1]:04X}"
