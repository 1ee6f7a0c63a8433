"""A poll end to end: real server, real fetcher, real database."""

import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from strandline.core.urls import identify
from strandline.model.articles import AliasKind, TextStatus, UrlStatus
from strandline.model.entries import DateTrust
from strandline.model.errors import IdentityConflict, ParserFault, StoreError
from strandline.model.sources import SourceKind, SourceState
from strandline.pipelines.heartbeat import LEASE
from strandline.pipelines.poll import run_poll
from strandline.pipelines.poll.following import HostTurns
from strandline.pipelines.poll.leases import SourceLeases
from strandline.pipelines.poll.steps import POLL_STEPS
from strandline.pipelines.rekey import rekey_ledger
from strandline.pipelines.resolve import MOST_ATTEMPTS, resolve_pending

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
FEED = "https://paper.example/feed.xml"
STORY = "https://paper.example/news/harbour-opens"
WORDS = (
    "The harbour opened again this morning after four months of work on its northern wall. "
    "Fishermen who had moved to the next bay came back with the first tide. "
)


def feed(*links: str, when: datetime | None = NOW - HOUR, title: str = "Harbour") -> bytes:
    date = f"<pubDate>{when:%a, %d %b %Y %H:%M:%S} GMT</pubDate>" if when else ""
    items = "".join(
        f"<item><title>{title} {n}</title><link>{link.replace('&', '&amp;')}</link>{date}</item>"
        for n, link in enumerate(links, 1)
    )
    return (
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Paper</title>'
        f"<link>https://paper.example/</link>{items}</channel></rss>"
    ).encode()


def page(title: str = "Harbour opens", head: str = "", text: str = WORDS * 6) -> bytes:
    body = "".join(f"<p>{text}</p>" for _ in range(3))
    return (
        f"<!DOCTYPE html><html lang='en'><head><title>{title}</title>{head}</head>"
        f"<body><article><h1>{title}</h1>{body}</article></body></html>"
    ).encode()


def html(answer: Any, body: bytes) -> Any:
    return answer(body, 200, {"content-type": "text/html; charset=utf-8"})


def articles(rig: Any) -> dict[str, Any]:
    return {a.article_url_final: a for a in rig.ports.store.recent(limit=100)}


def test_an_article_enters_with_its_page(resolving_rig: Any, answer: Any) -> None:
    """A new item costs one request, and the page that comes with it is read at once."""
    rig = resolving_rig
    source = rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(f"{STORY}?utm_source=rss"))
    rig.web.answers[STORY] = html(answer, page())
    (outcome,) = rig.poll(NOW).outcomes
    article = articles(rig)[STORY]
    assert (outcome.new, outcome.state) == (1, SourceState.OK)
    assert article.article_url_original == f"{STORY}?utm_source=rss"
    assert article.url_notes == "removed_tracking_params"
    assert not article.url_original_to_final_match
    assert (article.source_uuid, article.url_scraping_method) == (source.source_uuid, "RSS")
    assert (article.source_url, article.article_title) == (FEED, "Harbour 1")
    assert article.published_utc_iso == NOW - HOUR
    assert article.article_detected_utc_iso == NOW
    assert article.url_status is UrlStatus.SETTLED
    text = rig.ports.store.texts([article.article_uuid])[article.article_uuid]
    assert text.status is TextStatus.OK
    assert "northern wall" in text.text
    assert len(rig.web.asked(STORY)) == 1


def test_every_hop_becomes_an_alias_and_costs_no_second_request(
    resolving_rig: Any, answer: Any
) -> None:
    """A redirect is followed once; whoever lists the old address later asks for nothing."""
    rig = resolving_rig
    rig.add(FEED)
    other = rig.add("https://other.example/feed.xml")
    old = "https://paper.example/go/17-harbour"
    rig.web.answers[FEED] = answer(feed(old))
    rig.web.answers[other.url] = answer(feed())
    rig.web.answers[old] = answer(b"", 301, {"location": STORY})
    rig.web.answers[STORY] = html(answer, page())
    rig.poll(NOW)
    article = articles(rig)[STORY]
    assert article.url_notes == "resolved_redirects"
    aliases = {a.url: a for a in rig.ports.store.aliases(article.article_uuid)}
    assert aliases[old].kind in (AliasKind.REDIRECT, AliasKind.ORIGINAL)
    assert old in aliases[old].evidence or STORY in aliases[old].evidence
    rig.web.requests.clear()
    rig.web.answers[other.url] = answer(feed(old))
    (outcome,) = rig.poll(NOW + HOUR, only=[other.source_uuid], force=True).outcomes
    assert (outcome.new, outcome.joined) == (0, 1)
    assert [url for url, _ in rig.web.requests] == [other.url]


def test_one_article_through_two_sources_has_two_mentions(rig: Any, answer: Any) -> None:
    """Spellings of one URL at two sources are one article; the first detection stands."""
    first = rig.add(FEED)
    second = rig.add("https://digest.example/rss.xml")
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.web.answers[second.url] = answer(feed(f"{STORY}/?utm_medium=feed#top", title="Port"))
    rig.poll(NOW, only=[first.source_uuid])
    rig.poll(NOW + HOUR, only=[second.source_uuid])
    (article,) = articles(rig).values()
    assert article.article_detected_utc_iso == NOW
    assert article.source_uuid == first.source_uuid
    mentions = rig.ports.store.mentions([article.article_uuid])[article.article_uuid]
    assert [m.source_uuid for m in mentions] == [first.source_uuid, second.source_uuid]
    assert mentions[1].url_original == f"{STORY}/?utm_medium=feed#top"
    assert mentions[1].title == "Port 1"


def test_a_believed_canonical_claim_joins_two_addresses(resolving_rig: Any, answer: Any) -> None:
    """A page that calls a known address of its own site canonical is that article."""
    rig = resolving_rig
    rig.add(FEED)
    long = "https://paper.example/region/harbour-opens-long-address"
    claim = f'<link rel="canonical" href="{STORY}">'
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.web.answers[STORY] = html(answer, page(head=claim))
    rig.web.answers[long] = html(answer, page(head=claim))
    rig.poll(NOW)
    rig.web.answers[FEED] = answer(feed(STORY, long))
    rig.poll(NOW + HOUR)
    assert set(articles(rig)) == {STORY}
    uuid = articles(rig)[STORY].article_uuid
    assert long in {alias.url for alias in rig.ports.store.aliases(uuid)}


def test_a_foreign_canonical_claim_merges_nothing(resolving_rig: Any, answer: Any) -> None:
    """A page that calls another site's page canonical stays itself."""
    rig = resolving_rig
    rig.add(FEED)
    foreign = "https://stranger.example/news/other"
    rig.web.answers[FEED] = answer(feed(STORY, foreign))
    rig.web.answers[foreign] = html(answer, page())
    claim = f'<link rel="canonical" href="{foreign}">'
    rig.web.answers[STORY] = html(answer, page(head=claim))
    rig.poll(NOW)
    assert set(articles(rig)) == {STORY, foreign}


def test_a_redirect_to_the_home_page_keeps_the_last_good_url(
    resolving_rig: Any, answer: Any
) -> None:
    """An article that is sent to the home page keeps its address, and has no text."""
    rig = resolving_rig
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.web.answers[STORY] = answer(b"", 302, {"location": "https://paper.example/"})
    rig.web.answers["https://paper.example/"] = html(answer, page("Paper"))
    rig.poll(NOW)
    article = articles(rig)[STORY]
    assert article.url_status is UrlStatus.UNRESOLVED
    text = rig.ports.store.texts([article.article_uuid])[article.article_uuid]
    assert text.status is TextStatus.SOFT_404


def test_a_dead_link_enters_all_the_same(resolving_rig: Any, answer: Any) -> None:
    """A failed resolution changes nothing: the article is there, its text may be tried again."""
    rig = resolving_rig
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.web.answers[STORY] = answer(b"oops", 500)
    assert rig.poll(NOW).new == 1
    (article,) = articles(rig).values()
    assert article.article_url_final == STORY
    text = rig.ports.store.texts([article.article_uuid])[article.article_uuid]
    assert text.status is TextStatus.FAILED
    assert rig.ports.store.counts().unscraped == 1


def test_items_outside_the_window_cost_no_request(resolving_rig: Any, answer: Any) -> None:
    """Old, future and unreadable items are kept or counted with a reason; nobody is asked."""
    rig = resolving_rig
    source = rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY, when=NOW - timedelta(days=2)))
    (outcome,) = rig.poll(NOW).outcomes
    assert (outcome.new, outcome.old) == (0, 1)
    assert not rig.web.asked(STORY)
    rig.web.answers[FEED] = answer(feed(STORY, when=NOW))
    (outcome,) = rig.poll(NOW + HOUR).outcomes
    assert (outcome.new, outcome.known) == (0, 1), "a new date makes no old item new"
    assert source.source_uuid not in {a.source_uuid for a in articles(rig).values()}


def test_a_future_item_enters_when_its_time_has_come(rig: Any, answer: Any) -> None:
    """More than an hour ahead is held back, and enters later although the bytes are the same."""
    rig.add(FEED, interval=HOUR)
    body = feed(STORY, when=NOW + 3 * HOUR)
    rig.web.answers[FEED] = answer(body, 200, {"etag": '"same"'})
    (outcome,) = rig.poll(NOW).outcomes
    assert (outcome.new, outcome.dropped) == (0, 1)
    assert rig.poll(NOW + HOUR).new == 0
    assert rig.poll(NOW + 2 * HOUR).new == 1
    assert articles(rig)[STORY].published_utc_iso == NOW + 3 * HOUR
    assert rig.poll(NOW + 4 * HOUR).new == 0


def test_what_a_clock_ahead_found_old_enters_when_it_is_set_right(rig: Any, answer: Any) -> None:
    """Polled a month ahead, news of today is old; polled again today it is news, and only once."""
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY))
    ahead = NOW + timedelta(days=32)
    assert rig.poll(ahead).outcomes[0].old == 1
    assert rig.poll(NOW).new == 1
    assert rig.poll(NOW + HOUR).new == 0
    assert set(articles(rig)) == {STORY}
    old = "https://paper.example/older"
    rig.web.answers[FEED] = answer(feed(old, when=NOW - timedelta(days=40)))
    assert rig.poll(ahead).new == 0
    assert rig.poll(NOW + 2 * HOUR).new == 0
    (post,) = rig.ports.store.posts_with_key(identify(old).key)
    assert (post.decision, post.first_seen_at) == ("old", NOW + 2 * HOUR)


def test_polled_servers_tell_the_day(rig: Any, answer: Any) -> None:
    """What most of them say is kept, to compare this machine's clock with."""
    for name in "abc":
        url = f"https://{name}.example/feed.xml"
        rig.add(url)
        rig.web.answers[url] = answer(feed(STORY))
    rig.poll(NOW)
    said = rig.ports.store.other_clocks().answers
    assert abs(datetime.now(UTC) - said) < timedelta(days=1)


def test_an_undated_source_begins_with_a_baseline(rig: Any, answer: Any) -> None:
    """What an undated source lists at first is not news; what comes later is, dated by sight."""
    rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(feed(STORY, when=None))
    assert rig.poll(NOW).new == 0
    new = "https://paper.example/news/market-returns"
    rig.web.answers[FEED] = answer(feed(new, STORY, when=None))
    assert rig.poll(NOW + HOUR).new == 1
    article = articles(rig)[new]
    assert article.published_utc_iso is None
    assert article.date_trust is DateTrust.FIRST_SEEN
    assert article.article_detected_utc_iso == NOW + HOUR


def test_a_page_dates_an_undated_item(resolving_rig: Any, answer: Any) -> None:
    """A page that says when it was published decides whether its undated item is news."""
    rig = resolving_rig
    rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(feed(when=None))
    rig.poll(NOW)
    fresh, stale = STORY, "https://paper.example/news/last-year"
    meta = '<meta property="article:published_time" content="{}">'
    rig.web.answers[fresh] = html(answer, page(head=meta.format("2026-03-02T11:30:00Z")))
    rig.web.answers[stale] = html(answer, page(head=meta.format("2025-05-05T10:00:00Z")))
    rig.web.answers[FEED] = answer(feed(fresh, stale, when=None))
    (outcome,) = rig.poll(NOW + HOUR).outcomes
    assert (outcome.new, outcome.old) == (1, 1), "an empty first reading is a baseline of nothing"
    rig.web.answers[FEED] = answer(feed(fresh, stale, f"{STORY}-2", when=None))
    rig.web.answers[f"{STORY}-2"] = html(answer, page(head=meta.format("2026-03-02T13:30:00Z")))
    assert rig.poll(NOW + 2 * HOUR).new == 1
    assert articles(rig)[f"{STORY}-2"].date_trust is DateTrust.EXACT


def test_a_list_enters_whole_and_takes_its_titles_from_its_pages(
    resolving_rig: Any, answer: Any
) -> None:
    """A fixed list is fetched from nowhere, is never old, and is entered once."""
    rig = resolving_rig
    skill = "https://school.example/skills/knots"
    rig.web.answers[skill] = html(answer, page("Twelve knots"))
    rig.add("skills", kind=SourceKind.LIST, items=(skill,), interval=HOUR)
    assert rig.poll(NOW).new == 1
    article = articles(rig)[skill]
    assert article.article_title == "Twelve knots"
    assert article.content_type.value == "skill"
    assert rig.poll(NOW + HOUR).new == 0


def test_polling_twice_changes_nothing(rig: Any, answer: Any) -> None:
    """The same document again, forced and read anew, adds no row."""
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY, f"{STORY}-2"))
    rig.poll(NOW)
    before = rig.ports.store.counts()
    rig.web.answers[FEED] = answer(feed(STORY, f"{STORY}-2") + b"<!-- another checksum -->")
    rig.poll(NOW + HOUR, force=True)
    after = rig.ports.store.counts()
    assert replace(after, size_bytes=0) == replace(before, size_bytes=0)


def guided(url: str, guid: str, title: str, when: datetime = NOW - HOUR) -> str:
    return (
        f"<item><title>{title}</title><link>{url}</link><guid isPermaLink='false'>{guid}</guid>"
        f"<pubDate>{when:%a, %d %b %Y %H:%M:%S} GMT</pubDate></item>"
    )


def of_items(*items: str) -> bytes:
    return f"<rss version='2.0'><channel><title>P</title>{''.join(items)}</channel></rss>".encode()


def test_an_item_with_a_new_address_is_the_item_that_it_was(rig: Any, answer: Any) -> None:
    """A publisher renames a page: same guid, same title, no second article, an alias."""
    rig.add(FEED)
    renamed = "https://paper.example/news/harbour-opens-at-last"
    rig.web.answers[FEED] = answer(of_items(guided(STORY, "g1", "Harbour")))
    rig.poll(NOW)
    for hours in (1, 2):
        rig.web.answers[FEED] = answer(of_items(guided(renamed, "g1", "Harbour"), " " * hours))
        (outcome,) = rig.poll(NOW + hours * HOUR).outcomes
        assert (outcome.new, outcome.known) == (0, 1)
    (article,) = articles(rig).values()
    assert article.article_url_final == STORY
    (alias,) = rig.ports.store.aliases(article.article_uuid)
    assert (alias.url, alias.kind) == (renamed, AliasKind.GUID)


def test_guids_that_are_mere_numbers_hide_nothing(rig: Any, answer: Any) -> None:
    """A feed that numbers its items from the top lists news under guids that it used before."""
    rig.add(FEED)
    later = NOW + HOUR
    rig.web.answers[FEED] = answer(of_items(guided(STORY, "1", "Harbour")))
    rig.poll(NOW)
    rig.web.answers[FEED] = answer(
        of_items(guided(f"{STORY}-2", "1", "Market", later), guided(STORY, "2", "Harbour"))
    )
    (outcome,) = rig.poll(later).outcomes
    assert (outcome.new, outcome.known) == (1, 1)


def test_the_address_behind_a_counter_is_the_article(resolving_rig: Any, answer: Any) -> None:
    """Where a feed names what is behind its counted link, nobody asks the counter."""
    rig = resolving_rig
    rig.add(FEED)
    rig.web.answers[STORY] = answer(b"<html><title>Harbour</title><p>Ships.</p></html>")
    behind = (
        f"<b:origLink xmlns:b='http://rssnamespace.org/feedburner/ext/1.0'>{STORY}</b:origLink>"
    )
    item = guided("https://count.example/~r/7", "g7", "Harbour").replace(
        "</item>", behind + "</item>"
    )
    rig.web.answers[FEED] = answer(of_items(item))
    for hours in (0, 1):
        rig.web.answers[FEED] = answer(of_items(item, " " * hours))
        (outcome,) = rig.poll(NOW + hours * HOUR).outcomes
        assert (outcome.new, outcome.known) == (1 - hours, hours)
    assert list(articles(rig)) == [STORY]
    assert not rig.web.asked("https://count.example/~r/7")


def test_editions_under_one_guid_and_title_are_news(rig: Any, answer: Any) -> None:
    """A series that calls every edition the same is known by address and date."""
    rig.add(FEED)
    for day in range(3):
        when = NOW + day * 24 * HOUR
        edition = guided(f"{STORY}-{day}", "latest", "Morning briefing", when)
        rig.web.answers[FEED] = answer(of_items(edition))
        (outcome,) = rig.poll(when).outcomes
        assert (outcome.new, outcome.known) == (1, 0)


class Killed(BaseException):
    """Ends a run as a signal would: nothing may catch it on the way."""


@pytest.mark.parametrize("write", range(1, 7))
@pytest.mark.parametrize("is_after", [False, True])
def test_killed_at_any_write_nothing_is_lost_or_doubled(
    write: int, is_after: bool, rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A poll that dies before or after any write is finished by another one once its lease ends."""
    urls = [f"{STORY}-{n}" for n in range(5)]
    rig.add(FEED)
    old = feed("https://paper.example/old-one", when=NOW - timedelta(days=3))
    rig.web.answers[FEED] = answer(feed(*urls).replace(b"</channel>", _items(old) + b"</channel>"))
    store = rig.ports.store
    writes = 0

    def deadly(name: str) -> Callable[..., Any]:
        real = getattr(store, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal writes
            writes += 1
            if writes == write and not is_after:
                raise Killed
            result = real(*args, **kwargs)
            if writes == write and is_after:
                raise Killed
            return result

        return call

    with monkeypatch.context() as patch:
        for name in ("ingest", "save_text", "save_health"):
            patch.setattr(store, name, deadly(name))
        try:
            rig.poll(NOW)
        except Killed:
            died = True
        else:
            died = False
    assert died == (writes >= write)
    other = replace(rig.ports, owner="another")
    run_poll(other, rig.settings, now=NOW + LEASE + timedelta(minutes=1))
    assert set(articles(rig)) == set(urls)
    assert store.counts().mentions == len(urls)
    assert store.counts().posts == len(urls) + 1


def _items(document: bytes) -> bytes:
    return b"<item>" + document.partition(b"<item>")[2].partition(b"</channel>")[0]


def test_two_pollers_never_hold_one_source(rig: Any, answer: Any) -> None:
    """While one poller works on a source, another one is not given it."""
    rig.add(FEED)
    inside, leave = threading.Event(), threading.Event()

    def slow(_: Any) -> Any:
        inside.set()
        leave.wait(120)
        return answer(feed(STORY))

    rig.web.answers[FEED] = slow
    worker = threading.Thread(target=rig.poll, args=(NOW,))
    worker.start()
    assert inside.wait(120)
    other = replace(rig.ports, owner="another")
    assert run_poll(other, rig.settings, now=NOW).outcomes == ()
    assert run_poll(other, rig.settings, now=NOW, force=True).outcomes == ()
    leave.set()
    worker.join(120)
    assert set(articles(rig)) == {STORY}


def test_a_poll_that_is_stopped_gives_its_sources_back(rig: Any, answer: Any) -> None:
    """Who ends a process and starts it again does not wait for leases of the one before."""
    rig.add(FEED)
    inside, leave, stop = threading.Event(), threading.Event(), threading.Event()
    freed = threading.Event()
    real = rig.ports.store.prolong_sources

    def slow(_: Any) -> Any:
        inside.set()
        leave.wait(120)
        return answer(feed(STORY))

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(rig.ports.store, name)

        def prolong_sources(self, *args: Any) -> None:
            real(*args)
            freed.set()

    rig.web.answers[FEED] = slow
    ports = replace(rig.ports, store=cast("Any", Watched()))
    worker = threading.Thread(
        target=run_poll, args=(ports, rig.settings), kwargs={"now": NOW, "stop": stop}
    )
    worker.start()
    assert inside.wait(120)
    stop.set()
    assert freed.wait(120)
    claims = rig.ports.store.claim_due(NOW + timedelta(seconds=60), "next", LEASE, limit=1)
    assert len(claims) == 1
    leave.set()
    worker.join(120)
    assert not worker.is_alive()
    assert set(articles(rig)) == {STORY}


def test_a_poll_without_a_parser_ends_at_once(rig: Any, answer: Any) -> None:
    """Where no document can be read the run ends with the reason, and asks no further source."""
    sources = [rig.add(f"https://{name}.example/feed.xml") for name in "abcdefgh"]
    for source in sources:
        rig.web.answers[source.url] = answer(feed(STORY))

    class Broken:
        def listing(self, *_: object) -> None:
            raise ParserFault("The processes that read documents cannot begin: no library.")

    ports = replace(rig.ports, parser=cast("Any", Broken()))
    with pytest.raises(ParserFault, match="no library"):
        run_poll(ports, rig.settings, now=NOW)
    asked = len(rig.web.requests)
    assert 0 < asked <= 2 * rig.settings.poll.concurrency
    assert rig.poll(NOW + timedelta(seconds=1)).new == 1
    assert len(rig.web.requests) == len(sources)
    assert all(h.lease_owner is None for h in rig.ports.store.healths().values())


def test_following_delays_no_poll(
    resolving_rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While sources with very many new items wait for their pages, every other source is polled,
    those too that become due meanwhile."""
    monkeypatch.setattr("strandline.pipelines.poll.run._DUE_S", 0.05)
    rig, opened = resolving_rig, threading.Event()
    stop, places = threading.Event(), rig.settings.poll.concurrency
    sources: dict[str, Any] = {}

    def held(_: Any) -> Any:
        assert opened.wait(60)
        return answer(page("Held"), 200, {"content-type": "text/html"})

    def list_pages(name: str, count: int) -> None:
        pages = [f"https://{name}.example/story-{number}" for number in range(count)]
        sources[name] = rig.add(f"https://{name}.example/feed.xml", interval=timedelta(seconds=60))
        rig.web.answers[sources[name].url] = answer(feed(*pages))
        rig.web.answers |= dict.fromkeys(pages, held)

    def asked() -> list[str]:
        return [url for url, _ in rig.web.requests if url.endswith("feed.xml")]

    for number in range(2 * places):
        list_pages(f"large-{number}", 70)
    for name in ("small-1", "small-2"):
        list_pages(name, 0)
    poller = threading.Thread(
        target=run_poll, args=(rig.ports, rig.settings), kwargs={"stop": stop, "keep_up": True}
    )
    poller.start()
    wait_until(lambda: len(asked()) == len(sources))
    rig.clock.advance(timedelta(seconds=61))
    wait_until(lambda: asked().count(sources["small-1"].url) == 2)
    assert asked().count(sources["large-0"].url) == 1
    assert not opened.is_set()
    stop.set()
    opened.set()
    poller.join(60)
    assert not poller.is_alive()


def test_waiting_urls_hide_none_that_is_due(resolving_rig: Any, answer: Any) -> None:
    """However many of a dead shortener wait, those of another one are asked at the next run."""
    rig = resolving_rig
    rig.add(FEED)
    dead = [f"https://bit.ly/dead{number}" for number in range(30)]
    rig.web.answers[FEED] = answer(feed(*dead, "https://tinyurl.com/alive"))
    rig.web.answers |= dict.fromkeys([*dead, "https://tinyurl.com/alive"], answer(b"", 503))
    rig.poll(NOW)
    assert len(rig.ports.store.with_status(UrlStatus.PENDING, limit=100)) == 31
    rig.at(NOW + HOUR)
    rig.web.requests.clear()
    resolve_pending(rig.ports, rig.settings, limit=4)
    assert "https://tinyurl.com/alive" in [url for url, _ in rig.web.requests]
    for _ in range(9):
        resolve_pending(rig.ports, rig.settings, limit=4)
    assert {url for url, _ in rig.web.requests} == {*dead, "https://tinyurl.com/alive"}


def test_hosts_are_followed_in_fair_turns() -> None:
    """Hosts take turns, and the sources of one host; the order within a source stays."""
    turns: HostTurns[str] = HostTurns()
    for source, host, count in (("A", "x", 4), ("B", "x", 2), ("C", "y", 2)):
        for number in range(count):
            turns.put(host, source, f"{source}{number}")
    order = []
    while (taken := turns.take()) is not None:
        order.append(taken[1])
        turns.done(taken[0])
    assert order == ["A0", "C0", "B0", "C1", "A1", "B1", "A2", "A3"]


def test_sources_that_list_one_url_at_once_share_a_request(resolving_rig: Any, answer: Any) -> None:
    """A page that one source has asked for is not asked for by others: all get what it says."""
    rig, feeds = resolving_rig, [f"https://{name}.example/feed.xml" for name in "abc"]
    for address in feeds:
        rig.add(address)
        rig.web.answers[address] = answer(feed(STORY))

    def after_all_feeds(headers: Any) -> Any:
        wait_until(lambda: all(rig.web.asked(address) for address in feeds))
        return html(answer, page())

    rig.web.answers[STORY] = after_all_feeds
    rig.poll(NOW)
    assert len(rig.web.asked(STORY)) == 1
    (article,) = articles(rig).values()
    assert len(rig.ports.store.mentions([article.article_uuid])[article.article_uuid]) == 3
    text = rig.ports.store.texts([article.article_uuid])[article.article_uuid]
    assert text.status is TextStatus.OK


def test_a_host_that_is_asked_is_passed_over() -> None:
    """No second thread waits for a host that one is asking."""
    turns: HostTurns[str] = HostTurns()
    for host, task in (("x", "first"), ("x", "third"), ("y", "second")):
        turns.put(host, "A", task)
    assert [turns.take(), turns.take(), turns.take()] == [("x", "first"), ("y", "second"), None]
    turns.done("x")
    assert turns.take() == ("x", "third")


def wait_until(happened: Callable[[], bool]) -> None:
    """Until it has; a minute is for a machine that stands still."""
    for _ in range(6000):
        if happened():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it has not happened within a minute")


def test_a_long_poll_keeps_its_sources(rig: Any) -> None:
    """As long as a poller gives signs of life its sources are its own, on the poll's own time."""
    source = rig.add(FEED)
    then = NOW - timedelta(days=9)
    rig.ports.store.claim_due(then, rig.ports.owner, LEASE, limit=1)
    leases = SourceLeases(rig.ports, then + LEASE)
    leases.hold([source.source_uuid])
    leases.beat()
    assert rig.ports.store.claim_due(then + LEASE, "other", LEASE, limit=1) == []
    leases.let_go(source.source_uuid)
    leases.beat()
    assert len(rig.ports.store.claim_due(then + 3 * LEASE, "other", LEASE, limit=1)) == 1


def test_the_thread_of_a_poll_gives_the_signs_of_life(rig: Any) -> None:
    """Leases are prolonged while the poll runs, and the thread ends with it."""
    source = rig.add(FEED)
    rig.ports.store.claim_due(NOW, rig.ports.owner, timedelta(0), limit=1)
    beaten = threading.Event()
    real = rig.ports.store.prolong_sources

    class Watched:
        def prolong_sources(self, *args: Any) -> None:
            real(*args)
            beaten.set()

    ports = replace(rig.ports, store=cast("Any", Watched()))
    with SourceLeases(ports, NOW, beat_s=0.01) as leases:
        leases.hold([source.source_uuid])
        assert beaten.wait(120)
    assert rig.ports.store.claim_due(NOW + timedelta(seconds=30), "other", LEASE, limit=1) == []


def test_a_fault_with_one_source_touches_no_other(
    rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where storing one source's items fails, it says so, keeps its validators, others go on."""
    bad = rig.add(FEED, interval=HOUR)
    good = rig.add("https://other.example/feed.xml")
    rig.web.answers[FEED] = answer(feed(STORY), 200, {"etag": '"one"'})
    rig.web.answers[good.url] = answer(feed("https://other.example/a-story"))
    store = rig.ports.store
    real = store.ingest

    def refuse(batch: Any) -> Any:
        if any(post.source_uuid == bad.source_uuid for post in batch.posts):
            raise StoreError("The disk is full.", advice="Make room.")
        return real(batch)

    monkeypatch.setattr(store, "ingest", refuse)
    report = rig.poll(NOW)
    outcomes = {outcome.source_uuid: outcome for outcome in report.outcomes}
    assert outcomes[bad.source_uuid].message == "The disk is full. Make room."
    assert outcomes[good.source_uuid].new == 1
    assert store.healths()[bad.source_uuid].etag is None
    monkeypatch.undo()
    assert rig.poll(NOW + HOUR).new == 1
    assert STORY in articles(rig)


def test_an_identity_conflict_leaves_out_that_article_alone(
    rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An article whose id stands for another URL is dropped with a reason, its siblings enter."""
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY, f"{STORY}-2"))
    store = rig.ports.store
    real = store.ingest

    def collide(batch: Any) -> Any:
        for article in batch.articles:
            if article.article_url_final == STORY:
                raise IdentityConflict(article.article_uuid, "https://x.example/", STORY)
        return real(batch)

    monkeypatch.setattr(store, "ingest", collide)
    (outcome,) = rig.poll(NOW).outcomes
    assert set(articles(rig)) == {f"{STORY}-2"}
    assert ("enter", "identity_conflict") in {(step, d.reason) for step, d in outcome.drops}
    assert outcome.funnel.steps[-1].drops == {"identity_conflict": 1}


def test_the_funnel_names_every_step(rig: Any, answer: Any) -> None:
    """An outcome's funnel has each step of `POLL_STEPS`, and its counts add up."""
    rig.add(FEED)
    listed = feed(STORY, STORY, "https://paper.example/").replace(b"Harbour 2", b"Harbour 1")
    rig.web.answers[FEED] = answer(listed)
    (outcome,) = rig.poll(NOW).outcomes
    assert [step.step for step in outcome.funnel.steps] == [step.name for step in POLL_STEPS]
    assert outcome.funnel.steps[0].drops == {"duplicate": 1}
    assert outcome.funnel.steps[2].drops == {"home_page": 1}
    assert outcome.listed == outcome.new + outcome.dropped == 3


SHORT = "https://bit.ly/harbour"


def test_a_shortener_waits_until_it_answers(resolving_rig: Any, answer: Any) -> None:
    """A short link that fails is pending, and becomes the article it leads to when it answers."""
    rig = resolving_rig
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(SHORT))
    rig.web.answers[SHORT] = answer(b"later", 503)
    rig.poll(NOW)
    (pending,) = articles(rig).values()
    assert pending.url_status is UrlStatus.PENDING
    assert resolve_pending(rig.ports, rig.settings, now=NOW).waiting == 1
    rig.web.answers[SHORT] = answer(b"", 301, {"location": STORY})
    rig.web.answers[STORY] = html(answer, page())
    rig.at(NOW + HOUR)
    report = resolve_pending(rig.ports, rig.settings)
    assert report.resolved == 1
    article = articles(rig)[STORY]
    assert article.url_status is UrlStatus.SETTLED
    assert article.article_detected_utc_iso == NOW
    assert SHORT in {alias.url for alias in rig.ports.store.aliases(article.article_uuid)}
    assert rig.ports.store.texts([article.article_uuid])[article.article_uuid].text


def test_a_shortener_that_leads_to_a_known_article_joins_it(
    resolving_rig: Any, answer: Any
) -> None:
    """The mention of a short link moves to the article that the ledger has."""
    rig = resolving_rig
    rig.add(FEED)
    other = rig.add("https://other.example/feed.xml")
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.web.answers[STORY] = html(answer, page())
    rig.web.answers[other.url] = answer(feed(SHORT))
    rig.web.answers[SHORT] = answer(b"later", 503)
    rig.poll(NOW)
    assert len(articles(rig)) == 2
    rig.web.answers[SHORT] = answer(b"", 301, {"location": f"{STORY}?utm_source=x"})
    rig.web.answers[f"{STORY}?utm_source=x"] = html(answer, page())
    rig.at(NOW + HOUR)
    assert resolve_pending(rig.ports, rig.settings).merged == 1
    (article,) = articles(rig).values()
    assert len(rig.ports.store.mentions([article.article_uuid])[article.article_uuid]) == 2


def test_a_shortener_that_never_answers_is_given_up(resolving_rig: Any, answer: Any) -> None:
    """After enough attempts, ever further apart, the last good URL stands."""
    rig = resolving_rig
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(SHORT))
    rig.web.answers[SHORT] = answer(b"later", 503)
    rig.poll(NOW)
    given_up = 0
    for attempt in range(MOST_ATTEMPTS):
        rig.at(NOW + timedelta(days=attempt + 1))
        given_up += resolve_pending(rig.ports, rig.settings).given_up
    assert given_up == 1
    (article,) = articles(rig).values()
    assert article.url_status is UrlStatus.UNRESOLVED


def test_rekeying_keeps_ids_and_old_keys(
    rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Newer rules give new keys; ids stay, and old keys still find their articles."""
    rig.add(FEED)
    rig.web.answers[FEED] = answer(feed(STORY, f"{STORY}-2"))
    monkeypatch.setattr("strandline.core.sources.article_rows.RULES_VERSION", "older")
    rig.poll(NOW)
    before = {a.article_url_final: a.article_uuid for a in articles(rig).values()}
    report = rekey_ledger(rig.ports)
    assert (report.looked_at, report.rekeyed, report.merged) == (2, 2, 0)
    after = articles(rig)
    assert {url: a.article_uuid for url, a in after.items()} == before
    assert {a.rules_version for a in after.values()} != {"older"}
    assert rekey_ledger(rig.ports).rekeyed == 0


def test_rekeying_joins_what_newer_rules_call_one_page(
    rig: Any, answer: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two articles with one key under newer rules become the one that was detected first."""
    rig.add(FEED, interval=HOUR)
    monkeypatch.setattr("strandline.core.sources.article_rows.RULES_VERSION", "older")
    rig.web.answers[FEED] = answer(feed(STORY))
    rig.poll(NOW)
    rig.web.answers[FEED] = answer(feed(STORY, f"{STORY}-copy"))
    rig.poll(NOW + HOUR)
    first = articles(rig)[STORY]
    from strandline.core.urls import identify

    def folded(url: str) -> Any:
        return identify(url.removesuffix("-copy"))

    monkeypatch.setattr("strandline.pipelines.rekey.identify", folded)
    assert rekey_ledger(rig.ports).merged == 1
    (article,) = articles(rig).values()
    assert article.article_uuid == first.article_uuid
    key = identify(f"{STORY}-copy").key
    assert rig.ports.store.find([key]) == {key: first.article_uuid}
