"""Content codings, undone in small pieces with a cap on what each layer may yield.

A layer is a generator over the layer below, so nothing is held but one piece (at most about
8 MB, for zstd) and a bomb ends when it passes the cap, not when memory does. An intermediate
layer obeys the same cap: ten gigabytes that shrink again in the next layer are still a bomb.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence

from strandline.adapters.fetch.faults import BodyTooLarge, BodyTruncated, BodyUnreadable

Layer = Callable[[Iterable[bytes]], Iterator[bytes]]

#: Largest piece that zlib and brotli hand out at once, bytes.
_PIECE = 262_144
#: Nobody needs more; browsers stop at as many.
_MAX_LAYERS = 4
_GZIP_MAGIC = b"\x1f\x8b"


def decode(pieces: Iterable[bytes], encodings: Sequence[str], max_bytes: int) -> Iterator[bytes]:
    """Undo content codings.

    Args:
        pieces: The body as sent.
        encodings: Codings in the order in which they were applied (RFC 9110, 8.4). Unknown ones
            are read as no coding: `Content-Encoding: utf-8` is a common mistake.
        max_bytes: Cap on the body as sent and on the yield of every layer.

    Raises:
        BodyTooLarge: The cap was passed.
        BodyTruncated: A coding ended before its end.
        BodyUnreadable: The bytes are not of the coding, or there are too many layers.
    """
    layers = [LAYERS[name] for name in reversed(encodings) if name in LAYERS]
    if len(layers) > _MAX_LAYERS:
        raise BodyUnreadable(f"{len(layers)} content codings on top of each other")
    stream = _capped(pieces, max_bytes)
    for layer in layers:
        stream = _capped(layer(stream), max_bytes)
    return stream


def read_encodings(header: str) -> tuple[str, ...]:
    """The codings that a `Content-Encoding` header names, lower-cased."""
    return tuple(word.strip().lower() for word in header.split(",") if word.strip())


def is_gzip(body: bytes) -> bool:
    """True when bytes start as a gzip file does."""
    return body.startswith(_GZIP_MAGIC)


def _capped(pieces: Iterable[bytes], max_bytes: int) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        total += len(piece)
        if total > max_bytes:
            raise BodyTooLarge(f"the body is over {max_bytes} bytes")
        yield piece


def _gunzip(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Gzip, several members too; a body that is no gzip at all is passed on as it is."""
    return _unzlib(pieces, zlib.MAX_WBITS | 16, lambda start: not start.startswith(b"\x1f"))


def _inflate(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """`deflate` is zlib by the standard and bare deflate by habit: the first byte tells."""
    iterator = iter(pieces)
    first = next(iterator, b"")
    is_zlib = bool(first) and first[0] & 0x0F == 8 and first[0] >> 4 <= 7
    bits = zlib.MAX_WBITS if is_zlib else -zlib.MAX_WBITS
    yield from _unzlib(_chain(first, iterator), bits, lambda _: False)


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    if first:
        yield first
    yield from rest


def _unzlib(
    pieces: Iterable[bytes], bits: int, is_plain: Callable[[bytes], bool]
) -> Iterator[bytes]:
    machine = zlib.decompressobj(bits)
    seen = False
    for piece in pieces:
        if not seen and piece and is_plain(piece):
            yield piece
            yield from pieces
            return
        seen = seen or bool(piece)
        data = piece
        while data:
            if machine.eof:
                if not data.startswith(_GZIP_MAGIC):
                    break  # padding after the end
                machine = zlib.decompressobj(bits)
            try:
                yield machine.decompress(data, _PIECE)
            except zlib.error as error:
                raise BodyUnreadable(str(error)) from error
            data = machine.unused_data if machine.eof else machine.unconsumed_tail
    if seen and not machine.eof:
        yield machine.flush()  # what the last limited call held back
    if seen and not machine.eof:
        raise BodyTruncated("the compressed body ends too early")


def _unbrotli(pieces: Iterable[bytes]) -> Iterator[bytes]:
    import brotli  # type: ignore[import-untyped]  # ships no types

    machine = brotli.Decompressor()
    seen = False
    try:
        for piece in pieces:
            seen = seen or bool(piece)
            if machine.is_finished():
                break
            out = machine.process(piece, output_buffer_limit=_PIECE)
            yield out
            while not machine.can_accept_more_data():
                yield machine.process(b"", output_buffer_limit=_PIECE)
    except brotli.error as error:
        raise BodyUnreadable(str(error)) from error
    if seen and not machine.is_finished():
        raise BodyTruncated("the compressed body ends too early")


def _unzstd(pieces: Iterable[bytes]) -> Iterator[bytes]:
    from strandline.core.zstd import CutShortError, NotZstdError, unpack

    try:
        yield from unpack(pieces)
    except CutShortError as error:
        raise BodyTruncated("the compressed body ends too early") from error
    except NotZstdError as error:
        raise BodyUnreadable(str(error)) from error


#: Name of a coding → how it is undone.
LAYERS: dict[str, Layer] = {
    "gzip": _gunzip,
    "x-gzip": _gunzip,
    "deflate": _inflate,
    "br": _unbrotli,
    "zstd": _unzstd,
}
#: What we say we can read.
ACCEPT_ENCODING = "gzip, deflate, br, zstd"
