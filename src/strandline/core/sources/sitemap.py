"""Sitemaps, news sitemaps and sitemap indexes (sitemaps.org; Google's news and hreflang parts).

A news sitemap's `publication_date` is when an article was published; `lastmod` only says when its
page changed, so it is the second best, and worthless where every page carries the same. Language
twins (`hreflang`) are one article: the first one listed.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from strandline.core.sources.feeds.dates import read_date
from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.impostors import judge
from strandline.core.sources.feeds.texts import html_to_title, without_cdata
from strandline.core.sources.xml_safety import local_name, parse_xml
from strandline.core.text.languages import language_tag
from strandline.core.urls.pieces import join_url
from strandline.model.entries import DateTrust, Entry, Listing, SkippedEntry
from strandline.model.errors import ParseError

#: sitemaps.org allows 50,000 URLs and 50 MB a file.
MOST_URLS = 50_000
LARGEST_BYTES = 50_000_000

#: Documents of an index that are read in one poll, newest first.
MOST_FOLLOWED = 20

#: So many equal `lastmod` say nothing: the server stamps the time of the request.
SAME_LASTMOD = 3
_SAME = timedelta(minutes=1)

_ROOTS = frozenset({"urlset", "sitemapindex"})
#: Among so many children of a foreign root the real one is looked for.
_FEW = 20

UNTRUSTED = "untrusted_lastmod"


@dataclass(frozen=True, slots=True)
class _Page:
    """One `<url>`."""

    url: str
    lastmod: datetime | None = None
    lastmod_trust: DateTrust = DateTrust.NONE
    published: datetime | None = None
    trust: DateTrust = DateTrust.NONE
    title: str = ""
    language: str | None = None
    twins: tuple[str, ...] = ()


def read_sitemap(body: bytes, *, base_url: str, timezone: str = "UTC") -> Listing:
    """Read a sitemap in any of its forms: XML, gzip, an index, a text file of URLs.

    Args:
        timezone: IANA name for dates without a zone.

    Raises:
        ParseError: It is something else.
    """
    body = _inflated(body)
    if _is_text(body):
        return Listing(tuple(_text_entries(body, base_url)))
    root = parse_xml(body, what="sitemap")
    if not any(local_name(node) in _ROOTS for node in (root, *root[:_FEW])):
        name = local_name(root)
        raise ParseError(f"This is no sitemap: its root is <{name}>.", subject=judge(body).value)
    pages = [page for page in _pages(root, base_url, timezone) if page is not None]
    return replace(_listing(pages), follow=_follow(root, base_url, timezone))


def _inflated(body: bytes) -> bytes:
    """The document inside a gzip file, up to the size that a sitemap may have."""
    if not body.startswith(b"\x1f\x8b"):
        return body
    inflater = zlib.decompressobj(wbits=31)
    try:
        plain = inflater.decompress(body, LARGEST_BYTES)
    except zlib.error as error:
        raise ParseError(
            f"This gzip file is broken: {error}.", subject="error:not_a_feed"
        ) from error
    if inflater.unconsumed_tail:
        raise ParseError(
            "This sitemap is larger than the 50 MB that sitemaps.org allows.",
            subject="error:too_large",
        )
    return plain


def _is_text(body: bytes) -> bool:
    head = body[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    return head.startswith((b"http://", b"https://"))


def _text_entries(body: bytes, base_url: str) -> Iterator[Entry]:
    lines = body.decode("utf-8", "replace").lstrip("\ufeff").split()
    for line in lines[:MOST_URLS]:
        if line.startswith(("http://", "https://")):
            yield Entry(url=join_url(base_url, line) or line)


def _follow(root: Any, base_url: str, timezone: str) -> tuple[str, ...]:
    """The documents of an index, newest first; undated ones come before dated ones."""
    found: list[tuple[datetime | None, str]] = []
    for element in root.iter("{*}sitemap"):
        fields = {local_name(child): _text(child) for child in element}
        url = absolute(fields.get("loc", ""), base_url)
        if url is not None:
            when, _ = read_date(fields.get("lastmod", ""), timezone)
            found.append((when, url))
    undated = [url for when, url in found if when is None]
    dated = [(when, url) for when, url in found if when is not None]
    dated.sort(key=lambda item: item[0], reverse=True)
    return tuple(dict.fromkeys(undated + [url for _, url in dated]))[:MOST_FOLLOWED]


def _pages(root: Any, base_url: str, timezone: str) -> Iterator[_Page | None]:
    """Every `<url>`, however many `<urlset>` software put around it."""
    urls = (element for element in root.iter("{*}url") if len(element))
    for element in islice(urls, MOST_URLS):
        yield _page(element, base_url, timezone)


def _page(element: Any, base_url: str, timezone: str) -> _Page | None:
    page, news = _Page(url=""), None
    twins = []
    for child in element:
        name = local_name(child)
        if name == "loc" and not page.url:
            # What is no address stays as it is, to be turned away by name as `bad_url`.
            loc = _text(child)
            page = replace(page, url=absolute(loc, base_url) or loc)
        elif name == "lastmod":
            when, trust = read_date(_text(child), timezone)
            page = replace(page, lastmod=when, lastmod_trust=trust)
        elif name == "link" and child.get("hreflang") and child.get("href"):
            twin = absolute(child.get("href"), base_url)
            twins += [twin] if twin else []
        elif name == "news":
            news = child
    if not page.url:
        return None
    page = replace(page, twins=tuple(twins))
    return page if news is None else _with_news(page, news, timezone)


def _with_news(page: _Page, news: Any, timezone: str) -> _Page:
    for child in news.iter():
        name = local_name(child)
        if name == "publication_date":
            when, trust = read_date(_text(child), timezone)
            page = replace(page, published=when, trust=trust)
        elif name == "title":
            page = replace(page, title=html_to_title(_text(child)))
        elif name == "language":
            page = replace(page, language=language_tag(_text(child).lower()))
    return page


def _text(element: Any) -> str:
    return without_cdata("".join(element.itertext())).strip()


def _listing(pages: list[_Page]) -> Listing:
    is_untrusted = _all_the_same([p.lastmod for p in pages if p.published is None])
    entries, skipped, seen = [], [], set[str]()
    for page in pages:
        if page.url in seen:
            skipped.append(SkippedEntry(page.url, "hreflang_twin"))
            continue
        seen.update(page.twins)
        entries.append(_entry(page, use_lastmod=not is_untrusted))
    return Listing(tuple(entries), tuple(skipped), flags=(UNTRUSTED,) if is_untrusted else ())


def _all_the_same(times: list[datetime | None]) -> bool:
    known = [when for when in times if when is not None]
    return len(known) >= SAME_LASTMOD and max(known) - min(known) <= _SAME


def _entry(page: _Page, *, use_lastmod: bool) -> Entry:
    """An entry; where `published` and `updated` are equal, the date is a mere `lastmod`."""
    lastmod = page.lastmod if use_lastmod else None
    published, trust = page.published, page.trust
    if published is None and lastmod is not None:
        published, trust = lastmod, page.lastmod_trust
    return Entry(
        url=page.url,
        title=page.title,
        published=published,
        updated=lastmod,
        date_trust=trust,
        language=page.language,
    )
