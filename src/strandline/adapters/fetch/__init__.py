"""The one way out to the network: guarded, capped, courteous.

Nothing else in the product may open a connection to a host that was read from outside.
"""

import ssl
import time
from collections.abc import Callable

from strandline.adapters.fetch.budget import CurrentBudget
from strandline.adapters.fetch.exchange import Exchange
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.adapters.fetch.guard import Guard, GuardedBackend, Resolver, system_resolver
from strandline.adapters.fetch.posting import Poster
from strandline.adapters.fetch.visit import make_way
from strandline.core.urls.addresses import read_allowed
from strandline.ports import Clock
from strandline.settings import FetchSettings


def make_fetcher(
    settings: FetchSettings,
    clock: Clock,
    *,
    resolver: Resolver = system_resolver,
    ssl_context: ssl.SSLContext | None = None,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> HttpFetcher:
    """A fetcher with its own connections, host queues and robots.txt cache.

    Args:
        settings: Caps, courtesy, exceptions to the guard.
        clock: Says what time `Retry-After` and the robots.txt cache count from.
        resolver: Host and port to addresses; each address is checked, whoever gave it.
        ssl_context: For https; None for the public certificate authorities.
        monotonic: Seconds, for deadlines and delays.
        sleep: Waits between two visits to a host.

    Raises:
        ConfigError: `allow_private_networks` has an entry that cannot be read.
    """
    return HttpFetcher(make_way(settings, clock, resolver, ssl_context, monotonic, sleep))


def make_poster(
    settings: FetchSettings,
    clock: Clock,
    *,
    connections: int = 8,
    resolver: Resolver = system_resolver,
    ssl_context: ssl.SSLContext | None = None,
    monotonic: Callable[[], float] = time.monotonic,
) -> Poster:
    """Posts JSON to services that the operator chose, with its own connections.

    Args:
        settings: Exceptions to the guard, cap on headers, how we call ourselves.
        clock: Says what time `Retry-After` counts from.
        connections: Most questions at once.
        resolver: Host and port to addresses; each address is checked, whoever gave it.
        ssl_context: For https; None for the public certificate authorities.
        monotonic: Seconds, for deadlines.

    Raises:
        ConfigError: `allow_private_networks` has an entry that cannot be read.
    """
    current = CurrentBudget()
    guard = Guard(read_allowed(settings.allow_private_networks), resolver)
    exchange = Exchange(
        GuardedBackend(guard, current),
        current,
        ssl_context=ssl_context,
        connections=connections,
        monotonic=monotonic,
        http2=False,
    )
    return Poster(
        exchange,
        clock,
        user_agent=settings.user_agent,
        header_bytes=settings.max_header_bytes,
        monotonic=monotonic,
    )
