"""Follows a URL to its end: asks, lets `core.urls` decide, asks again."""

from collections.abc import Mapping
from dataclasses import replace

from strandline.adapters.fetch.results import body_cap, make_result
from strandline.adapters.fetch.verdict import Verdict
from strandline.adapters.fetch.visit import Visit, Way
from strandline.core.urls.endings import (
    Judges,
    conclude,
    conclude_dead_end,
    conclude_stop,
    with_page,
)
from strandline.core.urls.redirects import Chain, DeadEnd, Stop, next_hop, start_chain
from strandline.core.urls.refresh import LOOK_BYTES, refresh_hop
from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import (
    FetchKind,
    FetchOutcome,
    Hop,
    Resolution,
    ResolveOutcome,
)

#: A server that cannot do HEAD often does not answer at all, seconds.
_HEAD_TIMEOUT_S = 10.0
#: After these, the same question as GET may be answered.
_HEAD_DISLIKED = frozenset(
    {
        FetchOutcome.HTTP_ERROR,
        FetchOutcome.GONE,
        FetchOutcome.PROTOCOL,
        FetchOutcome.CONNECTION,
        FetchOutcome.TRUNCATED,
        FetchOutcome.TIMEOUT,
    }
)


def resolve_url(way: Way, url: str, judges: Judges, *, want_body: bool) -> Resolution:
    """Find where a URL leads.

    Args:
        way: The way out.
        url: From outside; may be anything.
        judges: Know home pages and shorteners.
        want_body: One GET a hop and the page at the end; else HEAD, and GET where that fails.
    """
    try:
        address = read_web_address(url)
    except UrlError as error:
        message = f"not a web address ({error.message})"
        return Resolution(url, ResolveOutcome.UNREACHABLE, url, message=message)
    kind = FetchKind.PAGE if want_body else FetchKind.PROBE
    cap = body_cap(kind, way.settings, None if want_body else LOOK_BYTES)
    visit = Visit(way, kind, cap, way.settings.timeout_s, keep_part=not want_body)
    return _follow(visit, start_chain(url, address), address, judges)


def _follow(visit: Visit, chain: Chain, address: WebAddress, judges: Judges) -> Resolution:
    while True:
        verdict = _ask(visit, chain, address, judges)
        hop = _next(verdict, address, judges)
        if hop is None:
            return _end(visit, chain, verdict, judges)
        if isinstance(hop, DeadEnd):
            return conclude_dead_end(chain, hop.message)
        address = read_web_address(hop.to_url)
        cookies = visit.jar.header(address)
        onward = chain.onward(hop, cookies, visit.way.settings.max_redirects)
        if isinstance(onward, Stop):
            return conclude_stop(chain, onward, hop.to_url)
        chain = onward


def _ask(visit: Visit, chain: Chain, address: WebAddress, judges: Judges) -> Verdict:
    if visit.kind is FetchKind.PAGE:
        return visit.ask("GET", address)
    verdict = visit.ask("HEAD", address, timeout_s=min(_HEAD_TIMEOUT_S, visit.timeout_s / 3))
    if verdict.outcome in _HEAD_DISLIKED or _may_refresh(verdict, chain, address, judges):
        return visit.ask("GET", address)
    return verdict


def _may_refresh(verdict: Verdict, chain: Chain, address: WebAddress, judges: Judges) -> bool:
    """Only a body tells of a refresh: worth a look where nothing has led on yet."""
    if verdict.outcome is not FetchOutcome.OK or not 200 <= verdict.answer.status < 300:
        return False
    nothing_led_on = not chain.hops or judges.is_opaque(address.href)
    return nothing_led_on and _is_page(verdict.answer.header_map())


def _is_page(headers: Mapping[str, str]) -> bool:
    return "html" in headers.get("content-type", "text/html").lower()


def _next(verdict: Verdict, address: WebAddress, judges: Judges) -> Hop | DeadEnd | None:
    if verdict.outcome is not FetchOutcome.OK:
        return None
    answer = verdict.answer
    hop = next_hop(
        answer.status,
        answer.values(b"location"),
        address,
        has_new_cookie=bool(answer.values(b"set-cookie")),
    )
    if hop is not None:
        return hop
    headers = answer.header_map()
    return refresh_hop(
        answer.status,
        headers.get("refresh"),
        answer.body if _is_page(headers) else b"",
        address,
        is_opaque=judges.is_opaque(address.href),
    )


def _end(visit: Visit, chain: Chain, verdict: Verdict, judges: Judges) -> Resolution:
    resolution = conclude(chain, verdict.outcome, verdict.answer.status, verdict.message, judges)
    if visit.kind is not FetchKind.PAGE:
        return resolution
    page = replace(make_result(chain.asked, chain, verdict), elapsed_s=visit.used_s)
    return with_page(resolution, page)
