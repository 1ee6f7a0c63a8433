"""The picture of an item, and the icon of a feed."""

import json

import pytest

from strandline.core.sources.feeds.reader import read_feed
from strandline.model.entries import Illustration

BASE = "https://paper.example/feed.xml"


def rss(inside: str, channel: str = "") -> bytes:
    return (
        '<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"'
        ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>P</title>'
        f"<link>https://paper.example/</link>{channel}"
        f"<item><title>T</title><link>https://paper.example/a</link>{inside}</item>"
        "</channel></rss>"
    ).encode()


def picture(document: bytes) -> Illustration | None:
    (entry,) = read_feed(document, base_url=BASE).entries
    return entry.picture


@pytest.mark.parametrize(
    ("inside", "url"),
    [
        ('<media:thumbnail url="/t.jpg" width="150"/>', "https://paper.example/t.jpg"),
        ('<media:content url="c.jpg" medium="image"/>', "https://paper.example/c.jpg"),
        (
            (
                '<media:thumbnail url="/t.jpg"/><media:content url="/small.jpg" type="image/jpeg"'
                ' width="300"/><media:content url="/big.jpg" type="image/jpeg" width="1200"/>'
            ),
            "https://paper.example/big.jpg",
        ),
        (
            (
                '<media:group><media:content url="/v.mp4" type="video/mp4"/>'
                '<media:thumbnail url="/still.jpg"/></media:group>'
            ),
            "https://paper.example/still.jpg",
        ),
        (
            (
                '<media:content url="/v.mp4" medium="video"><media:thumbnail url="/s.jpg"/>'
                "</media:content>"
            ),
            "https://paper.example/s.jpg",
        ),
        ('<enclosure url="/e.png" type="image/png" length="9"/>', "https://paper.example/e.png"),
        ('<itunes:image href="/cover.jpg"/>', "https://paper.example/cover.jpg"),
        (
            (
                '<description>&lt;img src="/dot.gif" width="1" height="1"&gt; &lt;p&gt;&lt;img'
                " src='/in-text.jpg' alt='A boat'&gt;</description>"
            ),
            "https://paper.example/in-text.jpg",
        ),
    ],
    ids=["thumbnail", "content", "largest", "group", "film", "enclosure", "podcast", "text"],
)
def test_a_feed_names_the_picture_of_an_item(inside: str, url: str) -> None:
    """In each of the ways in which feeds do."""
    found = picture(rss(inside))
    assert found is not None
    assert found.url == url


@pytest.mark.parametrize(
    "inside",
    [
        "",
        '<media:thumbnail url="/face.jpg" width="48" height="48"/>',
        '<media:content url="/v.mp4" type="video/mp4"/>',
        '<enclosure url="/e.mp3" type="audio/mpeg" length="9"/>',
        '<media:thumbnail url="data:image/png;base64,AAAA"/>',
        '<description>&lt;img src="/dot.gif" width=1&gt;</description>',
    ],
    ids=["none", "face", "film", "sound", "data", "counter"],
)
def test_these_are_no_pictures_of_an_item(inside: str) -> None:
    """Faces, counters, films, sounds, and what is no address."""
    assert picture(rss(inside)) is None


def test_a_feed_says_what_is_to_be_seen() -> None:
    """The words of the picture itself, not those of the item."""
    inside = (
        '<media:content url="/c.jpg" medium="image">'
        '<media:title type="plain">Two boats at the pier</media:title></media:content>'
    )
    assert picture(rss(inside)) == Illustration(
        "https://paper.example/c.jpg", "Two boats at the pier"
    )


def test_json_feeds_name_pictures_too() -> None:
    """`image` before `banner_image`; `icon` of the feed."""
    document = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "P",
        "home_page_url": "https://paper.example/",
        "favicon": "/f.png",
        "items": [{"id": "1", "url": "https://paper.example/a", "banner_image": "/b.jpg"}],
    }
    read = read_feed(json.dumps(document).encode(), base_url=BASE)
    assert read.entries[0].picture == Illustration("https://paper.example/b.jpg")
    assert read.icon_url == "https://paper.example/f.png"


@pytest.mark.parametrize(
    ("channel", "icon"),
    [
        ("<image><url>/logo.png</url><title>P</title></image>", "https://paper.example/logo.png"),
        ('<itunes:image href="/cover.jpg"/>', "https://paper.example/cover.jpg"),
        ("", "https://paper.example/favicon.ico"),
    ],
    ids=["rss", "podcast", "by custom"],
)
def test_a_feed_has_an_icon(channel: str, icon: str) -> None:
    """As it names one; else where sites keep theirs."""
    assert read_feed(rss("", channel), base_url=BASE).icon_url == icon


def test_atom_names_icons_too() -> None:
    """`icon` as RFC 4287 has it."""
    document = (
        b'<feed xmlns="http://www.w3.org/2005/Atom"><title>P</title><icon>/i.png</icon>'
        b'<link href="https://paper.example/"/><entry><title>T</title>'
        b'<link href="https://paper.example/a"/></entry></feed>'
    )
    assert read_feed(document, base_url=BASE).icon_url == "https://paper.example/i.png"
