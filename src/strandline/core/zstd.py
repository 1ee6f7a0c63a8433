"""Zstandard (RFC 8878): packed at one level, unpacked in pieces of a bounded size. Pure.

Python has it from 3.14 on; before that the library `zstandard` does the same.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any, Protocol

#: An eighth of the time that gzip takes, and smaller; higher levels are slower for little.
_LEVEL = 1
#: It hands out all that its input says: a block of 4 bytes may say 128 KiB, so 256 say 8 MiB.
_SLICE = 256
#: RFC 8878, 3.1.1.1.2 recommends to support 8 MB; more is memory at a stranger's wish.
_WINDOW_BITS = 23


class NotZstdError(ValueError):
    """Bytes that are of another kind, or ask for more memory than they may."""


class CutShortError(ValueError):
    """The last frame has no end."""


class Packer(Protocol):
    """Makes one frame with a checksum."""

    def compress(self, data: bytes, /) -> bytes:
        """What is ready so far."""
        ...

    def flush(self) -> bytes:
        """The end of the frame."""
        ...


def unpack(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Frames one after another, in pieces of at most about 8 MB.

    Raises:
        NotZstdError: The bytes are not of this kind.
        CutShortError: They end too early.
    """
    machine = _new_unpacker()
    seen = False
    for piece in pieces:
        data = memoryview(piece)
        for start in range(0, len(data), _SLICE):
            rest = bytes(data[start : start + _SLICE])
            while rest:
                if machine.eof:
                    machine = _new_unpacker()
                seen = True
                try:
                    yield machine.decompress(rest)
                except _FAULT as error:
                    raise NotZstdError(str(error)) from error
                rest = machine.unused_data if machine.eof else b""
    if seen and not machine.eof:
        raise CutShortError("the compressed bytes end too early")


if sys.version_info >= (3, 14):
    from compression import zstd

    _FAULT = zstd.ZstdError
    _PACKING = {
        zstd.CompressionParameter.compression_level: _LEVEL,
        zstd.CompressionParameter.checksum_flag: 1,
    }

    def new_packer() -> Packer:
        """For one frame."""
        return zstd.ZstdCompressor(options=_PACKING)

    def _new_unpacker() -> Any:
        return zstd.ZstdDecompressor(
            options={zstd.DecompressionParameter.window_log_max: _WINDOW_BITS}
        )

else:
    import zstandard

    _FAULT = zstandard.ZstdError

    def new_packer() -> Packer:
        """For one frame."""
        return zstandard.ZstdCompressor(level=_LEVEL, write_checksum=True).compressobj()

    def _new_unpacker() -> Any:
        return zstandard.ZstdDecompressor(max_window_size=1 << _WINDOW_BITS).decompressobj()
