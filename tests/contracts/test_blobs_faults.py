"""What a store does when its server, its disk or its settings fail."""

import os
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs import open_blobs
from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.blobs.s3 import Patience, S3Blobs, read_credentials
from strandline.adapters.blobs.signing import Signer, sign_url
from strandline.model.errors import BlobError, ConfigError
from strandline.settings import StorageSettings

#: Short waits, few tries: the server is on this machine, and its faults are wanted.
QUICK = Patience(stall_s=1.5, retries=2, retry_s=20)
#: More than one part.
LARGE_BYTES = 20 << 20


@pytest.fixture
def through_proxy(s3_server: Any, faulty_s3: Any) -> S3Blobs:
    """A store behind the proxy that makes faults; nothing is in it."""
    settings = s3_server.settings(faulty_s3.address)
    store = S3Blobs(settings, read_credentials(s3_server.environ), patience=QUICK)
    store.delete([key for key, _ in store.keys("")])
    faulty_s3.asked.clear()
    return store


@pytest.fixture
def direct(s3_server: Any) -> S3Blobs:
    """The same bucket without the proxy: what is really there."""
    return S3Blobs(s3_server.settings(), read_credentials(s3_server.environ))


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A small file."""
    path = tmp_path / "page.html"
    path.write_bytes(b"<title>Strand</title>")
    return path


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """A file that goes up in parts."""
    path = tmp_path / "video.mp4"
    path.write_bytes(os.urandom(1 << 20) * (LARGE_BYTES >> 20))
    return path


def is_put(asked: Any) -> bool:
    return bool(asked.method == "PUT")


def is_part(asked: Any) -> bool:
    return is_put(asked) and "partNumber=" in asked.path


def is_second_part(asked: Any) -> bool:
    return is_put(asked) and "partNumber=2" in asked.path


def is_completion(asked: Any) -> bool:
    return bool(asked.method == "POST" and "uploadId=" in asked.path)


@pytest.mark.parametrize("fits", [is_put, is_part, is_second_part, is_completion])
@pytest.mark.parametrize("kind", ["500", "503", "cut"])
def test_fault_that_passes(
    kind: str,
    fits: Callable[[Any], bool],
    through_proxy: S3Blobs,
    faulty_s3: Any,
    fault_kit: Any,
    page: Path,
    video: Path,
) -> None:
    """A request that fails once is made again; the object is whole."""
    act = fault_kit.cuts if kind == "cut" else fault_kit.answers(int(kind), "SlowDown")
    fault = fault_kit.fault(fits, act, times=1)
    faulty_s3.faults.append(fault)
    source = page if fits is is_put else video
    stored = through_proxy.put("a/b", source, "video/mp4")
    assert fault.hits == 1
    assert stored.size_bytes == source.stat().st_size
    assert b"".join(through_proxy.read("a/b")) == source.read_bytes()


@pytest.mark.parametrize("fits", [is_put, is_second_part, is_completion])
@pytest.mark.parametrize("kind", ["500", "cut", "stall"])
def test_fault_that_stays(
    kind: str,
    fits: Callable[[Any], bool],
    through_proxy: S3Blobs,
    direct: S3Blobs,
    faulty_s3: Any,
    fault_kit: Any,
    page: Path,
    video: Path,
) -> None:
    """A put that cannot be done says that it may be tried later, and leaves nothing."""
    acts = {"500": fault_kit.answers(500, "InternalError"), "cut": fault_kit.cuts}
    faulty_s3.faults.append(fault_kit.fault(fits, acts.get(kind, fault_kit.stalls)))
    source = page if fits is is_put else video
    with pytest.raises(BlobError) as caught:
        through_proxy.put("a/b", source, "video/mp4")
    assert caught.value.is_passing
    assert direct.size("a/b") is None
    assert list(direct.keys("")) == []


@pytest.mark.parametrize("fits", [is_put, is_part])
def test_forbidden(
    fits: Callable[[Any], bool],
    through_proxy: S3Blobs,
    direct: S3Blobs,
    faulty_s3: Any,
    fault_kit: Any,
    page: Path,
    video: Path,
) -> None:
    """A refusal is not asked again, says what to do, and quotes nothing of the answer."""
    fault = fault_kit.fault(fits, fault_kit.answers(403, "AccessDenied"))
    faulty_s3.faults.append(fault)
    with pytest.raises(BlobError, match="403 AccessDenied") as caught:
        through_proxy.put("a/b", page if fits is is_put else video, "video/mp4")
    assert not caught.value.is_passing
    assert "Allow the key" in caught.value.advice
    assert "canary" not in str(caught.value)
    assert fault.hits <= 3  # one for each part that was under way
    assert direct.size("a/b") is None


def test_lying_server(
    through_proxy: S3Blobs, direct: S3Blobs, faulty_s3: Any, fault_kit: Any, page: Path
) -> None:
    """A server that says it stored what it threw away is found out."""
    faulty_s3.faults.append(fault_kit.fault(is_put, fault_kit.lies))
    with pytest.raises(BlobError, match="no such object"):
        through_proxy.put("a/b", page, "text/html")
    assert direct.size("a/b") is None


def test_other_bytes(
    through_proxy: S3Blobs, direct: S3Blobs, faulty_s3: Any, fault_kit: Any, page: Path
) -> None:
    """A server that gives back other bytes is found out, and the object is not left there."""
    faulty_s3.faults.append(fault_kit.fault(lambda asked: asked.method == "GET", fault_kit.garbles))
    with pytest.raises(BlobError, match="not the 21 sent") as caught:
        through_proxy.put("a/b", page, "text/html")
    assert caught.value.is_passing
    assert direct.size("a/b") is None


def test_server_without_checksums(
    through_proxy: S3Blobs, faulty_s3: Any, fault_kit: Any, page: Path, video: Path
) -> None:
    """A server that refuses checksum headers and trailers is none to us: we send none."""

    def has_checksum(asked: Any) -> bool:
        headers = asked.headers
        return any(name.startswith("x-amz-checksum-") for name in headers) or (
            "x-amz-trailer" in headers
            or "x-amz-sdk-checksum-algorithm" in headers
            or "aws-chunked" in headers.get("content-encoding", "")
        )

    refusal = fault_kit.fault(has_checksum, fault_kit.answers(400, "InvalidArgument"))
    faulty_s3.faults.append(refusal)
    through_proxy.put("a/small", page, "text/html")
    through_proxy.put("a/large", video, "video/mp4")
    assert refusal.hits == 0
    assert sum(map(is_put, faulty_s3.asked)) >= 4  # the refusal had something to look at


def test_unfinished_uploads(
    through_proxy: S3Blobs, direct: S3Blobs, faulty_s3: Any, fault_kit: Any, video: Path
) -> None:
    """Parts of an upload that never ended are given up once they are old enough."""
    giving_up = fault_kit.fault(
        lambda asked: asked.method == "DELETE", fault_kit.answers(500, "InternalError")
    )
    faulty_s3.faults += [
        fault_kit.fault(is_completion, fault_kit.answers(400, "InvalidPart")),
        giving_up,
    ]
    with pytest.raises(BlobError):
        through_proxy.put("a/b", video, "video/mp4")
    assert giving_up.hits > 0
    assert direct.sweep(datetime.now(UTC) - timedelta(hours=1)) == 0
    assert direct.sweep(datetime.now(UTC) + timedelta(minutes=1)) == 1
    assert direct.sweep(datetime.now(UTC) + timedelta(minutes=1)) == 0


def test_wrong_secret(s3_server: Any, direct: S3Blobs, page: Path) -> None:
    """A wrong secret is said to be one, at every question, and is not shown."""
    environ = {**s3_server.environ, "AWS_SECRET_ACCESS_KEY": "canary-secret"}
    blobs = S3Blobs(s3_server.settings(), read_credentials(environ), patience=QUICK)
    direct.put("a/b", page, "text/html")
    for attempt in (
        blobs.ping,
        lambda: blobs.put("a/c", page, "text/html"),
        lambda: list(blobs.read("a/b")),
        lambda: blobs.size("a/b"),
        lambda: list(blobs.keys("a")),
        lambda: blobs.sweep(datetime.now(UTC)),
    ):
        with pytest.raises(BlobError, match="403") as caught:
            attempt()
        assert not caught.value.is_passing
        assert "canary-secret" not in str(caught.value)
    assert "canary-secret" not in repr(read_credentials(environ))


def test_server_is_away(page: Path) -> None:
    """A server that does not answer is a fault that may pass."""
    settings = StorageSettings(
        s3_endpoint="http://127.0.0.1:9", s3_bucket="strand", s3_force_path_style=True
    )
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    blobs = S3Blobs(settings, read_credentials(keys), patience=QUICK)
    for attempt in (
        blobs.ping,
        lambda: blobs.put("a/c", page, "text/html"),
        lambda: blobs.size("a/b"),
        lambda: blobs.sweep(datetime.now(UTC)),
    ):
        with pytest.raises(BlobError, match="no answer") as caught:
            attempt()
        assert caught.value.is_passing


def test_signed_url(s3_server: Any, direct: S3Blobs, page: Path) -> None:
    """A signed URL serves the object without a key: as a download, under our name, as bytes."""
    direct.put("a/b.html", page, "text/html")
    name = 'Ebb "tide" <é>\r\n.html'
    url = direct.presign("a/b.html", expires=timedelta(minutes=5), download_name=name)
    assert url is not None
    assert s3_server.secret not in url
    with urllib.request.urlopen(url, timeout=30) as answer:  # noqa: S310 - our own server
        assert answer.read() == page.read_bytes()
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Content-Disposition"] == (
            "attachment; filename*=UTF-8''Ebb%20%22tide%22%20%3C%C3%A9%3E%0D%0A.html"
        )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url.replace("b.html?", "c.html?"), timeout=30)  # noqa: S310
    assert caught.value.code == 403
    caught.value.close()


def test_signature() -> None:
    """The signature is the one of the example in Amazon's documentation of signed URLs."""
    signer = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
    url = sign_url(
        signer,
        "GET",
        "https://examplebucket.s3.amazonaws.com",
        "test.txt",
        datetime(2013, 5, 24, tzinfo=UTC),
        timedelta(days=1),
    )
    assert url.endswith(
        "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"
    )
    assert signer.secret not in repr(signer)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"environ": {}}, "AWS_ACCESS_KEY_ID is not"),
        ({"environ": {"AWS_ACCESS_KEY_ID": "a"}}, "AWS_SECRET_ACCESS_KEY is not"),
    ],
)
def test_settings(changes: dict[str, Any], message: str) -> None:
    """What is missing or wrong is said at the start."""
    settings = StorageSettings(s3_bucket="strand", s3_endpoint=changes.get("endpoint", ""))
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    with pytest.raises(ConfigError, match=message):
        open_blobs(settings, changes.get("environ", keys))


@pytest.mark.parametrize(
    ("endpoint", "path_style", "expected"),
    [
        ("", True, "https://s3.eu-west-3.amazonaws.com/strand/a/b?"),
        ("", False, "https://strand.s3.eu-west-3.amazonaws.com/a/b?"),
        ("https://s3.example.com/", True, "https://s3.example.com/strand/a/b?"),
        ("https://s3.example.com:9000", False, "https://strand.s3.example.com:9000/a/b?"),
        ("http://10.0.0.5:9000", False, "http://10.0.0.5:9000/strand/a/b?"),
        ("http://[fd00::5]:9000", False, "http://[fd00::5]:9000/strand/a/b?"),
        ("http://localhost:9000", False, "http://localhost:9000/strand/a/b?"),
        ("http://minio:9000", False, "http://minio:9000/strand/a/b?"),
    ],
)
def test_addressing(endpoint: str, path_style: bool, expected: str) -> None:
    """The bucket stands in the path or in the host, as set; never before an address."""
    settings = StorageSettings(
        s3_bucket="strand",
        s3_endpoint=endpoint,
        s3_region="eu-west-3",
        s3_force_path_style=path_style,
    )
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "t"}
    url = open_blobs(settings, keys).presign("a/b", expires=timedelta(minutes=1), download_name="")
    assert url is not None
    assert url.startswith(expected)
    assert "X-Amz-Security-Token=t" in url


@pytest.mark.parametrize(
    "endpoint",
    ["http://minio.1:9000", "http://[::1:9000", "http://127.0.0.1:99999"],
)
def test_an_endpoint_that_is_no_address(endpoint: str) -> None:
    """It is refused at the start, before anything is asked of it."""
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    with pytest.raises(ConfigError, match="S3_ENDPOINT"):
        open_blobs(StorageSettings(s3_bucket="strand", s3_endpoint=endpoint), keys)


def test_a_server_named_by_its_ip(s3_server: Any, page: Path) -> None:
    """The default addressing works with an IP, as most small servers are named."""
    settings = s3_server.settings().model_copy(update={"s3_force_path_style": False})
    blobs = S3Blobs(settings, read_credentials(s3_server.environ))
    blobs.ping()
    stored = blobs.put("named/by-ip", page, "text/html")
    assert b"".join(blobs.read("named/by-ip")) == page.read_bytes()
    assert blobs.size("named/by-ip") == stored.size_bytes
    blobs.delete(["named/by-ip"])


def test_a_panic_of_the_library_is_a_fault(page: Path) -> None:
    """What the library calls impossible ends as a failure like any other, with what to check."""
    settings = StorageSettings(s3_bucket="no bucket", s3_endpoint="http://127.0.0.1:9")
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    blobs = S3Blobs(settings, read_credentials(keys), patience=QUICK)
    for attempt in (
        blobs.ping,
        lambda: blobs.put("a/b", page, "text/html"),
        lambda: list(blobs.read("a/b")),
        lambda: blobs.size("a/b"),
        lambda: blobs.delete(["a/b"]),
        lambda: list(blobs.keys("a/")),
    ):
        with pytest.raises(BlobError) as caught:
            attempt()
        assert "S3_BUCKET" in caught.value.advice


class _Door(ThreadingHTTPServer):
    """A server on loopback that writes down who came, and sends them on where it is told to."""

    def __init__(self, leads_to: str = "") -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.leads_to = leads_to
        self.came: list[str] = []

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class _Passing(BaseHTTPRequestHandler):
    server: _Door

    def do_GET(self) -> None:
        self.server.came.append(f"{self.command} {self.path}")
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(307 if self.server.leads_to else 200)
        if self.server.leads_to:
            self.send_header("Location", self.server.leads_to + self.path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_HEAD = do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815 - the base names them

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base names it
        pass


@pytest.fixture
def door() -> Iterator[Callable[..., _Door]]:
    """Opens doors, and closes them at the end."""
    opened: list[_Door] = []

    def open_one(leads_to: str = "") -> _Door:
        opened.append(_Door(leads_to))
        threading.Thread(target=opened[-1].serve_forever, daemon=True).start()
        return opened[-1]

    yield open_one
    for one in opened:
        one.shutdown()
        one.server_close()


def test_no_way_to_another_host(
    door: Callable[..., _Door], page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a redirect nor a proxy of the environment leads a request away from the server."""
    elsewhere, proxy = door(), door()
    server = door(f"http://localhost:{elsewhere.port}")
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    settings = StorageSettings(s3_bucket="strand", s3_endpoint=f"http://127.0.0.1:{server.port}")
    keys = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "t"}
    once = Patience(stall_s=1.5, retries=0, retry_s=5)
    blobs = S3Blobs(settings, read_credentials(keys), patience=once)
    for attempt in (
        blobs.ping,
        lambda: blobs.put("a/b", page, "text/html"),
        lambda: list(blobs.read("a/b")),
        lambda: blobs.size("a/b"),
        lambda: blobs.delete(["a/b"]),
    ):
        with pytest.raises(BlobError):
            attempt()
    assert server.came
    assert (elsewhere.came, proxy.came) == ([], [])


def test_memory_of_a_large_put(s3_server: Any, tmp_path: Path) -> None:
    """A put and its reading back take a part of a large file, not the file."""
    path = tmp_path / "large"
    with path.open("wb") as file:
        for _ in range(100):
            file.write(os.urandom(1 << 20))
    script = r"""if True:
        import os, re, sys
        from pathlib import Path
        from strandline.adapters.blobs import open_blobs
        from strandline.settings import StorageSettings
        import obstore.store

        def peak():
            # Not getrusage: its peak begins with that of the process which started this one.
            return int(re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())[1])

        before = peak()
        settings = StorageSettings.model_validate_json(sys.argv[1])
        blobs = open_blobs(settings, os.environ)
        blobs.put("large/object", Path(sys.argv[2]), "video/mp4")
        blobs.delete(["large/object"])
        print(peak() - before)
    """
    command = [sys.executable, "-c", script, s3_server.settings().model_dump_json(), str(path)]
    done = subprocess.run(
        command,
        env={**os.environ, **s3_server.environ},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert int(done.stdout) < 64 * 1024  # KiB; parts under way, pieces read back


def test_full_disk(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes no more is a fault that may pass; no part of the object stays."""
    blobs = LocalBlobs(tmp_path / "artifacts")

    def full(number: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("strandline.adapters.blobs.local.os.write", full)
        with pytest.raises(BlobError, match="No space left") as caught:
            blobs.put("a/b", page, "text/html")
    assert caught.value.is_passing
    assert blobs.size("a/b") is None
    assert [path for path in (tmp_path / "artifacts").rglob("*") if path.is_file()] == []


def test_link_out_of_the_folder(tmp_path: Path, page: Path) -> None:
    """A link inside of the folder does not lead out of it, whatever is behind it."""
    outside, inside = tmp_path / "outside", tmp_path / "artifacts"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret").write_text("canary")
    (inside / "way").symlink_to(outside)
    (inside / "file").symlink_to(outside / "secret")
    blobs = LocalBlobs(inside)
    for attempt in (
        lambda: blobs.put("way/new", page, "text/html"),
        lambda: list(blobs.read("way/secret")),
        lambda: list(blobs.read("file")),
        lambda: blobs.delete(["way/secret"]),
    ):
        with pytest.raises(BlobError):
            attempt()
    assert [path.name for path in outside.iterdir()] == ["secret"]


def test_stale_writes(tmp_path: Path, page: Path) -> None:
    """What a killed write left is no object, and is swept once it is old enough."""
    blobs = LocalBlobs(tmp_path / "artifacts")
    blobs.put("a/b", page, "text/html")
    left = tmp_path / "artifacts" / ".incoming" / "x.part"
    left.write_bytes(b"half")
    os.utime(left, (1_000, 1_000))
    young = left.with_name("y.part")
    young.write_bytes(b"half")
    assert [key for key, _ in blobs.keys("")] == ["a/b"]
    assert blobs.sweep(datetime.now(UTC) - timedelta(hours=1)) == 1
    assert [path.name for path in left.parent.iterdir()] == ["y.part"]


def test_objects_are_for_this_user_alone(tmp_path: Path, page: Path) -> None:
    """As the database is, whatever the file was whose bytes were kept."""
    page.chmod(0o644)
    LocalBlobs(tmp_path / "artifacts").put("a/b", page, "text/html")
    assert (tmp_path / "artifacts" / "a" / "b").stat().st_mode & 0o077 == 0


def test_link_in_place_of_unfinished_writes(tmp_path: Path, page: Path) -> None:
    """What stands behind a link is neither swept nor written to; a link among the writes goes."""
    outside, inside = tmp_path / "outside", tmp_path / "artifacts"
    outside.mkdir()
    inside.mkdir()
    old = outside / "old"
    old.write_text("canary")
    os.utime(old, (1_000, 1_000))
    link = inside / ".incoming"
    link.symlink_to(outside)
    blobs = LocalBlobs(inside)
    for attempt in (
        lambda: blobs.sweep(datetime.now(UTC)),
        lambda: blobs.put("a/b", page, "text/html"),
        blobs.ping,
    ):
        with pytest.raises(BlobError, match="is a link"):
            attempt()
    assert [path.name for path in outside.iterdir()] == ["old"]
    link.unlink()
    link.mkdir()
    (link / "x.part").symlink_to(old)
    assert blobs.sweep(datetime.now(UTC) + timedelta(hours=1)) == 1
    assert old.read_text() == "canary"


def test_folder_that_cannot_be_made(tmp_path: Path, page: Path) -> None:
    """A file where the folder should be is named, with what to do."""
    (tmp_path / "artifacts").write_text("a file")
    blobs = LocalBlobs(tmp_path / "artifacts")
    for attempt in (blobs.ping, lambda: blobs.put("a/b", page, "text/html")):
        with pytest.raises(BlobError) as caught:
            attempt()
        assert "storage folder" in caught.value.advice
