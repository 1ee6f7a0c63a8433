"""How a mail looks by day, by night, and where a program turns its colours round by itself.

A preview cannot ask the reader's system, so the part of the style sheet that does is switched on or
off. Mail programs that force a dark look invert light colours; what they do to our own dark part
is not ours to say, so the light one is inverted.
"""

import re

#: Names of the looks, in order.
LOOKS = ("light", "dark", "forced")

_ASKS = re.compile(r"@media\s*\(prefers-color-scheme:\s*dark\)")
_SCHEMES = re.compile(r'(<meta name="(?:supported-)?color-schemes?" content=")[^"]*"')
_INVERTED = "<style>html { filter: invert(1) hue-rotate(180deg); background: #fff; }</style></head>"


def looked_at(body: str, look: str) -> str:
    """The HTML part of a mail as it looks there."""
    is_dark = look == "dark"
    shown = _ASKS.sub("@media all" if is_dark else "@media not all", body)
    shown = _SCHEMES.sub(rf'\g<1>{"dark" if is_dark else "light"}"', shown)
    return shown.replace("</head>", _INVERTED, 1) if look == "forced" else shown
