"""The small world answers as its data files and `trouble` say, on every day."""

import http.client
import json
from calendar import timegm
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import feedparser
import pytest

from strandline.model.sources import ContentType, SourceKind
from strandline.testing.world import World
from strandline.testing.world.stories import load_sites
from strandline.testing.world.trouble import BUSY_FOR_S

START = datetime(2026, 3, 4, 7, 0, tzinfo=UTC)
WELL_FORMED = ["courier", "signal", "gazette", "linjiang", "yuntai", "lowtide", "links", "meridian"]


@dataclass(frozen=True)
class Got:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


def get(url: str, method: str = "GET", **headers: str) -> Got:
    """One request, no redirects followed."""
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=120)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request(
            method, target, headers={k.replace("_", "-"): v for k, v in headers.items()}
        )
        answer = connection.getresponse()
        lowered = {name.lower(): value for name, value in answer.getheaders()}
        return Got(answer.status, lowered, answer.read())
    finally:
        connection.close()


@pytest.fixture(scope="module")
def served() -> Iterator[World]:
    with World(START) as world:
        yield world


@pytest.fixture
def world(served: World) -> World:
    served.move_to(START)
    served.forget_requests()
    return served


def titles(world: World, key: str) -> list[str]:
    feed = feedparser.parse(get(world.source(key).url).body)
    return [entry.title for entry in feed.entries]


@pytest.mark.parametrize("days_later", [0, 1, 2, 9])
@pytest.mark.parametrize("key", WELL_FORMED)
def test_feeds_are_well_formed(world: World, key: str, days_later: int) -> None:
    """What is not broken on purpose is well-formed on every day."""
    world.move_to(START + timedelta(days=days_later))
    feed = feedparser.parse(get(world.source(key).url).body)
    assert not feed.bozo, feed.get("bozo_exception")
    assert feed.feed.title == world.source(key).name
    assert all(urlsplit(entry.link).hostname for entry in feed.entries)


def test_every_format_is_there(world: World) -> None:
    """RSS 2.0, RSS 1.0 and Atom are told apart by feedparser, JSON Feed by its version."""
    versions = {
        key: feedparser.parse(get(world.source(key).url).body).version
        for key in ("courier", "gazette", "signal")
    }
    assert versions == {"courier": "rss20", "gazette": "rss10", "signal": "atom10"}
    tree = json.loads(get(world.source("carnet").url).body)
    assert tree["version"] == "https://jsonfeed.org/version/1.1"
    assert len(tree["items"]) == 4


def test_a_news_day_is_big_enough(world: World) -> None:
    """Day one brings 25 to 55 pages that read as articles, in three languages."""
    pages = [
        (site, story)
        for site in load_sites()
        if site.kind == "paper" and site.source_kind and site.key != "vault"
        for story in site.stories
        if story.path and story.day == 1 and story.hours_ago < 24 and not story.behaviour
    ]
    assert 25 <= len(pages) <= 55
    assert {site.language for site, _ in pages} == {"en", "fr", "zh"}
    for site, story in pages:
        page = get(world.url(site.key, story.path))
        assert page.status == 200
        for mark in ('rel="canonical"', "og:title", "application/ld+json", "<time datetime="):
            assert mark in page.text


def test_scripted_stories_are_long_enough_to_read() -> None:
    """Every plain story of a paper with a feed has a text of more than its summary."""
    for site in load_sites():
        for story in site.stories:
            if story.path and not story.behaviour and site.is_served and site.key != "frontpage":
                assert len(story.text) > len(story.summary), story.path


def test_no_two_stories_share_a_title_or_a_page() -> None:
    """What the world repeats, it repeats on purpose: only the syndicated copy has a twin."""
    stories = [(site.key, s) for site in load_sites() for s in site.stories]
    paths = [(key, s.path) for key, s in stories if s.path]
    assert len(set(paths)) == len(paths)
    names = [s.title for _, s in stories]
    assert {n for n in names if names.count(n) > 1} == {
        "Barn owls breed in 41 church towers, most since the count began"
    }


@pytest.mark.parametrize(
    "key", [*WELL_FORMED, "carnet", "ledger", "tinkers", "crooked", "undated", "frontpage"]
)
def test_an_unchanged_document_is_a_304(world: World, key: str) -> None:
    """If-None-Match with the last ETag answers 304 without a body, until something is new."""
    url = world.source(key).url
    first = get(url)
    assert first.status == 200
    again = get(url, If_None_Match=first.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]


def test_last_modified_alone_is_honoured(world: World) -> None:
    """If-Modified-Since answers 304 until a story is newer; nonsense in it is ignored."""
    url = world.source("courier").url
    since = get(url).headers["last-modified"]
    assert get(url, If_Modified_Since=since).status == 304
    assert get(url, If_Modified_Since="yesterday, I think").status == 200
    world.next_day()
    later = get(url, If_Modified_Since=since)
    assert later.status == 200
    assert parsedate_to_datetime(later.headers["last-modified"]) > parsedate_to_datetime(since)


def test_head_has_headers_and_no_body(world: World) -> None:
    """HEAD answers as GET does, without the body."""
    url = world.source("courier").url
    head, whole = get(url, "HEAD"), get(url)
    assert head.body == b""
    assert head.headers["content-length"] == str(len(whole.body))


def test_the_same_start_gives_the_same_bytes() -> None:
    """Two worlds of one start and one port answer alike, generated days too."""
    bodies = []
    port = 0
    for _ in range(2):
        with World(START, port=port) as world:
            port = world.port
            world.move_to(START + timedelta(days=6))
            bodies.append([get(s.url).body for s in world.sources() if s != world.source("silent")])
    assert bodies[0] == bodies[1]


@pytest.mark.parametrize("day", range(2, 12))
def test_every_later_day_brings_fresh_news(world: World, day: int) -> None:
    """Each day, scripted or generated, adds stories that no earlier day had."""
    world.move_to(START + timedelta(days=day - 2))
    before = set(titles(world, "courier")) | set(titles(world, "yuntai"))
    world.next_day()
    fresh = (set(titles(world, "courier")) | set(titles(world, "yuntai"))) - before
    assert world.day == day
    assert len(fresh) >= 2


def test_nothing_appears_before_its_time(world: World) -> None:
    """A story of tomorrow is neither listed nor readable today, and no date lies ahead."""
    page = world.url("courier", "/town/council-votes-rent-relief")
    assert get(page).status == 404
    for key in WELL_FORMED:
        for entry in feedparser.parse(get(world.source(key).url).body).entries:
            when = entry.get("published_parsed") or entry.get("updated_parsed")
            assert timegm(when) <= world.now.timestamp()
    world.next_day()
    assert get(page).status == 200


def test_an_article_is_edited_in_place(world: World) -> None:
    """The bridge story keeps address and id, and changes title and text on day two."""
    url = world.url("courier", "/town/old-mill-bridge-closes")
    feed = world.source("courier").url
    before = {e.id: e.title for e in feedparser.parse(get(feed).body).entries}
    assert "six weeks" in get(url).text
    world.next_day()
    after = {e.id: e.title for e in feedparser.parse(get(feed).body).entries}
    edited = "courier:/town/old-mill-bridge-closes"
    assert "six weeks" in before[edited]
    assert "eight weeks" in after[edited]
    assert "eight weeks" in get(url).text
    assert "Updated" in get(url).text


def test_an_article_is_listed_again_as_new(world: World) -> None:
    """The frost fair comes back on day two under a fresh date and another id, same address."""
    feed = world.source("courier").url

    def fair() -> feedparser.FeedParserDict:
        entries = feedparser.parse(get(feed).body).entries
        return next(e for e in entries if "Frost fair" in e.title)

    first = fair()
    world.next_day()
    again = fair()
    assert again.link == first.link
    assert again.id != first.id
    assert again.published_parsed > first.published_parsed


def test_a_page_disappears(world: World) -> None:
    """The grain ship is readable for two days and answers 410 from the third."""
    url = world.url("courier", "/harbour/grain-ship-aground")
    found = []
    for _ in range(3):
        found.append(get(url).status)
        world.next_day()
    assert found == [200, 200, 410]


REDIRECTS = [
    ("short", "/tidal", 301, "{signal}/2026/eel-island-tidal-month?utm_source=tny"),
    ("short", "/rr24", 301, "{short}/hop"),
    ("short", "/out?url=http://127.0.0.2/x", 302, "http://127.0.0.2/x"),
    ("courier", "/2019/bridge-inspection", 301, "{courier}/town/old-mill-bridge-closes"),
    ("meridian", "/opinion/withdrawn-column", 301, "{meridian}/"),
    ("mover", "/rss", 301, "{mover}/feed.atom"),
    ("short", "/loop", 302, "{short}/loop?turn=a"),
    ("short", "/loop?turn=a", 302, "{short}/loop?turn=b"),
]


@pytest.mark.parametrize(("key", "path", "status", "to"), REDIRECTS)
def test_redirects(world: World, key: str, path: str, status: int, to: str) -> None:
    """Shorteners, wrappers, moved pages, buried pages and loops redirect as scripted."""
    got = get(world.url(key, path))
    assert (got.status, got.headers["location"]) == (status, world.fill(to))


def test_a_wrapper_without_a_target_is_a_404(world: World) -> None:
    """`/out` without its parameter leads nowhere."""
    assert get(world.url("short", "/out")).status == 404


@pytest.mark.parametrize(
    ("path", "wall", "parameter"),
    [
        ("/opinion/shorter-days", "/consent", "return_to="),
        ("/opinion/what-librarians-know", "/login", "next="),
    ],
)
def test_walls(world: World, path: str, wall: str, parameter: str) -> None:
    """Consent and log-in walls take the visitor away and remember what was wanted."""
    got = get(world.url("meridian", path))
    assert got.status == 302
    target = got.headers["location"]
    assert target.startswith(world.url("meridian", wall) + "?" + parameter)
    assert get(target).status == 200


WORDS: list[tuple[str, str, int, str]] = [
    ("meridian", "/letters/on-bells", 200, "could not be found"),
    ("meridian", "/opinion/the-price-of-free-parking", 200, "for subscribers"),
    ("vault", "/markets/quiet-week", 403, "Just a moment"),
    ("vault", "/feed.xml", 403, "Checking your browser"),
    ("frontpage", "/rss", 200, "<!doctype html>"),
    ("closed", "/feed.xml", 410, "closed"),
    ("closed", "/2011/farewell", 410, "closed"),
    ("courier", "/no/such/page", 404, "no such page"),
]


@pytest.mark.parametrize(("key", "path", "status", "words"), WORDS)
def test_pages_that_are_no_articles(
    world: World, key: str, path: str, status: int, words: str
) -> None:
    """Soft 404, paywall, challenge, HTML for a feed and a closed site say what they are."""
    got = get(world.url(key, path))
    assert got.status == status
    assert words in got.text


def test_nobody_answers_on_the_silent_host(world: World) -> None:
    """A connection to the silent host is refused."""
    with pytest.raises(ConnectionRefusedError):
        get(world.source("silent").url)


def test_the_busy_host_is_well_again_on_day_two(world: World) -> None:
    """429 with Retry-After on the first day, a feed on the second."""
    first = get(world.source("busy").url)
    assert (first.status, first.headers["retry-after"]) == (429, str(BUSY_FOR_S))
    world.next_day()
    assert len(titles(world, "busy")) == 1


def test_a_cookie_opens_the_article(world: World) -> None:
    """The database story sends the visitor to itself until the cookie comes back."""
    url = world.url("signal", "/2026/a-database-in-four-hundred-lines")
    first = get(url)
    assert (first.status, first.headers["location"]) == (302, url)
    cookie = first.headers["set-cookie"].split(";")[0]
    assert "nine thousand times" in get(url, Cookie=cookie).text


def test_a_page_that_refreshes(world: World) -> None:
    """The refresh page names its target in a meta element."""
    text = get(world.url("short", "/refresh")).text
    assert f"url={world.url('carnet', '/billets/reparer-un-parapluie')}" in text


def test_the_undated_feed_has_no_date(world: World) -> None:
    """Entries without published and updated."""
    entries = feedparser.parse(get(world.source("undated").url).body).entries
    assert len(entries) == 2
    assert all("published" not in entry and "updated" not in entry for entry in entries)


def test_the_malformed_feed_still_holds_entries(world: World) -> None:
    """Not well-formed, but what can be read is there."""
    feed = feedparser.parse(get(world.source("crooked").url).body)
    assert feed.bozo
    assert feed.entries[0].title.startswith("Bread & roses")


def test_a_syndicated_copy_names_its_origin(world: World) -> None:
    """The Ledger's copy claims the Courier's page as canonical and repeats its text."""
    copy = get(world.url("ledger", "/nation/barn-owl-count-record")).text
    origin = world.url("courier", "/country/barn-owl-count")
    assert f'<link rel="canonical" href="{origin}">' in copy
    assert "It is a bell." in copy
    assert "It is a bell." in get(origin).text


def test_the_page_without_a_feed_lists_among_other_links(world: World) -> None:
    """Notices as cards, between navigation and advertisements; the dates stand on their pages."""
    source = world.source("harbour")
    assert source.kind is SourceKind.DIRECT
    text = get(source.url).text
    assert "application/rss+xml" not in text
    assert text.count('class="card"') == 2
    assert "/advertise?slot=top" in text
    assert "<time" not in text
    assert "<time" in get(world.url("harbour", "/notices/2026-118-north-quay-crane")).text


def test_the_news_sitemap_names_titles_and_dates(world: World) -> None:
    """A sitemap with the news extension for every listed story."""
    text = get(world.source("ledger").url).text
    assert text.count("<news:title>") == text.count("<loc>") == 6


def test_the_podcast_has_enclosures(world: World) -> None:
    """Episodes carry audio files with type and length."""
    feed = feedparser.parse(get(world.source("lowtide").url).body)
    assert {e.enclosures[0].type for e in feed.entries} == {"audio/mpeg"}
    assert all(int(e.enclosures[0].length) > 0 for e in feed.entries)


class TestForum:
    """The forum answers as Discourse does."""

    def test_posts_rss(self, world: World) -> None:
        """Newest first, one item a post, links to topic and post number."""
        feed = feedparser.parse(get(world.source("tinkers").url).body)
        assert not feed.bozo
        assert [e.id for e in feed.entries] == [
            f"tinkers.example-post-{number}" for number in (304, 303, 302, 301)
        ]
        assert urlsplit(feed.entries[0].link).path == "/t/reading-room-repair-night/42/2"

    def test_posts_json_pages_backwards(self, world: World) -> None:
        """`before` gives older posts."""
        url = world.url("tinkers", "/posts.json")
        newest = json.loads(get(url).body)["latest_posts"]
        older = json.loads(get(f"{url}?before=303").body)["latest_posts"]
        assert [post["id"] for post in newest] == [304, 303, 302, 301]
        assert [post["id"] for post in older] == [302, 301]

    def test_an_edit_changes_the_post(self, world: World) -> None:
        """Post 306 gains a link and a version on day two."""
        url = world.url("tinkers", "/posts/306.json")
        assert get(url).status == 404
        world.move_to(START + timedelta(hours=23))
        before = json.loads(get(url).body)
        world.next_day()
        after = json.loads(get(url).body)
        assert (before["version"], after["version"]) == (1, 2)
        assert "notice 119" in after["cooked"]
        assert "notice 119" not in before["cooked"]
        assert after["updated_at"] > after["created_at"] == before["created_at"]

    def test_quotes(self, world: World) -> None:
        """Quotes come as `aside.quote` and as plain blockquote."""
        world.next_day()
        text = get(world.source("tinkers").url).text
        assert '<aside class="quote no-group" data-username="rosa_l"' in text
        assert text.count("<blockquote>") == 2

    def test_topics_are_pages(self, world: World) -> None:
        """A topic's page shows its posts."""
        text = get(world.url("tinkers", "/t/wooden-bearings-in-salt-water/41/2")).text
        assert "outlived the trawler" in text


def test_sources_have_ids_that_never_change(world: World) -> None:
    """Ids by kind, the same on every day; skills are a fixed list of their own pages."""
    sources = {s.source_uuid: s for s in world.sources()}
    assert sources["W_RSS_1"].name == "The Saltmarsh Courier"
    assert sources["W_DIRECT_1"].name == "Saltmarsh Harbour Office"
    skills = sources["W_LIST_1"]
    assert skills.content_type is ContentType.SKILL
    assert [get(url).status for url in skills.items] == [200, 200, 200]
    world.next_day()
    assert {s.source_uuid: s for s in world.sources()} == sources


def test_every_site_is_a_host_of_its_own(world: World) -> None:
    """No two sources share a host; one entry allows them all and nothing else."""
    hosts = [urlsplit(s.url).hostname for s in world.sources()]
    assert len(set(hosts)) == len(hosts)
    assert world.allow_list == (f"127.0.0.0/8:{world.port}",)


def test_requests_are_logged(world: World) -> None:
    """The log tells host, path, headers, status and time; counters count."""
    url = world.source("courier").url
    get(url, User_Agent="test")
    get(url)
    get(world.url("short", "/tidal"))
    assert world.hits("courier") == {"/feed.xml": 2}
    assert world.hits()[world.url("short", "/tidal")] == 1
    first = world.requests[0]
    assert (first.site, first.method, first.status, first.at) == ("courier", "GET", 200, START)
    assert dict(first.headers)["user-agent"] == "test"
    world.forget_requests()
    assert world.requests == []


def test_names_of_ships_are_in_italics(world: World) -> None:
    """Emphasis of the content files becomes HTML and shows no stars."""
    text = get(world.url("courier", "/harbour/grain-ship-aground")).text
    assert "<em>Marguerite</em>" in text
    assert "*Marguerite*" not in text


def test_a_gate_holds_answers_back(world: World) -> None:
    """After the agreed number of requests the next one waits until the gate is opened."""
    url = world.source("courier").url
    gate = world.hold(after=1)
    assert get(url).status == 200
    assert not gate.wait_until_reached(0.0)
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(get, url)
        assert gate.wait_until_reached()
        assert not held.done()
        gate.open()
        assert held.result().status == 200


def test_a_stopped_world_answers_no_more() -> None:
    """After stop the port is free and connections are refused; stopping twice is fine."""
    world = World(START).start()
    url = world.source("courier").url
    world.stop()
    world.stop()
    with pytest.raises(ConnectionRefusedError):
        get(url)


def test_a_taken_port_is_said(world: World) -> None:
    """A second world on the same port fails at once and leaves nothing open."""
    second = World(START, port=world.port)
    with pytest.raises(OSError, match="in use"):
        second.start()


def test_nothing_in_the_content_names_a_real_host() -> None:
    """Links in the content go to sites of the world; the one wrapper is known by its rule."""
    literal: Callable[[str], bool] = lambda text: "://" in text  # noqa: E731
    links = [s.link for site in load_sites() for s in site.stories if literal(s.link)]
    assert [link.split("?")[0] for link in links] == ["https://www.google.com/url"]
    assert not any(literal(s.text) for site in load_sites() for s in site.stories)
