"""A small web on loopback under reserved host names, and real ports around it."""

import http.server
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest

from strandline.adapters.fetch import make_fetcher
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.core.imports import read_export
from strandline.core.sources.kinds import read_listing
from strandline.model.articles import ArticleText
from strandline.model.delivery import Incoming
from strandline.model.entries import Listing
from strandline.model.fetching import FetchRequest, FetchResult, Hop, Resolution
from strandline.model.sources import Source
from strandline.ports import Ports
from strandline.settings import (
    DatabaseSettings,
    FetchSettings,
    PollSettings,
    Settings,
    UrlSettings,
)
from strandline.testing.fakes import FrozenClock


@dataclass
class Answer:
    """What a URL answers."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass
class SmallWeb:
    """URL → answer (or a function of the request's headers), served on loopback.

    Only scheme and port differ there: `https://a.example/x` is served as `http://a.example:PORT/x`.
    """

    answers: dict[str, Answer | Callable[[Mapping[str, str]], Answer]] = field(default_factory=dict)
    requests: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)
    port: int = 0

    def mapped(self, url: str) -> str:
        """The loopback address that stands for a URL."""
        parts = urlsplit(url)
        return urlunsplit(parts._replace(scheme="http", netloc=f"{parts.hostname}:{self.port}"))

    def unmapped(self, url: str) -> str:
        """The URL that a loopback address stands for."""
        parts = urlsplit(url)
        if parts.port != self.port:
            return url
        return urlunsplit(parts._replace(scheme="https", netloc=parts.hostname or ""))

    def asked(self, url: str) -> list[Mapping[str, str]]:
        """Headers of the requests for a URL, lower-cased names, oldest first."""
        return [headers for asked, headers in self.requests if asked == url]


class MappedFetcher:
    """The real fetcher, sent to the small web."""

    def __init__(self, web: SmallWeb, clock: FrozenClock) -> None:
        self._web = web
        settings = FetchSettings(
            allow_private_networks=(f"127.0.0.1:{web.port}",),
            host_delay_s=0,
            respect_robots=False,
            timeout_s=20,
        )
        self._fetcher = make_fetcher(
            settings, clock, resolver=lambda host, port: ["127.0.0.1"], sleep=lambda _: None
        )

    def fetch(self, request: FetchRequest) -> FetchResult:
        asked = replace(request, url=self._web.mapped(request.url))
        return self._back(self._fetcher.fetch(asked), request.url)

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        found = self._fetcher.resolve(self._web.mapped(url), want_body=want_body)
        return replace(
            found,
            url=url,
            final_url=self._web.unmapped(found.final_url),
            hops=self._hops(found.hops),
            page=self._back(found.page, url) if found.page else None,
        )

    def _back(self, result: FetchResult, url: str) -> FetchResult:
        return replace(
            result,
            url=url,
            final_url=self._web.unmapped(result.final_url),
            hops=self._hops(result.hops),
        )

    def _hops(self, hops: tuple[Hop, ...]) -> tuple[Hop, ...]:
        return tuple(
            replace(
                hop,
                from_url=self._web.unmapped(hop.from_url),
                to_url=self._web.unmapped(hop.to_url),
            )
            for hop in hops
        )

    def close(self) -> None:
        self._fetcher.close()


class DirectParser:
    """Reads documents in this process: the worker processes have tests of their own."""

    export = staticmethod(read_export)

    def listing(self, source: Source, result: FetchResult) -> Listing:
        return read_listing(source, result)

    def incoming(self, body: bytes, recipients: Sequence[str], secret: bytes) -> Incoming:
        raise NotImplementedError

    def page(self, article_uuid: str, result: FetchResult, now: datetime) -> ArticleText:
        from strandline.core.text.extract import extract_page

        return extract_page(article_uuid, result, now)


@pytest.fixture
def small_web() -> Iterator[SmallWeb]:
    """An empty web; tests put answers in."""
    web = SmallWeb()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            url = web.unmapped(f"http://{self.headers['host']}{self.path}")
            headers = {name.lower(): value for name, value in self.headers.items()}
            web.requests.append((url, headers))
            answer = web.answers.get(url, Answer(b"not here", 404, {"content-type": "text/plain"}))
            if callable(answer):
                answer = answer(headers)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                is_address = name.lower() == "location" and "://" in value
                self.send_header(name, web.mapped(value) if is_address else value)
            has_body = answer.status not in (204, 304)
            if has_body:
                self.send_header("content-length", str(len(answer.body)))
            self.end_headers()
            if has_body and self.command != "HEAD":
                self.wfile.write(answer.body)

        do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

        def log_message(self, *_: Any) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    web.port = server.server_port
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield web
    server.shutdown()
    server.server_close()


@dataclass
class Rig:
    """Real ports around the small web, with a clock that stands still."""

    web: SmallWeb
    ports: Ports
    settings: Settings
    clock: FrozenClock
    database: Path

    def add(self, url: str, **changes: Any) -> Source:
        """A source in the registry; its kind is guessed from the address unless given."""
        from strandline.core.sources.kinds import guess_kind
        from strandline.core.sources.registry import make_source

        kind = changes.pop("kind", None) or guess_kind(url)
        uuid = self.ports.store.new_source_uuid(kind)
        source = make_source(uuid, url, kind=kind, **changes)
        self.ports.store.save_source(source)
        return source

    def at(self, when: datetime) -> None:
        """Move the clock."""
        self.clock.set(when)

    def poll(self, when: datetime | None = None, **options: Any) -> Any:
        """Poll what is due."""
        from strandline.pipelines.poll import run_poll

        if when is not None:
            self.at(when)
        return run_poll(self.ports, self.settings, **options)


def a_rig(tmp_path: Path, empty_file: Path, web: SmallWeb, *, resolves: bool) -> Iterator[Rig]:
    """Real ports with an empty ledger in a folder; closed when the iterator is."""
    shutil.copy(empty_file, tmp_path / "rig.sqlite3")
    settings = Settings(
        database=DatabaseSettings(path=tmp_path / "rig.sqlite3"),
        urls=UrlSettings(resolve=resolves),
        poll=PollSettings(concurrency=2),
    )
    clock = FrozenClock(datetime.fromisoformat("2026-03-02T12:00:00+00:00"))
    fetcher = MappedFetcher(web, clock)
    store = open_store(settings.database)
    ports = Ports(
        clock=clock,
        fetcher=fetcher,
        parser=DirectParser(),
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: "0" * 32,
        jitter=lambda: 0.0,
        owner="test",
    )
    yield Rig(web, ports, settings, clock, settings.database.path)
    fetcher.close()
    store.close()


@pytest.fixture
def rig(tmp_path: Path, empty_file: Path, small_web: SmallWeb) -> Iterator[Rig]:
    """Polls that ask for listings only."""
    yield from a_rig(tmp_path, empty_file, small_web, resolves=False)


@pytest.fixture
def resolving_rig(tmp_path: Path, empty_file: Path, small_web: SmallWeb) -> Iterator[Rig]:
    """Polls that follow article URLs to their end."""
    yield from a_rig(tmp_path, empty_file, small_web, resolves=True)


@pytest.fixture
def answer() -> type[Answer]:
    """What a URL of the small web answers."""
    return Answer
