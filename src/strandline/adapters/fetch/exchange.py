"""One request, one answer: what the wire says as a value, every fault of it as an outcome.

The connection pool is `httpcore2`, the engine below `httpx2`: redirects, cookies, decoding, proxies
and URL rewriting are decided by us, so the layer that does them has nothing left to do here
(docs/adr/0002).
"""

import contextlib
import functools
import ssl
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import h2.exceptions
import httpcore2

from strandline.adapters.fetch.budget import Budget, CurrentBudget
from strandline.adapters.fetch.decode import LAYERS, decode, read_encodings
from strandline.adapters.fetch.faults import (
    AddressRefused,
    BodyTooLarge,
    BodyTruncated,
    BodyUnreadable,
    Fault,
    HeadersTooLarge,
    NameUnknown,
    TlsFailed,
)
from strandline.adapters.fetch.guard import GuardedBackend
from strandline.adapters.fetch.recording import Tape
from strandline.core.urls.weblink import WebAddress
from strandline.model.fetching import FetchOutcome

#: Bytes of a redirect's or an error's body that are read: enough to recognise a challenge page.
_NOTE_BYTES = 65_536

#: Longest wait for the end of a redirect's body, seconds.
_REDIRECT_BODY_S = 2.0
#: Headers that outgrow this are refused by the HTTP/1.1 parser itself, bytes.
_PARSER_BUFFER_BYTES = 100 * 1024

#: A fault of our own parts → outcome; the message of the fault is for a person already.
_FAULTS: dict[type[Fault], FetchOutcome] = {
    AddressRefused: FetchOutcome.REFUSED,
    NameUnknown: FetchOutcome.DNS,
    TlsFailed: FetchOutcome.TLS,
    HeadersTooLarge: FetchOutcome.TOO_LARGE,
    BodyTooLarge: FetchOutcome.TOO_LARGE,
    BodyTruncated: FetchOutcome.TRUNCATED,
    BodyUnreadable: FetchOutcome.PROTOCOL,
}
#: What the library raises before the headers are in → outcome. The first that fits counts.
_LIBRARY_FAULTS: tuple[tuple[type[Exception], FetchOutcome], ...] = (
    (httpcore2.TimeoutException, FetchOutcome.TIMEOUT),
    (httpcore2.NetworkError, FetchOutcome.CONNECTION),
    (httpcore2.ProtocolError, FetchOutcome.PROTOCOL),
    (httpcore2.UnsupportedProtocol, FetchOutcome.BAD_URL),
    (httpcore2.ConnectionNotAvailable, FetchOutcome.CONNECTION),
    (h2.exceptions.H2Error, FetchOutcome.PROTOCOL),
    (ValueError, FetchOutcome.PROTOCOL),  # a status of HTTP/2 that is no number
)
#: The same as one tuple, for `except`.
_RAISED = tuple(kind for kind, _ in _LIBRARY_FAULTS)


@dataclass(frozen=True, slots=True)
class Limits:
    """Caps of one request.

    Attributes:
        deadline: On the monotonic clock, seconds.
        keep_part: True where the start of a longer body is enough (a look at a page's head).
    """

    deadline: float
    header_bytes: int
    body_bytes: int
    keep_part: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What one request brought.

    Attributes:
        fault: How it failed; None where an answer came in whole, whatever its status.
        headers: As sent, names lower-cased, in order.
        may_have_sent: False where surely nothing of the request has gone out.
    """

    fault: FetchOutcome | None = None
    message: str = ""
    status: int = 0
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    may_have_sent: bool = True

    def values(self, name: bytes) -> list[bytes]:
        """All values of a header, in order."""
        return [value for key, value in self.headers if key == name]

    def header_map(self) -> dict[str, str]:
        """Names to values as text; repeated ones joined with ", "."""
        joined: dict[str, str] = {}
        for key, value in self.headers:
            name, text = key.decode("latin-1"), value.decode("latin-1")
            joined[name] = f"{joined[name]}, {text}" if name in joined else text
        return joined


class Exchange:
    """Makes requests over kept connections; safe from many threads.

    Args:
        backend: Opens connections; the egress guard.
        current: Where the backend finds the budget of a request.
        ssl_context: For https; None for the public certificate authorities.
        connections: Most connections at once, kept ones included.
        http2: False where several threads ask one host at once: a connection then serves one.
    """

    def __init__(
        self,
        backend: GuardedBackend,
        current: CurrentBudget,
        *,
        ssl_context: ssl.SSLContext | None = None,
        connections: int = 16,
        monotonic: Callable[[], float] = time.monotonic,
        http2: bool = True,
    ) -> None:
        self._current = current
        self._monotonic = monotonic
        self._pool = httpcore2.ConnectionPool(
            ssl_context=ssl_context or _public_authorities(),
            max_connections=connections,
            max_keepalive_connections=connections,
            keepalive_expiry=15.0,
            http2=http2,
            network_backend=backend,
        )

    def send(
        self,
        method: str,
        url: WebAddress,
        headers: Sequence[tuple[str, str]],
        limits: Limits,
        tape: Tape | None = None,
        content: bytes = b"",
    ) -> Answer:
        """Make one request; redirects are returned, not followed.

        Args:
            tape: Takes all of it; the answer then has only the start of the body, faults or not.
            content: Body of the request; its `Content-Length` is among the headers.
        """
        budget = Budget(limits.deadline, limits.header_bytes, self._monotonic)
        answer = self._try(method, url, headers, limits, budget, tape, content)
        if _kept_connection_was_stale(answer, budget):
            budget = Budget(limits.deadline, limits.header_bytes, self._monotonic)
            answer = self._try(method, url, headers, limits, budget, tape, content)
        return answer

    def close(self) -> None:
        """Let go of the kept connections."""
        self._pool.close()

    def _try(
        self,
        method: str,
        url: WebAddress,
        headers: Sequence[tuple[str, str]],
        limits: Limits,
        budget: Budget,
        tape: Tape | None,
        content: bytes,
    ) -> Answer:
        self._current.value = budget
        if tape is not None:
            tape.ask(method, url.href, (("Host", url.authority), *headers))
        try:
            return self._read(method, url, headers, limits, budget, tape, content)
        except Fault as fault:
            return Answer(_FAULTS[type(fault)], str(fault), may_have_sent=budget.may_have_sent)
        except _RAISED as error:
            said = str(error) or "the answer cannot be read as HTTP"
            outcome = _library_outcome(error, budget)
            return Answer(outcome, said, may_have_sent=budget.may_have_sent)
        finally:
            self._current.value = None

    def _read(
        self,
        method: str,
        url: WebAddress,
        headers: Sequence[tuple[str, str]],
        limits: Limits,
        budget: Budget,
        tape: Tape | None,
        content: bytes,
    ) -> Answer:
        with contextlib.closing(self._begin(method, url, headers, budget, content)) as response:
            sent = tuple((bytes(k).lower(), bytes(v)) for k, v in response.headers)
            if sum(len(key) + len(value) + 4 for key, value in sent) > limits.header_bytes:
                raise HeadersTooLarge(f"headers over {limits.header_bytes} bytes")
            if response.status < 200:
                return Answer(FetchOutcome.PROTOCOL, f"status {response.status}, not asked for")
            head = Answer(status=response.status, headers=sent)
            if tape is not None:
                _tape_head(tape, response)
            if method == "HEAD":
                # Not read on: a server that sends a body all the same would have it taken for
                # the next answer, so this connection ends here.
                return head
            if 300 <= head.status < 400:
                # Nobody wants the body of a redirect; reading it only keeps the connection.
                budget.deadline = min(budget.deadline, self._monotonic() + _REDIRECT_BODY_S)
            return _with_body(head, response, limits, budget, tape)

    def _begin(
        self,
        method: str,
        url: WebAddress,
        headers: Sequence[tuple[str, str]],
        budget: Budget,
        content: bytes,
    ) -> httpcore2.Response:
        request = httpcore2.Request(
            method=method,
            url=httpcore2.URL(
                scheme=url.scheme.encode(),
                host=url.host.encode(),
                port=url.port,
                target=url.target.encode("ascii"),
            ),
            headers=[
                (b"Host", url.authority.encode()),
                *((name.encode("ascii"), value.encode("latin-1")) for name, value in headers),
            ],
            content=content or None,
            # No single wait may outlast the deadline; the budget holds the sum of them to it.
            extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), 60.0)},
        )
        response = self._pool.handle_request(request)
        budget.awaits_headers = False
        return response


def _with_body(
    head: Answer,
    response: httpcore2.Response,
    limits: Limits,
    budget: Budget,
    tape: Tape | None,
) -> Answer:
    """Read the body; a fault in it keeps status and headers."""
    is_note = 300 <= head.status < 400 or (head.status >= 400 and tape is None)
    cap = min(limits.body_bytes, _NOTE_BYTES) if is_note else limits.body_bytes
    keep_part = limits.keep_part or is_note
    encodings = read_encodings(head.header_map().get("content-encoding", ""))
    sent = _sent(response, None if keep_part else cap, head, budget)
    body = bytearray()
    # A tape has all of it; in memory its start is enough then.
    most = cap if tape is None else _NOTE_BYTES
    problem = _collect(_decoded(sent, encodings, cap, tape), body, most)
    if problem is None:
        if tape is not None:
            tape.finish()
        return Answer(status=head.status, headers=head.headers, body=bytes(body))
    _hang_up(response)
    fault, message = problem
    is_too_large = fault is FetchOutcome.TOO_LARGE
    if tape is not None and is_too_large and not keep_part:
        tape.drop()
    if head.status >= 300 or (keep_part and is_too_large):
        # Of a note the status says what matters; of a longer page the start was wanted.
        return Answer(None, message, head.status, head.headers, bytes(body))
    return Answer(fault, message, head.status, head.headers, b"" if tape is None else bytes(body))


def _collect(
    pieces: Iterator[bytes], body: bytearray, most: int
) -> tuple[FetchOutcome, str] | None:
    """Read to the end, keeping so many bytes; what went wrong, or None."""
    try:
        for piece in pieces:
            body += piece[: max(0, most - len(body))]
    except BodyTooLarge as error:
        return FetchOutcome.TOO_LARGE, str(error)
    except Fault as error:
        return _FAULTS[type(error)], str(error)
    except httpcore2.TimeoutException as error:
        return FetchOutcome.TIMEOUT, f"the body did not end in time: {error}"
    except (httpcore2.NetworkError, httpcore2.ProtocolError, h2.exceptions.H2Error) as error:
        return FetchOutcome.TRUNCATED, f"the connection ended within the body: {error}"
    return None


def _decoded(
    sent: Iterator[bytes], encodings: Sequence[str], cap: int, tape: Tape | None
) -> Iterator[bytes]:
    """A generator, so that what is wrong with the codings is a fault of the body too."""
    if tape is None:
        yield from decode(sent, encodings, cap)
        return
    is_coded = any(name in LAYERS for name in encodings)
    yield from tape.keep_body(decode(tape.keep_sent(sent), encodings, cap), is_coded=is_coded)


def _tape_head(tape: Tape, response: httpcore2.Response) -> None:
    """The head as sent: h11 keeps the case of names."""
    facts = response.extensions
    version = bytes(facts.get("http_version", b"HTTP/1.1")).decode("ascii", "replace")
    reason = bytes(facts.get("reason_phrase", b"")).decode("latin-1")
    stream = facts.get("network_stream")
    peer = stream.get_extra_info("server_addr") if stream is not None else None
    headers = tuple((bytes(name), bytes(value)) for name, value in response.headers)
    tape.answer(version, response.status, reason, headers, str(peer[0]) if peer else "")


def _hang_up(response: httpcore2.Response) -> None:
    """End the connection of a body that is not read to its end.

    HTTP/2 would keep it, and what is still under way of this body would be counted as the headers
    of the next answer.
    """
    stream = response.extensions.get("network_stream")
    if stream is not None:
        stream.close()


def _sent(
    response: httpcore2.Response, cap: int | None, head: Answer, budget: Budget
) -> Iterator[bytes]:
    """The body as sent; one that says beforehand that it is too large is not begun."""
    if cap is not None and _declared_size(head) > cap:
        raise BodyTooLarge(f"the body is over {cap} bytes")
    for piece in response.iter_stream():
        budget.given += len(piece)
        yield piece


def _declared_size(head: Answer) -> int:
    """`Content-Length`, or 0 where there is none to be believed."""
    lengths = head.values(b"content-length")
    return int(lengths[0]) if lengths and lengths[0].isdigit() and len(lengths[0]) < 19 else 0


def _library_outcome(error: Exception, budget: Budget) -> FetchOutcome:
    is_broken = isinstance(error, httpcore2.ProtocolError)
    if is_broken and budget.awaits_headers and budget.received > _PARSER_BUFFER_BYTES:
        return FetchOutcome.TOO_LARGE  # the parser gave up before our own cap did
    return next(outcome for kind, outcome in _LIBRARY_FAULTS if isinstance(error, kind))


def _kept_connection_was_stale(answer: Answer, budget: Budget) -> bool:
    """True when a kept connection had been closed by its server: nothing came, so ask again."""
    broken = answer.fault in (FetchOutcome.PROTOCOL, FetchOutcome.CONNECTION)
    return broken and not budget.dialled and budget.awaits_headers


@functools.cache
def _public_authorities() -> ssl.SSLContext:
    """The system's certificate authorities and the bundled ones: slim images have none."""
    import certifi

    context = ssl.create_default_context(cafile=certifi.where())
    context.load_default_certs()
    return context
