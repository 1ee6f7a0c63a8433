"""What polling teaches about a source, over hours and days, against a real server."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from strandline.model.sources import SourceState

FEED = "https://paper.example/feed.xml"
START = datetime(2026, 3, 1, 0, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def a_feed(*items: tuple[str, datetime], note: str = "") -> bytes:
    """An RSS document of our own with items of a title and a date."""
    lines = [
        f"<item><title>{name}</title><link>https://paper.example/{name}</link>"
        f"<pubDate>{when:%a, %d %b %Y %H:%M:%S} GMT</pubDate></item>"
        for name, when in items
    ]
    return (
        '<?xml version="1.0"?><rss version="2.0"><channel><title>Paper</title>'
        f"<link>https://paper.example/</link><!--{note}-->{''.join(lines)}</channel></rss>"
    ).encode()


def conditional(answer: Any, body: bytes, etag: str) -> Any:
    """A server that says 304 to whoever sends the tag."""

    def respond(headers: Mapping[str, str]) -> Any:
        if headers.get("if-none-match") == etag:
            return answer(b"", 304, {"etag": etag})
        return answer(body, 200, {"etag": etag, "content-type": "application/rss+xml"})

    return respond


def health_of(rig: Any, source: Any) -> Any:
    return rig.ports.store.healths()[source.source_uuid]


def test_stuck_validator_is_broken_by_one_full_fetch_a_day(rig: Any, answer: Any) -> None:
    """Where 304 never ends, one fetch in 24 hours goes without validators and finds the item."""
    source = rig.add(FEED, interval=HOUR)
    entered: dict[int, int] = {}
    for hour in range(27):
        items = [("first", START)]
        if hour >= 2:
            items.append(("late", START + 2 * HOUR))
        rig.web.answers[FEED] = conditional(answer, a_feed(*items), '"x"')
        report = rig.poll(START + hour * HOUR)
        entered[hour] = report.new
    full = [n for n, headers in enumerate(rig.web.asked(FEED)) if "if-none-match" not in headers]
    assert full == [0, 24]
    assert {hour: new for hour, new in entered.items() if new} == {0: 1, 24: 1}
    assert health_of(rig, source).last_full_fetch_at == START + 24 * HOUR


def test_new_validators_replace_old_ones_on_200_and_on_304(rig: Any, answer: Any) -> None:
    """The stored ETag is always that of the last answer, a 304 with a new one included."""
    source = rig.add(FEED, interval=HOUR)
    headers = {
        "content-type": "application/rss+xml",
        "last-modified": "Sun, 01 Mar 2026 00:00:00 GMT",
    }
    rig.web.answers[FEED] = answer(a_feed(("one", START)), 200, headers | {"etag": '"a"'})
    rig.poll(START)
    rig.web.answers[FEED] = answer(b"", 304, {"etag": 'W/"b"'})
    rig.poll(START + HOUR)
    health = health_of(rig, source)
    assert (health.etag, health.last_modified) == ('W/"b"', headers["last-modified"])
    rig.web.answers[FEED] = answer(a_feed(("two", START)), 200, {"etag": '"c"'})
    rig.poll(START + 2 * HOUR)
    sent = rig.web.asked(FEED)
    assert [h.get("if-none-match") for h in sent] == [None, '"a"', 'W/"b"']
    health = health_of(rig, source)
    assert (health.etag, health.last_modified) == ('"c"', None)


def test_same_bytes_are_not_read_again(rig: Any, answer: Any) -> None:
    """A body with the checksum of the last one costs no parsing, and changes nothing."""
    rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(a_feed(("one", START)))
    assert rig.poll(START).new == 1
    (outcome,) = rig.poll(START + HOUR).outcomes
    assert outcome.is_unchanged
    assert outcome.listed == 0


def test_same_bytes_are_read_once_a_day_to_see_what_is_still_listed(rig: Any, answer: Any) -> None:
    """Once a day the same bytes are read, and move `last_seen_at` alone."""
    source = rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(a_feed(("one", START)))
    rig.poll(START)
    store = rig.ports.store
    key = "paper.example/one"
    (before,) = store.posts(source.source_uuid, _keys(rig, source)).values()
    articles, mentions = store.recent(limit=9), store.counts().mentions
    (outcome,) = rig.poll(START + 25 * HOUR).outcomes
    (after,) = store.posts(source.source_uuid, _keys(rig, source)).values()
    assert key in before.item_key
    assert outcome.known == 1
    assert after.last_seen_at == START + 25 * HOUR
    assert {f: getattr(after, f) for f in ("first_seen_at", "content_hash", "versions")} == {
        f: getattr(before, f) for f in ("first_seen_at", "content_hash", "versions")
    }
    assert store.recent(limit=9) == articles
    assert store.counts().mentions == mentions


def _keys(rig: Any, source: Any) -> list[str]:
    from strandline.core.urls import identify

    return [identify("https://paper.example/one").key]


def test_410_retires_a_source_at_once(rig: Any, answer: Any) -> None:
    """A feed that says it is gone is never asked again, and says so."""
    source = rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(b"gone", 410)
    (outcome,) = rig.poll(START).outcomes
    assert outcome.state is SourceState.GONE
    assert outcome.message
    for day in range(1, 4):
        assert rig.poll(START + timedelta(days=day)).outcomes == ()
    assert health_of(rig, source).next_poll_at is None
    assert not rig.ports.store.sources()[0].active


def test_404_for_hours_loses_nothing(rig: Any, answer: Any) -> None:
    """Six hours of 404 are a failure that ends: the next good answer brings every item."""
    source = rig.add(FEED, interval=HOUR)
    for hour in range(6):
        rig.poll(START + hour * HOUR, force=True)
        assert health_of(rig, source).state is SourceState.FAILING
    back = START + 6 * HOUR
    rig.web.answers[FEED] = answer(a_feed(("one", back - HOUR), ("two", START)))
    assert rig.poll(back, force=True).new == 2
    health = health_of(rig, source)
    assert (health.state, health.failures, health.failing_since) == (SourceState.OK, 0, None)


def test_404_for_two_weeks_is_dead_suspected_and_asked_daily(rig: Any) -> None:
    """Two weeks of 404 make a source that is asked once a day, and is never retired."""
    source = rig.add(FEED, interval=HOUR)
    now, polls = START, []
    while now < START + timedelta(days=14):
        if rig.poll(now).outcomes:
            polls.append(now)
        now += HOUR
    health = health_of(rig, source)
    assert health.state is SourceState.DEAD_SUSPECTED
    assert rig.ports.store.sources()[0].active
    gaps = [b - a for a, b in pairwise(polls)]
    assert gaps[0] < gaps[1] < gaps[2] <= timedelta(hours=6)
    assert set(gaps[-5:]) == {timedelta(days=1)}


def test_a_permanent_redirect_is_adopted_when_it_repeats(rig: Any, answer: Any) -> None:
    """One 301 is followed, the second in a row moves the source; its items stay known."""
    source = rig.add(FEED, interval=HOUR)
    new = "https://paper.example/atom.xml"
    rig.web.answers[FEED] = answer(a_feed(("one", START)))
    rig.poll(START)
    rig.web.answers[FEED] = answer(b"", 301, {"location": new})
    rig.web.answers[new] = answer(a_feed(("one", START), ("two", START + HOUR)))
    assert rig.poll(START + HOUR).new == 1
    assert rig.ports.store.sources()[0].url == FEED
    rig.poll(START + 2 * HOUR)
    moved = rig.ports.store.sources()[0]
    assert (moved.source_uuid, moved.url) == (source.source_uuid, new)
    rig.web.answers[FEED] = answer(b"parked", 404)
    assert not rig.poll(START + 3 * HOUR).failed
    assert len(rig.web.asked(FEED)) == 3


def test_a_temporary_redirect_is_never_adopted(rig: Any, answer: Any) -> None:
    """302 is followed each time, and the source keeps its address."""
    rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(b"", 302, {"location": "https://cdn.example/feed"})
    rig.web.answers["https://cdn.example/feed"] = answer(a_feed(("one", START)))
    for hour in range(4):
        assert not rig.poll(START + hour * HOUR).failed
    assert rig.ports.store.sources()[0].url == FEED


def test_a_permanent_redirect_to_a_web_page_is_not_adopted(rig: Any, answer: Any) -> None:
    """A feed whose address now leads to a page keeps its address and is in error."""
    source = rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(b"", 301, {"location": "https://paper.example/"})
    page = b"<!DOCTYPE html><html><head><title>Paper</title></head><body>Hello</body></html>"
    rig.web.answers["https://paper.example/"] = answer(page, 200, {"content-type": "text/html"})
    for hour in range(3):
        rig.poll(START + hour * HOUR, force=True)
    health = health_of(rig, source)
    assert health.state is SourceState.HTML_PAGE
    assert health.moved_seen == 0
    assert rig.ports.store.sources()[0].url == FEED


def test_a_move_to_the_address_of_another_source_is_told(rig: Any, answer: Any) -> None:
    """Two sources that become one stay two, and the moved one says which to remove."""
    new = "https://paper.example/rss"
    old = rig.add(FEED, interval=HOUR)
    rig.add(new, interval=HOUR)
    rig.web.answers[FEED] = answer(b"", 301, {"location": new})
    rig.web.answers[new] = answer(a_feed(("one", START)))
    for hour in range(3):
        rig.poll(START + hour * HOUR)
    assert {s.url for s in rig.ports.store.sources()} == {FEED, new}
    assert "another source" in health_of(rig, old).message


def test_a_feed_that_was_a_page_or_empty_for_a_time_has_no_news(rig: Any, answer: Any) -> None:
    """Pages, errors under 200 and empty lists in between make nothing new of what was listed."""
    source = rig.add(FEED, interval=HOUR)
    feed, now = a_feed(("one", START), ("two", START)), START
    rig.web.answers[FEED] = answer(feed, 200, {"etag": '"1"'})
    assert rig.poll(now).new == 2
    between = (b"<!doctype html><p>Back soon", b"", b'{"error": 1}', b"<error/>", a_feed())
    for number, body in enumerate(between):
        for again in (body, a_feed(("one", START), ("two", START), note=str(number))):
            now += HOUR
            rig.web.answers[FEED] = answer(again)
            assert rig.poll(now, force=True).new == 0
        assert health_of(rig, source).state is SourceState.OK


def test_what_changes_beside_an_address_makes_no_news(rig: Any, answer: Any) -> None:
    """Scheme, `www.`, trailing slash, tracking and dates may change with every fetch."""
    source = rig.add(FEED, interval=HOUR)
    spellings = (
        b"https://paper.example/one",
        b"http://www.paper.example/one/",
        b"https://paper.example/one?utm_source=rss#top",
    )
    for hour, spelling in enumerate(spellings):
        when = START + hour * HOUR
        body = a_feed(("one", when), ("two", when))
        rig.web.answers[FEED] = answer(body.replace(spellings[0], spelling))
        assert rig.poll(when, force=True).new == (0 if hour else 2)
    assert "dates_unstable" in health_of(rig, source).flags


def test_retry_after_is_obeyed(rig: Any, answer: Any) -> None:
    """429 with a pause longer than the interval moves the next poll behind it; no failure."""
    source = rig.add(FEED, interval=timedelta(minutes=10))
    until = START + timedelta(hours=3)
    stamp = f"{until:%a, %d %b %Y %H:%M:%S} GMT"
    rig.web.answers[FEED] = answer(b"slow down", 429, {"retry-after": stamp})
    rig.poll(START)
    health = health_of(rig, source)
    assert health.state is SourceState.RATE_LIMITED
    assert health.failures == 0
    assert health.next_poll_at == until
    assert rig.poll(until - HOUR).outcomes == ()


def test_a_broken_source_keeps_validators_and_leaves_others_alone(rig: Any, answer: Any) -> None:
    """A page instead of a feed changes neither what is known of it nor any other source."""
    source = rig.add(FEED, interval=HOUR)
    other = rig.add("https://other.example/feed.xml", interval=HOUR)
    rig.web.answers[FEED] = answer(a_feed(("one", START)), 200, {"etag": '"good"'})
    rig.web.answers[other.url] = answer(a_feed(("uno", START)))
    rig.poll(START)
    page = b"<!DOCTYPE html><html><head><title>Sorry</title></head><body>Moved</body></html>"
    rig.web.answers[FEED] = answer(page, 200, {"etag": '"bad"', "content-type": "text/html"})
    rig.web.answers[other.url] = answer(a_feed(("uno", START), ("due", START + HOUR)))
    report = rig.poll(START + HOUR)
    assert report.new == 1
    health = health_of(rig, source)
    assert (health.state, health.etag) == (SourceState.HTML_PAGE, '"good"')
    assert health_of(rig, other).state is SourceState.OK


@pytest.mark.parametrize(
    "body", [b"", b"\x00\x00", b"{", b"<rss", b"\xff\xfe<\x00", b"x" * 100_000]
)
def test_nonsense_is_an_error_of_that_source(body: bytes, rig: Any, answer: Any) -> None:
    """Bytes that are no feed end as a named state with a message, never as a fault."""
    rig.add(FEED)
    rig.web.answers[FEED] = answer(body, 200, {"content-type": "application/rss+xml"})
    (outcome,) = rig.poll(START).outcomes
    assert outcome.is_failed
    assert outcome.state in (SourceState.NOT_A_FEED, SourceState.HTML_PAGE)
    assert outcome.message
    assert "Internal fault" not in outcome.message


def test_a_304_to_whoever_asks_is_no_answer(rig: Any, answer: Any) -> None:
    """Where nothing was sent to compare with, 304 is a failure that says so, not a good source."""
    source = rig.add(FEED, interval=HOUR)
    rig.web.answers[FEED] = answer(b"", 304, {"etag": '"x"'})
    (outcome,) = rig.poll(START).outcomes
    assert (outcome.state, outcome.is_failed) == (SourceState.FAILING, True)
    assert "304" in outcome.message
    assert health_of(rig, source).last_success_at is None


def test_whoever_waits_for_a_host_is_told_why(rig: Any, answer: Any) -> None:
    """A source that is not asked because its host wants a pause says so in the report."""
    other = "https://paper.example/other.xml"
    first, second = rig.add(FEED, interval=HOUR), rig.add(other, interval=HOUR)
    rig.web.answers[FEED] = answer(b"", 429, {"retry-after": "3600"})
    rig.web.answers[other] = answer(a_feed(("one", START)), 200, {})
    rig.poll(START, only=[first.source_uuid])
    (outcome,) = rig.poll(START, only=[second.source_uuid]).outcomes
    assert outcome.state is SourceState.NEW
    assert "left alone" in outcome.message
