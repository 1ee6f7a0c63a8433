"""Pages, sitemaps, forums and lists: what each kind of document lists."""

import gzip
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.direct import read_page
from strandline.core.sources.kinds import SOURCE_KINDS, guess_kind, kind_of, read_listing
from strandline.core.sources.sitemap import read_sitemap
from strandline.model.entries import DateTrust, Listing
from strandline.model.errors import ParseError
from strandline.model.fetching import FetchOutcome, FetchResult
from strandline.model.sources import Source, SourceKind

SITE = "https://valley.example/"


def page(body: str, head: str = "") -> Listing:
    html = f"<!DOCTYPE html><html lang='en'><head><title>Valley</title>{head}</head><body>{body}"
    return read_page(html.encode(), content_type="text/html; charset=utf-8", base_url=SITE)


def answered(body: bytes) -> FetchResult:
    return FetchResult(SITE, FetchOutcome.OK, SITE, 200, body=body)


def urls(listing: Listing) -> list[str | None]:
    return [entry.url for entry in listing.entries]


def card(path: str, title: str, when: str = "") -> str:
    time = f"<time datetime='{when}'>then</time>" if when else ""
    return f"<div class='teaser big'><h3><a href='{path}'>{title}</a></h3>{time}<p>Words.</p></div>"


def test_cards_are_articles_and_the_rest_is_not() -> None:
    """Headlines in repeated blocks are taken; menus, boxes, adverts and the footer are not."""
    listing = page(
        "<nav><a href='/a-very-long-name-of-a-section-page'>A very long name of a section</a></nav>"
        "<header><a href='/'>Valley</a></header>"
        "<div class='list'>"
        + card("/mill", "The mill grinds again", "2026-03-02T08:00:00Z")
        + card("/ferry", "A ferry for the lake", "2026-03-01")
        + "</div>"
        "<section><h3>Most read</h3><ul><li><a href='/mill'>The mill grinds again</a></li>"
        "<li><a href='/2019/01/01/an-old-story-that-many-read'>An old story</a></li></ul></section>"
        "<div class='ad'><h3><a href='/win-a-car-now-and-here'>Win a car</a></h3></div>"
        "<h2><a href='https://elsewhere.example/2026/03/02/a-story-of-others'>Others</a></h2>"
        "<footer><a href='/terms-of-use-and-other-long-words'>Terms</a></footer>"
    )
    assert urls(listing) == [f"{SITE}mill", f"{SITE}ferry"]
    mill, ferry = listing.entries
    assert (mill.title, mill.published) == (
        "The mill grinds again",
        datetime(2026, 3, 2, 8, tzinfo=UTC),
    )
    assert (ferry.published, ferry.date_trust) == (datetime(2026, 3, 1, tzinfo=UTC), DateTrust.DAY)
    assert listing.language == "en"


def test_a_bare_list_of_dated_addresses_is_taken() -> None:
    """A list of long titles whose addresses carry dates needs no headlines."""
    items = "".join(
        f"<li><a href='/2026/03/0{n}/what-happened-on-{n}'>What happened here on day {n}</a></li>"
        for n in range(1, 4)
    )
    listing = page(f"<main><ul>{items}</ul></main>")
    assert len(listing.entries) == 3
    assert listing.entries[0].published == datetime(2026, 3, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("title", "language"), [("山谷里的水磨重新转动了", "zh"), ("Le moulin tourne à nouveau", "fr")]
)
def test_titles_in_any_language(title: str, language: str) -> None:
    """Length is judged by what a script needs, not by letters alone."""
    cards = card("/n/1001", title) + card("/n/1002", title)
    listing = page(f"<main>{cards}</main>")
    assert [entry.title for entry in listing.entries] == [title, title], language


def test_a_feed_that_a_page_names_is_proposed() -> None:
    """Autodiscovery comes first; a feed of comments is not meant."""
    head = (
        "<link rel='alternate' type='application/rss+xml' title='Comments' href='/comments/feed'>"
        "<link rel='alternate' type='application/atom+xml' href='/atom.xml'>"
    )
    assert page("<p>Hello</p>", head).suggested_url == f"{SITE}atom.xml"


def test_a_page_without_articles_says_so() -> None:
    """No link that could be an article: a warning, not a silence."""
    listing = page("<p>Under construction. <a href='/x'>x</a></p>")
    assert (listing.entries, listing.flags) == ((), ("no_articles",))
    assert listing.warnings


@pytest.mark.parametrize(
    ("page", "state"),
    [
        ("<title>In</title></head><body><input type='password'>", "error:login_page"),
        ("<title>Just a moment...</title></head><body>Wait", "blocked:challenge"),
    ],
)
@pytest.mark.parametrize("kind", [SourceKind.DIRECT, SourceKind.SITEMAP, SourceKind.FEED])
def test_a_wall_is_named_whatever_it_stands_for(kind: SourceKind, page: str, state: str) -> None:
    """A login form or a challenge is a state of the source, not an empty listing."""
    html = f"<!DOCTYPE html><html><head>{page}</body></html>".encode()
    with pytest.raises(ParseError) as raised:
        read_listing(replace(FORUM, kind=kind), answered(html))
    assert raised.value.subject == state


def test_a_feed_that_was_taken_for_a_page_is_read_as_a_feed() -> None:
    """A page source whose address answers with a feed loses nothing."""
    body = (
        b"<?xml version='1.0'?><rss version='2.0'><channel><title>V</title><item><title>One</title>"
        b"<link>https://valley.example/one</link></item></channel></rss>"
    )
    source = Source("W_DIRECT_1", SourceKind.DIRECT, SITE, "Valley")
    listing = read_listing(source, answered(body))
    assert urls(listing) == [f"{SITE}one"]


@given(st.binary(max_size=400) | st.text(alphabet="<>ah ref='/x\"", max_size=400).map(str.encode))
def test_any_bytes_are_a_page_or_an_error_of_ours(body: bytes) -> None:
    """Nonsense ends as a listing or as `ParseError`, never as anything else."""
    try:
        listing = read_page(body, content_type="", base_url=SITE)
    except ParseError:
        return
    assert all(entry.url and entry.url.startswith("http") for entry in listing.entries)


def sitemap(body: str) -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">{body}</urlset>'
    ).encode()


def news(path: str, published: str, extra: str = "") -> str:
    return (
        f"<url><loc>{SITE}{path}</loc>{extra}<news:news><news:publication><news:name>V</news:name>"
        "<news:language>EN</news:language></news:publication>"
        f"<news:publication_date>{published}</news:publication_date>"
        f"<news:title>About &amp; {path}</news:title></news:news></url>"
    )


def test_publication_date_beats_lastmod() -> None:
    """When an article was published is not when its page was last touched."""
    body = news("a", "2026-03-02T07:00:00+01:00", "<lastmod>2026-03-02T11:00:00Z</lastmod>")
    (entry,) = read_sitemap(sitemap(body), base_url=SITE).entries
    assert entry.published == datetime(2026, 3, 2, 6, tzinfo=UTC)
    assert (entry.title, entry.language) == ("About & a", "en")


def test_lastmod_that_is_the_same_everywhere_is_not_believed() -> None:
    """Three equal times are the time of the request; different ones are kept."""
    same = "".join(
        f"<url><loc>{SITE}{n}</loc><lastmod>2026-03-02T11:59:0{n}Z</lastmod></url>"
        for n in range(3)
    )
    listing = read_sitemap(sitemap(same), base_url=SITE)
    assert listing.flags == ("untrusted_lastmod",)
    assert {entry.published for entry in listing.entries} == {None}
    apart = same.replace("11:59:02", "09:12:00")
    listing = read_sitemap(sitemap(apart), base_url=SITE)
    assert listing.flags == ()
    assert None not in {entry.published for entry in listing.entries}


def test_language_twins_are_one() -> None:
    """Pages that name each other as translations are listed once: the first."""

    def twin(own: str, other: str) -> str:
        return (
            f"<url><loc>{SITE}{own}/x</loc>"
            f'<xhtml:link rel="alternate" hreflang="{other}" href="{SITE}{other}/x"/></url>'
        )

    listing = read_sitemap(sitemap(twin("en", "fr") + twin("fr", "en")), base_url=SITE)
    assert urls(listing) == [f"{SITE}en/x"]
    assert [item.reason for item in listing.skipped] == ["hreflang_twin"]


def test_an_index_names_its_documents_newest_first() -> None:
    """What an index names is to be followed; undated documents may be anything, so first."""
    body = (
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
        f"<sitemap><loc>{SITE}1.xml</loc><lastmod>2026-01-01</lastmod></sitemap>"
        f"<sitemap><loc>{SITE}2.xml</loc><lastmod>2026-03-01</lastmod></sitemap>"
        f"<sitemap><loc>{SITE}3.xml</loc></sitemap></sitemapindex>"
    ).encode()
    listing = read_sitemap(body, base_url=SITE)
    assert listing.follow == (f"{SITE}3.xml", f"{SITE}2.xml", f"{SITE}1.xml")


def test_addresses_of_sitemaps_are_kept_to_the_letter() -> None:
    """A bare ampersand, in a page or in an index, is no reason to ask for another page."""
    body = sitemap(
        f"<url><loc>{SITE}show?a=1&b=2&copy=3</loc></url><url><loc>N/A</loc></url>"
        f'<url><loc>"{SITE}x"</loc><lastmod>2026-03-02</lastmod></url><url><loc>/y</loc></url>'
    )
    found = urls(read_sitemap(body, base_url=SITE))
    assert found == [f"{SITE}show?a=1&b=2&copy=3", "N/A", f"{SITE}x", f"{SITE}y"]
    index = f"<sitemapindex><sitemap><loc>{SITE}map?a=1&b=2</loc></sitemap></sitemapindex>"
    assert read_sitemap(index.encode(), base_url=SITE).follow == (f"{SITE}map?a=1&b=2",)


def test_an_address_in_an_escaped_cdata_section_is_the_address() -> None:
    """Software that escapes the marks of CDATA as well means what stands between them."""
    body = sitemap(f"<url><loc>&lt;![CDATA[{SITE}tide?a=1&amp;b=2]]&gt;</loc></url>")
    assert urls(read_sitemap(body, base_url=SITE)) == [f"{SITE}tide?a=1&b=2"]


def test_news_whose_prefix_nothing_declares_is_read() -> None:
    """Its title and time are the article's."""
    news = "<news:title>High tide</news:title>"
    news += "<news:publication_date>2026-03-02T08:00:00Z</news:publication_date>"
    body = f"<urlset><url><loc>{SITE}tide</loc><news:news>{news}</news:news></url></urlset>"
    (item,) = read_sitemap(body.encode(), base_url=SITE).entries
    assert (item.title, item.published) == ("High tide", datetime(2026, 3, 2, 8, tzinfo=UTC))


@pytest.mark.parametrize("wrap", ["<urlset>{}</urlset>", "<x><urlset>{}</urlset></x>", "<x>{}</x>"])
def test_sitemaps_in_sitemaps_are_read(wrap: str) -> None:
    """Sitemaps that software put into one another, or an index among them, are read as one."""
    one = sitemap(f"<url><loc>{SITE}a</loc></url>").decode().partition("?>")[2]
    listing = read_sitemap(wrap.format(one or sitemap("").decode()).encode(), base_url=SITE)
    assert urls(listing) == [f"{SITE}a"]


def test_gzip_and_text_sitemaps_are_read() -> None:
    """`.xml.gz` and a text file with an address a line are sitemaps too (sitemaps.org)."""
    packed = gzip.compress(sitemap(news("a", "2026-03-02")))
    assert urls(read_sitemap(packed, base_url=SITE)) == [f"{SITE}a"]
    text = f"\ufeff{SITE}a\n{SITE}b\nnonsense\n".encode()
    assert urls(read_sitemap(text, base_url=SITE)) == [f"{SITE}a", f"{SITE}b"]


def test_bombs_are_refused() -> None:
    """A gzip bomb and a document with entities end as an error, in little memory."""
    bomb = gzip.compress(b"<urlset>" + b" " * 60_000_000)
    with pytest.raises(ParseError) as raised:
        read_sitemap(bomb, base_url=SITE)
    assert raised.value.subject == "error:too_large"
    entities = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><urlset><url><loc>&a;</loc></url></urlset>'
    with pytest.raises(ParseError, match="entities"):
        read_sitemap(entities, base_url=SITE)
    with pytest.raises(ParseError, match="entities"):
        read_sitemap(entities.decode().encode("utf-16"), base_url=SITE)


@pytest.mark.parametrize("body", [b"", b"<html><body>Hi</body></html>", b"<rss/>", b"\x1f\x8bxx"])
def test_what_is_no_sitemap_is_an_error(body: bytes) -> None:
    """Another document is a named state of the source."""
    with pytest.raises(ParseError) as raised:
        read_sitemap(body, base_url=SITE)
    assert raised.value.subject.startswith("error:")


FORUM = Source("W_RSS_9", SourceKind.DISCOURSE, "https://forum.example/posts.rss", "Forum")


def forum_item(path: str, guid: str) -> str:
    return (
        f"<item><title>Bread</title><link>https://forum.example{path}</link>"
        f"<guid isPermaLink='false'>{guid}</guid></item>"
    )


def test_replies_belong_to_their_topic() -> None:
    """Posts keep their own identity and name the topic; a renamed topic changes neither."""
    body = (
        "<?xml version='1.0'?><rss version='2.0'><channel><title>F</title>"
        + forum_item("/t/bread/12/4", "forum.example-post-904")
        + forum_item("/t/renamed/12/3", "forum.example-post-903")
        + forum_item("/t/12", "forum.example-topic-12")
        + forum_item("/t/no-guid/13/2", "what is this")
        + forum_item("/u/somebody", "x")
        + "</channel></rss>"
    ).encode()
    listing = read_listing(
        FORUM, FetchResult(FORUM.url, FetchOutcome.OK, FORUM.url, 200, body=body)
    )
    assert [(e.item_key, e.topic_url) for e in listing.entries] == [
        ("post:forum.example/904", "https://forum.example/t/bread/12"),
        ("post:forum.example/903", "https://forum.example/t/renamed/12"),
        ("topic:forum.example/12", "https://forum.example/t/12"),
        ("post:forum.example/t13/2", "https://forum.example/t/no-guid/13"),
        ("", None),
    ]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://blog.example/feed.xml", SourceKind.FEED),
        ("https://blog.example/?feed=rss2", SourceKind.FEED),
        ("https://feeds.press.example/top", SourceKind.FEED),
        ("https://blog.example/feed/", SourceKind.FEED),
        ("https://blog.example/index.json", SourceKind.FEED),
        ("https://forum.example/posts.rss", SourceKind.DISCOURSE),
        ("https://forum.example/latest.rss", SourceKind.DISCOURSE),
        ("https://forum.example/t/bread/12.rss", SourceKind.DISCOURSE),
        ("https://paper.example/sitemap.xml", SourceKind.SITEMAP),
        ("https://paper.example/news-sitemap_index.xml.gz", SourceKind.SITEMAP),
        ("https://paper.example/", SourceKind.DIRECT),
        ("https://paper.example/news/local", SourceKind.DIRECT),
    ],
)
def test_kinds_are_guessed_from_addresses(url: str, kind: SourceKind) -> None:
    """An address says what it probably is."""
    assert guess_kind(url) is kind


def test_every_kind_has_its_line() -> None:
    """`SOURCE_KINDS` has each kind of the model once, with words for a person."""
    assert [kind.kind for kind in SOURCE_KINDS] == list(SourceKind)
    assert all(kind.about for kind in SOURCE_KINDS)


@pytest.mark.parametrize("kind", [k.kind for k in SOURCE_KINDS if k.fetch is not None])
@pytest.mark.parametrize("body", [b"", b"\x00" * 100, b"<", b"{}", b"%PDF-1.7", b"\xff\xfe"])
def test_every_kind_refuses_nonsense_by_name(kind: SourceKind, body: bytes) -> None:
    """What is no document of its kind is an empty listing with a warning, or `ParseError`."""
    source = replace(FORUM, kind=kind)
    assert kind_of(source).kind is kind
    subject, message = "error:", "said"
    try:
        listing = read_listing(source, answered(body))
    except ParseError as error:
        subject, message = error.subject, str(error)
    else:
        assert listing.entries == ()
        assert listing.warnings
    assert subject.startswith("error:")
    assert message
