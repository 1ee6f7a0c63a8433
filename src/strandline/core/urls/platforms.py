"""Platforms that know one page under many URLs: which page is it, and what do we show."""

from collections.abc import Set
from urllib.parse import unquote

from strandline.core.urls.parse import Parts
from strandline.core.urls.percent import folded_path
from strandline.core.urls.query import folded, name_of, value_of
from strandline.core.urls.rules import Form
from strandline.core.urls.spellings import SPELLINGS


def match_form(parts: Parts, forms: tuple[Form, ...]) -> tuple[Form, dict[str, str]] | None:
    """The first form that a URL has, with what its groups found; None where it has none."""
    for form in forms:
        match = form.path.fullmatch(parts.path)
        if match is None:
            continue
        groups = {name: text or "" for name, text in match.groupdict().items()}
        if form.query and not _match_query(form, parts.query, groups):
            continue
        if form.fragment is not None:
            found = form.fragment.fullmatch(parts.fragment)
            if found is None:
                continue
            groups |= found.groupdict()
        return form, groups
    return None


def _match_query(form: Form, query: str, groups: dict[str, str]) -> bool:
    values: dict[str, str] = {}
    for piece in query.split("&"):
        values.setdefault(name_of(piece), value_of(piece))
    for name, pattern in form.query:
        value = values.get(name)
        match = pattern.fullmatch(value) if value is not None else None
        if match is None:
            return False
        groups |= {name: match[0], **{part: text or "" for part, text in match.groupdict().items()}}
    return True


def canonical_of(form: Form, groups: dict[str, str], parts: Parts) -> str | None:
    """The URL to show, or None where it stays as it is."""
    if form.canonical is None:
        return None
    search = f"?{parts.query}" if parts.query else ""
    return form.canonical.format(
        host=parts.host,
        site=parts.host.removeprefix("www."),
        path=parts.path,
        search=search,
        **groups,
    )


def key_of(
    form: Form, groups: dict[str, str], parts: Parts, host: str, key_only: Set[str]
) -> str | None:
    """The key of the page, or None where the platform has none for it.

    What a form does not name may still be content (`?page=2`): templates that end in `{query}` keep
    the parameters that no rule took away.
    """
    if form.key is None:
        return None
    values = {name: _compared(form, name, text) for name, text in groups.items()}
    return form.key.format(host=host, query=_other_query(form, parts.query, key_only), **values)


def _compared(form: Form, name: str, text: str) -> str:
    """What a group found, as it is compared."""
    if name in form.spellings:
        decoded = text if name in form.from_query else unquote(text, errors="surrogateescape")
        return SPELLINGS[form.spellings[name]](decoded)
    if name in form.lower:
        return unquote(text).lower()
    return text if name in form.from_query else folded_path(text)


def _other_query(form: Form, query: str, key_only: Set[str]) -> str:
    """The query without what the form names, folded as in any key."""
    if not query:
        return ""
    pieces = [piece for piece in query.split("&") if name_of(piece) not in form.from_query]
    return folded(pieces, key_only) if pieces else ""
