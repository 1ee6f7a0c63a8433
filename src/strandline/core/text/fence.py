"""Text from outside as data for a language model: cleaned, bounded, and fenced.

A fence of fixed words can be closed from within by a title that contains it. This one is drawn
from the fenced lines themselves: no text can hold the hash of a whole that it is part of. Each
line is a JSON object, so that a quote or a line break in a text stays inside its string.
"""

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence

#: Read of a text before it is cleaned, as a multiple of what is kept: entities and spaces shrink.
_READ_TIMES = 4
#: Marks by which chat templates tell who speaks (`<|im_start|>`, `</s>`, `[INST]`): some servers
#: read them in a message too. Plain text has no use for them.
_ROLE_MARKS = re.compile(r"\[/?\s*(?:INST|SYS|TOOL_CALLS|AVAILABLE_TOOLS)\s*\]", re.IGNORECASE)
_ANGLES = str.maketrans({"<": "‹", ">": "›"})
#: Characters that a person does not see: controls, formats (direction, zero width, the tags of
#: U+E0000 that can spell a hidden sentence), surrogates, private use.
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co"})


def plain_line(text: str, limit: int) -> str:
    """One line of what a person would see, at most `limit` characters; cut ones end in `…`."""
    seen = "".join(map(_visible, text[: limit * _READ_TIMES]))
    line = " ".join(_ROLE_MARKS.sub(" ", seen).translate(_ANGLES).split())
    is_cut = len(line) > limit or len(text) > limit * _READ_TIMES
    return line[: limit - 1].rstrip() + "…" if is_cut else line


def _visible(char: str) -> str:
    if char.isascii() and char.isprintable():
        return char
    if char.isspace():
        return " "
    category = unicodedata.category(char)
    return "" if category in _UNSEEN or _is_tag_selector(char) else char


def _is_tag_selector(char: str) -> bool:
    """Variation selectors: 256 of them can carry any bytes behind one visible sign."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def data_line(fields: Mapping[str, object]) -> str:
    """Cleaned fields as one JSON object on one line, keys in the order given."""
    return json.dumps(dict(fields), ensure_ascii=False)


def fenced(lines: Sequence[str]) -> str:
    """Lines between two marker lines that none of them can contain."""
    body = "\n".join(lines)
    mark = hashlib.sha256(body.encode()).hexdigest()[:16]
    return f"=== DATA {mark} ===\n{body}\n=== END {mark} ==="
