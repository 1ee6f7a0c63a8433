"""Small pictures drawn by code: hills under a sky, another one for every name."""

import random


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
