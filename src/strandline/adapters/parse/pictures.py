"""Decoding a hostile picture and writing it anew; runs inside a worker process.

Only four formats are ever tried (five for icons), whatever a server calls the bytes; the size is
read from the header before a pixel is decoded; what is written holds pixels alone: no metadata, no
profile, no comment, no second picture.
"""

import io
import warnings
from collections.abc import Mapping

from PIL import Image, ImageOps, UnidentifiedImageError

from strandline.model.pictures import MadePicture, PictureOutcome, PictureUse

#: Widest and highest, pixels: twice what a page shows, for dense screens.
SIZES: Mapping[PictureUse, tuple[int, int]] = {
    PictureUse.ITEM: (640, 640),
    PictureUse.ICON: (64, 64),
    PictureUse.THUMB: (320, 240),
}
#: What is smaller on either side is a counter, a face or a button.
SMALLEST: Mapping[PictureUse, int] = {
    PictureUse.ITEM: 80,
    PictureUse.ICON: 12,
    PictureUse.THUMB: 16,
}
#: More pixels are not decoded (a camera's picture has 12 to 24 million).
MOST_PIXELS = 40_000_000
#: Longer in one direction is a banner, a bar or a chart that nobody could read so small.
ODDEST = 4.0
FORMATS = ("JPEG", "PNG", "WEBP", "GIF")
_QUALITY = 80
_WHITE = (255, 255, 255)


def make_picture(body: bytes, use: PictureUse) -> MadePicture | PictureOutcome:
    """The picture for a use, or why there is none."""
    formats = (*FORMATS, "ICO") if use is PictureUse.ICON else FORMATS
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Pillow thinks odd is decided here
            with Image.open(io.BytesIO(body), formats=formats) as image:
                refusal = _refusal(image, use)
                return refusal if refusal is not None else _written(image, use)
    except (MemoryError, Image.DecompressionBombError):
        return PictureOutcome.TOO_LARGE
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, OverflowError):
        return PictureOutcome.NO_PICTURE  # as Pillow's readers fail for bytes that they cannot read
    except (TypeError, IndexError, KeyError, AttributeError, ZeroDivisionError, AssertionError):
        return PictureOutcome.NO_PICTURE  # and as they fail for some that were made to break them


def _refusal(image: Image.Image, use: PictureUse) -> PictureOutcome | None:
    """What its header says against it."""
    width, height = image.size
    if width * height > MOST_PIXELS:
        return PictureOutcome.TOO_LARGE
    if min(width, height) < SMALLEST[use]:
        return PictureOutcome.TOO_SMALL
    if use is not PictureUse.THUMB and max(width, height) > ODDEST * min(width, height):
        return PictureOutcome.ODD_SHAPE
    is_icon_file = image.format == "ICO"
    if getattr(image, "is_animated", False) and not is_icon_file:
        return PictureOutcome.ANIMATED
    return None


def _written(image: Image.Image, use: PictureUse) -> MadePicture:
    size = SIZES[use]
    image.draft("RGB", (size[0] * 2, size[1] * 2))  # JPEG: decoded at a fraction of its size
    shown = ImageOps.exif_transpose(image)
    is_clear = shown.has_transparency_data
    shown = shown.convert("RGBA" if is_clear else "RGB")
    if use is PictureUse.THUMB:  # the first screen of a page; a narrow one shows its beginning
        shown = shown.crop((0, 0, shown.width, min(shown.height, shown.width * 3 // 4)))
    shown.thumbnail(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    if use is PictureUse.ICON:
        return _saved(shown, "PNG", "image/png", optimize=True)
    if is_clear:
        paper = Image.new("RGB", shown.size, _WHITE)
        paper.paste(shown, mask=shown.getchannel("A"))
        shown = paper
    return _saved(shown, "JPEG", "image/jpeg", quality=_QUALITY, optimize=True, progressive=True)


def _saved(image: Image.Image, form: str, media_type: str, **how: object) -> MadePicture:
    """Written from the pixels alone: a new picture has none of the old one's metadata."""
    plain = Image.new(image.mode, image.size)
    plain.paste(image)
    out = io.BytesIO()
    plain.save(out, form, **how)
    return MadePicture(out.getvalue(), media_type, *plain.size)
