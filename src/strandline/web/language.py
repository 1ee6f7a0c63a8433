"""In which of our languages a page is answered: chosen, remembered, or as the browser asks."""

from collections.abc import Iterator, Mapping

from strandline.render.i18n import LANGUAGES

#: Query parameter that chooses a language, and the cookie that remembers it.
PARAMETER, COOKIE = "lang", "lang"

#: A browser sends a handful; more is noise.
_MAX_RANGES = 32


def chosen_language(query: Mapping[str, str], cookies: Mapping[str, str], accept: str) -> str:
    """The query wins over the cookie, the cookie over `Accept-Language`."""
    for wish in (query.get(PARAMETER), cookies.get(COOKIE)):
        if wish in LANGUAGES:
            return str(wish)
    return negotiated(accept)


def negotiated(accept: str) -> str:
    """The language of ours that a browser likes best (RFC 9110, 12.5.4); the first as default.

    `fr-CA` and `zh-Hant` are answered in French and Chinese; `q=0` refuses a language; `*` stands
    for every language of ours that is not named.
    """
    wishes = list(_ranges(accept))
    named = dict(reversed(wishes))
    rest = named.pop("*", 0.0)
    # `max` keeps the first of equals: the order of the header, then ours.
    order = [primary for primary, _ in wishes if primary in LANGUAGES]
    order += [language for language in LANGUAGES if language not in order]
    best = max(order, key=lambda language: named.get(language, rest))
    return best if named.get(best, rest) > 0 else LANGUAGES[0]


def _ranges(accept: str) -> Iterator[tuple[str, float]]:
    for part in accept[:1000].split(",")[:_MAX_RANGES]:
        tag, *parameters = part.strip().lower().split(";")
        primary = tag.strip().partition("-")[0]
        if primary:
            yield primary, _quality(parameters)


def _quality(parameters: list[str]) -> float:
    for parameter in parameters:
        name, _, value = parameter.strip().partition("=")
        if name.strip() == "q":
            try:
                quality = float(value)
            except ValueError:
                return 0.0
            return quality if 0 <= quality <= 1 else 0.0
    return 1.0
