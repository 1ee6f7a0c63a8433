"""Style sheets of a kept page, with their addresses led into the record or nowhere.

This makes pages look right; it does not make them safe. What it misses the policy of the replay
refuses.
"""

import re
from collections.abc import Callable

#: (absolute or relative address, what it is for) → where it leads in the replay, None for nowhere.
Resolve = Callable[[str, str], str | None]

#: An address that loads nothing; an empty one would load the sheet itself.
NOWHERE = "data:,"

#: Comments and strings are matched so as to be passed over: what looks like an address in them
#: is none. A string that nothing ends is one up to the end of its line. Letters may be escapes.
_STRING = r"""(?:"(?:[^"\\\n]++|\\(?:\r\n|.))*+(?:"|(?=\n)|\Z)
    |'(?:[^'\\\n]++|\\(?:\r\n|.))*+(?:'|(?=\n)|\Z))"""
_URL = r"(?:u|\\0{0,4}[57]5[ \t\n]?)(?:r|\\0{0,4}[57]2[ \t\n]?)(?:l|\\0{0,4}[46]c[ \t\n]?)"
_PART = re.compile(
    rf"""(?P<comment>/\*.*?(?:\*/|\Z))
    |(?P<namespace>@namespace\b[^;{{}}]*+)
    |@import\s*+(?P<imported>{_STRING})
    |(?P<import>@import\s*+)?(?<![\w-]){_URL}\(\s*+(?:(?P<quoted>{_STRING})|(?P<plain>(?:[^"'()\\\s]++|\\.)*+))\s*+\)
    |(?P<string>{_STRING})
    |(?P<function>[\w-]*+\()
    |[\w-]++
    |(?P<close>\))
    |(?P<defined>:defined(?![\w-]))|:state\(\s*+(?P<state>[\w-]++)\s*+\)
    |\\.""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ESCAPE = re.compile(
    r"\\(?:([0-9a-fA-F]{1,6})(?:\r\n|[ \t\n\r\f])?|(\r\n|\n|\f)|(.)|\Z)", re.DOTALL
)
#: Functions in which a string is an address.
_OF_PICTURES = frozenset(("image-set(", "-webkit-image-set("))
#: No element of a kept page is made by a script any more, but it was: what waits for that stays
#: hidden for ever. The same specificity, and every element. States that a script gave them are
#: an attribute in a snapshot.
_DEFINED = ":nth-child(n)"
#: Data that a sheet may carry in itself.
_DATA = re.compile(
    r"data:(?:image/|font/|application/(?:x-)?font|application/octet-stream)", re.IGNORECASE
)
_UNSAFE = re.compile(r"[\x00-\x20\"'()\\<>\x7f]")


def rewrite_css(text: str, resolve: Resolve) -> str:
    """A sheet, or the value of a `style` attribute, with every address replaced."""
    within: list[str] = []

    def replaced(part: re.Match[str]) -> str:
        if part["imported"] is not None:
            return f'@import url("{_led(_meant(part["imported"]), "style", resolve)}")'
        address = part["quoted"] if part["quoted"] is not None else part["plain"]
        if address is not None:
            use = "style" if part["import"] else "image"
            begin = "@import " if part["import"] else ""
            return f'{begin}url("{_led(_meant(address), use, resolve)}")'
        if part["string"] is not None and within and within[-1] in _OF_PICTURES:
            return f'url("{_led(_meant(part["string"]), "image", resolve)}")'
        if part["function"] is not None:
            within.append(part["function"].lower())
        elif part["close"] and within:
            within.pop()
        if part["state"]:
            return f'[data-kept-state~="{part["state"]}"]'
        return _DEFINED if part["defined"] else part[0]

    return _PART.sub(replaced, text)


def _meant(written: str) -> str:
    """An address without its quotes and escapes."""
    if written[:1] in ("'", '"'):
        written = written[1:].removesuffix(written[0])
    return _ESCAPE.sub(_unescaped, written) if "\\" in written else written


def _unescaped(found: re.Match[str]) -> str:
    if found[1]:
        code = int(found[1], 16)
        is_char = 0 < code < 0xD800 or 0xDFFF < code < 0x110000
        return chr(code) if is_char else "\ufffd"
    return found[3] or ""


def _led(address: str, use: str, resolve: Resolve) -> str:
    address = address.strip()
    if address.startswith("#"):  # a part of the same document: filters, masks
        return _UNSAFE.sub("", address)
    if use == "image" and _DATA.match(address):
        return re.sub(r"[\x00-\x1f\"\\<>\x7f]", lambda odd: f"%{ord(odd[0]):02X}", address)
    return resolve(address, use) or NOWHERE
