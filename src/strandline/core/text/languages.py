"""Tags of languages, as feeds, pages and people write them."""

import re

#: BCP 47 (RFC 5646, 2.1): language, extensions of it, script, region, variants, private use.
_TAG = re.compile(
    r"[a-z]{2,3}(?:-[a-z]{3}){0,3}(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?"
    r"(?:-(?:[a-z0-9]{5,8}|\d[a-z0-9]{3})){0,4}(?:-[a-wy-z0-9](?:-[a-z0-9]{2,8}){1,4})?"
    r"(?:-x(?:-[a-z0-9]{1,8}){1,4})?",
    re.IGNORECASE | re.ASCII,
)
#: RFC 5646, 4.4.1: who reads tags has room for so many characters.
_LONGEST = 35


def language_tag(text: str | None) -> str | None:
    """The tag of a language; None for what is none, whatever else it says.

    `fr_CA` is read as `fr-CA`, which publishers mean by it.
    """
    tag = (text or "")[: _LONGEST + 20].strip().replace("_", "-")
    return tag if len(tag) <= _LONGEST and _TAG.fullmatch(tag) else None
