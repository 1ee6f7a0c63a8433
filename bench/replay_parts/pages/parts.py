"""What pages are made of: pictures, a face, a film, words, and the page around them."""

import shutil
import struct
import subprocess
import tempfile
import zlib
from pathlib import Path

Files = dict[str, tuple[str, bytes]]
HTML, SVG, CSS = "text/html; charset=utf-8", "image/svg+xml", "text/css"
WORDS = (
    "The ferry left at nine and the baker swept his step while gulls stood on the wall. "
    "Two carts of barley came down from the mill, and the clerk wrote their weight in a book. "
)
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
STYLE = "body{font:17px/1.5 serif;margin:24px;color:#222}h1{font-size:34px}"


def png(seed: int, width: int = 400, height: int = 260) -> bytes:
    """Bands and a box in colours that no other seed has."""
    colours = [((seed * 53 + n * 67) % 200, (seed * 97 + n * 31) % 220, (seed * 29 + n * 113) % 240)
               for n in range(4)]  # fmt: skip
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            is_box = width // 4 < x < width // 2 and height // 4 < y < height // 2
            rows += bytes(colours[3 if is_box else (x * 3 // width + y * 2 // height) % 3])

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows)))
            + chunk(b"IEND", b""))  # fmt: skip


def svg(colour: str, width: int = 300, height: int = 160) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="100%" height="100%" fill="{colour}"/>'
        f'<circle cx="70" cy="70" r="50" fill="gold"/></svg>'
    ).encode()


def page(body: str, head: str = "", title: str = "A page") -> bytes:
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>"
        f"<style>{STYLE}</style>{head}</head><body><h1>{title}</h1><p>{WORDS}</p>{body}</body></html>"
    ).encode()


def font() -> bytes:
    for name in ("DejaVuSans-Bold.ttf", "DejaVuSansMono-Bold.ttf", "DejaVuSerif-Bold.ttf"):
        for found in Path("/usr/share/fonts").rglob(name):
            return found.read_bytes()
    return b""


def film() -> bytes:
    program = shutil.which("ffmpeg")
    if program is None:
        return b""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "film.webm"
        subprocess.run(
            [program, "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=2:size=320x240:rate=10",
             str(target)],
            check=True,
        )  # fmt: skip
        return target.read_bytes()


def pictures(*seeds: int) -> Files:
    return {f"{seed}.png": ("image/png", png(seed)) for seed in seeds}


def filler(count: int = 8) -> str:
    return "".join(f"<p>Paragraph {n}. {WORDS}</p>" for n in range(count))


def tall(*parts: str) -> str:
    return "".join(f"{part}<div style='height:900px'></div>" for part in parts)
