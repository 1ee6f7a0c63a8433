"""Signals end every verb in the same order, and leave nothing held or running."""

import http.server
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.settings import load_settings
from strandline.testing.builders import a_source
from strandline.wiring import open_ledger

#: For a machine that stands still; nothing here waits for it otherwise.
PATIENCE_S = 600
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

#: A verb that goes on although it was told to end.
DEAF = """
import sys, time
from strandline.cli import stopping
from strandline.cli.stopping import heeding_signals, until_told
stopping.PATIENCE_S = float(sys.argv[1])
with heeding_signals(), until_told(status=None) as stop:
    print("ready", flush=True)
    stop.wait()
    print("told", flush=True)
    time.sleep(600)
"""
#: One that ends in order, once it is let.
ORDERLY = """
import sys
from strandline.cli.stopping import Ended, heeding_signals, leave
with heeding_signals():
    try:
        print("ready", flush=True)
        while True:
            sys.stdin.readline()
    except Ended as end:
        print("told", flush=True)
        sys.stdin.readline()
        leave(int(end.code))
"""


class Held(http.server.ThreadingHTTPServer):
    """Takes requests and answers none of them."""

    daemon_threads = True

    def __init__(self) -> None:
        self.reached, self.opened = threading.Event(), threading.Event()
        held = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                held.reached.set()
                held.opened.wait(PATIENCE_S)

            def log_message(self, *_: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture
def held() -> Iterator[Held]:
    server = Held()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server
    server.opened.set()
    server.shutdown()
    server.server_close()


@pytest.fixture
def environ(tmp_path: Path, empty_ledger: Path, held: Held) -> dict[str, str]:
    """A ledger with a source whose server does not answer for ten minutes."""
    shutil.copy(empty_ledger, tmp_path / "ledger.sqlite3")
    environ = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "DATABASE_PATH": str(tmp_path / "ledger.sqlite3"),
        "ALLOW_PRIVATE_NETWORKS": f"127.0.0.1:{held.server_port}",
        "FETCH_TIMEOUT_SECONDS": "600",
        "RESPECT_ROBOTS": "false",
        "EMBEDDINGS": "off",
        "PYTHONUNBUFFERED": "1",
    }
    store = open_ledger(load_settings(environ=environ))
    store.save_source(a_source(url=f"http://127.0.0.1:{held.server_port}/feed.xml"))
    store.close()
    return environ


def begin(words: list[str], folder: Path, environ: dict[str, str]) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "strandline", *words],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


@pytest.mark.parametrize(
    ("verb", "signum", "is_endless"),
    [
        ("poll --once", signal.SIGTERM, False),
        ("poll --once", signal.SIGHUP, False),
        ("poll", signal.SIGINT, True),
        ("up --port 0", signal.SIGTERM, True),
        ("up --port 0", signal.SIGHUP, True),
    ],
)
def test_polling_ends_in_order(
    tmp_path: Path,
    environ: dict[str, str],
    held: Held,
    verb: str,
    signum: signal.Signals,
    is_endless: bool,
) -> None:
    """In the middle of a request: the lease is given back, nobody is waited for, nothing is said of
    processes; the status tells the signal, unless the verb runs until it is told to end."""
    process = begin(verb.split(), tmp_path, environ)
    try:
        assert held.reached.wait(PATIENCE_S)
        os.killpg(process.pid, signum)  # as a terminal does
        _, errors = process.communicate(timeout=PATIENCE_S)
    finally:
        process.kill()
    said = errors.decode()
    assert process.returncode == (0 if is_endless else 128 + signum), said
    assert not held.opened.is_set()
    for word in ("Traceback", "leaked", "resource_tracker", "error"):
        assert word not in said
    store = open_ledger(load_settings(environ=environ))
    try:
        soon = datetime.now(UTC) + timedelta(seconds=1)
        assert len(store.claim_due(soon, "next", timedelta(0), limit=1)) == 1
    finally:
        store.close()


@pytest.mark.parametrize("signum", SIGNALS)
def test_a_stream_ends_in_order(
    tmp_path: Path, environ: dict[str, str], signum: signal.Signals
) -> None:
    """A verb that is in the middle of anything else is interrupted; the status tells the signal."""
    process = subprocess.Popen(
        [sys.executable, "-m", "strandline", "url", "-"],
        cwd=tmp_path,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert process.stdin is not None
    process.stdin.write(b"https://a.example/x\n" * 20_000)  # until it reads, no pipe takes so much
    process.send_signal(signum)
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 128 + signum
    assert errors.decode() == f"Ended by {signum.name}.\n"


def script(text: str, *words: str, **options: Any) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", text, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    expect(process, "ready")
    return process


def expect(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == f"{line}\n"


@pytest.mark.parametrize("second", SIGNALS[:2])
@pytest.mark.parametrize("first", SIGNALS)
def test_a_second_signal_ends_at_once(first: signal.Signals, second: signal.Signals) -> None:
    """Whatever the verb still does, and whichever two they are."""
    process = script(DEAF, "600")
    process.send_signal(first)
    expect(process, "told")
    process.send_signal(second)
    _, errors = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, errors) == (128 + second, "")


def test_a_verb_that_does_not_end_is_ended() -> None:
    """After a while that is too long for anybody."""
    process = script(DEAF, "0.2")
    process.send_signal(signal.SIGTERM)
    expect(process, "told")
    process.communicate(timeout=PATIENCE_S)
    assert process.returncode == 128 + signal.SIGTERM


def test_a_hang_up_comes_twice() -> None:
    """A terminal and its shell both tell of it: that is one signal, and no impatience."""
    process = script(ORDERLY)
    for _ in range(3):
        process.send_signal(signal.SIGHUP)
    expect(process, "told")
    _, errors = process.communicate("go\n", timeout=PATIENCE_S)
    assert (process.returncode, errors) == (128 + signal.SIGHUP, "")


def test_a_signal_that_is_ignored_stays_so() -> None:
    """`nohup` keeps its meaning."""
    process = script(ORDERLY, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    process.send_signal(signal.SIGTERM)
    expect(process, "told")
    process.communicate("go\n", timeout=PATIENCE_S)
    assert process.returncode == 128 + signal.SIGTERM
