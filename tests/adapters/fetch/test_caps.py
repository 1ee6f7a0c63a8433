"""Caps: time, bytes as sent, bytes unpacked, headers."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import brotli  # type: ignore[import-untyped]  # ships no types
import pytest
import zstandard

from strandline.adapters.fetch.fetcher import HttpFetcher
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest

TEXT = b"A tide leaves a line of what it carried. " * 400


def _deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return machine.compress(data) + machine.flush()


CODINGS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def _chunked(pieces: Iterable[bytes], headers: Iterable[str] = ()) -> Iterator[bytes]:
    lines = ["HTTP/1.1 200 OK", "Transfer-Encoding: chunked", *headers, "", ""]
    yield "\r\n".join(lines).encode()
    for piece in pieces:
        yield f"{len(piece):x}\r\n".encode() + piece + b"\r\n"
    yield b"0\r\n\r\n"


def _endless(piece: bytes) -> Iterator[bytes]:
    while True:
        yield piece


def _gzip_bomb(gigabytes: int) -> Iterator[bytes]:
    """Zeros as one gzip member: a block flushed to a byte boundary repeats at will."""
    machine = zlib.compressobj(9, wbits=zlib.MAX_WBITS | 16)
    size = 16 * 1024 * 1024
    yield machine.compress(b"\0" * size) + machine.flush(zlib.Z_FULL_FLUSH)
    block = machine.compress(b"\0" * size) + machine.flush(zlib.Z_FULL_FLUSH)
    for _ in range(gigabytes * 64 - 1):
        yield block


def _bomb(coding: str) -> bytes:
    zeros = b"\0" * 60_000_000
    return bytes(brotli.compress(zeros, quality=1)) if coding == "br" else CODINGS[coding](zeros)


def _fetch(fetcher: HttpFetcher, server: Any, **more: Any) -> Any:
    return fetcher.fetch(FetchRequest(server.url("/"), FetchKind.FEED, **more))


@pytest.mark.parametrize("coding", CODINGS)
def test_content_coding(coding: str, server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Every coding that we ask for is undone."""
    server.on("/", say(headers=[f"Content-Encoding: {coding}"], body=CODINGS[coding](TEXT)))
    result = _fetch(fetcher, server)
    assert (result.outcome, result.body) == (FetchOutcome.OK, TEXT)
    asked = server.requests[0].headers["accept-encoding"]
    assert coding in asked or coding == "x-gzip"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("gzip, br", brotli.compress(gzip.compress(TEXT))),
        ("br, gzip", gzip.compress(brotli.compress(TEXT))),
        ("deflate", _deflate(TEXT)),
        ("gzip", gzip.compress(TEXT[:100]) + gzip.compress(TEXT[100:])),
        ("gzip", gzip.compress(TEXT) + b"\0\0padding"),
        ("zstd", zstandard.compress(TEXT[:100]) + zstandard.compress(TEXT[100:])),
        ("GZIP", gzip.compress(TEXT)),
        ("gzip", TEXT),
        ("utf-8", TEXT),
        ("identity", TEXT),
        ("", TEXT),
    ],
    ids=["br-over-gzip", "gzip-over-br", "bare-deflate", "two-members", "padded", "two-frames",
         "upper-case", "not-gzip-at-all", "no-coding", "identity", "empty"],
)  # fmt: skip
def test_odd_content_coding(
    header: str, body: bytes, server: Any, say: Any, fetcher: HttpFetcher
) -> None:
    """Layers, habits and mistakes of servers that browsers live with."""
    server.on("/", say(headers=[f"Content-Encoding: {header}"], body=body))
    assert _fetch(fetcher, server).body == TEXT


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", "zstd"])
def test_coding_that_ends_too_early(coding: str, server: Any, say: Any, fetcher: Any) -> None:
    """Half a compressed body is truncated, although its length was right."""
    half = CODINGS[coding](TEXT * 5)[:-9]
    server.on("/", say(headers=[f"Content-Encoding: {coding}"], body=half))
    result = _fetch(fetcher, server)
    assert (result.outcome, result.status) == (FetchOutcome.TRUNCATED, 200)


@pytest.mark.parametrize("coding", ["deflate", "br", "zstd"])
def test_bytes_that_are_not_of_the_coding(coding: str, server: Any, say: Any, fetcher: Any) -> None:
    """A body that cannot be unpacked breaks the protocol; it is never passed on as text."""
    server.on("/", say(headers=[f"Content-Encoding: {coding}"], body=b"\x1f<rss>no</rss>" * 9))
    assert _fetch(fetcher, server).outcome is FetchOutcome.PROTOCOL


def test_many_layers(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """More codings on top of each other than anyone needs are refused."""
    server.on("/", say(headers=["Content-Encoding: " + ", ".join(["gzip"] * 50)], body=TEXT))
    assert _fetch(fetcher, server).outcome is FetchOutcome.PROTOCOL


def test_ten_gigabytes_of_gzip(server: Any, fetcher: HttpFetcher) -> None:
    """A 10 GB bomb is too large, and memory stays flat while that is found out."""
    server.on("/", lambda _: _chunked(_gzip_bomb(10), ["Content-Encoding: gzip"]))
    tracemalloc.start()
    try:
        result = _fetch(fetcher, server, max_bytes=1_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.outcome is FetchOutcome.TOO_LARGE
    assert result.body == b""
    # The server makes the bomb in this process too: 16 MiB of zeros at a time.
    assert peak < 50_000_000


def test_bomb_within_a_bomb(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A layer in between that swells is as too large as the last one."""
    inner = gzip.compress(b"\0" * 3_000_000)
    swollen = gzip.compress(gzip.compress(b"x") + b"\0" * 3_000_000)
    server.on("/", say(headers=["Content-Encoding: gzip, gzip"], body=gzip.compress(inner)))
    assert _fetch(fetcher, server, max_bytes=1_000_000).outcome is FetchOutcome.TOO_LARGE
    server.on("/", say(headers=["Content-Encoding: gzip, gzip"], body=swollen))
    assert _fetch(fetcher, server, max_bytes=1_000_000).outcome is FetchOutcome.TOO_LARGE


@pytest.mark.parametrize("coding", ["deflate", "br", "zstd"])
def test_bombs_of_other_codings(coding: str, server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """Every coding has the same cap."""
    bomb = _bomb(coding)
    server.on("/", say(headers=[f"Content-Encoding: {coding}"], body=bomb))
    tracemalloc.start()
    try:
        result = _fetch(fetcher, server, max_bytes=1_000_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert result.outcome is FetchOutcome.TOO_LARGE
    assert peak < 25_000_000


def test_zstd_window_that_asks_for_much_memory(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A frame that wants a window of 128 MB is not decoded."""
    parameters = zstandard.ZstdCompressionParameters(window_log=27, write_content_size=False)
    machine = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    body = machine.compress(TEXT) + machine.flush()
    server.on("/", say(headers=["Content-Encoding: zstd"], body=body))
    assert _fetch(fetcher, server).outcome is FetchOutcome.PROTOCOL


def test_length_over_the_cap(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """A body that says beforehand that it is too large is not read."""
    server.on("/", say(headers=["Content-Length: 999999999999"], sized=False))
    result = _fetch(fetcher, server)
    assert (result.outcome, result.status) == (FetchOutcome.TOO_LARGE, 200)


def test_endless_chunks(server: Any, fetcher: HttpFetcher) -> None:
    """A body without an end ends at the cap."""
    server.on("/", lambda _: _chunked(_endless(b"x" * 50_000)))
    assert _fetch(fetcher, server, max_bytes=500_000).outcome is FetchOutcome.TOO_LARGE


def test_body_that_just_fits(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """The cap itself is allowed, one byte more is not."""
    server.on("/", say(body=b"x" * 1_000))
    assert _fetch(fetcher, server, max_bytes=1_000).outcome is FetchOutcome.OK
    assert _fetch(fetcher, server, max_bytes=999).outcome is FetchOutcome.TOO_LARGE


def test_endless_headers(server: Any, fetcher: HttpFetcher) -> None:
    """Header lines without an end are too large."""

    def headers(_: Any) -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\n"
        yield from _endless(b"X-Filler: " + b"y" * 1_000 + b"\r\n")

    server.on("/", headers)
    assert _fetch(fetcher, server).outcome is FetchOutcome.TOO_LARGE


def test_many_header_bytes(server: Any, say: Any, open_fetcher: Any) -> None:
    """Headers over the cap are too large even where the body is small."""
    server.on("/", say(headers=[f"X-Filler: {'y' * 5_000}"], body=b"small"))
    allowed = (f"127.0.0.1:{server.port}",)
    small = open_fetcher(allow_private_networks=allowed, max_header_bytes=4_000)
    large = open_fetcher(allow_private_networks=allowed, max_header_bytes=6_000)
    assert _fetch(small, server).outcome is FetchOutcome.TOO_LARGE
    assert _fetch(large, server).outcome is FetchOutcome.OK


def test_endless_interim_answers(server: Any, fetcher: HttpFetcher) -> None:
    """1xx answers count as headers."""
    server.on("/", lambda _: _endless(b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" * 100))
    assert _fetch(fetcher, server).outcome is FetchOutcome.TOO_LARGE


@pytest.fixture
def drip() -> Iterator[Callable[[bytes], Iterator[bytes]]]:
    """Sends a start, then one byte every 20 ms until the test is over."""
    import threading

    over = threading.Event()

    def dripping(start: bytes) -> Iterator[bytes]:
        yield start
        while not over.wait(0.02):
            yield b"x"

    yield dripping
    over.set()


@pytest.mark.parametrize(
    "start",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nX-Slow: ",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n\r\n",
    ],
    ids=["status-line", "headers", "body", "body-without-length"],
)
def test_dripping_server(start: bytes, server: Any, drip: Any, fetcher: HttpFetcher) -> None:
    """The deadline is of the whole request: bytes that keep coming do not put it off."""
    server.on("/", lambda _: drip(start))
    result = _fetch(fetcher, server, timeout_s=0.3)
    assert result.outcome in (FetchOutcome.TIMEOUT, FetchOutcome.PROTOCOL)
    assert start == b"" or result.outcome is FetchOutcome.TIMEOUT
    assert result.elapsed_s < 5


def test_deadline_covers_all_hops(server: Any, say: Any, drip: Any, fetcher: HttpFetcher) -> None:
    """A chain has one deadline, not one a hop."""
    server.on("/", say("302 Found", ["Location: /slow"]))
    server.on("/slow", lambda _: drip(b"HTTP/1.1 200 OK\r\n\r\n"))
    result = _fetch(fetcher, server, timeout_s=0.3)
    assert (result.outcome, len(result.hops)) == (FetchOutcome.TIMEOUT, 1)


@pytest.mark.parametrize(
    "body",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nhello",
    ],
    ids=["shorter-than-said", "no-last-chunk", "half-a-chunk"],
)
def test_truncated_body(body: bytes, server: Any, fetcher: HttpFetcher) -> None:
    """A body that ends before its end is never read as a whole one."""
    server.on("/", body)
    result = _fetch(fetcher, server)
    assert (result.outcome, result.status, result.body) == (FetchOutcome.TRUNCATED, 200, b"")
    assert "ended" in result.message


def test_gzip_file_of_a_sitemap(server: Any, say: Any, fetcher: HttpFetcher) -> None:
    """`sitemap.xml.gz` is unpacked under the cap of the body; a page that is one is left alone."""
    packed = gzip.compress(TEXT)
    server.on("/", say(headers=["Content-Type: application/gzip"], body=packed))
    url = server.url("/")
    assert fetcher.fetch(FetchRequest(url, FetchKind.SITEMAP)).body == TEXT
    assert fetcher.fetch(FetchRequest(url, FetchKind.PAGE)).body == packed
    small = FetchRequest(url, FetchKind.SITEMAP, max_bytes=1_000)
    assert fetcher.fetch(small).outcome is FetchOutcome.TOO_LARGE
