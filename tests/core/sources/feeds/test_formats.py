"""Every format ends as the same kind of entry."""

import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.feeds.reader import read_feed
from strandline.model.entries import DateTrust, Enclosure, Entry, Listing
from strandline.model.errors import ParseError

Build = Callable[..., bytes]
Read = Callable[[bytes], Listing]
NOON = datetime(2025, 6, 5, 12, tzinfo=UTC)


def test_rss_2(rss: Build, read: Read) -> None:
    """RSS 2.0 with the fields that a ledger needs."""
    listing = read(
        rss(
            "<item><title>Harbour reopens</title><link>https://a.test/1</link><guid>g1</guid>"
            "<pubDate>Thu, 05 Jun 2025 12:00:00 GMT</pubDate><author>ada@a.test (Ada)</author>"
            "<description>Ships again.</description></item>",
            "<language>en-GB</language>",
        )
    )
    assert (listing.title, listing.language) == ("Paper", "en-GB")
    assert listing.entries == (
        Entry(
            url="https://a.test/1",
            guid="g1",
            title="Harbour reopens",
            published=NOON,
            date_trust=DateTrust.EXACT,
            author="Ada",
            summary="Ships again.",
        ),
    )


def test_rss_1(read: Read) -> None:
    """RSS 1.0: items beside the channel, `rdf:about` as id, Dublin Core for the rest."""
    body = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="https://a.test/"><title>Paper</title></channel>
      <item rdf:about="urn:x:1"><title>One</title><link>https://a.test/1</link>
      <dc:date>2025-06-05T14:00:00+02:00</dc:date><dc:creator>Ada</dc:creator>
      <dc:creator>Bo</dc:creator></item></rdf:RDF>"""
    (entry,) = read(body).entries
    assert (entry.guid, entry.url, entry.author) == ("urn:x:1", "https://a.test/1", "Ada, Bo")
    assert entry.published == entry.updated == NOON


def test_rss_090(read: Read) -> None:
    """RSS 0.90, the oldest, has titles and links."""
    body = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>P</title></channel>
      <item><title>One</title><link>https://a.test/1</link></item></rdf:RDF>"""
    assert [entry.title for entry in read(body).entries] == ["One"]


def test_atom_10(atom: Build, read: Read) -> None:
    """Atom 1.0, with language, people and both dates."""
    listing = read(
        atom(
            '<entry xml:lang="fr"><id>urn:x:1</id><title>Un</title><link href="/1"/>'
            "<published>2025-06-05T12:00:00Z</published><updated>2025-06-06T12:00:00Z</updated>"
            "<author><name>Ada</name><email>ada@a.test</email></author>"
            '<link rel="enclosure" href="/1.ogg" type="audio/ogg" length="7"/></entry>',
            root='xml:lang="en"',
        )
    )
    (entry,) = listing.entries
    assert (listing.language, entry.language, entry.author) == ("en", "fr", "Ada")
    assert (entry.published, entry.updated) == (NOON, NOON.replace(day=6))
    assert entry.enclosures == (Enclosure("https://paper.example/1.ogg", "audio/ogg", 7),)


def test_atom_03(read: Read) -> None:
    """Atom 0.3: `issued`, `modified` and `mode`."""
    body = b"""<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>urn:x:1</id>
      <link rel="alternate" href="https://a.test/1"/><issued>2025-06-05T12:00:00Z</issued>
      <modified>2025-06-06T12:00:00Z</modified>
      <content type="text/html" mode="escaped">&lt;p&gt;x&lt;/p&gt;</content></entry></feed>"""
    (entry,) = read(body).entries
    assert (entry.published, entry.updated) == (NOON, NOON.replace(day=6))
    assert entry.content == "<p>x</p>"


def test_updated_only(atom: Build, read: Read) -> None:
    """An entry that says only when it changed came out then at the latest."""
    entry = '<entry><link href="/1"/><updated>2025-06-05T12:00:00Z</updated></entry>'
    assert read(atom(entry)).entries[0].published == NOON


def test_cdf(read: Read) -> None:
    """CDF: address and date stand on the item."""
    body = b"""<channel href="https://a.test/"><title>P</title><item href="https://a.test/1"
      lastmod="2025-06-05T12:00Z"><title>One</title><abstract>Short</abstract></item></channel>"""
    (entry,) = read(body).entries
    assert (entry.url, entry.published, entry.summary) == ("https://a.test/1", NOON, "Short")


def test_json_feed(read: Read) -> None:
    """JSON Feed 1.1, with people, attachments and a text that is no HTML."""
    item = {
        "id": 1,
        "url": "/1",
        "title": "One <1>",
        "content_text": "a < b",
        "date_published": "2025-06-05T12:00:00Z",
        "authors": [{"name": "Ada"}, {"name": "Bo"}],
        "attachments": [
            {"url": "/1.mp3", "mime_type": "audio/mpeg", "size_in_bytes": 5},
            {"url": "x:y"},
            3,
        ],
    }
    body = {"version": "https://jsonfeed.org/version/1.1", "title": "P", "items": [item, None]}
    listing = read(json.dumps(body).encode())
    (entry,) = listing.entries
    assert (listing.title, entry.guid, entry.url) == ("P", "1", "https://paper.example/1")
    assert (entry.title, entry.content, entry.author) == ("One <1>", "a &lt; b", "Ada, Bo")
    assert entry.published == NOON
    assert entry.enclosures == (Enclosure("https://paper.example/1.mp3", "audio/mpeg", 5),)


@pytest.mark.parametrize(
    ("links", "url", "thread"),
    [
        ({"url": "/1", "external_url": "https://b.test/1"}, "https://b.test/1", "/1"),
        ({"url": "/1", "external_url": "https://www.paper.example/2"}, "/1", None),
        ({"external_url": "https://b.test/1"}, "https://b.test/1", None),
    ],
)
def test_link_blogs_in_json(
    links: dict[str, str], url: str, thread: str | None, only: Callable[[bytes], Entry]
) -> None:
    """A page elsewhere is what the item is about; its own page is where that is discussed."""
    entry = only(json.dumps({"version": "1", "items": [{"id": "1", **links}]}).encode())
    site = "https://paper.example"
    assert (entry.url, entry.discussion_url) == (
        urljoin(site, url),
        urljoin(site, thread) if thread else None,
    )


def test_json_surrogates(read: Read) -> None:
    """Half a character in JSON does not reach the database."""
    body = b'{"version":"1","items":[{"url":"https://a.test/1","title":"x\\ud800y","summary":"\\udfff"}]}'
    (entry,) = read(body).entries
    assert (entry.title + entry.summary).encode()


def test_date_in_an_element(rss: Build, read: Read) -> None:
    """A date that an element wraps, escaped or not, is what the element says."""
    time = '<time datetime="2025-06-05T11:00:00+02:00" class="datetime">Thu, 06/05/2025</time>'
    escaped = time.replace("<", "&lt;").replace(">", "&gt;")
    listing = read(
        rss(
            f"<item><link>https://a.test/1</link><pubDate>{time}</pubDate></item>"
            f"<item><link>https://a.test/2</link><pubDate>{escaped}</pubDate></item>"
        )
    )
    assert [one.published for one in listing.entries] == [datetime(2025, 6, 5, 9, tzinfo=UTC)] * 2


def test_order_of_day_and_month(rss: Build, read: Read) -> None:
    """Dates that could be read in two ways are read as those that the same feed shows plainly."""
    item = "<item><link>https://a.test/{n}</link><pubDate>{date}</pubDate></item>"
    days = ["25/05/2025", "05/06/2025"]
    both = read(rss("".join(item.format(n=n, date=date) for n, date in enumerate(days))))
    assert [one.published for one in both.entries] == [
        datetime(2025, 5, 25, tzinfo=UTC),
        datetime(2025, 6, 5, tzinfo=UTC),
    ]
    alone = read(rss(item.format(n=1, date=days[1])))
    assert alone.entries[0].published is None


def test_undated(rss: Build, read: Read) -> None:
    """A feed in which no date can be believed is flagged; one good date is enough."""
    item = "<item><link>https://a.test/{0}</link><pubDate>{1}</pubDate></item>"
    bad = item.format(1, "today")
    assert "undated" in read(rss(bad)).flags
    assert "undated" not in read(rss(bad + item.format(2, "2025-06-05"))).flags
    assert read(rss("")).flags == ()


WORD = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=12)


@given(st.lists(st.tuples(WORD, WORD), max_size=5))
def test_rendered_is_read_back(items: list[tuple[str, str]]) -> None:
    """Titles and ids of any characters come back as they were written, in order."""
    body = {
        "version": "https://jsonfeed.org/version/1.1",
        "items": [{"id": g, "url": "https://a.test/", "title": t} for t, g in items],
    }
    listing = read_feed(json.dumps(body).encode())
    assert [(entry.title, entry.guid) for entry in listing.entries] == items


PIECES = st.sampled_from(
    [b"<rss>", b"<channel>", b"<item>", b"</item>", b"<title>", b"</title>", b"<link>", b"<feed ",
     b"<entry>", b"<![CDATA[", b"]]>", b"&", b"&amp;", b"<!--", b"-->", b"https://a.test/", b"\xff",
     b"<!DOCTYPE r [", b"<!ENTITY a '", b"xml:base='", b"'>", b"\x00", b"<id>", b"<pubDate>", b">",
     b"<html>", b'{"items":[', b'{"url":', b"\xfe\xff", b"<content type='xhtml'>"]
)  # fmt: skip


@given(st.one_of(st.binary(max_size=300), st.lists(PIECES, max_size=40).map(b"".join)))
def test_any_bytes(body: bytes) -> None:
    """Any bytes are a listing or a `ParseError`; what is listed can be stored."""
    listing = Listing()
    with suppress(ParseError):
        listing = read_feed(body, base_url="https://a.test/", content_type="text/xml;charset=x")
    for entry in listing.entries:
        assert entry.url
        assert entry.url.startswith("http")
        repr(entry).encode()
        "".join((entry.title, entry.summary, entry.content, entry.guid or "")).encode()
