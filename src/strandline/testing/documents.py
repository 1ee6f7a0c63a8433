"""Small whole files of the kinds that an archive holds, drawn by code."""

import io
import struct
import wave
import zlib

RED = (220, 30, 30)


def png(width: int = 8, height: int = 8, colour: tuple[int, int, int] = RED) -> bytes:
    """A picture of one colour."""
    return png_of(width, [bytes(colour) * width] * height)


def png_of(width: int, rows: list[bytes]) -> bytes:
    """A picture of rows of red, green and blue."""
    pixels = b"".join(b"\x00" + row for row in rows)
    height = len(rows)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(pixels, 9))
        + _chunk(b"IEND", b"")
    )


def pdf(colour: tuple[int, int, int] = RED) -> bytes:
    """One page, painted all over."""
    paint = " ".join(f"{part / 255:.3f}" for part in colour)
    drawing = f"{paint} rg 0 0 600 800 re f".encode()
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
    )
    body, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        body
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
        + b"trailer << /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
        + b"startxref\n%d\n%%%%EOF\n" % len(body)
    )


def wav(seconds: float = 1.0) -> bytes:
    """Silence, 8 kHz."""
    file = io.BytesIO()
    with wave.open(file, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8_000)
        sound.writeframes(b"\x80" * int(8_000 * seconds))
    return file.getvalue()


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", checksum)
