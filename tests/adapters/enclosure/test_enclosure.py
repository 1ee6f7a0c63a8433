"""Programs that are shut in: what they reach, who they are, and how they end."""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from strandline.adapters.enclosure import Enclosed, examine, trial
from strandline.adapters.fetch.proxy import make_proxy
from strandline.model.enclosure import Held, Way
from strandline.settings import FetchSettings


def _holds(way: Way) -> bool:
    try:
        trial._try(way)
    except OSError:
        return False
    return True


WAYS = [
    pytest.param(way, marks=pytest.mark.skipif(not _holds(way), reason="not with this kernel"))
    for way in (Way.NAMESPACE, Way.LANDLOCK)
]

#: Tries every road out of a process to a port, and prints those on which something was sent.
ROADS = """
import json, socket, sys
port, name = int(sys.argv[1]), sys.argv[2]
mptcp = getattr(socket, "IPPROTO_MPTCP", 262)
here, here6 = ("127.0.0.1", port), ("::1", port)
roads = {
    "tcp": (socket.AF_INET, socket.SOCK_STREAM, 0, here),
    "tcp6": (socket.AF_INET6, socket.SOCK_STREAM, 0, here6),
    "mapped": (socket.AF_INET6, socket.SOCK_STREAM, 0, ("::ffff:127.0.0.1", port)),
    "any": (socket.AF_INET, socket.SOCK_STREAM, 0, ("0.0.0.0", port)),
    "mptcp": (socket.AF_INET, socket.SOCK_STREAM, mptcp, here),
    "sctp": (socket.AF_INET, socket.SOCK_STREAM, 132, here),
    "udp": (socket.AF_INET, socket.SOCK_DGRAM, 0, here),
    "udp6": (socket.AF_INET6, socket.SOCK_DGRAM, 0, here6),
    "abstract": (socket.AF_UNIX, socket.SOCK_STREAM, 0, "\\0" + name),
    "fast": (socket.AF_INET, socket.SOCK_STREAM, 0, None),
}
for road, (family, kind, protocol, address) in roads.items():
    try:
        with socket.socket(family, kind, protocol) as out:
            out.settimeout(5)
            if address is None:
                out.sendto(b"?", socket.MSG_FASTOPEN, here)
            else:
                out.connect(address)
                out.send(b"?")
    except OSError:
        pass
print("tried")
"""


@pytest.fixture
def traps() -> Iterator[list[socket.socket]]:
    """One port of this machine by every road, and a socket with a name that is no file's."""
    with ExitStack() as opened:
        tcp = opened.enter_context(socket.create_server(("127.0.0.1", 0)))
        port = tcp.getsockname()[1]
        made = [tcp]
        for family, kind, protocol, address in (
            (socket.AF_INET6, socket.SOCK_STREAM, 0, ("::1", port)),
            (socket.AF_INET, socket.SOCK_DGRAM, 0, ("127.0.0.1", port)),
            (socket.AF_INET6, socket.SOCK_DGRAM, 0, ("::1", port)),
            (socket.AF_UNIX, socket.SOCK_STREAM, 0, f"\0trap-{port}"),
        ):
            trap = opened.enter_context(socket.socket(family, kind, protocol))
            trap.bind(address)
            if kind is socket.SOCK_STREAM:
                trap.listen()
            made.append(trap)
        yield made


def start(way: Way, script: str, *words: str) -> tuple[Enclosed, "subprocess.Popen[bytes]"]:
    enclosed = Enclosed(way, 2)
    command = [sys.executable, "-IS", "-c", script, *words]
    return enclosed, enclosed.start(command, stdout=subprocess.PIPE)


def output(process: "subprocess.Popen[bytes]") -> str:
    return process.communicate(timeout=60)[0].decode().strip()


@pytest.mark.parametrize("way", WAYS)
def test_no_road_leads_out(way: Way, traps: list[socket.socket]) -> None:
    """Not by TCP, UDP or others, not by IPv6, not by a socket with a name, not while connecting."""
    port = traps[0].getsockname()[1]
    enclosed, process = start(way, ROADS, str(port), f"trap-{port}")
    assert output(process) == "tried"
    enclosed.close()
    assert [trap.family.name for trap in traps if trial._was_knocked(trap)] == []


def test_the_same_roads_lead_there_from_outside(traps: list[socket.socket]) -> None:
    """Without an enclosure every trap is reached: the test above can fail."""
    port = traps[0].getsockname()[1]
    enclosed, process = start(Way.NONE, ROADS, str(port), f"trap-{port}")
    assert output(process) == "tried"
    enclosed.close()
    assert [trial._was_knocked(trap) for trap in traps] == [True] * len(traps)


@pytest.mark.parametrize("way", [*WAYS, Way.NONE])
def test_the_proxy_is_reached_at_each_door(way: Way) -> None:
    """Each door leads to a session of its own; the guard refuses what is not public."""
    script = (
        "import sys, urllib.request, urllib.error\n"
        "for port in sys.argv[1:]:\n"
        "    proxy = urllib.request.ProxyHandler({'http': f'http://127.0.0.1:{port}'})\n"
        "    try:\n"
        "        urllib.request.build_opener(proxy).open('http://127.0.0.1:9/', timeout=20)\n"
        "    except urllib.error.HTTPError as error:\n"
        "        print(error.code)\n"
    )
    enclosed = Enclosed(way, 2)
    words = [str(port) for port in enclosed.ports]
    command = [sys.executable, "-IS", "-c", script, *words]
    process = enclosed.start(command, stdout=subprocess.PIPE)
    proxy = make_proxy(FetchSettings())
    with proxy.session(door=enclosed.door()) as first, proxy.session(door=enclosed.door()) as other:
        assert output(process).split() == ["403", "403"]
        assert [first.report().refused, other.report().refused] == [1, 1]


@pytest.mark.parametrize("way", WAYS)
def test_streams_place_and_environment_are_the_callers(way: Way, tmp_path: Path) -> None:
    """A program inside is given what `subprocess.Popen` was given, and nothing that is open."""
    script = (
        "import json, os\n"
        "files = sorted(os.listdir('/proc/self/fd'))\n"
        "print(json.dumps([os.getcwd(), os.environ.get('CANARY'), files]))"
    )
    enclosed = Enclosed(way, 1)
    process = enclosed.start(
        [sys.executable, "-IS", "-c", script],
        cwd=tmp_path,
        env={"CANARY": "sings"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    folder, canary, files = json.loads(output(process))
    enclosed.close()
    assert (folder, canary) == (str(tmp_path), "sings")
    assert files == ["0", "1", "2", "3"]  # 3 is the folder that is being listed


@pytest.mark.parametrize("way", WAYS)
def test_it_does_not_outlive_us(way: Way) -> None:
    """Whoever is killed with `kill -9` takes a program inside with it."""
    script = (
        "import os, sys, subprocess, time\n"
        "from strandline.adapters.enclosure import Enclosed\n"
        "from strandline.model.enclosure import Way\n"
        f"inside = Enclosed(Way('{way.value}'), 1).start(\n"
        "    [sys.executable, '-IS', '-c', 'print(0, flush=True); import time; time.sleep(600)'],\n"
        "    stdout=subprocess.PIPE)\n"
        "inside.stdout.readline()\n"
        "print(inside.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as ours:
        assert ours.stdout is not None
        handle = os.pidfd_open(int(ours.stdout.readline()))
        ours.send_signal(signal.SIGKILL)
    import select

    poll = select.poll()
    poll.register(handle, select.POLLIN)
    assert poll.poll(60_000)
    os.close(handle)


def test_what_cannot_be_shut_in_does_not_run(tmp_path: Path) -> None:
    """Where the kernel refuses after all, the program is not started in the open."""
    ran = tmp_path / "ran"
    # A starter that may open no more files cannot make its doors.
    script = (
        "import resource, sys, subprocess\n"
        "from strandline.adapters.enclosure import Enclosed, starter\n"
        "from strandline.model.enclosure import Way\n"
        "enclosed = Enclosed(Way.NAMESPACE, 40)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))\n"
        "try:\n"
        f"    enclosed.start(['touch', {str(ran)!r}], stderr=subprocess.DEVNULL)\n"
        "except OSError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.strip() == "the program could not be shut in"
    assert not ran.exists()


def test_the_strongest_way_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first way that holds counts; those that do not are told with their reasons."""

    def only(held: Way | None) -> Held:
        def attempt(way: Way) -> tuple[int, int]:
            if way is not held:
                raise OSError("no")
            return 1000, -(way is Way.LANDLOCK)

        monkeypatch.setattr(trial, "_try", attempt)
        return examine()

    assert only(Way.NAMESPACE) == Held(Way.NAMESPACE, is_root=False)
    assert only(Way.LANDLOCK) == Held(
        Way.LANDLOCK, is_root=False, reasons=("namespace: no",), has_namespaces=False
    )
    nothing = only(None)
    assert (nothing.way, len(nothing.reasons)) == (Way.NONE, 2)
    monkeypatch.setattr(trial, "_ASK", "raise SystemExit(1)")
    assert not only(None).has_namespaces


def test_an_enclosure_that_leaks_is_not_taken() -> None:
    """The trial knocks for real: what lets a program through does not hold."""
    with pytest.raises(OSError, match="reached another port"):
        trial._try(Way.NONE)
