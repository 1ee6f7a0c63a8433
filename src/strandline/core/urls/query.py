"""Parameters of a query: which ones go, and how the rest is compared.

Order is kept in the canonical URL and folded in the key, where parameters are sorted by name;
values of one name keep their order, because `x=1&x=2` and `x=2&x=1` may be two pages.
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from strandline.core.urls.percent import canonical_escapes, folded_name, folded_value
from strandline.core.urls.rules import HostPlan, Rules

_ESCAPED_AMPERSAND = re.compile(r"&(?:amp;)+", re.IGNORECASE)


class Cleaned(NamedTuple):
    """What is left of a query.

    Attributes:
        kept: Pieces that stay, in order, `name=value` as written.
        dropped: (rule, piece) of those that went.
    """

    kept: list[str]
    dropped: list[tuple[str, str]]


def name_of(piece: str) -> str:
    """A parameter's name as rules know it: decoded, lower case."""
    name = piece.partition("=")[0]
    if "%" in name or "+" in name:
        name = unquote(name.replace("+", " "))
    return name.lower()


def value_of(piece: str) -> str:
    """A parameter's value, decoded."""
    value = piece.partition("=")[2]
    return unquote(value.replace("+", " ")) if "%" in value or "+" in value else value


def spelled(query: str) -> str:
    """A query in the canonical spelling; `&amp;` that only shows once decoded is an `&` too."""
    query = canonical_escapes(query)
    while ";" in query and (shorter := _ESCAPED_AMPERSAND.sub("&", query)) != query:
        query = shorter
    return query


def clean(query: str, path: str, rules: Rules, plan: HostPlan) -> Cleaned:
    """Take the parameters out that say where a reader came from, not what the page is."""
    kept: list[str] = []
    dropped: list[tuple[str, str]] = []
    site = plan.site_verdict
    judge = rules.verdict
    for piece in query.split("&"):
        if not piece:
            continue
        name = name_of(piece)
        rule = site(name, piece, path) if site is not None else None
        if rule is None:
            rule = judge(name, piece)
        if rule:
            dropped.append((rule, piece))
        else:
            kept.append(piece)
    if dropped and kept:
        kept = _without_companions(kept, dropped, rules)
    return Cleaned(kept, dropped)


def _without_companions(kept: list[str], dropped: list[tuple[str, str]], rules: Rules) -> list[str]:
    """Names that mean tracking only beside a sure tracker (`campaignid` beside `gclid`)."""
    beside = {name_of(piece) for _, piece in dropped}
    stay = []
    for piece in kept:
        rule = rules.companion_verdict(name_of(piece), beside)
        if rule:
            dropped.append((rule, piece))
        else:
            stay.append(piece)
    return stay


def folded(pieces: Sequence[str], is_key_only: Callable[[str], bool]) -> str:
    """The query part of a key: `?a=1&b=2`, or empty."""
    pairs = []
    for piece in pieces:
        name, _, value = piece.partition("=")
        if "%" in piece or "+" in piece:
            name = folded_name(name.replace("+", "%20"))
            value = folded_value(value.replace("+", "%20"))
        if is_key_only(name.lower()):
            continue
        pairs.append((name, f"{name}={value}" if value else name))
    if not pairs:
        return ""
    if len(pairs) > 1:
        pairs.sort(key=_by_name)
    return "?" + "&".join([pair for _, pair in pairs])


def _by_name(pair: tuple[str, str]) -> str:
    return pair[0]
