"""The `Fetcher` of the product: plain fetches here, resolutions in `resolving`."""

from dataclasses import replace
from pathlib import Path

from strandline.adapters.fetch.decode import decode, is_gzip
from strandline.adapters.fetch.exchange import Answer
from strandline.adapters.fetch.faults import BodyTooLarge, Fault
from strandline.adapters.fetch.judges import JUDGES
from strandline.adapters.fetch.recording import Recorder, Recording
from strandline.adapters.fetch.resolving import resolve_url
from strandline.adapters.fetch.results import body_cap, make_result
from strandline.adapters.fetch.visit import Visit, Way
from strandline.core.urls.redirects import DeadEnd, Stop, next_hop, start_chain
from strandline.core.urls.refresh import refresh_hop
from strandline.core.urls.weblink import WebAddress, read_web_address
from strandline.model.errors import UrlError
from strandline.model.fetching import (
    FetchKind,
    FetchOutcome,
    FetchRequest,
    FetchResult,
    Hop,
    Resolution,
)
from strandline.settings import FetchSettings

_STOPS = {
    Stop.LOOP: (FetchOutcome.REDIRECT_LOOP, "redirects in a circle"),
    Stop.TOO_MANY: (FetchOutcome.TOO_MANY_REDIRECTS, "redirects on and on"),
}
_GZIPPED_FILES = frozenset({FetchKind.SITEMAP, FetchKind.FEED})


class HttpFetcher:
    """One way out to the network; safe from many threads."""

    def __init__(self, way: Way) -> None:
        self._way = way

    def fetch(self, request: FetchRequest) -> FetchResult:
        """Make one request and follow its redirects; what the network does is an outcome."""
        began = self._way.monotonic()
        try:
            address = read_web_address(request.url)
        except UrlError as error:
            return _not_an_address(request.url, error)
        visit = self._visit(request)
        result = _unpack(self._follow(request, address, visit), request, self._way.settings)
        return replace(result, elapsed_s=self._way.monotonic() - began)

    def record(self, request: FetchRequest, folder: Path, *, asks_robots: bool = True) -> Recording:
        """Make one request, follow its redirects, and write all of it down.

        Args:
            request: Its cap holds for the body as sent and as decoded.
            folder: Where bodies go.
            asks_robots: False where robots.txt has no say.

        Returns:
            The outcome and every exchange. A body that was cut off is kept as far as it came; one
            that is too large is not kept.

        Raises:
            OSError: The folder cannot be written to.
        """
        began = self._way.monotonic()
        try:
            address = read_web_address(request.url)
        except UrlError as error:
            return Recording(_not_an_address(request.url, error), ())
        recorder = Recorder(folder, self._way.clock.now)
        visit = self._visit(request)
        visit = replace(visit, recorder=recorder, asks_robots=asks_robots)
        result = self._follow(request, address, visit)
        result = replace(result, elapsed_s=self._way.monotonic() - began)
        return Recording(result, recorder.exchanges())

    def resolve(self, url: str, *, want_body: bool = False) -> Resolution:
        """Find where a URL leads."""
        return resolve_url(self._way, url, JUDGES, want_body=want_body)

    def close(self) -> None:
        """Let go of kept connections."""
        self._way.exchange.close()

    def _visit(self, request: FetchRequest) -> Visit:
        return Visit(
            self._way,
            request.kind,
            body_cap(request.kind, self._way.settings, request.max_bytes),
            request.timeout_s or self._way.settings.timeout_s,
        )

    def _follow(self, request: FetchRequest, address: WebAddress, visit: Visit) -> FetchResult:
        headers = _headers(request)
        chain = start_chain(request.url, address)
        while True:
            verdict = visit.ask(request.method, address, headers)
            result = make_result(request.url, chain, verdict)
            if verdict.outcome is not FetchOutcome.OK:
                return result
            hop = _hop(verdict.answer, address)
            if hop is None:
                return result
            if isinstance(hop, DeadEnd):
                return replace(result, outcome=FetchOutcome.PROTOCOL, message=hop.message)
            if not request.follow_redirects:
                return replace(result, location=hop.to_url)
            address = read_web_address(hop.to_url)
            onward = chain.onward(hop, visit.jar.header(address), self._way.settings.max_redirects)
            if isinstance(onward, Stop):
                outcome, message = _STOPS[onward]
                return replace(result, outcome=outcome, message=f"{request.url} {message}")
            chain = onward


def _hop(answer: Answer, address: WebAddress) -> Hop | DeadEnd | None:
    """Where an answer leads; one without a body may lead on by its `Refresh` header alone."""
    hop = next_hop(
        answer.status,
        answer.values(b"location"),
        address,
        has_new_cookie=bool(answer.values(b"set-cookie")),
    )
    if hop is not None or answer.body.strip():
        return hop
    return refresh_hop(answer.status, answer.header_map().get("refresh"), b"", address)


def _not_an_address(url: str, error: UrlError) -> FetchResult:
    message = f"not a web address ({error.message})"
    return FetchResult(url, FetchOutcome.BAD_URL, url, message=message)


def _headers(request: FetchRequest) -> tuple[tuple[str, str], ...]:
    """The request's own headers and validators; what HTTP could not carry is left out."""
    wanted = dict(request.headers)
    if request.etag:
        wanted["If-None-Match"] = request.etag
    if request.last_modified:
        wanted["If-Modified-Since"] = request.last_modified
    return tuple((name, value) for name, value in wanted.items() if _is_sendable(value))


def _is_sendable(value: str) -> bool:
    """A validator is a server's own text sent back: a line break in it must not make a header."""
    return all(" " <= char <= "\xff" and char != "\x7f" for char in value)


def _unpack(result: FetchResult, request: FetchRequest, settings: FetchSettings) -> FetchResult:
    """Sitemaps and feeds that are gzip files (`sitemap.xml.gz`): unpacked under the same cap."""
    if not result.is_ok or request.kind not in _GZIPPED_FILES or not is_gzip(result.body):
        return result
    cap = body_cap(request.kind, settings, request.max_bytes)
    try:
        return replace(result, body=b"".join(decode([result.body], ["gzip"], cap)))
    except BodyTooLarge:
        message = f"the unpacked file is over {cap} bytes"
        return replace(result, outcome=FetchOutcome.TOO_LARGE, body=b"", message=message)
    except Fault as fault:
        message = f"a gzip file that cannot be unpacked: {fault}"
        return replace(result, outcome=FetchOutcome.TRUNCATED, body=b"", message=message)
