"""`strandline serve` as a person starts it: a process of its own, ended by a signal."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest


@pytest.fixture
def free_port() -> int:
    """A port that nobody listened on a moment ago."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port that somebody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield int(listener.getsockname()[1])


def _serve(folder: Path, port: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "strandline", "serve", "--port", str(port)],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOST": "127.0.0.1", "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_serve_says_where_it_is_and_ends_in_order(tmp_path: Path, free_port: int) -> None:
    """It names its address, answers there, and ends with status 0 when told to."""
    process = _serve(tmp_path, free_port)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert f"http://127.0.0.1:{free_port}" in line
        answer = httpx2.get(f"http://127.0.0.1:{free_port}/healthz", trust_env=False)
        assert answer.status_code == 200
    finally:
        process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert "Traceback" not in errors


def test_serve_on_a_taken_port_ends_in_one_clear_line(tmp_path: Path, taken_port: int) -> None:
    """Status 1, what happened, what to do; no traceback."""
    process = _serve(tmp_path, taken_port)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert f"port {taken_port} on 127.0.0.1 is already in use" in errors
    assert "--port" in errors
    assert "Traceback" not in errors
