"""Finds where unknown article URLs lead, and reads the page that comes with the answer.

It is work of its own beside the polling: threads that take one URL at a time, host after host, and
within a host source after source. A source with thousands of new items waits for its own hosts, and
nobody waits for it. Sources that list one URL at once share one request.
"""

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from types import TracebackType
from typing import Generic, Self, TypeVar
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from strandline.core.sources.sightings import Sighting
from strandline.model.articles import ArticleText
from strandline.model.fetching import Resolution, ResolveOutcome
from strandline.ports import Ports

Found = tuple[Resolution, ArticleText | None]
Task = tuple[Future[Found], Callable[[], Found]]
T = TypeVar("T")

_LED_SOMEWHERE = (ResolveOutcome.RESOLVED, ResolveOutcome.UNCHANGED)


class HostTurns(Generic[T]):
    """Tasks in fair turns: hosts in a ring, and the sources of each host in a ring.

    A host that is being asked is passed over: the fetcher would hold it, and a thread with it.
    """

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._asked: set[str] = set()

    def put(self, host: str, source: str, task: T) -> None:
        """Behind what the source has waiting at this host."""
        self._hosts.setdefault(host, OrderedDict()).setdefault(source, deque()).append(task)

    def take(self) -> tuple[str, T] | None:
        """The next task and its host, which is asked until `done`; None where all must wait."""
        host = next((host for host in self._hosts if host not in self._asked), None)
        if host is None:
            return None
        sources = self._hosts[host]
        source, tasks = next(iter(sources.items()))
        task = tasks.popleft()
        sources.move_to_end(source)
        self._hosts.move_to_end(host)
        if not tasks:
            del sources[source]
        if not sources:
            del self._hosts[host]
        self._asked.add(host)
        return host, task

    def done(self, host: str) -> None:
        """The host can be asked again."""
        self._asked.discard(host)

    def clear(self) -> list[T]:
        """All that waits, which waits no more."""
        waiting = [task for s in self._hosts.values() for tasks in s.values() for task in tasks]
        self._hosts.clear()
        return waiting


class Follower:
    """Threads that follow URLs for many sources; a context that ends with all of them.

    Args:
        ports: Its fetcher and parser are used.
        threads: URLs at once, each of another host.
    """

    def __init__(self, ports: Ports, threads: int) -> None:
        self._ports = ports
        self._most = threads
        self._turns: HostTurns[Task] = HostTurns()
        self._asked: WeakValueDictionary[str, Future[Found]] = WeakValueDictionary()
        self._changed = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._closed = False

    @contextmanager
    def follow(
        self, source: str, urls: Mapping[str, str], now: datetime
    ) -> Iterator[dict[str, Found]]:
        """Follow URLs of a source; enters when all of them are.

        As long as the context lasts, other sources get the same answers without a request: so it
        should last until what was found is stored.

        Args:
            source: Whose turn it is counted as.
            urls: Name → URL.

        Raises:
            CancelledError: It was closed meanwhile.
        """
        futures: dict[str, Future[Found]] = {}
        with self._changed:
            if self._closed:
                raise CancelledError
            for name, url in urls.items():
                futures[name] = self._asked.setdefault(url, Future())
                # Another source may be waiting for it: whose turn comes first has it asked.
                task = (futures[name], self._task(url, now))
                self._turns.put(urlsplit(url).hostname or "", source, task)
            self._start(len(urls))
            self._changed.notify_all()
        yield {name: future.result() for name, future in futures.items()}

    def close(self) -> None:
        """Give up what waits; a request under way ends by its own deadline, for nobody."""
        with self._changed:
            self._closed = True
            waiting = self._turns.clear()
            self._changed.notify_all()
        for future, _ in waiting:
            future.cancel()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _task(self, url: str, now: datetime) -> Callable[[], Found]:
        return lambda: _follow(self._ports, url, now)

    def _start(self, tasks: int) -> None:
        """Threads begin with the first tasks, no more of them than there is to do."""
        for _ in range(min(tasks, self._most - len(self._threads))):
            name = f"resolve-{len(self._threads)}"
            thread = threading.Thread(target=self._run, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _run(self) -> None:
        while (taken := self._taken()) is not None:
            host, (future, task) = taken
            if not future.done() and future.set_running_or_notify_cancel():
                try:
                    future.set_result(task())
                except BaseException as error:  # for the one who waits to raise
                    future.set_exception(error)
            with self._changed:
                self._turns.done(host)
                self._changed.notify()

    def _taken(self) -> tuple[str, Task] | None:
        """The next task; None at the end."""
        with self._changed:
            while not self._closed:
                taken = self._turns.take()
                if taken is not None:
                    return taken
                self._changed.wait()
        return None


@contextmanager
def follow_urls(
    follower: Follower,
    source: str,
    sightings: Sequence[Sighting],
    now: datetime,
    read: Container[str] = (),
) -> Iterator[list[Sighting]]:
    """Resolve each URL once that nobody has read; media files cost no request.

    Args:
        read: Ids of articles whose pages have been asked for.

    Raises:
        CancelledError: The process is ending.
    """
    urls = {s.article.key: s.article.canonical for s in sightings if _needs_request(s, read)}
    with follower.follow(source, urls, now) as found:
        yield [_with(sighting, found.get(sighting.article.key)) for sighting in sightings]


def _needs_request(sighting: Sighting, read: Container[str]) -> bool:
    if sighting.known_uuid in read or sighting.mark:
        return False  # the page of many items says nothing of one
    return sighting.entry.url not in {media.url for media in sighting.entry.enclosures}


def _follow(ports: Ports, url: str, now: datetime) -> Found:
    resolution = ports.fetcher.resolve(url, want_body=True)
    if resolution.page is None or resolution.outcome not in _LED_SOMEWHERE:
        return resolution, None
    # The id is minted from the final URL, which is known to nobody yet.
    return replace(resolution, page=None), ports.parser.page("", resolution.page, now)


def _with(sighting: Sighting, found: Found | None) -> Sighting:
    if found is None:
        return sighting
    return replace(sighting, resolution=found[0], text=found[1])
