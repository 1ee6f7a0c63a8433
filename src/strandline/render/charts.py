"""Figures drawn as SVG: shapes alone; what they say stands in the table beneath and in words.

No text is in a drawing: it would shrink with it on a phone. Colours come from the stylesheet, so
that a drawing is right in every light; nothing is inline that our policy would refuse.
"""

from collections.abc import Sequence

from markupsafe import Markup

_HEIGHT, _STEP, _WIDTH = 100, 10, 8


def columns(values: Sequence[int], label: str) -> Markup:
    """A column for each value, from left to right; the highest is as high as the drawing."""
    most = max([*values, 1])
    shapes = Markup("").join(
        Markup('<rect x="{}" y="{}" width="{}" height="{}"/>').format(
            number * _STEP + (_STEP - _WIDTH) // 2, _HEIGHT - height, _WIDTH, height
        )
        for number, value in enumerate(values)
        if (height := _part(value, most))
    )
    return Markup(
        '<svg class="chart" viewBox="0 0 {} {}" preserveAspectRatio="none" role="img"'
        ' aria-label="{}">{}</svg>'
    ).format(len(values) * _STEP, _HEIGHT, label, shapes)


def bar(value: int, most: int) -> Markup:
    """One bar in a row of a table, whose number stands beside it."""
    return Markup(
        '<svg class="bar" viewBox="0 0 {} 10" preserveAspectRatio="none" aria-hidden="true">'
        '<rect width="{}" height="10"/></svg>'
    ).format(_HEIGHT, _part(value, max(most, 1)))


def _part(value: int, most: int) -> int:
    """Of the height; what is there at all can be seen."""
    return 0 if value <= 0 else max(2, round(_HEIGHT * value / most))
