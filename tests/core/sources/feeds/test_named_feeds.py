"""Which of the feeds that a page names is its own."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.feeds.named_feeds import MOST_FEEDS, named_feeds, proposed_feed

PAGE = "https://paper.example/"


def link(
    href: str, title: str = "", kind: str = "application/rss+xml", rel: str = "alternate"
) -> str:
    return f'<link rel="{rel}" type="{kind}" title="{title}" href="{href}">'


def best(*links: str, page: str = PAGE) -> str | None:
    return proposed_feed(f"<html><head>{''.join(links)}</head></html>".encode(), page)


def test_the_main_feed_comes_first() -> None:
    """Feeds of comments, of a category and of another host come after the page's own."""
    main = link("/feed/", "Paper")
    others = [
        link("/comments/feed/", "Paper comments"),
        link("/x/feed/", "Kommentare zu X"),
        link("/category/sport/feed/", "Sport"),
        link("https://counter.example/paper", "Paper"),
    ]
    assert best(*others, main) == f"{PAGE}feed/"
    assert best(*others) == f"{PAGE}category/sport/feed/"
    assert best(others[0], others[3]) == "https://counter.example/paper"
    assert best(*others[:2]) is None


def test_the_feed_of_the_part_that_was_asked_for() -> None:
    """On the page of a category its own feed is the main one."""
    links = [link("/feed/"), link("/category/sport/feed/")]
    assert best(*links, page=f"{PAGE}category/sport/") == f"{PAGE}category/sport/feed/"
    assert best(*links, page=f"{PAGE}about") == f"{PAGE}feed/"


@pytest.mark.parametrize(
    ("tag", "url"),
    [
        (link("javascript:alert(1)"), None),
        (link("data:application/rss+xml,x"), None),
        (link(""), None),
        (link("/s.css", kind="text/css"), None),
        (link("/wp-json/", kind="application/json"), None),
        (link("/feed.json", kind="application/json"), f"{PAGE}feed.json"),
        (link("/news.xml", "RSS", kind="text/xml"), f"{PAGE}news.xml"),
        (link("/rss", kind=""), f"{PAGE}rss"),
        (link("/f", rel="feed"), f"{PAGE}f"),
        (link("/f", rel="alternate home", kind="application/atom+xml;charset=utf-8"), f"{PAGE}f"),
        (link("/fr/", "feed", kind="").replace("<link", '<link hreflang="fr"'), None),
        (link("feed:https://paper.example/f"), f"{PAGE}f"),
        (link("//paper.example/f?a=1&amp;b=2"), f"{PAGE}f?a=1&b=2"),
        (f'<base href="https://paper.example/n/">{link("f")}', f"{PAGE}n/f"),
    ],
)
def test_what_is_a_feed(tag: str, url: str | None) -> None:
    """A link is one by its relation and type; vague types need the word, scripts are none."""
    assert best(tag) == url


def test_a_thousand_feeds_are_not_read() -> None:
    """A page may name any number of feeds: the first hundred addresses are taken."""
    body = "".join(link(f"/{n}.rss") for n in range(1000)).encode()
    found = named_feeds(body, PAGE)
    assert len(found) == MOST_FEEDS
    assert found[0].url == f"{PAGE}0.rss"


@given(st.binary(max_size=400), st.sampled_from([PAGE, "", "http://[::1"]))
def test_any_page(body: bytes, page: str) -> None:
    """Any bytes are a page that names feeds, or none."""
    tag = b'<link rel=alternate type=application/rss+xml href="%s">'
    found: Any = named_feeds(tag % body, page)
    assert all(one.url.lower().startswith(("http://", "https://")) for one in found)
