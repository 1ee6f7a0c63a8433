"""Phase 1 with its one retry, and phase 2: what is fetched, what is dropped, and in which order."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from strandline.core.sources.entering import enter
from strandline.core.sources.intake import choose
from strandline.core.sources.items import told_apart
from strandline.core.sources.sightings import sight
from strandline.core.sources.window import Window
from strandline.core.urls import identify
from strandline.core.urls.history import history_hash
from strandline.model.articles import TextStatus
from strandline.model.digests import Digest, SearchHit
from strandline.model.entries import DateTrust, Entry, Listing
from strandline.model.fetching import FetchOutcome, FetchResult, Hop, Resolution, ResolveOutcome
from strandline.model.readers import HistoryEntry
from strandline.model.sources import ContentType, SourceKind
from strandline.testing.builders import NOW, an_answer

Press = Any
Shown = Callable[[Digest], list[str]]
Drops = Callable[[Digest], dict[str, str]]
HOUR = timedelta(hours=1)


def test_pages_without_a_text_are_read_once(press: Press, shown: Shown) -> None:
    """A candidate that the poll brought without a text is scraped, and its text is kept."""
    url = "https://a.example/news/1"
    press.publish(url, press.source(), text=None, title="")
    press.serve(url)
    assert shown(press.run(press.reader())) == [url]
    assert press.fetcher.fetched == [url]
    [text] = press.store.texts([identified(press, url)]).values()
    assert text.status is TextStatus.OK
    assert text.attempts == 1


def test_the_page_of_several_items_is_read_for_none_of_them(press: Press) -> None:
    """Items of one address have a title and a summary; the text of their page is nobody's lead."""
    source = press.source(url="https://a.example/feed", content_type=ContentType.ARTICLE)
    when: dict[str, Any] = {"published": NOW - HOUR, "date_trust": DateTrust.EXACT}
    entries = (
        Entry("https://a.example/log", guid="1", title="The bridge is shut", **when),
        Entry("https://a.example/log", guid="2", title="An owl came back", summary="Hoo.", **when),
        Entry("https://a.example/own", guid="3", title="The ferry runs again", **when),
    )
    sightings, _ = told_apart(source, sight(Listing(entries))[0], {})
    window = Window(NOW - 96 * HOUR, NOW, HOUR)
    chosen = choose(source, sightings, {}, window, is_first_reading=False)
    press.store.ingest(enter(source, chosen.unknown, {}, window).batch)
    for url in ("https://a.example/log", "https://a.example/own"):
        press.serve(url)
    digest = press.run(press.reader())
    assert press.fetcher.fetched == ["https://a.example/own"]
    leads = {item.title: item.summary for item in digest.items}
    assert leads.pop("The ferry runs again")
    assert leads == {"The bridge is shut": "", "An owl came back": "Hoo."}


def test_a_text_that_is_there_costs_no_request(press: Press) -> None:
    """What the poll scraped is not fetched again."""
    press.publish("https://a.example/news/1", press.source())
    press.run(press.reader())
    assert press.fetcher.fetched == []
    assert press.fetcher.resolved == []


def test_empty_pages_are_dropped_with_their_reason(press: Press, drops: Drops) -> None:
    """Nothing to read is no item; a page that failed is asked again next time, three times."""
    source = press.source()
    empty, failing = "https://a.example/news/empty", "https://a.example/news/failing"
    for url in (empty, failing):
        press.publish(url, source, text=None)
    press.serve(empty, "<html><body></body></html>")
    reader = press.reader()
    for _ in range(5):
        digest = press.run(reader)
        assert drops(digest)[empty] == "empty"
        assert drops(digest)[failing] == "failed"
        assert digest.items == ()
    assert press.fetcher.fetched.count(empty) == 1
    assert press.fetcher.fetched.count(failing) == 3


def test_a_summary_stands_in_for_a_page_that_cannot_be_fetched(press: Press, shown: Shown) -> None:
    """A site that keeps robots out is still news where its feed says enough."""
    source = press.source()
    article = press.publish("https://a.example/news/1", source, text=None)
    from strandline.model.articles import IngestBatch
    from strandline.testing.builders import a_mention

    other = press.source(2)
    summary = (
        "The bridge over the river closes on Monday for repairs that last until the middle of May. "
        * 2
    )
    mention = a_mention(article, other, context_snippet=summary)
    press.store.ingest(IngestBatch(NOW, mentions=(mention,)))
    assert shown(press.run(press.reader(source_uuids=(other.source_uuid,)))) == [
        "https://a.example/news/1"
    ]


def test_a_podcast_needs_no_page(press: Press) -> None:
    """Types that live by title and summary are never fetched."""
    source = press.source(content_type=ContentType.PODCAST)
    press.publish("https://cast.example/1", source, text=None)
    assert len(press.run(press.reader()).items) == 1
    assert press.fetcher.fetched == []


def test_a_short_link_waits_until_it_is_resolved(press: Press, drops: Drops) -> None:
    """Pending URLs are not shown yet."""
    from strandline.model.articles import UrlStatus

    url = "https://short.example/abc"
    press.publish(url, press.source(), url_status=UrlStatus.PENDING)
    digest = press.run(press.reader())
    assert digest.items == ()
    assert drops(digest) == {url: "pending_url"}


def test_one_retry_looks_further_back_and_fetches_nothing_twice(press: Press, shown: Shown) -> None:
    """Under-filled after the history: older articles of the same sources come in, and what was
    fetched or blocked is not touched again (document 0, "Retry Logic").
    """
    source = press.source()
    seen, failing, old = (f"https://a.example/news/{name}" for name in ("seen", "failing", "old"))
    press.publish(seen, source, text=None)
    press.publish(failing, source, text=None)
    press.publish(old, source, hours_ago=100, text=None)  # beyond max_age_hours, within the retry
    press.serve(seen)
    press.serve(old)
    reader = press.reader()
    press.store.insert_urls([HistoryEntry("ada", seen, history_hash(seen), NOW - HOUR)])
    digest = press.run(reader)
    assert shown(digest) == [old]
    assert sorted(press.fetcher.fetched) == sorted([seen, failing, old])
    steps = {step.step: step for step in digest.funnel.steps}
    assert steps["retry_sources"].notes == ("under-filled (0 of 10 articles): looked once more",)
    assert steps["retry_sources"].left - steps["history"].left == 1


def test_a_full_digest_takes_no_second_look(press: Press, shown: Shown) -> None:
    """Under-filled is fewer than categories × max_items_per_category, and not one more."""
    source = press.source()
    press.publish("https://a.example/news/new", source)
    press.publish("https://a.example/news/old", source, hours_ago=100)
    full = press.reader(max_items_per_category=1)
    assert shown(press.run(full)) == ["https://a.example/news/new"]
    wider = press.reader("ben", max_items_per_category=2)
    assert shown(press.run(wider)) == ["https://a.example/news/new", "https://a.example/news/old"]


def test_a_small_digest_does_not_read_a_thousand_pages(press: Press, drops: Drops) -> None:
    """Two looks of 20 pages for one place; the others are named and wait."""
    source = press.source()
    urls = [f"https://a.example/news/{n:03}" for n in range(60)]
    for url in urls:
        press.publish(url, source, text=None)
    digest = press.run(press.reader(max_items_per_category=1))
    assert len(press.fetcher.fetched) == len(set(press.fetcher.fetched)) == 40
    assert list(drops(digest).values()).count("not_read_yet") == 20


def hit(url: str, **changes: Any) -> SearchHit:
    return SearchHit(url, changes.pop("title", f"Found {url}"), **changes)


def identified(press: Press, url: str) -> str:
    key = identify(url).key
    return str(press.store.find([key])[key])


def test_without_a_search_the_step_says_so(press: Press, notes: Callable[..., list[str]]) -> None:
    """No web search is set up by default."""
    assert "no web search is set up: nothing is searched for" in notes(press.run(press.reader()))


def test_full_categories_are_not_searched_for(press: Press) -> None:
    """Phase 2 only fills what is missing."""
    press.publish("https://a.example/news/1", press.source())
    press.finds(hit("https://b.example/news/2"))
    digest = press.run(press.reader(max_items_per_category=1))
    assert press.search.queries == []
    assert len(digest.items) == 1


def test_search_fills_what_is_missing(press: Press, shown: Shown) -> None:
    """A hit is followed, read, entered into the ledger, shown and recorded."""
    url = "https://b.example/news/2"
    press.finds(hit(url))
    press.serve(url)
    digest = press.run(press.reader())
    assert shown(digest) == [url]
    uuid = identified(press, url)
    assert digest.items[0].article_uuid == uuid
    assert press.store.articles([uuid])[uuid].url_scraping_method == "Search"
    [source] = [s for s in press.store.sources() if s.kind is SourceKind.SEARCH]
    assert source.active is False
    assert url in press.history()
    assert shown(press.run(press.reader(), NOW + HOUR)) == []


def test_one_search_per_category_with_free_places(press: Press) -> None:
    """Each category is searched for by its name, in the reader's language."""
    press.finds()
    press.run(press.reader(categories=("science", "sport"), language="fr"))
    assert press.search.queries == ["science actualités", "sport actualités"]


def test_home_pages_doubles_and_known_ones_are_dropped_before_any_request(
    press: Press, drops: Drops, shown: Shown
) -> None:
    """Parse, home pages, dedup, seen in this run, seen before: all of it before scraping."""
    blocked = "https://b.example/news/blocked"
    reader = press.reader()
    press.store.insert_urls([HistoryEntry("ada", blocked, history_hash(blocked), NOW - HOUR)])
    dropped = "https://a.example/news/dropped"
    press.publish(dropped, press.source(), text=None)
    press.serve(dropped, "<html></html>")
    good = "https://b.example/news/good"
    press.serve(good)
    press.finds(
        hit("not a url"),
        hit("https://b.example/"),
        hit(good),
        hit(good + "?utm_source=x"),
        hit(dropped),
        hit(blocked),
    )
    digest = press.run(reader)
    assert shown(digest) == [good]
    assert press.fetcher.resolved == [good]
    reasons = drops(digest)
    assert reasons["not a url"] == "not_a_url"
    assert reasons["https://b.example/"] == "home_page"
    assert reasons[blocked] == "seen_before"
    counts: dict[str, int] = {}
    for step in digest.funnel.steps:
        if step.step.startswith("search"):
            counts |= step.drops
    assert counts["duplicate_url"] == 1
    assert counts["seen_in_run"] == 1


@pytest.mark.parametrize("target", ["shown before", "in this run", "home page"])
def test_a_redirect_does_not_smuggle_in_what_is_blocked(
    press: Press, shown: Shown, drops: Drops, page: Callable[[str], str], target: str
) -> None:
    """Where a hit leads is judged again."""
    reader = press.reader()
    final = "https://b.example/news/final"
    if target == "shown before":
        press.store.insert_urls([HistoryEntry("ada", final, history_hash(final), NOW - HOUR)])
    if target == "in this run":
        press.publish(final, press.source())
    if target == "home page":
        final = "https://b.example/"
    link = "https://links.example/news/go-there"
    press.fetcher.resolutions[link] = Resolution(
        link,
        ResolveOutcome.RESOLVED,
        final,
        hops=(Hop(301, link, final),),
        page=an_answer(final, page(final)),
    )
    press.finds(hit(link))
    digest = press.run(reader)
    assert shown(digest) == ([final] if target == "in this run" else [])
    assert (
        drops(digest)[final]
        == {
            "shown before": "seen_before",
            "in this run": "seen_in_run",
            "home page": "home_page",
        }[target]
    )


def test_two_hits_that_lead_to_one_page_are_one_item(
    press: Press, shown: Shown, page: Callable[[str], str]
) -> None:
    """One article, two aliases, shown once."""
    final = "https://b.example/news/final"
    links = [f"https://links.example/news/{n}" for n in (1, 2)]
    for link in links:
        press.fetcher.resolutions[link] = Resolution(
            link,
            ResolveOutcome.RESOLVED,
            final,
            hops=(Hop(301, link, final),),
            page=an_answer(final, page(final)),
        )
    press.finds(*map(hit, links))
    digest = press.run(press.reader())
    assert shown(digest) == [final]
    assert len({identified(press, url) for url in (*links, final)}) == 1


def test_a_dead_hit_leaves_no_trace_in_the_ledger(press: Press, drops: Drops) -> None:
    """A page that cannot be reached is dropped with the outcome's name."""
    press.finds(hit("https://gone.example/news/1"))
    digest = press.run(press.reader())
    assert digest.items == ()
    assert drops(digest) == {"https://gone.example/news/1": "unreachable"}
    assert press.store.counts().articles == 0


def test_an_empty_page_found_is_dropped_whatever_its_snippet_says(
    press: Press, drops: Drops
) -> None:
    """The snippet of a search engine is no text of the publisher's."""
    url = "https://b.example/news/empty"
    press.serve(url, "<html><body></body></html>")
    press.finds(hit(url, snippet="words " * 60))
    assert drops(press.run(press.reader()))[url] == "empty"


def test_a_search_that_is_down_ends_phase_2_alone(
    press: Press, shown: Shown, notes: Callable[..., list[str]]
) -> None:
    """The digest of the reader's own sources goes out all the same."""
    press.publish("https://a.example/news/1", press.source())
    press.finds()
    press.search.is_down = True
    digest = press.run(press.reader())
    assert shown(digest) == ["https://a.example/news/1"]
    assert any("the web search failed" in note for note in notes(digest))


def test_a_known_article_is_not_fetched_for_a_hit(press: Press, shown: Shown) -> None:
    """What another reader's source brought is taken from the ledger, text and all."""
    other = press.source(2)
    url = "https://b.example/news/known"
    press.publish(url, other)
    press.finds(hit(url + "?utm_campaign=x"))
    reader = press.reader(source_uuids=(press.source(1).source_uuid,))
    assert shown(press.run(reader)) == [url]
    assert press.fetcher.resolved == []


def test_a_host_that_asked_us_to_wait_is_no_attempt(press: Press) -> None:
    """Nothing was sent, so nothing is held against the page."""
    url = "https://a.example/news/1"
    press.publish(url, press.source(), text=None)
    press.fetcher.answers[url] = FetchResult(url, FetchOutcome.NOT_NOW, url, message="later")
    reader = press.reader()
    for _ in range(4):
        press.run(reader)
    assert press.fetcher.fetched.count(url) == 4
    assert press.store.texts([identified(press, url)]) == {}


def test_what_shows_something_needs_no_words(press: Press, shown: Shown) -> None:
    """A photo of the day and a link to a picture itself are shown; an empty page is not."""
    source = press.source()
    photo, file, empty = (f"https://a.example/{name}" for name in ("photo", "p.jpg", "empty"))
    for url in (photo, file, empty):
        press.publish(url, source, title="Morning over the harbour", text=None)
    press.serve(photo, "<main><figure><img src='/h.jpg'><figcaption>By Ines</figcaption></main>")
    press.serve(file, "\x89PNG", headers={"content-type": "image/png"})
    press.serve(empty, "<main><p>Soon.</p></main>")
    assert sorted(shown(press.run(press.reader()))) == [file, photo]
