"""Becomes another program, shut in: it can connect to the given ports and nowhere else.

Runs alone (`python -IS starter.py ORDER PROGRAM ARGUMENTS…`) and imports nothing of the product.
Its order is JSON: `parent`, `way`, `ports`, `tell`; see `enclosing.py`. Linux only.
"""

import array
import ctypes
import fcntl
import json
import os
import platform
import signal
import socket
import struct
import sys

_libc = ctypes.CDLL(None, use_errno=True)

_PR_SET_PDEATHSIG, _PR_SET_SECCOMP, _PR_SET_NO_NEW_PRIVS = 1, 22, 38  # prctl(2)
_CLONE_NEWUSER, _CLONE_NEWNET = 0x10000000, 0x40000000  # unshare(2)
_SIOCSIFFLAGS, _IFF_UP_RUNNING = 0x8914, 0x1 | 0x40  # netdevice(7)
#: Who root is to programs inside: Chromium refuses its own sandbox to root.
_SOMEBODY = 1000


def main(arguments: list[str]) -> None:
    """Shut this process in, hand over the doors, and become the program."""
    order = json.loads(arguments[0])
    if order["way"] == "namespace":
        enter_namespace()
        _hand_over(order["tell"], [_bound(port) for port in order["ports"]])
    elif order["way"] == "landlock":
        shut_by_landlock(order["ports"])
        _hand_over(order["tell"], [])
    if order["parent"]:
        _die_with(order["parent"])
    os.execvp(arguments[1], arguments[1:])  # noqa: S606 - no shell is the point


def _die_with(parent: int) -> None:
    """A worker that is killed with `kill -9` can end nothing itself.

    Last of all: who enters a namespace loses the kernel's promise (prctl(2)).
    """
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)  # it died before the kernel knew


def enter_namespace() -> None:
    """A network of this process's own, with nothing in it but its loopback (namespaces(7)).

    Raises:
        OSError: The kernel does not allow it.
    """
    uid, gid = os.geteuid(), os.getegid()
    if _libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET) == 0:
        # A plain user may map itself alone, and groups only after giving up to change them.
        _write("/proc/self/setgroups", "deny")
        _write("/proc/self/uid_map", f"{uid or _SOMEBODY} {uid} 1")
        _write("/proc/self/gid_map", f"{gid or _SOMEBODY} {gid} 1")
    else:  # users may have none, root may
        _checked(_libc.unshare(_CLONE_NEWNET))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        flags = struct.pack("16sH22x", b"lo", _IFF_UP_RUNNING)
        fcntl.ioctl(any_socket, _SIOCSIFFLAGS, flags)


def _bound(port: int) -> socket.socket:
    """A port in here; whoever is given the socket serves it from where it is."""
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.bind(("127.0.0.1", port))
    return door


def _hand_over(tell: int, doors: list[socket.socket]) -> None:
    """Say that all is shut, and give the sockets away (unix(7), SCM_RIGHTS)."""
    numbers = array.array("i", [door.fileno() for door in doors])
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)] if doors else []
    with socket.socket(fileno=tell) as teller:
        teller.sendmsg([b"shut"], rights)
    for door in doors:
        door.close()


_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446  # the same everywhere
_BIND_TCP, _CONNECT_TCP, _RULE_NET_PORT, _SCOPE_ABSTRACT = 1, 2, 2, 1  # landlock(7)


def landlock_abi() -> int:
    """Version of the kernel's Landlock, 0 where there is none; networks are held from 4 on."""
    return max(0, int(_libc.syscall(_LANDLOCK_CREATE, None, 0, 1)))


def shut_by_landlock(ports: list[int]) -> None:
    """TCP to these ports alone, whatever the host; no other protocol of any network.

    Raises:
        OSError: The kernel cannot do it.
    """
    abi = landlock_abi()
    if abi < 4:
        raise OSError("the kernel's Landlock holds no networks")
    _checked(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    rules = struct.pack("QQ", 0, _BIND_TCP | _CONNECT_TCP)
    if abi >= 6:
        rules += struct.pack("Q", _SCOPE_ABSTRACT)
    handle = _checked(_libc.syscall(_LANDLOCK_CREATE, rules, len(rules), 0))
    for port in ports:
        rule = struct.pack("QQ", _CONNECT_TCP, port)
        _checked(_libc.syscall(_LANDLOCK_ADD, handle, _RULE_NET_PORT, rule, 0))
    _checked(_libc.syscall(_LANDLOCK_RESTRICT, handle, 0))
    os.close(handle)
    _shut_other_protocols()


#: Machine → its number for audits (linux/audit.h), and of socket, sendto, sendmsg, sendmmsg.
_MACHINES = {
    "x86_64": (0xC000003E, 41, 44, 46, 307),
    "aarch64": (0xC00000B7, 198, 206, 211, 269),
}
_IO_URING_SETUP = 425
_X32 = 0x40000000
_MSG_FASTOPEN = 0x20000000
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06  # bpf
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 13  # seccomp(2): as EACCES
_NUMBER, _MACHINE, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; arguments of 8 bytes

#: An instruction: its code, a number, and labels for yes and no; empty is the next one.
_Step = tuple[int, int, str, str]


def _shut_other_protocols() -> None:
    """Landlock knows TCP alone: UDP and all others are shut here (seccomp(2)).

    So is what sends at once while it connects, and the ring that makes sockets without a call.
    """
    machine = platform.machine()
    if machine not in _MACHINES or sys.byteorder != "little":
        raise OSError(f"no list of system calls for {machine}")
    program = _assembled(_filter(*_MACHINES[machine]))
    buffer = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(buffer))
    _checked(_libc.prctl(_PR_SET_SECCOMP, 2, header, 0, 0))


def _filter(
    machine: int, socket_call: int, sendto: int, sendmsg: int, sendmmsg: int
) -> dict[str, list[_Step]]:
    families = [socket.AF_UNIX.value, socket.AF_NETLINK.value]
    return {
        "begin": [
            (_LOAD, _MACHINE, "", ""),
            (_EQUAL, machine, "", "refuse"),
            (_LOAD, _NUMBER, "", ""),
            (_AT_LEAST, _X32, "refuse", ""),
            (_EQUAL, _IO_URING_SETUP, "refuse", ""),
            (_EQUAL, socket_call, "family", ""),
            (_EQUAL, sendto, "fourth", ""),
            (_EQUAL, sendmmsg, "fourth", ""),
            (_EQUAL, sendmsg, "third", "allow"),
        ],
        "family": [
            (_LOAD, _ARGUMENT, "", ""),
            *((_EQUAL, family, "allow", "") for family in families),
            (_EQUAL, socket.AF_INET.value, "kind", ""),
            (_EQUAL, socket.AF_INET6.value, "kind", "refuse"),
        ],
        "kind": [
            (_LOAD, _ARGUMENT + 8, "", ""),
            (_AND, 0xF, "", ""),
            (_EQUAL, socket.SOCK_STREAM.value, "", "refuse"),
            (_LOAD, _ARGUMENT + 16, "", ""),
            (_EQUAL, 0, "allow", ""),
            (_EQUAL, socket.IPPROTO_TCP, "allow", "refuse"),
        ],
        "third": [
            (_LOAD, _ARGUMENT + 16, "", ""),
            (_ANY_BIT, _MSG_FASTOPEN, "refuse", "allow"),
        ],
        "fourth": [
            (_LOAD, _ARGUMENT + 24, "", ""),
            (_ANY_BIT, _MSG_FASTOPEN, "refuse", "allow"),
        ],
        "allow": [(_RETURN, _ALLOW, "", "")],
        "refuse": [(_RETURN, _REFUSE, "", "")],
    }


def _assembled(blocks: dict[str, list[_Step]]) -> bytes:
    """Instructions of 8 bytes; jumps lead forward by a number of instructions."""
    places: dict[str, int] = {}
    steps: list[_Step] = []
    for name, block in blocks.items():
        places[name] = len(steps)
        steps += block
    program = b""
    for here, (code, value, yes, no) in enumerate(steps, 1):
        jumps = [places[label] - here if label else 0 for label in (yes, no)]
        program += struct.pack("HBBI", code, *jumps, value)
    return program


def _write(path: str, text: str) -> None:
    with open(path, "w") as file:  # noqa: PTH123 - pathlib costs start-up time here
        file.write(text)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


if __name__ == "__main__":
    main(sys.argv[1:])
