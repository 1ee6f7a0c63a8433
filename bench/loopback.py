"""The site that benches capture: one server on two loopback addresses, the second one alien."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from strandline.adapters.clock import SystemClock
from strandline.testing.world.answers import Answer
from strandline.testing.world.server import bind, run, stop

HOSTS = ("127.0.0.1", "127.0.0.2")


@contextmanager
def listening(answer: Callable[[str], Answer]) -> Iterator[list[str]]:
    """The origin of each host; `answer` is given the path alone."""
    servers = bind(HOSTS, 0, lambda _host, _method, ask: answer(ask.path), SystemClock().now)
    run(servers)
    try:
        yield [f"http://{host}:{servers[0].server_port}" for host in HOSTS]
    finally:
        stop(servers)
