"""What is no feed is named, never read as an empty one."""

import pickle

import pytest

from strandline.core.sources.feeds.reader import NotAFeed, read_feed
from strandline.model.errors import ParseError

PAGE = b"<!doctype html><html><head><title>%s</title>%s</head><body>%s</body></html>"


@pytest.mark.parametrize(
    ("body", "state"),
    [
        (b"", "error:not_a_feed"),
        (b"hello", "error:not_a_feed"),
        (b"{}", "error:not_a_feed"),
        (b'{"items": "x", "title": "t"}', "error:not_a_feed"),
        (b"[1]", "error:not_a_feed"),
        (b"{" * 100_000, "error:not_a_feed"),
        (b"\x89PNG\r\n\x1a\n\0\0", "error:not_a_feed"),
        (b"<opml><body/></opml>", "error:not_a_feed"),
        (b'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>', "error:not_a_feed"),
        (PAGE % (b"Gone", b"", b"Sorry"), "error:html_page"),
        (b'<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', "error:html_page"),
        (PAGE % (b"Code", b"", b"<pre><rss version=2.0></pre>"), "error:html_page"),
        (PAGE % (b"Welcome", b"", b"<form><input type='password'></form>"), "error:login_page"),
        (PAGE % (b"Just a moment...", b"", b""), "blocked:challenge"),
        (PAGE % (b"Access Denied", b"", b"Reference 18"), "blocked:challenge"),
        (PAGE % (b"x", b"", b"<div id='px-captcha'>_pxcaptcha"), "blocked:challenge"),
    ],
)
def test_state(body: bytes, state: str) -> None:
    """The subject of the error is the state that the source is in."""
    with pytest.raises(ParseError) as caught:
        read_feed(body)
    assert caught.value.subject == state


@pytest.mark.parametrize(
    ("links", "url"),
    [
        (
            b'<link rel="alternate" type="application/rss+xml" href="/f.xml">',
            "https://a.test/f.xml",
        ),
        (
            b"<link href=f.json rel='Alternate' type=application/feed+json>",
            "https://a.test/n/f.json",
        ),
        (
            b'<base href="//b.test/"><link rel="alternate" type="application/atom+xml" href="a">',
            "https://b.test/a",
        ),
        (
            (
                b'<link rel="alternate" type="application/rss+xml" title="Comments" href="/c">'
                b'<link rel="alternate" type="application/rss+xml" href="/f?a=1&amp;b=2">'
            ),
            "https://a.test/f?a=1&b=2",
        ),
        (b'<link rel="stylesheet" href="/s.css">', None),
        (b'<link rel="alternate" type="application/rss+xml" href="javascript:1">', None),
    ],
)
def test_proposed_feed(links: bytes, url: str | None) -> None:
    """A page instead of a feed may name the feed; it is proposed with the error."""
    with pytest.raises(NotAFeed) as caught:
        read_feed(PAGE % (b"News", links, b""), base_url="https://a.test/n/page")
    assert caught.value.suggested_url == url


def test_error_travels() -> None:
    """The error keeps what it says on its way from another process."""
    with pytest.raises(NotAFeed) as caught:
        read_feed(
            PAGE % (b"x", b'<link rel=alternate type="application/rss+xml" href="//a.test/">', b""),
            base_url="https://a.test/",
        )
    copy = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own bytes
    assert (copy.subject, copy.suggested_url, str(copy)) == (
        "error:html_page",
        "https://a.test/",
        "The server sent a web page instead of a feed. The page names a feed: https://a.test/",
    )


def test_an_entry_that_quotes_a_challenge() -> None:
    """A feed that writes about challenges is a feed."""
    item = b"<item><link>https://a.test/1</link><title>Just a moment...</title></item>"
    body = b"<rss><channel>" + item + b"</channel></rss>"
    assert len(read_feed(body).entries) == 1
