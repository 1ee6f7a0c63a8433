"""What a URL is, found offline: canonical URL, key, notes.

The way of a URL: cleaned text → parsed → unwrapped, as often as there is a wrapper → host, path
and query cleaned → the platform's own form. When a rule changed something the result goes the
way again, so that a canonical URL always is its own canonical URL.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import NamedTuple

from strandline.core.urls.account import Account
from strandline.core.urls.parse import (
    MAX_URL_LENGTH,
    Parts,
    cleaned_text,
    parse,
    readable_text,
    refuse,
    with_scheme,
)
from strandline.core.urls.plain import Plain, make_plain
from strandline.core.urls.rules import Rules, load_rules
from strandline.core.urls.settle import settle, spell
from strandline.core.urls.unwrap import target_of
from strandline.model.errors import UrlError
from strandline.model.urls import TrailStep, UrlIdentity, UrlNote

#: Wrappers inside wrappers; real ones nest two or three deep.
MAX_WRAPPERS = 10
#: Rounds until a URL stays as it is; two are the rule, three where a host has a host alias.
_MAX_ROUNDS = 8

_AUTHORITY = re.compile(r"([A-Za-z]+):[/\\]*(?:[^/\\?#]*@)?([^/\\?#]*)(?=([/\\?#]?))")


def article_uuid(canonical: str) -> str:
    """Id of an article: `A_` and the first 16 hex digits of SHA-256 of its canonical URL."""
    return "A_" + sha256(canonical.encode()).hexdigest()[:16]


def identify(url: str, *, base: str | None = None, force_https: bool = False) -> UrlIdentity:
    """What a URL is.

    Args:
        url: As received. Bytes that are not UTF-8 as lone surrogates (`surrogateescape`).
        base: Absolute URL of the document it was found in, for relative ones.
        force_https: Show `https` even where the URL says `http`; the key is the same.

    Raises:
        UrlError: It has no identity: `empty`, `too_long`, `nul_character`, `not_a_url`,
            `unsupported_scheme`, `too_many_wrappers`.
    """
    short = _short_way()(url) if not force_https else None
    if short is not None:
        return _from_plain(url, short)
    return identify_fully(url, base=base, force_https=force_https)


def identify_fully(url: str, *, base: str | None = None, force_https: bool = False) -> UrlIdentity:
    """The same by the long way, whatever the URL looks like."""
    rules = load_rules()
    account = Account()
    text = cleaned_text(url)
    parts = parse(with_scheme(text, url, base), url, base)
    _note_parsing(url, text, parts, account)
    start, parts, key = _until_stable(_Way(url, text, parts), rules, account)
    if force_https and parts.scheme == "http" and not parts.port:
        account.add(UrlNote.OTHER_NORMALIZATION, "https", "http")
        parts = parts._replace(scheme="https")
    canonical = spell(parts)
    if len(canonical) > MAX_URL_LENGTH:
        refuse("too_long", url, f"Its canonical form has more than {MAX_URL_LENGTH} characters.")
    if _ends_in_slash(start) != parts.path.endswith("/"):
        account.add(UrlNote.NORMALIZED_TRAILING_SLASH, "trailing-slash", start.parts.path)
    return UrlIdentity(
        readable_text(url),
        canonical,
        key,
        account.notes,
        account.trail,
        any(pattern.fullmatch(parts.path) for pattern in rules.plan(parts.host).opaque),
    )


#: Canonical URL, key and id of one URL out of many. A bare tuple, for speed.
Found = tuple[str, str, str]


def identify_many(urls: Iterable[str]) -> Iterator[Found | UrlError]:
    """Identities of many URLs, in order, one for one; an error stands for a URL without one."""
    short_way = _short_way()
    for url in urls:
        short = short_way(url)
        if short is not None:
            canonical, key, _ = short
            yield canonical, key, "A_" + sha256(canonical.encode()).hexdigest()[:16]
            continue
        try:
            identity = identify_fully(url)
        except UrlError as error:
            yield error
        else:
            yield identity.canonical, identity.key, article_uuid(identity.canonical)


def after_redirect(identity: UrlIdentity, final_url: str) -> UrlIdentity:
    """The identity of a URL once it is known where it leads.

    Args:
        identity: As found offline.
        final_url: Absolute URL that answered at the end.

    Raises:
        UrlError: The final URL has no identity.
    """
    final = identify(final_url)
    if final.canonical == identity.canonical:
        return replace(identity, needs_resolving=False)
    notes = {UrlNote.RESOLVED_REDIRECTS, *identity.notes, *final.notes}
    notes.discard(UrlNote.NORMALIZED_TRAILING_SLASH)
    if _slash_of(identity.original) != _slash_of(final.canonical):
        notes.add(UrlNote.NORMALIZED_TRAILING_SLASH)
    return UrlIdentity(
        identity.original,
        final.canonical,
        final.key,
        tuple(note for note in UrlNote if note in notes),
        (*identity.trail, TrailStep("redirect", final_url), *final.trail),
        needs_resolving=False,
    )


@cache
def _short_way() -> Callable[[str], Plain | None]:
    return make_plain(load_rules())


def _from_plain(url: str, short: Plain) -> UrlIdentity:
    canonical, key, dropped = short
    if not dropped:
        return UrlIdentity(url, canonical, key)
    trail = tuple(TrailStep(rule, piece) for rule, piece in dropped)
    return UrlIdentity(url, canonical, key, (UrlNote.REMOVED_TRACKING_PARAMS,), trail)


class _Way(NamedTuple):
    """Where a URL starts: as received, as cleaned text, in parts."""

    url: str
    text: str
    parts: Parts


def _until_stable(start: _Way, rules: Rules, account: Account) -> tuple[_Way, Parts, str]:
    """Unwrap and settle until nothing changes; the start moves to the innermost target."""
    parts = start.parts._replace(href="")
    key = ""
    unwrapped = 0
    for _ in range(_MAX_ROUNDS):
        plan = rules.plan(parts.host)
        while (found := target_of(parts, plan.unwraps + rules.generic_unwraps)) is not None:
            unwrapped += 1
            if unwrapped > MAX_WRAPPERS:
                refuse("too_many_wrappers", start.url, "Take the target out of it by hand.")
            rule, target = found
            inside = _inside(target, start.url)
            if inside is None:
                break
            account.add(UrlNote.RESOLVED_REDIRECTS, rule, spell(parts))
            start = inside
            parts = start.parts._replace(href="")
            plan = rules.plan(parts.host)
        before = parts
        parts, key = settle(parts, rules, account)
        if parts == before:
            break
    return start, parts, key


def _inside(target: str, url: str) -> _Way | None:
    """The way of what a wrapper holds; None where that is no URL and the wrapper leads nowhere."""
    try:
        text = cleaned_text(target)
        return _Way(url, text, parse(text, url))
    except UrlError:
        return None


def _note_parsing(url: str, text: str, parts: Parts, account: Account) -> None:
    """Write down what reading the text alone changed in it."""
    authority = _AUTHORITY.match(text)
    if text != url or authority is None:
        account.add(UrlNote.OTHER_NORMALIZATION, "text", "cleaned or completed")
    if authority is not None:
        host = authority[2]
        if host != host.lower():
            account.add(UrlNote.LOWERCASED_HOST, "host-case", host)
        slash = "" if authority[3] in ("/", "\\") and authority[3] else "/"
        head, tail = text[: authority.start(2)], text[authority.end(2) :]
        if head + host.lower() + slash + tail != parts.href:
            account.add(UrlNote.OTHER_NORMALIZATION, "parser", parts.href)
    href = parts.href
    if href.endswith("#"):
        account.add(UrlNote.REMOVED_FRAGMENT, "fragment", "#")
        href = href[:-1]
    if href != spell(parts):
        account.add(UrlNote.OTHER_NORMALIZATION, "unneeded", "user name, password or empty query")


def _ends_in_slash(way: _Way) -> bool:
    """True where the path as written ends in a slash; a bare host has no path."""
    if way.parts.path != "/":
        return way.parts.path.endswith("/")
    authority = _AUTHORITY.match(way.text)
    return authority is not None and authority[3] in {"/", "\\"}


def _slash_of(url: str) -> bool:
    text = cleaned_text(url)
    return _ends_in_slash(_Way(url, text, parse(with_scheme(text, url, None), url)))
