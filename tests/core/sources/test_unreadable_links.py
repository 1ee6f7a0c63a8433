"""One link that no parser can read costs that link, never the document that holds it."""

from dataclasses import replace
from datetime import timedelta

import pytest

from strandline.core.sources.kinds import guess_kind, read_listing
from strandline.core.sources.opml import read_opml, write_opml
from strandline.core.sources.registry import likely_kind, make_source
from strandline.model.errors import UsageError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import SourceKind
from strandline.testing.builders import a_source

SITE = "https://valley.example/"
BAD = ("http://[::1/t/one/5?a=b", "http://a℀b.example/x?y=1")
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


@pytest.mark.parametrize("link", BAD)
@pytest.mark.parametrize(
    ("kind", "document"),
    [
        (SourceKind.FEED, feed),
        (SourceKind.DISCOURSE, feed),
        (SourceKind.SITEMAP, sitemap),
        (SourceKind.SITEMAP, index),
        (SourceKind.SITEMAP, text),
        (SourceKind.DIRECT, page),
    ],
)
def test_the_rest_of_the_document_is_read(kind, document, link) -> None:  # type: ignore[no-untyped-def]
    """Feeds, forums, sitemaps of all forms and pages give their good link."""
    answer = FetchResult(SITE, FetchOutcome.OK, SITE, 200, body=document(link))
    listing = read_listing(replace(a_source(), kind=kind, url=SITE), answer)
    assert GOOD in [*(entry.url for entry in listing.entries), *listing.follow]


@pytest.mark.parametrize("link", BAD)
def test_a_person_is_told(link: str) -> None:
    """Such an address is turned away by name; as the name of a list it is left out of OPML."""
    assert guess_kind(link) is SourceKind.DIRECT
    with pytest.raises(UsageError, match="is no web address"):
        make_source("W_1", link, kind=likely_kind(link))
    named = make_source("W_2", link, kind=SourceKind.LIST, items=[GOOD])
    assert read_opml(write_opml([named], title="All")).items == ()
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
