"""Site names at the ends of a title: `… | Le Monde`, `… - BBC News`, `…_新浪财经_新浪网`."""

import re
from functools import lru_cache
from typing import NamedTuple

from strandline.core.text.titles.folding import CJK
from strandline.core.text.titles.outlets import is_section, is_site, squeezed

#: Longest name of a site, characters.
MAX_NAME_CHARS = 60
#: What must be left of a title: a name alone is no title. Words, or characters of Chinese.
_LEAST_WORDS = 2
_LEAST_CJK = 4

#: Signs that part a title from its site, and dashes, which also part a team from a team.
BARS = "|｜丨¦‖_•·»«"
_SIGN = re.compile(rf"[{BARS}—―－]|::|\s[-–]+\s|--|[-–](?=[^\x00-\xff])|(?<=[^\x00-\xff])[-–]")
_TAIL = re.compile(
    rf"(?:(?P<bar>(?<![{BARS}])[{BARS}]++|::)\s*|(?<=\s)[-–—―－]+\s+"
    rf"|(?:(?<!—)——++|(?<!-)--++|[—―－])\s*"
    rf"|(?<=[{CJK}！？。”》])[-–](?=[{CJK}a-zA-Z0-9]))"
    rf"(?P<name>[^\s{BARS}](?:(?!\s[-–—―]+\s|——|--)[^{BARS}]){{0,{MAX_NAME_CHARS}}})$"
)
_HEAD = re.compile(
    rf"(?P<name>[^\s{BARS}](?:(?!\s[-–—―:：]+\s)[^{BARS}:：]){{0,{MAX_NAME_CHARS}}}?)"
    rf"\s*(?:(?P<bar>[{BARS}]+|::)\s*|(?<=\s)[-–—―]+\s+)(?=\S)"
)
_BRACKET_TAIL = re.compile(rf"\s*[(（\[]([^()（）\[\]]{{2,{MAX_NAME_CHARS}}})[)）\]]$")
_BRACKET_HEAD = re.compile(rf"[【\[]([^【】\[\]]{{2,{MAX_NAME_CHARS}}})[】\]]\s*")
_UNITS = re.compile(rf"[{CJK}]|[^\W_{CJK}]+")
#: Second levels under which names are registered, and others that name no site.
_NO_NAMES = frozenset(
    ("com", "org", "net", "co", "gov", "edu", "ac", "www", "rss", "feed", "feeds", "news", "m")
)


class Piece(NamedTuple):
    """A site name found at an end of a title.

    Attributes:
        text: The name as it stood.
        rest: The title without it.
        before_section: A bar or two dashes parted the two, before which a section may stand.
    """

    text: str
    rest: str
    before_section: bool


@lru_cache(maxsize=2048)
def own_names(names: tuple[str, ...]) -> frozenset[str]:
    """Names and domains of a source, squeezed: `lemonde.fr` is `lemonde` and `lemondefr`."""
    found = {squeezed(name) for name in names}
    for name in names:
        if re.fullmatch(r"[\w.-]+\.[A-Za-z]{2,}", name):
            found.update(label.replace("-", "").lower() for label in name.split(".")[:-1])
    return frozenset(name for name in found if len(name) > 1) - _NO_NAMES


def tail_site(text: str, own: frozenset[str], *, after_site: bool = False) -> Piece | None:
    """The site's name at the tail of a title, if there is one.

    Args:
        own: `own_names` of the source.
        after_site: A site stood behind that a section may precede; sections count too.
    """
    found = _TAIL.search(text) if _SIGN.search(text) else None
    if found:
        name, by_bar = found["name"], bool(found["bar"])
        before_section = by_bar or found[0].startswith(("--", "——"))
        section = after_site and before_section and is_section(name)
        if section or _names_site(name, own, by_bar=by_bar):
            return _piece(name, text[: found.start()], before_section=before_section)
    found = _BRACKET_TAIL.search(text) if text[-1:] in ")）]" else None
    if found and _names_site(found[1], own, by_bar=False):
        return _piece(found[1], text[: found.start()], before_section=False)
    return None


def head_site(text: str, own: frozenset[str]) -> Piece | None:
    """The site's name at the head of a title, if there is one.

    Only names that also count behind a dash: heads before a bar name subjects (`Storm | Two dead`).
    """
    if text[:1] in "[【":
        found = _BRACKET_HEAD.match(text)
    else:
        found = _HEAD.match(text) if _SIGN.search(text) else None
    if not found:
        return None
    name = found[1]
    if squeezed(name) in own or is_site(name, by_bar=False):
        return _piece(name, text[found.end() :], before_section=False)
    return None


def _names_site(name: str, own: frozenset[str], *, by_bar: bool) -> bool:
    return is_site(name, by_bar=by_bar) or (bool(own) and squeezed(name) in own)


def _piece(name: str, rest: str, *, before_section: bool) -> Piece | None:
    rest = rest.strip()
    units = _UNITS.findall(rest)
    least = (
        _LEAST_CJK if any(len(unit) == 1 and unit > "\u2fff" for unit in units) else _LEAST_WORDS
    )
    return Piece(name, rest, before_section) if len(units) >= least else None
