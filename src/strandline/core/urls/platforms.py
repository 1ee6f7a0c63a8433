"""Platforms that know one page under many URLs: which page is it, and what do we show."""

from urllib.parse import unquote

from strandline.core.urls.parse import Parts
from strandline.core.urls.query import name_of, value_of
from strandline.core.urls.rules import Form


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
        if value is None or pattern.fullmatch(value) is None:
            return False
        groups[name] = value
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


def key_of(form: Form, groups: dict[str, str], host: str) -> str | None:
    """The key of the page, or None where the platform has none for it."""
    if form.key is None:
        return None
    values = {
        name: unquote(text).lower() if name in form.lower else text for name, text in groups.items()
    }
    return form.key.format(host=host, **values)
