"""Tries which way holds on this machine: a program inside really knocks at a port that is not its.

`strandline doctor` tells of it; programs are started in the first way that holds.
"""

import functools
import os
import socket
import subprocess
import sys

import structlog

from strandline.adapters.enclosure.enclosing import Enclosed
from strandline.model.enclosure import Held, Way

#: Longest trial of one way, seconds: a busy machine needs some.
_TRIAL_S = 30.0

#: Knocks by TCP and by UDP at a port of this machine, then at its door, and says who it is, and
#: whether it may make a namespace of users with a right in it (a network: CLONE_NEWUSER, _NEWNET).
_KNOCK = """
import ctypes, os, socket, sys
other, door = map(int, sys.argv[1:])
for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
    try:
        with socket.socket(socket.AF_INET, kind) as knocking:
            knocking.settimeout(5)
            knocking.connect(("127.0.0.1", other))
            knocking.send(b"?")
    except OSError:
        pass
with socket.create_connection(("127.0.0.1", door), 5):
    print(os.geteuid(), ctypes.CDLL(None).unshare(0x50000000))
"""
#: The last question alone.
_ASK = """
import ctypes, sys
unshare = getattr(ctypes.CDLL(None), "unshare", None)
sys.exit(bool(unshare and unshare(0x50000000)))
"""


@functools.cache
def what_holds_here() -> Held:
    """The strongest way that holds, tried once a process; a weaker one is told in the log."""
    held = examine()
    log = structlog.get_logger("strandline.capture")
    if held.way is Way.NONE:
        log.warning("programs_not_shut_in", reasons=held.reasons)
    if held.is_root:
        log.warning("browser_without_sandbox", reason="it is started by root")
    return held


def examine() -> Held:
    """Try each way, the strongest first."""
    reasons: list[str] = []
    for way in (Way.NAMESPACE, Way.LANDLOCK):
        try:
            who, refused = _try(way)
            return Held(way, who == 0, tuple(reasons), has_namespaces=not refused)
        except OSError as error:
            reasons.append(f"{way.value}: {error.strerror or error}")
    is_root, has_namespaces = os.geteuid() == 0, _has_namespaces()
    return Held(Way.NONE, is_root, tuple(reasons), has_namespaces=has_namespaces)


def _has_namespaces() -> bool:
    """True where a program that nothing shuts in may make them; a system without needs none."""
    asked = [sys.executable, "-IS", "-c", _ASK]
    try:
        return subprocess.run(asked, timeout=_TRIAL_S, check=False).returncode == 0  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return False


def _try(way: Way) -> tuple[int, int]:
    """Who programs inside are, and 0 where they may make namespaces.

    Raises:
        OSError: It does not hold, or nothing can be started in it.
    """
    with (
        socket.create_server(("127.0.0.1", 0)) as other,
        socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other_udp,
    ):
        other_udp.bind(other.getsockname())
        enclosed = Enclosed(way, 1)
        port = enclosed.ports[0]
        process = enclosed.start(
            [sys.executable, "-IS", "-c", _KNOCK, str(other.getsockname()[1]), str(port)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with process, enclosed.door().socket as door:
            door.listen()
            said = _said(process)
        told = said.split()
        if len(told) != len(("who", "refused")):
            raise OSError("the door of a program that is shut in does not open")
        if _was_knocked(other) or _was_knocked(other_udp):
            raise OSError("a program that is shut in reached another port")
    return int(told[0]), int(told[1])


def _said(process: "subprocess.Popen[bytes]") -> str:
    try:
        return process.communicate(timeout=_TRIAL_S)[0].decode()
    except subprocess.TimeoutExpired:
        process.kill()
        return ""


def _was_knocked(door: socket.socket) -> bool:
    door.setblocking(False)
    try:
        if door.type is socket.SOCK_DGRAM:
            door.recv(1)
        else:
            door.accept()[0].close()
    except BlockingIOError:
        return False
    return True
