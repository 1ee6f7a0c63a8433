"""One round of the rules over the parts of a URL: its canonical form and its key."""

import re
from typing import NamedTuple

from strandline.core.urls.account import Account
from strandline.core.urls.parse import Parts, parse
from strandline.core.urls.paths import (
    folded_tail,
    looks_like_article,
    without_amp,
    without_session,
)
from strandline.core.urls.percent import canonical_escapes, folded_path
from strandline.core.urls.platforms import canonical_of, key_of, match_form
from strandline.core.urls.query import clean, folded, spelled
from strandline.core.urls.rules import HostPlan, Rules
from strandline.model.urls import UrlNote

_DIRECTIVE = re.compile(r":~:.*", re.DOTALL)  # WICG, URL Fragment Text Directives
_ROUTE = re.compile(r"(?:!/?|/)[^/#].*", re.DOTALL)


class Settled(NamedTuple):
    """What one round made of a URL."""

    parts: Parts
    key: str


def spell(parts: Parts) -> str:
    """A URL in one string; user name and password never are part of it."""
    query = "?" + parts.query if parts.query else ""
    fragment = "#" + parts.fragment if parts.fragment else ""
    return f"{parts.scheme}://{parts.host}{parts.port}{parts.path}{query}{fragment}"


def settle(parts: Parts, rules: Rules, account: Account) -> Settled:
    """Host, path, fragment and query cleaned; then the platform's own form."""
    parts = _settle_host(parts, rules, account)
    plan = rules.plan(parts.host)
    parts = _settle_path(parts, plan, account)
    parts = _settle_fragment(parts, plan, account)
    parts = _settle_query(parts, rules, plan, account)
    found = match_form(parts, plan.forms + rules.generic_forms)
    if found is None:
        return Settled(parts, _folded_key(parts, plan, rules))
    form, groups = found
    canonical = canonical_of(form, groups, parts)
    if canonical is not None and canonical != spell(parts):
        account.add(UrlNote.OTHER_NORMALIZATION, form.name, spell(parts))
        parts = parse(canonical, canonical)._replace(href="")
    key = key_of(form, groups, parts, plan.key_host, rules.key_only)
    if key is None:
        key = _folded_key(parts, plan, rules)
    return Settled(parts, key)


def _settle_host(parts: Parts, rules: Rules, account: Account) -> Parts:
    host = parts.host
    if host.endswith("."):
        host = host.removesuffix(".")
        account.add(UrlNote.OTHER_NORMALIZATION, "host-dot", parts.host)
    plan = rules.plan(host)
    if plan.alias is not None:
        account.add(UrlNote.OTHER_NORMALIZATION, plan.alias_rule, host)
        host = plan.alias
    return parts if host == parts.host else parts._replace(host=host)


def _settle_path(parts: Parts, plan: HostPlan, account: Account) -> Parts:
    path = parts.path
    for rule, change in (
        ("escapes", canonical_escapes),
        ("session", without_session),
        ("amp", lambda text: without_amp(text, always=plan.has_amp_paths)),
    ):
        changed = change(path)
        if changed != path:
            account.add(UrlNote.OTHER_NORMALIZATION, rule, path)
            path = changed
    if path == parts.path:
        return parts
    # A segment that was more than `..` may be just that now: the parser has the last word.
    return parse(spell(parts._replace(path=path)), path)._replace(href="")


def _settle_fragment(parts: Parts, plan: HostPlan, account: Account) -> Parts:
    if not parts.fragment:
        return parts
    fragment = canonical_escapes(_DIRECTIVE.sub("", parts.fragment))
    if not plan.keeps_fragment and _ROUTE.fullmatch(fragment) is None:
        fragment = ""
    if fragment == parts.fragment:
        return parts
    account.add(UrlNote.REMOVED_FRAGMENT, "fragment", "#" + parts.fragment)
    return parts._replace(fragment=fragment)


def _settle_query(parts: Parts, rules: Rules, plan: HostPlan, account: Account) -> Parts:
    raw = parts.query
    if not raw or raw[0] == "?":  # `??a.js,b.js` is a list of files, not of parameters
        query = canonical_escapes(raw)
    else:
        query = spelled(raw)
        kept, dropped = clean(query, parts.path, rules, plan)
        for rule, piece in dropped:
            account.add(UrlNote.REMOVED_TRACKING_PARAMS, rule, piece)
        if len(kept) + len(dropped) != query.count("&") + 1 or query != raw:
            account.add(UrlNote.OTHER_NORMALIZATION, "query", raw)
        query = "&".join(kept)
    return parts if query == raw else parts._replace(query=query)


def _folded_key(parts: Parts, plan: HostPlan, rules: Rules) -> str:
    host = plan.key_host
    if plan.amp_host is not None and looks_like_article(parts.path):
        host = plan.amp_host
    if parts.query[:1] == "?":
        query = "?" + parts.query
    else:
        query = folded(parts.query.split("&"), rules.key_only) if parts.query else ""
    fragment = "#" + parts.fragment if parts.fragment else ""
    return f"{host}{parts.port}{folded_path(folded_tail(parts.path))}{query}{fragment}"
