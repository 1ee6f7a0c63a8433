"""Makes copies of pages: `CAPTURE_KINDS` names every kind, `make_capturer` builds the maker."""

import ssl
from contextlib import ExitStack, closing

from strandline.adapters.browser import BrowserPool, make_browser_pool
from strandline.adapters.capture.capturer import PageCapturer
from strandline.adapters.capture.kinds import CAPTURE_KINDS
from strandline.adapters.capture.tools import Tools, find_tools
from strandline.adapters.fetch import make_fetcher
from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.adapters.fetch.guard import Resolver, system_resolver
from strandline.adapters.fetch.proxy import GuardProxy, make_proxy
from strandline.adapters.parse import PooledParser
from strandline.adapters.parse.pool import PAGES_ONLY
from strandline.ports import Clock
from strandline.settings import Settings

__all__ = ["CAPTURE_KINDS", "Tools", "find_tools", "make_capturer"]

#: Processor seconds for one document: a PDF of some hundred pages is no attack.
_READING_S = 30.0


def make_capturer(
    settings: Settings,
    clock: Clock,
    *,
    fetcher: HttpFetcher | None = None,
    tools: Tools | None = None,
    resolver: Resolver = system_resolver,
    ssl_context: ssl.SSLContext | None = None,
) -> PageCapturer:
    """A capturer with its own connections, parse workers and proxy.

    Args:
        settings: Limits, caps, exceptions to the guard.
        clock: Current time.
        fetcher: Shared with polls, so that a host is asked by one of them at a time; it is not
            closed with the capturer. None makes one.
        tools: What is installed; None looks for it.
        resolver: Host and port to addresses.
        ssl_context: For https; None for the public certificate authorities.

    Raises:
        ConfigError: `allow_private_networks` has an entry that cannot be read.
    """
    with ExitStack() as opened:
        if fetcher is None:
            fetcher = opened.enter_context(
                closing(
                    make_fetcher(settings.fetch, clock, resolver=resolver, ssl_context=ssl_context)
                )
            )
        reading = settings.parse.model_copy(
            update={"timeout_s": max(settings.parse.timeout_s, _READING_S)}
        )
        parser = opened.enter_context(closing(PooledParser(reading, modules=PAGES_ONLY)))
        proxy = opened.enter_context(closing(make_proxy(settings.fetch, resolver=resolver)))
        if tools is None:
            tools = find_tools(settings.archive.chromium_path)
        browsers = _browsers(settings, tools, proxy)
        if browsers is not None:
            opened.callback(browsers.close)
        return PageCapturer(
            settings,
            clock,
            fetcher=fetcher,
            parser=parser,
            proxy=proxy,
            browsers=browsers,
            tools=tools,
            opened=opened.pop_all(),
        )
    raise AssertionError("unreachable")


def _browsers(settings: Settings, tools: Tools, proxy: GuardProxy) -> BrowserPool | None:
    """Browsers start with the first page that needs one."""
    if tools.missing(["playwright", "chromium"]):
        return None
    return make_browser_pool(
        proxy,
        program=tools.chromium,
        user_agent=settings.fetch.user_agent,
        size=settings.archive.browsers,
    )
