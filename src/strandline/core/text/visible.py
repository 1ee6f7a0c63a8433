"""Text from outside that does nothing where it is read: no control, no turned direction.

A terminal obeys control characters (C0, C1, and the sequences that begin with ESC), and direction
marks make a line read as another one. They are written as the escapes of JSON, so that a document
of JSON stays the same document.
"""

import re

#: What acts and is not seen: controls but for line feed and tab, line and paragraph separators,
#: direction marks, zero width but for the joiners that writing and emoji need, invisible operators,
#: interlinear marks and tags.
_ACTS = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f"
)
_ACTING = re.compile(f"[{_ACTS}]")
#: The sequences that a terminal is sent for colours and moving bars.
_DRAWING = re.compile(rf"\r|\x1b\[(?:[0-9;]{{0,20}}[ABJKm]|\?25[hl])|[{_ACTS}]")


def visible(text: str) -> str:
    """The text with everything written out that would act instead of being read."""
    return text if text.isascii() and text.isprintable() else _ACTING.sub(_written, text)


def one_line(text: str) -> str:
    """The same, in one line: nobody can begin a line of his own in a list or a log."""
    return visible(text).replace("\n", "\\n").replace("\t", " ")


def drawn(text: str) -> str:
    """What is sent to a terminal: colours and bars of our own may pass, nothing else."""
    return text if text.isascii() and text.isprintable() else _DRAWING.sub(_undrawn, text)


def _undrawn(found: re.Match[str]) -> str:
    is_drawing = len(found[0]) > 1 or found[0] == "\r"
    return found[0] if is_drawing else _written(found)


def _written(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\u{0xD800 + (code - 0x10000 >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
