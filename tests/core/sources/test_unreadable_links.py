"""One link that no parser can read costs that link, never the document that holds it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.found_links import links_of_posts
from strandline.core.sources.entering import enter, keys_to_look_up
from strandline.core.sources.intake import choose
from strandline.core.sources.kinds import guess_kind, read_listing
from strandline.core.sources.opml import read_opml, write_opml
from strandline.core.sources.registry import likely_kind, make_source
from strandline.core.sources.sightings import sight
from strandline.core.sources.window import Window
from strandline.model.entries import Entry, Listing
from strandline.model.errors import ParseError, UsageError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import SourceKind
from strandline.testing.builders import NOW, a_source

SITE = "https://valley.example/"
#: What the standard library cannot take apart.
BAD = ("http://[::1/t/one/5?a=b", "http://a℀b.example/x?y=1")
#: What it takes apart, while the URL Standard refuses it.
REFUSED = (
    "http://xn--%.valley.example/story/one-long-slug-of-a-story",
    "https://valley.example:99999/2026/03/02/one-long-slug",
    "https://xn--zz--.valley.example/2026/03/02/one-long-slug",
    "https://%00.valley.example/2026/03/02/one-long-slug",
)
GOOD = f"{SITE}t/mill/7"


def feed(link: str) -> bytes:
    """A feed in which every place for an address holds the link, beside a good item."""
    return (
        '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">'
        f"<channel><itunes:new-feed-url>{link}</itunes:new-feed-url>"
        f"<item><title>Bad</title><link>{link}</link><comments>{link}</comments>"
        f'<enclosure url="{link}" type="audio/mpeg" length="1"/></item>'
        f'<item><title>Sound</title><enclosure url="{link}" type="audio/mpeg"/></item>'
        f"<item><title>Good</title><link>{GOOD}</link></item></channel></rss>"
    ).encode()


def sitemap(link: str) -> bytes:
    return (
        f"<urlset><url><loc>{link}</loc></url><url><loc>{GOOD}</loc>"
        f'<link rel="alternate" hreflang="fr" href="{link}"/></url></urlset>'
    ).encode()


def index(link: str) -> bytes:
    return (
        f"<sitemapindex><sitemap><loc>{link}</loc></sitemap>"
        f"<sitemap><loc>{GOOD}</loc></sitemap></sitemapindex>"
    ).encode()


def text(link: str) -> bytes:
    return f"{GOOD}\n{link}\n".encode()


def page(link: str) -> bytes:
    return (
        f"<html><head><link rel=alternate type=application/rss+xml href='{link}'>"
        f"<base href='{link}'></head><body><article><h2><a href='{link}'>Bad and long words here"
        f"</a></h2></article><article><h2><a href='{GOOD}'>The mill grinds again this year</a></h2>"
        "<time datetime='2026-03-02'>2 March</time></article></body></html>"
    ).encode()


#: Every kind of document that a source may answer with.
DOCUMENTS = [
    (SourceKind.FEED, feed),
    (SourceKind.DISCOURSE, feed),
    (SourceKind.SITEMAP, sitemap),
    (SourceKind.SITEMAP, index),
    (SourceKind.SITEMAP, text),
    (SourceKind.DIRECT, page),
]


@pytest.mark.parametrize("link", [*BAD, *REFUSED])
@pytest.mark.parametrize(("kind", "document"), DOCUMENTS)
def test_the_rest_of_the_document_is_read(kind, document, link) -> None:  # type: ignore[no-untyped-def]
    """Feeds, forums, sitemaps of all forms and pages give their good link."""
    answer = FetchResult(SITE, FetchOutcome.OK, SITE, 200, body=document(link))
    listing = read_listing(replace(a_source(), kind=kind, url=SITE), answer)
    assert GOOD in [*(entry.url for entry in listing.entries), *listing.follow]


@pytest.mark.parametrize("link", [*BAD, *REFUSED])
def test_what_stands_behind_a_link_may_be_broken(link: str) -> None:
    """An item whose original address is no URL is the article that its own link names."""
    sightings, drops = sight(Listing((Entry(url=GOOD, original_url=link),)))
    assert ([s.article.canonical for s in sightings], drops) == ([GOOD], [])


#: Pieces of addresses that parsers disagree about, to be put together in any way.
PIECES = (
    *("http://", "https://", "//", "http:", "xn--", "xn--%", "%", "%00", "%zz", "[", "]", "[::1]"),
    *("@", "a℀b", "\u3002", ".", "..", ":", ":99999", ":0", "\\", "/", "?", "#", "&amp;", "=", "é"),
    *("例え", "valley.example", "www.", "\t", "\n", " ", "\xad", "\ufffd", "1.2.3.4", "0300.1"),
    *("url=http%3A%2F%2F[", "utm_source=", "/t/mill/7", "a" * 70, "2026/03/02/", "<", "'", "{"),
)
LINKS = st.lists(st.sampled_from(PIECES), max_size=7).map("".join) | st.text(max_size=60)


@pytest.mark.parametrize(("kind", "document"), DOCUMENTS)
@given(LINKS)
def test_no_link_raises_on_its_way_into_the_ledger(
    kind: SourceKind, document: Callable[[str], bytes], link: str
) -> None:
    """Whatever stands in the places for addresses, the document becomes rows, or is no document."""
    source = replace(a_source(), kind=kind, url=SITE)
    body = document(escape(link))
    try:
        listing = read_listing(source, FetchResult(SITE, FetchOutcome.OK, SITE, 200, body=body))
    except ParseError:  # characters that XML does not have
        return
    window = Window(NOW - timedelta(days=9999), NOW, timedelta(minutes=5))
    sightings, _ = sight(listing)
    chosen = choose(source, sightings, {}, window, is_first_reading=False)
    keys_to_look_up(chosen.unknown)
    batch = enter(source, chosen.unknown, {}, window).batch
    links_of_posts(replace(post, content_html=body.decode()) for post in batch.posts)


@pytest.mark.parametrize("link", BAD)
def test_a_person_is_told(link: str) -> None:
    """Such an address is turned away by name; as the name of a list it is a name."""
    assert guess_kind(link) is SourceKind.DIRECT
    with pytest.raises(UsageError, match="is no web address"):
        make_source("W_1", link, kind=likely_kind(link))
    named = make_source("W_2", link, kind=SourceKind.LIST, items=[GOOD])
    assert read_opml(write_opml([named], title="All")).items[0].url == link
    listed = read_opml(f'<opml><body><outline text="x" xmlUrl="{link}"/></body></opml>'.encode())
    assert listed.items == ()
    assert "is no web address" in listed.problems[0]


def test_an_interval_ends_before_the_calendar_does() -> None:
    """An interval of more than a year is refused: dates would leave the calendar."""
    with pytest.raises(UsageError, match="longer than a year"):
        make_source("W_1", SITE, kind=SourceKind.FEED, interval=timedelta(days=400_000))


def test_numbers_of_any_length() -> None:
    """A JSON Feed whose ids have more digits than Python reads is read all the same."""
    digits = "9" * 5000
    body = (
        '{"version":"https://jsonfeed.org/version/1.1","items":['
        f'{{"id":{digits},"url":"{GOOD}","title":"Good"}}]}}'
    ).encode()
    answer = FetchResult(SITE, FetchOutcome.OK, SITE, 200, body=body)
    (entry,) = read_listing(replace(a_source(), kind=SourceKind.FEED, url=SITE), answer).entries
    assert (entry.url, entry.guid) == (GOOD, digits)
