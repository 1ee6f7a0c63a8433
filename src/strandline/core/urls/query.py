"""Parameters of a query: which ones go, and how the rest is compared.

Order is kept in the canonical URL and folded in the key, where parameters are sorted by name;
values of one name keep their order, because `x=1&x=2` and `x=2&x=1` may be two pages.
"""

import re
from collections.abc import Sequence, Set
from urllib.parse import unquote

from strandline.core.urls.percent import canonical_escapes, folded_name, folded_value
from strandline.core.urls.rules import HostPlan, Rules

#: Forums that separate parameters by `;` put a visitor's session behind one (docs of SMF).
_SESSION_BEHIND = re.compile(r";(?:phpsessid|jsessionid)=[\w.!-]*", re.IGNORECASE)
_ESCAPED_AMPERSAND = re.compile(r"&(?:amp;)+", re.IGNORECASE)


#: Pieces that stay, in order and as written; (rule, piece) of those that go.
Cleaned = tuple[list[str], list[tuple[str, str]]]


def name_of(piece: str) -> str:
    """A parameter's name as rules know it: decoded, lower case, without what is left of `&amp;`."""
    name = piece.partition("=")[0]
    if "%" in name or "+" in name:
        name = unquote(name.replace("+", " "))
    while name[:4] in {"amp;", "AMP;"}:
        name = name[4:]
    return name.lower()


def value_of(piece: str) -> str:
    """A parameter's value, decoded."""
    value = piece.partition("=")[2]
    return unquote(value.replace("+", " ")) if "%" in value or "+" in value else value


def spelled(query: str) -> str:
    """A query in the canonical spelling, without a session behind `;`.

    `&amp;` that only shows once decoded is an `&` too.
    """
    query = canonical_escapes(query)
    while ";" in query and (shorter := _ESCAPED_AMPERSAND.sub("&", query)) != query:
        query = shorter
    return _SESSION_BEHIND.sub("", query) if ";" in query else query


def clean(query: str, path: str, rules: Rules, plan: HostPlan) -> Cleaned:
    """Take the parameters out that say where a reader came from, not what the page is."""
    kept: list[str] = []
    dropped: list[tuple[str, str]] = []
    site = plan.site_verdict
    always, may_drop, companions = rules.always, rules.may_drop, rules.companions
    has_companion = False
    for piece in query.split("&"):
        if not piece:
            continue
        name = piece.partition("=")[0]
        # Most names are plain: what `name_of` does, without the call.
        is_plain = not ("%" in name or "+" in name or ";" in name)
        name = name.lower() if is_plain else name_of(piece)
        rule = site(name, piece, path) if site is not None else None
        if rule is None:
            rule = always.get(name)
            if rule is None and (name in may_drop or name[:3] in may_drop):
                rule = rules.verdict(name, piece, path)
        if rule:
            dropped.append((rule, piece))
            continue
        kept.append(piece)
        if name in companions or name[:3] in companions:
            has_companion = True
    if has_companion and dropped:
        kept = _without_companions(kept, dropped, rules)
    return kept, dropped


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


def folded(pieces: Sequence[str], key_only: Set[str]) -> str:
    """The query part of a key: `?a=1&b=2`, or empty."""
    pairs = []
    for piece in pieces:
        name, _, value = piece.partition("=")
        if "%" in piece or "+" in piece:
            name = folded_name(name.replace("+", "%20"))
            value = folded_value(value.replace("+", "%20"))
        if name.lower() not in key_only:
            pairs.append((name, f"{name}={value}" if value else name))
    if len(pairs) > 1:
        pairs.sort(key=_by_name)
    return "?" + "&".join([pair for _, pair in pairs]) if pairs else ""


def _by_name(pair: tuple[str, str]) -> str:
    return pair[0]
