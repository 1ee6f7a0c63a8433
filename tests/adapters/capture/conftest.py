"""A server that says what it is told, byte for byte, and a capturer that may ask it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.blobs.local import LocalBlobs
from strandline.adapters.capture import find_tools, make_capturer
from strandline.adapters.capture.tools import Tools
from strandline.adapters.replay import WarcReplayer
from strandline.model.archive import (
    ArchiveJob,
    ArtifactKind,
    CapturedFile,
    CaptureName,
    CaptureReport,
)
from strandline.ports import Captured
from strandline.settings import ArchiveSettings, FetchSettings, ParseSettings, Settings
from strandline.testing.fakes import FrozenClock

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
WORDS = "The tide leaves a line of weed and shell along the strand, and the line tells how far. "
PAGE = (
    "<!doctype html><html lang=en><head><title>What the tide left</title>"
    '<meta property="og:title" content="What the tide left">'
    '<meta property="og:site_name" content="Strand Herald">'
    '<meta name="author" content="Ines Ferro">'
    '<meta property="article:published_time" content="2026-02-27T08:00:00Z">'
    f"</head><body><article><h1>What the tide left</h1>{f'<p>{WORDS * 4}</p>' * 6}"
    "</article></body></html>"
).encode()

#: An answer: bytes, or a function that is given the connection after the request was read.
Answer = bytes | Callable[[socket.socket], None]


def http(
    body: bytes, kind: str = "text/html; charset=utf-8", *more: str, status: str = "200 OK"
) -> bytes:
    """A usual answer."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {kind}", f"Content-Length: {len(body)}", *more]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@dataclass
class Site:
    """Paths and their answers."""

    answers: dict[str, Answer] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    heads: list[bytes] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port: int = self._listener.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._acceptor = threading.Thread(target=self._accept, daemon=True)
        self._acceptor.start()

    def close(self) -> None:
        self.closing.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._acceptor.join(5)

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65_536)
                if not piece:
                    return
                head += piece
            method, target, *_ = head.split(b" ")
            self.heads.append(head)
            self.asked.append(f"{method.decode()} {target.decode()}")
            answer = self.answers.get(target.decode()) or http(b"nothing", status="404 Not Found")
            if method == b"HEAD":
                answer = http(b"", status="405 Method Not Allowed")
            try:
                if callable(answer):
                    answer(connection)
                else:
                    connection.sendall(answer)
            except OSError:
                return  # the client has left, which some tests are about


def silent(site: Site, *before: bytes) -> Answer:
    """Says this, then nothing more until the client has left."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(b"".join(before))
        connection.settimeout(0.1)
        while not site.closing.is_set():
            try:
                if not connection.recv(1):
                    return
            except TimeoutError:
                continue

    return answer


def endless(piece: bytes, head: bytes) -> Answer:
    """Never stops."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(head)
        while True:
            connection.sendall(piece)

    return answer


@pytest.fixture
def site() -> Iterator[Site]:
    """A server without answers at first."""
    made = Site()
    yield made
    made.close()


@dataclass
class Bench:
    """A capturer and where it writes."""

    site: Site
    folder: Path
    settings: Settings
    tools: Tools
    reports: list[CaptureReport] = field(default_factory=list)
    resolver: Any = None
    capturer: Any = None  # one that others use as well

    def capture(self, path: str, *, deadline_s: float = 60.0, url: str = "") -> Captured:
        """Capture a page of the site."""
        job = ArchiveJob(
            article_uuid="A_0123456789abcdef",
            url=url or self.site.address + path,
            domain="127.0.0.1",
            enqueued_at=NOW,
            job_id=7,
        )
        more = {"resolver": self.resolver} if self.resolver else {}
        capturer = self.capturer or make_capturer(
            self.settings, FrozenClock(NOW), tools=self.tools, **more
        )
        began = time.monotonic()
        try:
            self.folder.mkdir(exist_ok=True)
            captured = capturer.capture(
                job, self.folder, deadline_s=deadline_s, tell=self.reports.append
            )
        finally:
            if self.capturer is None:
                capturer.close()
        self.seconds = time.monotonic() - began
        assert self.reports[-len(captured.reports) :] == list(captured.reports)
        return captured

    def limit(self, **limits: Any) -> None:
        """Other limits of the archive."""
        archive = self.settings.archive.model_copy(update=limits)
        self.settings = self.settings.model_copy(update={"archive": archive})


@pytest.fixture
def bench(site: Site, tmp_path: Path) -> Bench:
    """A capturer without a browser and without yt-dlp, whose site is the whole web."""
    settings = Settings(
        fetch=FetchSettings(allow_private_networks=(f"127.0.0.1:{site.port}",), host_delay_s=0),
        parse=ParseSettings(workers=1),
        archive=ArchiveSettings(),
    )
    libraries = find_tools().libraries - {"playwright"}
    return Bench(site, tmp_path / "work", settings, Tools(libraries=libraries))


@dataclass(frozen=True)
class Kit:
    """Helpers, for tests that cannot import this file."""

    page: bytes
    words: str
    http: Callable[..., bytes]
    silent: Callable[..., Answer]
    endless: Callable[..., Answer]

    def outcome(self, captured: Captured, name: CaptureName) -> str:
        return next(r.outcome.value for r in captured.reports if r.capture is name)

    def message(self, captured: Captured, name: CaptureName) -> str:
        return next(r.message for r in captured.reports if r.capture is name)

    def file(self, captured: Captured, kind: ArtifactKind) -> CapturedFile:
        return next(file for file in captured.files if file.kind is kind)

    def package(self, captured: Captured, folder: Path) -> Path:
        """The record as a package, as somebody who asks for it gets it."""
        blobs = LocalBlobs(folder / "objects")
        record = self.file(captured, ArtifactKind.WARC)
        blobs.put("archives/1/warc/page.warc.gz", record.path, record.content_type)
        path = folder / "page.wacz"
        with path.open("wb") as target:
            WarcReplayer(blobs, folder).pack(["archives/1/warc/page.warc.gz"], target)
        return path

    def kinds(self, captured: Captured) -> list[str]:
        return [file.kind.value for file in captured.files]


@pytest.fixture
def kit() -> Kit:
    """Helpers of this room."""
    return Kit(PAGE, WORDS, http, silent, endless)
