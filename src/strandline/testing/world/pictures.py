"""Small pictures drawn by code: hills under a sky, another one for every name."""

import colorsys
import random
from functools import lru_cache

from strandline.testing.documents import png_of

#: Of a painting, pixels: small enough to be painted while somebody waits.
WIDTH, HEIGHT = 480, 270


def hills(name: str, accent: str = "#2b5d7d") -> bytes:
    """An SVG of 640 by 360; the same name gives the same bytes."""
    rng = random.Random(name)
    hue = rng.randrange(360)
    sun_x, sun_y = rng.randrange(80, 560), rng.randrange(50, 140)
    ridges = "".join(_ridge(rng, hue, depth) for depth in range(4))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" role="img">'
        f'<rect width="640" height="360" fill="hsl({hue} 45% 88%)"/>'
        f'<circle cx="{sun_x}" cy="{sun_y}" r="34" fill="hsl(42 85% 68%)"/>'
        f'{ridges}<rect y="352" width="640" height="8" fill="{accent}"/></svg>'
    ).encode()


def _ridge(rng: random.Random, hue: int, depth: int) -> str:
    height = 180 + depth * 40
    points = " ".join(f"{x},{height + rng.randrange(-40, 40)}" for x in range(0, 641, 80))
    return (
        f'<polygon points="0,360 {points} 640,360" '
        f'fill="hsl({(hue + depth * 8) % 360} 35% {68 - depth * 14}%)"/>'
    )


@lru_cache(maxsize=256)
def painted_hills(name: str) -> bytes:
    """The same as a PNG, as pages are shared with: a drawing is no picture to most programs."""
    rng = random.Random(name)
    hue = rng.random()
    sun_x, sun_y, sun = rng.randrange(60, WIDTH - 60), rng.randrange(40, 100), 26
    ridges = [_heights(rng, 120 + depth * 36) for depth in range(4)]
    sky, light = _rgb(hue, 0.88, 0.45), _rgb(0.117, 0.68, 0.85)
    hills = [_rgb(hue + depth * 0.02, 0.68 - depth * 0.14, 0.35) for depth in range(4)]
    rows = []
    for y in range(HEIGHT):
        row = bytearray(sky * WIDTH)
        reach = sun * sun - (y - sun_y) ** 2
        if reach > 0:
            left, right = sun_x - int(reach**0.5), sun_x + int(reach**0.5)
            row[left * 3 : right * 3] = light * (right - left)
        for ridge, colour in zip(ridges, hills, strict=True):
            for x in range(WIDTH):
                if y >= ridge[x]:
                    row[x * 3 : x * 3 + 3] = colour
        rows.append(bytes(row))
    return png_of(WIDTH, rows)


def _heights(rng: random.Random, middle: int) -> list[int]:
    """Where a ridge begins, for each column."""
    step = 60
    points = [middle + rng.randrange(-30, 30) for _ in range(WIDTH // step + 2)]
    return [
        points[x // step] + (points[x // step + 1] - points[x // step]) * (x % step) // step
        for x in range(WIDTH)
    ]


def _rgb(hue: float, lightness: float, saturation: float) -> bytes:
    parts = colorsys.hls_to_rgb(hue % 1, lightness, saturation)
    return bytes(round(part * 255) for part in parts)
