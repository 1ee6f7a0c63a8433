"""Style sheets of a kept page, with their addresses led into the record or nowhere.

This makes pages look right; it does not make them safe. What it misses (an address that is written
with escapes, say) the policy of the replay refuses.
"""

import re
from collections.abc import Callable

#: (absolute or relative address, what it is for) → where it leads in the replay, None for nowhere.
Resolve = Callable[[str, str], str | None]

#: An address that loads nothing; an empty one would load the sheet itself.
NOWHERE = "data:,"

#: Comments and strings are matched so as to be passed over: what looks like an address in them
#: is none. A string that nothing ends is one up to the end of its line.
#: `@import "…"` is one without `url()`.
_PART = re.compile(
    r"""(?P<comment>/\*.*?(?:\*/|\Z))
    |@import\s*+(?:url\(\s*+)?(?P<quote>["'])(?P<imported>[^"'\n]{0,4000})(?P=quote)(?:\s*+\))?
    |@import\s*+url\(\s*+(?P<bare>[^"'()\s]{0,4000})\s*+\)
    |url\(\s*+(?:"(?P<double>[^"\n]*+)"|'(?P<single>[^'\n]*+)'|(?P<plain>[^"'()\s]*+))\s*+\)
    |"(?:[^"\\\n]++|\\.)*+"?|'(?:[^'\\\n]++|\\.)*+'?""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
#: Data that a sheet may carry in itself.
_DATA = re.compile(r"data:(?:image/|font/|application/(?:x-)?font)", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x20\"'()\\<>\x7f]")


def rewrite_css(text: str, resolve: Resolve) -> str:
    """A sheet, or the value of a `style` attribute, with every address replaced."""

    def replaced(part: re.Match[str]) -> str:
        for name in ("imported", "bare"):
            if part[name] is not None:
                return f'@import url("{_led(part[name], "style", resolve)}")'
        for name in ("double", "single", "plain"):
            if part[name] is not None:
                return f'url("{_led(part[name], "image", resolve)}")'
        return part[0]

    return _PART.sub(replaced, text)


def _led(address: str, use: str, resolve: Resolve) -> str:
    address = address.strip()
    if address.startswith("#"):  # a part of the same document: filters, masks
        return _UNSAFE.sub("", address)
    if use == "image" and _DATA.match(address):
        return re.sub(r"[\x00-\x1f\"\\<>\x7f]", lambda odd: f"%{ord(odd[0]):02X}", address)
    return resolve(address, use) or NOWHERE
