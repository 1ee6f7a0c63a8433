"""The small world as one value: start it, move it through days, ask what it was asked."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from types import TracebackType
from typing import Self

from strandline.model.sources import ContentType, Source, SourceKind
from strandline.testing.world import hosts, server
from strandline.testing.world.answers import Answer, validated
from strandline.testing.world.gate import Gate
from strandline.testing.world.scene import DAY, Ask, Scene
from strandline.testing.world.stories import Site, load_sites


@dataclass(frozen=True, slots=True)
class Seen:
    """One request that reached the world.

    Attributes:
        path: With its query.
        at: World time.
    """

    host: str
    site: str
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    status: int
    at: datetime


class World:
    """A loopback server with newspapers, blogs, a forum and all that goes wrong on the way.

    Every site listens on its own address 127.0.0.N, all on one port, so that each is a host of its
    own. Nothing changes unless the world is moved; the same start gives the same days.

    Args:
        start: Edition time of day 1, aware; the first day's stories appear before it.
        port: 0 takes a free one.
    """

    def __init__(self, start: datetime, *, port: int = 0) -> None:
        self._start = start.astimezone(UTC).replace(microsecond=0)
        self._now = self._start
        self._wanted_port = port
        self._sites = {site.key: site for site in load_sites()}
        self._by_host = {site.host: site for site in self._sites.values() if site.is_served}
        self._servers: list[server.QuietServer] = []
        self._lock = Lock()
        self._seen: list[Seen] = []
        self._gate: Gate | None = None

    def start(self) -> Self:
        """Begin to serve.

        Raises:
            OSError: The port is in use, or this system has no addresses 127.0.0.2 and up (macOS
                has them only after `ifconfig lo0 alias`).
        """
        if not self._servers:
            names = list(self._by_host)
            self._servers = server.bind(names, self._wanted_port, self._answer, lambda: self._now)
            server.run(self._servers)
        return self

    def stop(self) -> None:
        """Stop serving; may be called twice."""
        servers, self._servers = self._servers, []
        server.stop(servers)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def now(self) -> datetime:
        """Current time of the world."""
        return self._now

    @property
    def day(self) -> int:
        """Current day, from 1."""
        return self._scene().day

    @property
    def port(self) -> int:
        """The port of every site."""
        return self._servers[0].server_port if self._servers else self._wanted_port

    @property
    def base_url(self) -> str:
        """Address of the first site, without a slash at the end."""
        return self.url("courier").removesuffix("/")

    @property
    def allow_list(self) -> tuple[str, ...]:
        """Entries for `ALLOW_PRIVATE_NETWORKS`: this world and nothing else on this machine."""
        return (f"127.0.0.0/8:{self.port}",)

    @property
    def requests(self) -> list[Seen]:
        """Every request so far, oldest first."""
        with self._lock:
            return list(self._seen)

    def hits(self, site: str | None = None) -> Counter[str]:
        """How often each path was asked for, of one site or as full URLs of all."""
        return Counter(
            seen.path if site else f"http://{seen.host}:{self.port}{seen.path}"
            for seen in self.requests
            if site in (None, seen.site)
        )

    def forget_requests(self) -> None:
        """Start counting anew."""
        with self._lock:
            self._seen.clear()

    def hold(self, after: int) -> Gate:
        """From now on answer so many requests, then hold the others until the gate is opened."""
        self._gate = Gate(after)
        return self._gate

    def move_to(self, moment: datetime) -> None:
        """Let it be another time; later stories appear, edits and disappearances happen."""
        self._now = moment.astimezone(UTC).replace(microsecond=0)

    def next_day(self) -> datetime:
        """Move on by 24 hours, and say where to."""
        self.move_to(self._now + DAY)
        return self._now

    def url(self, site: str, path: str = "/") -> str:
        """Address of a path at a site."""
        return self._scene().base(site) + path

    def fill(self, text: str) -> str:
        """A text with the addresses of the sites that it names as `{key}`."""
        return self._scene().fill(text)

    def sources(self, keys: Iterable[str] | None = None) -> tuple[Source, ...]:
        """The world's sources, or those of some sites, with ids that never change."""
        scene, numbers, sources = self._scene(), Counter[str](), []
        for site in self._sites.values():
            if not site.source_kind:
                continue
            kind = SourceKind(site.source_kind)
            word = kind.label.upper()
            numbers[word] += 1
            sources.append(_source(scene, site, f"W_{word}_{numbers[word]}"))
        wanted = None if keys is None else {self._feed_url(scene, key) for key in keys}
        return tuple(s for s in sources if wanted is None or s.url in wanted)

    def source(self, key: str) -> Source:
        """The source of one site."""
        (found,) = self.sources([key])
        return found

    def _feed_url(self, scene: Scene, key: str) -> str:
        return scene.base(key) + self._sites[key].source_path

    def _scene(self) -> Scene:
        return Scene(self._sites, self._start, self._now, self.port)

    def _answer(self, host: str, method: str, ask: Ask) -> Answer:
        if self._gate is not None:
            self._gate.enter()
        site = self._by_host[host]
        answer = validated(hosts.answer(self._scene(), site, ask), ask.headers)
        path = ask.path + (f"?{ask.query}" if ask.query else "")
        headers = tuple(ask.headers.items())
        with self._lock:
            self._seen.append(Seen(host, site.key, method, path, headers, answer.status, self._now))
        return answer


def _source(scene: Scene, site: Site, source_uuid: str) -> Source:
    kind = SourceKind(site.source_kind)
    return Source(
        source_uuid=source_uuid,
        kind=kind,
        url=scene.base(site.key) + site.source_path,
        name=site.name,
        language=site.language,
        reputation=site.reputation,
        content_type=ContentType(site.content_type),
        categories=site.categories,
        items=(
            tuple(scene.page_url(site, s) for s in site.stories) if kind is SourceKind.LIST else ()
        ),
    )
