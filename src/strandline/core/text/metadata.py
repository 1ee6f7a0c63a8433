"""What a page says of itself: title, author, site, language, picture, canonical claim."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from strandline.core.text.json_ld import is_piece, names_of, text_of
from strandline.core.urls.weblink import read_web_address
from strandline.model.errors import UrlError

#: Longest texts that are kept, characters: a title of 1 MB is an attack or a mistake.
MAX_TITLE = 500
MAX_DESCRIPTION = 2_000
MAX_NAME = 200
_MAX_METAS = 400


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """Plain texts, cut to length; None or empty where the page does not say."""

    title: str = ""
    description: str = ""
    author: str | None = None
    site_name: str | None = None
    language: str | None = None
    image_url: str | None = None
    image_alt: str = ""
    canonical_url: str | None = None
    is_paid: bool = False


Metas = dict[str, str]


def read_metas(root: Any) -> Metas:
    """`<meta>` elements: property, name or itemprop → content; the first of a name counts."""
    metas: Metas = {}
    for count, element in enumerate(root.iter("meta")):
        if count >= _MAX_METAS:
            break
        content = (element.get("content") or "").strip()
        for attribute in ("property", "name", "itemprop"):
            name = (element.get(attribute) or "").strip().lower()
            if name and content:
                metas.setdefault(name, content)
    return metas


def read_metadata(
    root: Any, metas: Metas, nodes: Iterable[dict[str, Any]], base_url: str
) -> PageMetadata:
    """Read a page's metadata.

    Args:
        root: Root element.
        metas: As `read_metas` gives them.
        nodes: Structured data, the piece itself first.
        base_url: Where the page was read.
    """
    pieces = [node for node in nodes if is_piece(node)]
    image = _meta(metas, "og:image:secure_url", "og:image", "twitter:image", "twitter:image:src")
    return PageMetadata(
        title=_title(root, metas, pieces),
        description=_cut(
            _meta(metas, "og:description", "description", "twitter:description"), MAX_DESCRIPTION
        ),
        author=_author(metas, pieces),
        site_name=_cut(_meta(metas, "og:site_name") or _publisher(pieces), MAX_NAME) or None,
        language=_language(root, metas),
        image_url=_absolute(image, base_url),
        image_alt=_cut(_meta(metas, "og:image:alt", "twitter:image:alt"), MAX_TITLE),
        canonical_url=_canonical(root, base_url),
        is_paid=_is_paid(metas, pieces),
    )


def fold(text: str | None) -> str:
    """White space folded, control characters gone."""
    return " ".join((text or "")[:20_000].split())


def _cut(text: str | None, limit: int) -> str:
    folded = fold(text)
    return folded if len(folded) <= limit else folded[: limit - 1].rstrip() + "…"


def _meta(metas: Metas, *names: str) -> str | None:
    return next((metas[name] for name in names if metas.get(name)), None)


def _title(root: Any, metas: Metas, pieces: list[dict[str, Any]]) -> str:
    """As the page is shared, as it is described, as it is headed, as it is called."""
    described = next((text_of(p.get("headline")) for p in pieces if p.get("headline")), None)
    found = _meta(metas, "og:title") or described or _meta(metas, "twitter:title", "dc.title")
    if found:
        return _cut(found, MAX_TITLE)
    headings = [fold(_text_of(element)) for element in root.iter("h1")]
    if len(headings) == 1 and headings[0]:
        return _cut(headings[0], MAX_TITLE)
    element = next(root.iter("title"), None)
    return _cut(None if element is None else _text_of(element), MAX_TITLE)


def _text_of(element: Any) -> str:
    return str(element.text_content())


def _author(metas: Metas, pieces: list[dict[str, Any]]) -> str | None:
    """Names, joined; a URL in the place of a name is none."""
    names = next((names_of(p["author"]) for p in pieces if p.get("author")), [])
    if not names:
        given = _meta(metas, "author", "article:author", "dc.creator", "parsely-author", "byl")
        names = [given] if given else []
    kept = [_cut(name, MAX_NAME) for name in names if not name.startswith(("http:", "https:"))]
    return ", ".join(dict.fromkeys(name for name in kept if name)) or None


def _publisher(pieces: list[dict[str, Any]]) -> str | None:
    names = (text_of(piece.get("publisher")) for piece in pieces)
    return next((name for name in names if name and not name.startswith("http")), None)


def _language(root: Any, metas: Metas) -> str | None:
    """Primary subtag of the page's language, such as `fr`; None for what is no such tag."""
    given = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang")
    given = given or _meta(metas, "og:locale", "content-language", "dc.language", "language")
    primary = (given or "").strip().replace("_", "-").partition("-")[0].lower()
    return primary if primary.isascii() and primary.isalpha() and len(primary) in (2, 3) else None


def _absolute(url: str | None, base_url: str) -> str | None:
    if not url:
        return None
    try:
        return read_web_address(url.strip(), base_url).href
    except UrlError:
        return None


def _canonical(root: Any, base_url: str) -> str | None:
    """The only `rel=canonical`, absolute; two different ones claim nothing."""
    base = base_url
    element = next(root.iter("base"), None)
    if element is not None:
        base = _absolute(element.get("href"), base_url) or base_url
    claims = {
        _absolute(link.get("href"), base)
        for link in root.iter("link")
        if "canonical" in (link.get("rel") or "").lower().split()
    } - {None}
    return claims.pop() if len(claims) == 1 else None


def _is_paid(metas: Metas, pieces: list[dict[str, Any]]) -> bool:
    """True when the page says itself that it is not free (schema.org, Open Graph)."""
    free = [
        str(piece["isAccessibleForFree"]).lower()
        for piece in pieces
        if "isAccessibleForFree" in piece
    ]
    tier = metas.get("article:content_tier", "").lower()
    return "false" in free or tier in ("locked", "metered")
