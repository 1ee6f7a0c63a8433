"""Which link of an item is the article."""

from collections.abc import Callable

import pytest

from strandline.core.sources.feeds.hrefs import absolute
from strandline.core.sources.feeds.links import unsigned
from strandline.core.sources.feeds.reader import read_feed
from strandline.model.entries import Enclosure, Entry, Listing
from strandline.model.sources import ContentType

Build = Callable[..., bytes]
Only = Callable[[bytes], Entry]
Read = Callable[[bytes], Listing]
ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'


@pytest.mark.parametrize(
    ("inside", "url"),
    [
        ("<link>https://a.test/x</link>", "https://a.test/x"),
        ("<link>\n  https://a.test/x?B=1#c \n</link>", "https://a.test/x?B=1#c"),
        ("<link>/x</link>", "https://paper.example/x"),
        ("<link>#</link><guid>https://a.test/g</guid>", "https://a.test/g"),
        ("<guid isPermaLink='true'>x</guid><link>https://a.test/x</link>", "https://a.test/x"),
        (
            (
                "<d:identifier xmlns:d='http://purl.org/dc/elements/1.1/'>https://a.test/x"
                "</d:identifier>"
            ),
            "https://a.test/x",
        ),
        ("<link>//a.test/x</link>", "https://a.test/x"),
        ("<guid>https://a.test/g</guid>", "https://a.test/g"),
        ("<guid isPermaLink='true'>https://a.test/g</guid>", "https://a.test/g"),
        ("<link>https://a.test/x</link><guid>https://a.test/g</guid>", "https://a.test/x"),
        ("<link>javascript:alert(1)</link><guid>https://a.test/g</guid>", "https://a.test/g"),
        ("<link/><guid>https://a.test/g</guid>", "https://a.test/g"),
        ("<link/>https://a.test/x\n<pubDate/>", "https://a.test/x"),
        ("<guid isPermaLink='true'>/g</guid>", "https://paper.example/g"),
        (
            "<link>https://a.test</link><guid>https://a.test/day/g</guid>",
            "https://a.test/day/g",
        ),
        ("<link>https://a.test/</link><guid>https://b.test/g</guid>", "https://a.test/"),
        ("<link>&lt;a href='https://a.test/x'&gt;Read&lt;/a&gt;</link>", "https://a.test/x"),
        (
            (
                '<m:content xmlns:m="http://search.yahoo.com/mrss/" url="https://a.test/f.mp4" '
                'medium="video"/>'
            ),
            "https://a.test/f.mp4",
        ),
        (
            (
                '<m:content xmlns:m="http://search.yahoo.com/mrss/" url="https://a.test/f.mp4" '
                'type="video/mp4"><m:player url="https://a.test/watch"/></m:content>'
            ),
            "https://a.test/watch",
        ),
        (
            (
                '<a:link xmlns:a="http://www.w3.org/2005/Atom" rel="self" href="https://a.test/s"/>'
                "<link>https://a.test/x</link>"
            ),
            "https://a.test/x",
        ),
        (
            "<image><link>https://a.test/i</link></image><link>https://a.test/x</link>",
            "https://a.test/x",
        ),
    ],
)
def test_rss(inside: str, url: str, rss: Build, only: Only) -> None:
    """The link, made absolute and otherwise to the letter; else a guid that is a permalink."""
    assert only(rss(f"<item><title>T</title>{inside}</item>")).url == url


@pytest.mark.parametrize(
    ("links", "url"),
    [
        ('<link href="https://a.test/x"/>', "https://a.test/x"),
        (
            '<link rel="self" href="/s"/><link rel="alternate" href="/x"/>',
            "https://paper.example/x",
        ),
        (
            (
                '<link rel="alternate" type="application/json" href="/j"/>'
                '<link rel="alternate" type="text/html" href="/x"/>'
            ),
            "https://paper.example/x",
        ),
        ('<link rel="via" href="/v"/><link rel="related" href="/r"/>', "https://paper.example/r"),
        ('<link xml:base="https://a.test/deep/" href="x"/>', "https://a.test/deep/x"),
        ("<id>https://a.test/id</id>", "https://a.test/id"),
        ('<link rel="edit" href="/e"/><id>https://a.test/id</id>', "https://a.test/id"),
    ],
)
def test_atom(links: str, url: str, atom: Build, only: Only) -> None:
    """The alternate, HTML before other types; relations that are no article are left alone."""
    assert only(atom(f"<entry><title>T</title>{links}</entry>")).url == url


def test_an_entry_that_names_only_itself(atom: Build, only: Only) -> None:
    """The address of the entry's own document is better than none."""
    link = '<link rel="self" href="/api/1"/>'
    assert only(atom(f"<entry>{link}</entry>")).url == "https://paper.example/api/1"
    page = f"<entry>{link}<id>https://a.test/x</id></entry>"
    assert only(atom(page)).url == "https://a.test/x"


@pytest.mark.parametrize(
    ("links", "url", "thread"),
    [
        (
            '<link href="https://far.test/a"/><link rel="related" href="/mine"/>',
            "https://far.test/a",
            "https://paper.example/mine",
        ),
        (
            '<link href="/mine"/><link rel="related" type="text/html" href="https://far.test/a"/>',
            "https://far.test/a",
            "https://paper.example/mine",
        ),
        (
            '<link href="/mine"/><link rel="related" href="https://blog.paper.example/b"/>',
            "https://paper.example/mine",
            None,
        ),
        (
            '<link href="https://one.test/a"/><link rel="related" href="https://two.test/b"/>',
            "https://one.test/a",
            None,
        ),
        (
            (
                '<link href="/mine"/><link rel="related" href="https://far.test/a"/>'
                '<link rel="related" href="https://far.test/b"/>'
            ),
            "https://paper.example/mine",
            None,
        ),
        (
            '<link href="/mine"/><link rel="related" type="image/png" href="https://far.test/a"/>',
            "https://paper.example/mine",
            None,
        ),
    ],
)
def test_link_blogs_in_atom(
    links: str, url: str, thread: str | None, atom: Build, only: Only
) -> None:
    """Of alternate and related, the one that leads off the site is the article."""
    entry = only(atom(f"<entry><title>T</title>{links}</entry>"))
    assert (entry.url, entry.discussion_url) == (url, thread)


def test_a_link_blog_whose_feed_is_elsewhere(atom: Build, only: Only) -> None:
    """What the guid or the feed's own link names is the site, wherever the document lies."""
    links = '<link href="https://far.test/a"/><link rel="related" href="https://me.test/1"/>'
    entry = only(atom(f"<entry><id>https://me.test/1</id>{links}</entry>"))
    assert (entry.url, entry.discussion_url) == ("https://far.test/a", "https://me.test/1")


def test_the_address_behind_a_counter(rss: Build, only: Only) -> None:
    """What FeedBurner puts in front of an article stays the link; the article is named beside."""
    item = (
        "<item><link>https://count.test/~r/1</link>"
        '<b:origLink xmlns:b="http://rssnamespace.org/feedburner/ext/1.0">https://a.test/x'
        "</b:origLink></item>"
    )
    entry = only(rss(item))
    assert (entry.url, entry.original_url) == ("https://count.test/~r/1", "https://a.test/x")


def test_nested_bases(atom: Build, only: Only) -> None:
    """A base stands on the one outside it."""
    body = atom(
        '<entry xml:base="deep/"><link href="x"/></entry>', root='xml:base="https://a.test/b/"'
    )
    assert only(body).url == "https://a.test/b/deep/x"


def test_no_address(rss: Build, read: Read) -> None:
    """An item without any address is skipped with a reason, and the others stay."""
    listing = read(
        rss(
            "<item><title>Lost</title><guid isPermaLink='false'>https://a.test/7</guid></item>"
            "<item><title>Mail</title><link>mailto:a@a.test</link></item>"
            "<item><title>Found</title><link>https://a.test/x</link></item>"
        )
    )
    assert [entry.title for entry in listing.entries] == ["Found"]
    assert [(one.title, one.reason) for one in listing.skipped] == [
        ("Lost", "no_url"),
        ("Mail", "no_url"),
    ]
    assert listing.warnings == (
        "No item of the feed has a date that can be believed.",
        "2 items without an address were left out.",
    )
    alone = read(rss("<item><title>Mail</title><link>mailto:a@a.test</link></item>"))
    assert "1 item without an address was left out." in alone.warnings


def test_episode(rss: Build, only: Only) -> None:
    """A media file stands in for a missing page; its signature is no part of the identity."""
    entry = only(
        rss(
            "<item><guid isPermaLink='false'>e8</guid><enclosure type='audio/mpeg' length='900'"
            " url='https://cdn.test/8.mp3?Expires=9&amp;q=hi&amp;Signature=zz'/></item>",
        )
    )
    assert entry.url == "https://cdn.test/8.mp3?q=hi"
    assert entry.item_key == "guid:e8"
    assert entry.content_type is ContentType.PODCAST
    signed = "https://cdn.test/8.mp3?Expires=9&q=hi&Signature=zz"
    assert entry.enclosures == (Enclosure(signed, "audio/mpeg", 900),)


def test_page_before_media(rss: Build, only: Only) -> None:
    """A page is preferred to its media file; podcast fields tell an episode from an article."""
    item = "<item><link>https://a.test/9</link><enclosure url='https://cdn.test/9.mp3'/>{}</item>"
    article = only(rss(item.format("")))
    episode = only(rss(item.format("<itunes:duration>9</itunes:duration>"), root=ITUNES))
    assert (article.url, article.content_type) == ("https://a.test/9", None)
    assert (episode.url, episode.content_type) == ("https://a.test/9", ContentType.PODCAST)
    assert article.item_key == episode.item_key == ""


def test_video(atom: Build, only: Only) -> None:
    """A channel's entry is a video, with its description out of the media group."""
    entry = only(
        atom(
            "<entry><id>yt:video:q1</id><yt:videoId>q1</yt:videoId><title>Tea</title>"
            '<link href="https://video.test/q1"/><media:group><media:title>Tea</media:title>'
            "<media:description>How to pour</media:description></media:group></entry>",
            root=(
                'xmlns:yt="http://www.youtube.com/xml/schemas/2015"'
                ' xmlns:media="http://search.yahoo.com/mrss/"'
            ),
        )
    )
    assert (entry.content_type, entry.summary) == (ContentType.VIDEO, "How to pour")


def test_thread(rss: Build, only: Only) -> None:
    """An aggregator's thread is kept beside the article, unless the item is the thread."""
    item = "<item><link>https://a.test/x</link><comments>{}</comments></item>"
    assert only(rss(item.format("https://agg.test/1"))).discussion_url == "https://agg.test/1"
    assert only(rss(item.format("https://a.test/x"))).discussion_url is None
    assert only(rss(item.format(" 12 "))).discussion_url is None  # how many there are


def test_reddit(atom: Build, only: Only) -> None:
    """A Reddit entry is the article that it links to; a post of its own is itself."""
    thread = "https://www.reddit.com/r/tea/comments/q1/pot/"
    entry = (
        f'<entry><link href="{thread}"/><content type="html">&lt;a href="{{}}"&gt;[link]&lt;/a&gt;'
        "</content></entry>"
    )
    linked = only(atom(entry.format("https://a.test/pot?a=1&amp;amp;b=2")))
    own = only(atom(entry.format(thread)))
    assert (linked.url, linked.discussion_url) == ("https://a.test/pot?a=1&b=2", thread)
    assert (own.url, own.discussion_url) == (thread, None)


def test_moved_feed(rss: Build, read: Read) -> None:
    """A new address that the feed proposes is a suggestion; its own address is none."""
    field = "<itunes:new-feed-url>{}</itunes:new-feed-url>"
    assert (
        read(rss("", field.format("https://new.test/rss"), ITUNES)).suggested_url
        == "https://new.test/rss"
    )
    assert (
        read(rss("", field.format("https://paper.example/feed.xml"), ITUNES)).suggested_url is None
    )
    assert read(rss("", field.format("javascript:1"), ITUNES)).suggested_url is None


@pytest.mark.parametrize(
    ("href", "base", "url"),
    [
        ("HTTPS://A.test/X", "", "HTTPS://A.test/X"),
        ("x", "", None),
        ("", "https://a.test/", None),
        ("ftp://a.test/x", "https://a.test/", None),
        ("data:text/html,x", "https://a.test/", None),
        ("https:///x", "https://a.test/", None),
        ("//[", "https://a.test/", None),
        ("https://a.test/lo\n  ng", "", "https://a.test/long"),
        ("https://a.test/?a=1&amp;b=2", "", "https://a.test/?a=1&b=2"),
        ("http://https://a.test/x", "", "https://a.test/x"),
        ("www.a.test/x", "https://b.test/feed", "https://www.a.test/x"),
        ("https://a.test/x</l&ink>", "", "https://a.test/x"),
        ("www.html", "https://b.test/", "https://b.test/www.html"),
        ("<a>no</a>", "https://b.test/", None),
        *((word, "https://b.test/", None) for word in ("N/A", "undefined", "null", "-", "http://")),
        ("{{ post.url }}", "https://b.test/", None),
        ("https:/a.test/x", "https://b.test/", "https://a.test/x"),
        ("https:/127.0.0.1:81/x", "https://b.test/", "https://127.0.0.1:81/x"),
        ("http:/x/1", "http://b.test/f", "http://b.test/x/1"),
        ("https:///a.test/x", "", "https://a.test/x"),
        ("https//a.test/x", "", "https://a.test/x"),
        ("https: //a.test/x", "", "https://a.test/x"),
        (r"http:\\a.test\x", "", "http://a.test/x"),
        ("'https://a.test/x'", "", "https://a.test/x"),
        ("<https://a.test/x>", "", "https://a.test/x"),
        ("\u00a0\u200bhttps://a.test/x\u200b ", "", "https://a.test/x"),
        ("b.test/x", "http://b.test/feed", "http://b.test/x"),
        ("news.b.test/x", "https://b.test/feed", "https://news.b.test/x"),
        ("127.0.0.1:81/x", "http://127.0.0.1:81/feed", "http://127.0.0.1:81/x"),
        ("c.test/x", "https://b.test/feed", "https://b.test/c.test/x"),
        ("//a.test/x", "", "https://a.test/x"),
    ],
)
def test_absolute(href: str, base: str, url: str | None) -> None:
    """Only web addresses are addresses; what is absolute stays as written."""
    assert absolute(href, base) == url


@pytest.mark.parametrize(
    ("inside", "url"),
    [
        ("<link>https://site.example/</link>", "https://site.example/1"),
        ("<link>site/</link>", "https://feeds.counter.example/1"),
        ('<link rel="self" href="https://x.example/f"/>', "https://feeds.counter.example/1"),
    ],
)
def test_relative_links_of_a_feed_on_another_host(inside: str, url: str, rss: Build) -> None:
    """Relative links stand on the site that the feed names, where it comes from elsewhere."""
    base = "https://feeds.counter.example/paper"
    listing = read_feed(rss("<item><link>/1</link></item>", inside), base_url=base)
    assert listing.entries[0].url == url


def test_json_feed_on_another_host() -> None:
    """So do those of a JSON Feed."""
    body = b'{"version":"1","home_page_url":"https://site.example/","items":[{"url":"/1"}]}'
    listing = read_feed(body, base_url="https://feeds.counter.example/paper")
    assert listing.entries[0].url == "https://site.example/1"


def test_unsigned_keeps_the_rest() -> None:
    """A media URL without a signature stays to the letter."""
    for url in ("https://a.test/1.mp3", "https://a.test/1.mp3?id=5&&x", "https://a.test/?a=sig"):
        assert unsigned(url) == url
