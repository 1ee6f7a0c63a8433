"""The one way out to the network: guarded, capped, courteous.

Nothing else in the product may open a connection to a host that was read from outside.
"""

import ssl
import time
from collections.abc import Callable

from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.adapters.fetch.guard import Resolver, system_resolver
from strandline.adapters.fetch.visit import make_way
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
