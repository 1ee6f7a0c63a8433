"""Language models behind a chat endpoint, and the classifier that asks one."""

import ssl
import time
from collections.abc import Callable

from strandline.adapters.fetch import make_poster
from strandline.adapters.fetch.guard import Resolver, system_resolver
from strandline.adapters.llm.breaking import BreakingChat
from strandline.adapters.llm.endpoint import EndpointChat
from strandline.ports import Clock
from strandline.settings import FetchSettings, StorySettings

__all__ = ["BreakingChat", "make_chat"]


def make_chat(
    settings: StorySettings,
    fetch: FetchSettings,
    clock: Clock,
    *,
    resolver: Resolver = system_resolver,
    ssl_context: ssl.SSLContext | None = None,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> BreakingChat:
    """The chat endpoint of the settings, behind a circuit breaker.

    Args:
        fetch: Exceptions to the egress guard, caps.
        clock: What `Retry-After` is measured against.

    Raises:
        ConfigError: Address, model or key cannot be used.
    """
    poster = make_poster(
        fetch, clock, resolver=resolver, ssl_context=ssl_context, monotonic=monotonic
    )
    chat = EndpointChat(settings, poster, clock, monotonic=monotonic, sleep=sleep)
    return BreakingChat(chat, monotonic=monotonic)
