"""The site that benches capture: one server on two loopback addresses, the second one alien."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from strandline.testing.world.answers import Answer
from strandline.testing.world.server import serving

HOSTS = ("127.0.0.1", "127.0.0.2")


@contextmanager
def listening(answer: Callable[[str], Answer]) -> Iterator[list[str]]:
    """The origin of each host; `answer` is given the path alone."""
    with serving(lambda _host, _method, ask: answer(ask.path), *HOSTS) as port:
        yield [f"http://{host}:{port}" for host in HOSTS]
