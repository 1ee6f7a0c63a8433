"""Pictures of strangers: what is written is ours, what could harm is no picture."""

import io
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import pytest

from strandline.adapters.parse.pool import PICTURES_ONLY, PooledParser
from strandline.model.pictures import MadePicture, PictureOutcome, PictureUse
from strandline.settings import ParseSettings
from strandline.testing.documents import png

pytest.importorskip("PIL", reason="strandline[pictures] is not installed")

from PIL import Image

from strandline.adapters.parse.pictures import make_picture

ITEM, ICON, THUMB = PictureUse.ITEM, PictureUse.ICON, PictureUse.THUMB


def drawn(form: str, size: tuple[int, int] = (300, 200), mode: str = "RGB", **how: Any) -> bytes:
    """A picture whose left half is another colour than its right one."""
    colours: dict[str, tuple[Any, Any]] = {
        "RGB": ((200, 30, 30), (20, 20, 160)),
        "RGBA": ((200, 30, 30, 255), (0, 0, 0, 0)),
        "L": (200, 20),
        "CMYK": ((0, 90, 90, 10), (90, 90, 0, 10)),
    }
    left, right = colours[mode]
    image = Image.new(mode, size, right)
    image.paste(left, (0, 0, size[0] // 2, size[1]))
    out = io.BytesIO()
    image.save(out, form, **how)
    return out.getvalue()


def bomb() -> bytes:
    """A PNG that says it has 60,000 by 60,000 pixels."""
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    return (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I", len(header))
        + chunk
        + struct.pack(">I", zlib.crc32(chunk))
        + png()[33:]
    )


def animated(form: str) -> bytes:
    out = io.BytesIO()
    frames = [Image.new("RGB", (200, 200), (n * 40, 0, 0)) for n in range(3)]
    frames[0].save(out, form, save_all=True, append_images=frames[1:], duration=100)
    return out.getvalue()


def opened(made: MadePicture | PictureOutcome) -> Image.Image:
    assert isinstance(made, MadePicture), made
    return Image.open(io.BytesIO(made.body))


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_becomes_a_small_jpeg(form: str) -> None:
    """Of every format that is read, with the shape and the colours that it had."""
    image = opened(make_picture(drawn(form, (1200, 800)), ITEM))
    assert (image.format, image.mode, image.size) == ("JPEG", "RGB", (640, 427))
    left, right = image.getpixel((100, 200)), image.getpixel((500, 200))
    assert isinstance(left, tuple)
    assert isinstance(right, tuple)
    assert left[0] > 150 > left[2]
    assert right[2] > 120 > right[0]


def test_a_small_picture_is_not_blown_up() -> None:
    """Its size stays where it is less than what is shown."""
    assert opened(make_picture(drawn("PNG", (120, 90)), ITEM)).size == (120, 90)


@pytest.mark.parametrize("mode", ["L", "CMYK"])
def test_other_colours_are_read(mode: str) -> None:
    """Grey pictures, and those of printers."""
    assert opened(make_picture(drawn("JPEG", mode=mode), ITEM)).mode == "RGB"


def test_nothing_but_pixels_is_kept() -> None:
    """Place, camera, comments and profiles stay behind."""
    exif = Image.Exif()
    exif[0x010F] = "canary-camera"
    body = drawn("JPEG", exif=exif.tobytes(), comment=b"canary-comment", icc_profile=b"canary" * 40)
    assert b"canary" in body
    made = make_picture(body, ITEM)
    image = opened(made)
    assert isinstance(made, MadePicture)
    assert b"canary" not in made.body
    assert not image.getexif()
    assert {"icc_profile", "comment", "exif"}.isdisjoint(image.info)


def test_a_picture_that_lies_on_its_side_is_set_up() -> None:
    """Its orientation was said in what is not kept."""
    exif = Image.Exif()
    exif[0x0112] = 6
    assert opened(make_picture(drawn("JPEG", exif=exif.tobytes()), ITEM)).size == (200, 300)


def test_what_is_clear_lies_on_white_paper() -> None:
    """A JPEG has no clear pixels; black ones would hide a drawing in ink."""
    corner = opened(make_picture(drawn("PNG", mode="RGBA"), ITEM)).getpixel((290, 100))
    assert isinstance(corner, tuple)
    assert min(corner) > 245


def test_an_icon_stays_clear() -> None:
    """It stands on light and on dark ground."""
    image = opened(make_picture(drawn("PNG", (128, 128), mode="RGBA"), ICON))
    assert (image.format, image.mode, image.size) == ("PNG", "RGBA", (64, 64))


def test_an_icon_file_is_read_as_an_icon_alone() -> None:
    """`favicon.ico` is no picture of an article."""
    body = drawn("ICO", (128, 128), sizes=[(32, 32)])
    assert opened(make_picture(body, ICON)).size == (32, 32)
    assert make_picture(body, ITEM) is PictureOutcome.NO_PICTURE


def test_a_thumb_shows_where_the_page_begins() -> None:
    """A long page is cut, not squeezed."""
    assert opened(make_picture(drawn("PNG", (1280, 9000)), THUMB)).size == (320, 240)


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (bomb(), PictureOutcome.TOO_LARGE),
        (animated("GIF"), PictureOutcome.ANIMATED),
        (animated("WEBP"), PictureOutcome.ANIMATED),
        (animated("PNG"), PictureOutcome.ANIMATED),
        (png(1, 1), PictureOutcome.TOO_SMALL),
        (png(600, 40), PictureOutcome.TOO_SMALL),
        (png(900, 100), PictureOutcome.ODD_SHAPE),
        (b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', PictureOutcome.NO_PICTURE),
        (b"<!doctype html><title>Not found</title>", PictureOutcome.NO_PICTURE),
        (b"", PictureOutcome.NO_PICTURE),
        (png(300, 200)[:60], PictureOutcome.NO_PICTURE),
        (drawn("JPEG")[:700], PictureOutcome.NO_PICTURE),
        (drawn("TIFF"), PictureOutcome.NO_PICTURE),
        (drawn("BMP"), PictureOutcome.NO_PICTURE),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 300 200\n", PictureOutcome.NO_PICTURE),
    ],
    ids=[
        *("bomb", "animated gif", "animated webp", "animated png", "counter", "button", "banner"),
        *("svg", "page", "nothing", "half a png", "half a jpeg", "tiff", "bmp", "postscript"),
    ],
)
def test_this_is_no_picture(body: bytes, outcome: PictureOutcome) -> None:
    """It is said why, and nothing is decoded that need not be."""
    assert make_picture(body, ITEM) is outcome


def test_any_byte_may_be_wrong() -> None:
    """Whatever is broken in a picture, the answer is a picture or a reason."""
    for form in ("PNG", "JPEG", "WEBP", "GIF"):
        body = drawn(form, (100, 100))
        for place in range(0, len(body), max(1, len(body) // 60)):
            broken = body[:place] + bytes([body[place] ^ 0xFF]) + body[place + 1 :]
            assert isinstance(make_picture(broken, ITEM), MadePicture | PictureOutcome)


@pytest.fixture(scope="module")
def pool() -> Iterator[PooledParser]:
    """A process with little memory and time."""
    limits = ParseSettings(workers=1, timeout_s=2.0, memory_bytes=150_000_000)
    parser = PooledParser(limits, modules=PICTURES_ONLY)
    yield parser
    parser.close()


def test_a_process_of_its_own_decodes(pool: PooledParser) -> None:
    """What comes back is what was written there; a picture over its memory is too large, and the
    next one is read all the same.
    """
    huge = drawn("PNG", (6300, 6300))  # under the limit of pixels: 119 MB of them
    assert pool.picture(huge, ITEM, name="huge") is PictureOutcome.TOO_LARGE
    assert isinstance(pool.picture(drawn("PNG"), ITEM, name="good"), MadePicture)
