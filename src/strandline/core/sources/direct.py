"""A page that is read instead of a feed: which of its links are articles.

A feed that the page names is proposed first. Otherwise links are weighed by where they stand:
repeated blocks (cards) with a headline and a time against navigation, footers, boxes of what is
read most, and adverts. What is new since the last visit is decided elsewhere.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin, urlsplit

from strandline.core.sources.feeds.date_parts import Order, order_of
from strandline.core.sources.feeds.dates import NOTHING, Found, read_date
from strandline.core.sources.feeds.impostors import judge
from strandline.core.sources.feeds.named_feeds import proposed_feed
from strandline.core.sources.feeds.texts import fold
from strandline.core.sources.page_words import (
    AWAY_ROLES,
    AWAY_TAGS,
    AWAY_WORDS,
    BOX_TITLE,
    CJK,
    DATED_PATH,
    FEED_START,
    HEADINGS,
    STATIC_PATH,
    STORY_PATH,
)
from strandline.core.text.charset import charset_of
from strandline.core.text.languages import language_tag
from strandline.core.urls.domains import registrable_domain
from strandline.core.urls.pages import PageKind, page_kind
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.errors import ParseError, UrlError
from strandline.model.sources import SourceState

#: A link needs this many points to be an article. A card of a headline and a time has five; a bare
#: list of long titles with dated addresses has three; a link in running text has one or two.
ENOUGH = 3

#: Links looked at on one page.
MOST_LINKS = 5000

#: What a card can be, besides an `<article>`.
_CARD_TAGS = frozenset({"article", "li", "div", "section", "tr", "dl", "dt", "dd"})


def looks_like_feed(body: bytes) -> bool:
    """True for a feed that was taken for a page: its address may stay as it is."""
    return FEED_START.match(body[:4000]) is not None


def read_page(body: bytes, *, content_type: str, base_url: str, timezone: str = "UTC") -> Listing:
    """The articles that a page links to, in its order.

    Args:
        content_type: As sent; its charset is believed before the page's own.
        base_url: Where the page came from.
        timezone: IANA name for times without a zone.

    Raises:
        ParseError: There is no page to read.
    """
    root = _parse(body, content_type)
    base = _base(root, base_url)
    entries: dict[str, Entry] = {}
    for entry in _articles(root, base, base_url, timezone):
        known = entries.get(entry.url or "")
        if known is None or (not known.published and entry.published):
            entries[entry.url or ""] = entry
    if not entries:
        _refuse_impostor(body)
    warnings = () if entries else ("No article links were found on this page.",)
    return Listing(
        entries=tuple(entries.values()),
        title=fold("".join(root.xpath("string(//title[1])")))[:300],
        language=language_tag((root.get("lang") or "").lower()),
        flags=() if entries else ("no_articles",),
        warnings=warnings,
        suggested_url=proposed_feed(body, base_url),
    )


def _refuse_impostor(body: bytes) -> None:
    """A page without articles may be a login form or a challenge in place of the real one."""
    state = judge(body)
    if state in (SourceState.LOGIN_PAGE, SourceState.BLOCKED):
        what = "a login form" if state is SourceState.LOGIN_PAGE else "a challenge for browsers"
        raise ParseError(f"The server sent {what} instead of the page.", subject=state.value)


def _parse(body: bytes, content_type: str) -> Any:
    from lxml import etree, html

    for encoding in (charset_of(content_type), None):
        try:
            parser = html.HTMLParser(encoding=encoding, no_network=True, huge_tree=False)
            root = html.document_fromstring(body, parser=parser)
        except (etree.ParserError, etree.XMLSyntaxError, LookupError, ValueError):
            continue
        return root
    raise ParseError("There is no page to read: the answer is empty.", subject="error:not_a_feed")


def _base(root: Any, base_url: str) -> str:
    href = next(iter(root.xpath("//base[@href]/@href")), "")
    return _joined(base_url, href) or base_url


def _joined(base: str, href: str) -> str | None:
    """An absolute web address; None for anything else (mail, scripts, nonsense)."""
    try:
        url = urljoin(base, href.strip())
        return url if urlsplit(url).scheme in ("http", "https") else None
    except ValueError:
        return None


def _articles(root: Any, base: str, page_url: str, timezone: str) -> Iterator[Entry]:
    site = registrable_domain(page_url)
    order = order_of(time.text_content() for time in root.iter("time"))
    links = [a for a, _ in zip(root.iter("a"), range(MOST_LINKS), strict=False) if a.get("href")]
    cards = {a: _card(a) for a in links}
    shapes = Counter(_shape(card) for card in set(cards.values()) if card is not None)
    for a in links:
        url = _article_url(a, base, page_url, site)
        if url is None or _is_away(a):
            continue
        card = cards[a]
        heading = _heading(a, card)
        title = fold((heading if heading is not None else a).text_content())[:1000]
        if not title:
            title = fold(a.get("title") or next(iter(a.xpath(".//img/@alt")), ""))[:1000]
        found = _time(card, timezone, order) if card is not None else NOTHING
        if found[0] is None:
            found = _date_in_path(url)
        is_repeated = card is not None and shapes[_shape(card)] > 1
        points = _points(card, heading, title, url, found, is_repeated=is_repeated)
        if title and points >= ENOUGH:
            yield Entry(url=url, title=title, published=found[0], date_trust=found[1])


def _article_url(a: Any, base: str, page_url: str, site: str) -> str | None:
    """The link's address where it may be an article of this site."""
    url = _joined(base, a.get("href"))
    if url is None:
        return None
    url = url.partition("#")[0]
    try:
        is_own = registrable_domain(url) == site and not STATIC_PATH.match(urlsplit(url).path)
        if not is_own or url == page_url:
            return None
        is_other = page_kind(url) in (PageKind.HOME, PageKind.LISTING, PageKind.PROFILE)
    except (ValueError, UrlError):  # one broken link costs nobody the page
        return None
    return None if is_other or "nofollow sponsored" in (a.get("rel") or "") else url


def _card(a: Any) -> Any:
    """The block that a link belongs to: the nearest article, else the nearest block of its own."""
    nearest = None
    for depth, element in enumerate(a.iterancestors()):
        if element.tag == "article":
            return element
        if element.tag in ("body", "main") or depth > 6:
            break
        if nearest is None and element.tag in _CARD_TAGS and _is_repeated_sibling(element):
            nearest = element
    return nearest


def _is_repeated_sibling(element: Any) -> bool:
    """True where a brother of the same shape follows or precedes it."""
    shape = _shape(element)
    for siblings in (element.itersiblings(), element.itersiblings(preceding=True)):
        for sibling, _ in zip(siblings, range(8), strict=False):
            if isinstance(sibling.tag, str) and _shape(sibling) == shape:
                return True
    return False


def _shape(element: Any) -> tuple[str, str]:
    return (element.tag, " ".join(sorted((element.get("class") or "").split()[:2])))


def _is_away(a: Any) -> bool:
    """True inside navigation, footers, boxes of the most read, adverts."""
    inside_article = False
    for element in a.iterancestors():
        tag = element.tag
        if tag in AWAY_TAGS or (element.get("role") or "").lower() in AWAY_ROLES:
            return True
        if tag == "header" and not inside_article:
            return True
        inside_article = inside_article or tag == "article"
        if tag in ("body", "html", "main"):
            continue
        words = f"{element.get('class') or ''} {element.get('id') or ''}".lower().split()
        if AWAY_WORDS.intersection(words) or _is_box(element):
            return True
    return False


def _is_box(element: Any) -> bool:
    """True where a block begins with the heading of a box, such as "Most read"."""
    if element.tag not in ("div", "section"):
        return False
    first = next(iter(element), None)
    return (
        first is not None
        and isinstance(first.tag, str)
        and first.tag in ("h2", "h3", "h4", "h5", "strong")
        and first.find(".//a") is None
        and BOX_TITLE.search(first.text_content()[:80]) is not None
    )


def _heading(a: Any, card: Any) -> Any:
    """The headline that the link is in, or that is in the link, or that its card opens with."""
    for element in a.iter(*HEADINGS):
        return element
    for depth, element in enumerate(a.iterancestors()):
        if element.tag in HEADINGS:
            return element
        if depth > 3 or element is card:
            break
    return None


def _time(card: Any, timezone: str, order: Order | None) -> Found:
    """The first time in a card that can be read."""
    for element in card.iter("time"):
        for text in (element.get("datetime"), element.text_content()):
            found = read_date(text, timezone, order) if text else NOTHING
            if found[0] is not None:
                return found
    for element in card.xpath(".//*[@itemprop='datePublished']"):
        found = read_date(element.get("content") or element.text_content(), timezone, order)
        if found[0] is not None:
            return found
    return NOTHING


def _date_in_path(url: str) -> Found:
    match = DATED_PATH.search(urlsplit(url).path)
    if match is None:
        return NOTHING
    when, _ = read_date("-".join(match.groups()))
    return (when, DateTrust.DAY) if when is not None else NOTHING


def _points(
    card: Any, heading: Any, title: str, url: str, found: Found, *, is_repeated: bool
) -> int:
    """How much speaks for an article."""
    is_long = len(title) >= 20 or len(CJK.findall(title)) >= 8
    return (
        2 * (card is not None and card.tag == "article")
        + 2 * (heading is not None)
        + 2 * (found[0] is not None)
        + is_repeated
        + is_long
        + (STORY_PATH.search(urlsplit(url).path) is not None)
    )
