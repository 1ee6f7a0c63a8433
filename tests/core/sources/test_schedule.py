"""The health of a source is a function of its polls."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources import schedule
from strandline.core.sources.courtesy import interval_of
from strandline.core.sources.feeds.rhythm import wishes_of
from strandline.core.sources.schedule import (
    FULL_FETCH_EVERY,
    LONGEST_BACKOFF,
    LONGEST_BLOCK_PAUSE,
    LONGEST_RETRY_AFTER,
    Polled,
    conditions,
    permanent_target,
    polled_from,
    should_adopt_move,
)
from strandline.model.fetching import FetchOutcome, FetchResult, Hop, HopKind
from strandline.model.sources import Source, SourceHealth, SourceKind, SourceState
from strandline.settings import PollSettings

NOW = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SOURCE = Source("W_RSS_1", SourceKind.FEED, "https://paper.example/feed", "Paper")
GOOD = Polled(SourceState.OK, is_read=True, checksum="c1", headers={"etag": '"1"'})

SETTINGS = PollSettings()
after_poll = partial(schedule.after_poll, settings=SETTINGS)

states = st.sampled_from([s for s in SourceState if s not in (SourceState.NEW, SourceState.GONE)])


def polls() -> st.SearchStrategy[list[Polled]]:
    one = st.builds(
        Polled,
        state=states,
        is_read=st.booleans(),
        retry_after=st.none() | st.datetimes(timezones=st.just(UTC)),
        moved_to=st.none() | st.just("https://new.example/feed"),
        was_sent=st.booleans(),
    )
    return st.lists(one, min_size=1, max_size=30)


def played(health: SourceHealth, polled: list[Polled], step: timedelta) -> SourceHealth:
    now = NOW
    for poll in polled:
        health = after_poll(SOURCE, health, poll, now)
        now += step
    return health


@given(polls(), st.floats(0, 0.999), st.integers(1, 10_000))
def test_next_poll_is_later_and_never_before_the_server_asked(
    polled: list[Polled], jitter: float, minutes: int
) -> None:
    """Whatever happens, the next poll lies ahead, within a week or so, and obeys `Retry-After`."""
    health, now = SourceHealth(SOURCE.source_uuid), NOW
    for poll in polled:
        health = after_poll(SOURCE, health, poll, now, jitter)
        due = health.next_poll_at
        assert due is not None
        assert now < due <= now + LONGEST_RETRY_AFTER * 1.2
        if poll.retry_after is not None:
            assert due >= min(poll.retry_after, now + LONGEST_RETRY_AFTER)
        assert health.lease_owner is None
        assert (health.failures == 0) == (health.failing_since is None)
        now += minutes * MINUTE


@given(polls())
def test_a_failure_never_takes_the_validators_away(polled: list[Polled]) -> None:
    """Only an answer that was read changes validator, checksum and last success."""
    before = after_poll(SOURCE, SourceHealth(SOURCE.source_uuid), GOOD, NOW)
    failing = [p for p in polled if p.state is not SourceState.OK]
    after = played(before, failing, MINUTE)
    assert (after.etag, after.body_checksum, after.last_success_at) == ('"1"', "c1", NOW)


def test_a_good_answer_ends_failures() -> None:
    """After an answer that could be read the count starts anew and the interval is the source's."""
    failed = played(SourceHealth("W_RSS_1"), [Polled(SourceState.FAILING)] * 5, MINUTE)
    health = after_poll(SOURCE, failed, GOOD, NOW)
    assert (health.state, health.failures, health.failing_since) == (SourceState.OK, 0, None)
    assert health.next_poll_at == NOW + interval_of(SOURCE, SETTINGS)


def test_failures_back_off_up_to_a_limit() -> None:
    """The pause doubles with each failure and stops growing."""
    health, pauses, now = SourceHealth("W_RSS_1"), [], NOW
    for _ in range(8):
        health = after_poll(SOURCE, health, Polled(SourceState.FAILING), now)
        assert health.next_poll_at is not None
        pauses.append(health.next_poll_at - now)
        now = health.next_poll_at
    assert pauses[:3] == [timedelta(hours=1), timedelta(hours=2), timedelta(hours=4)]
    assert set(pauses[3:]) == {LONGEST_BACKOFF}


def test_what_our_own_guard_refuses_waits_no_longer_each_time() -> None:
    """Nobody was asked, so nobody is spared: once the address is allowed, it is polled soon."""
    health, now = SourceHealth("W_RSS_1"), NOW
    refused = polled_from(FetchResult("u", FetchOutcome.REFUSED, "u", message="Not public."))
    for _ in range(2000):
        health = after_poll(SOURCE, health, refused, now)
        assert health.next_poll_at == now + interval_of(SOURCE, SETTINGS)
        now = health.next_poll_at
    assert health.message == "Not public."


def test_a_challenge_is_left_alone_longer_each_time() -> None:
    """Pauses before a source that shows a challenge grow to a day."""
    health, pauses = SourceHealth("W_RSS_1"), []
    for _ in range(7):
        health = after_poll(SOURCE, health, Polled(SourceState.BLOCKED), NOW)
        assert health.next_poll_at is not None
        pauses.append(health.next_poll_at - NOW)
    assert pauses[:3] == [timedelta(hours=1), timedelta(hours=2), timedelta(hours=4)]
    assert pauses[-1] == LONGEST_BLOCK_PAUSE


def test_rate_limits_without_a_time_grow_and_are_no_failure() -> None:
    """429 after 429 doubles the pause, and the source is not called failing."""
    health, pauses, now = SourceHealth("W_RSS_1"), [], NOW
    for _ in range(3):
        health = after_poll(SOURCE, health, Polled(SourceState.RATE_LIMITED), now)
        assert health.next_poll_at is not None
        pauses.append(health.next_poll_at - now)
        now = health.next_poll_at
    assert pauses == [30 * MINUTE, 60 * MINUTE, 120 * MINUTE]
    assert health.failures == 0


def test_dead_is_suspected_after_days_and_enough_failures() -> None:
    """Seven days alone, or many failures alone, make nobody dead."""
    failing = Polled(SourceState.FAILING)
    quick = played(SourceHealth("W_RSS_1"), [failing] * 50, MINUTE)
    rare = played(SourceHealth("W_RSS_1"), [failing] * 3, timedelta(days=5))
    both = played(SourceHealth("W_RSS_1"), [failing] * 8, timedelta(days=1))
    assert [h.state for h in (quick, rare, both)] == [
        SourceState.FAILING,
        SourceState.FAILING,
        SourceState.DEAD_SUSPECTED,
    ]


def test_a_page_instead_of_a_feed_keeps_its_own_name() -> None:
    """A source that has shown a web page for weeks still says so, and is asked daily."""
    page = Polled(SourceState.HTML_PAGE)
    health = played(SourceHealth("W_RSS_1"), [page] * 20, timedelta(days=1))
    assert health.state is SourceState.HTML_PAGE
    assert health.last_polled_at is not None
    assert health.next_poll_at == health.last_polled_at + timedelta(days=1)


def test_gone_is_polled_no_more() -> None:
    """410 leaves no next poll."""
    health = after_poll(SOURCE, SourceHealth("W_RSS_1"), Polled(SourceState.GONE), NOW)
    assert (health.state, health.next_poll_at) == (SourceState.GONE, None)


def test_what_was_not_sent_says_nothing_of_the_source() -> None:
    """Where the host asked for a pause and nothing was sent, the state stays what it was."""
    good = after_poll(SOURCE, SourceHealth("W_RSS_1"), GOOD, NOW)
    until = NOW + timedelta(hours=2)
    waited = Polled(SourceState.RATE_LIMITED, retry_after=until, was_sent=False)
    health = after_poll(SOURCE, good, waited, NOW + MINUTE)
    assert (health.state, health.moved_seen, health.next_poll_at) == (SourceState.OK, 0, until)


@pytest.mark.parametrize(
    ("age", "is_full"),
    [(None, True), (timedelta(hours=1), False), (FULL_FETCH_EVERY, True), (-MINUTE, True)],
)
def test_validators_are_left_out_once_a_day(age: timedelta | None, is_full: bool) -> None:
    """The first fetch, one a day, and one under a clock that went back carry no validators."""
    last = None if age is None else NOW - age
    health = SourceHealth("W_RSS_1", etag='"1"', last_full_fetch_at=last)
    asked = conditions(health, NOW)
    assert asked.is_full is is_full
    assert asked.etag == (None if is_full else '"1"')


def test_same_bytes_do_not_put_off_the_daily_reading() -> None:
    """A body that nobody read again does not count as the day's full reading."""
    first = after_poll(SOURCE, SourceHealth("W_RSS_1"), GOOD, NOW)
    same = replace(GOOD, is_same=True)
    later = after_poll(SOURCE, first, same, NOW + timedelta(hours=5))
    assert later.last_full_fetch_at == NOW


def test_documents_that_must_be_read_again_keep_no_validators() -> None:
    """Where items are held back, the next fetch is not answered by 304 nor skipped as the same."""
    kept = replace(GOOD, keep_validators=False)
    health = after_poll(SOURCE, SourceHealth("W_RSS_1"), kept, NOW)
    assert (health.etag, health.last_modified, health.body_checksum) == (None, None, None)


def hop(status: int, to_url: str, kind: HopKind = HopKind.HTTP) -> Hop:
    return Hop(status, "https://a.example/", to_url, kind)


@pytest.mark.parametrize(
    ("hops", "target"),
    [
        ((), None),
        ((hop(301, "u1"),), "u1"),
        ((hop(308, "u1"), hop(301, "u2")), "u2"),
        ((hop(301, "u1"), hop(302, "u2")), "u1"),
        ((hop(302, "u1"), hop(301, "u2")), None),
        ((hop(301, "u1", HopKind.COOKIE),), None),
    ],
)
def test_a_move_ends_where_the_first_temporary_hop_begins(
    hops: tuple[Hop, ...], target: str | None
) -> None:
    """Only permanent redirects at the beginning of the chain move a source."""
    assert permanent_target(hops) == target


def test_a_move_is_adopted_when_two_polls_in_a_row_agree() -> None:
    """Another target, an answer without a redirect, or a failure between starts the count anew."""
    moved = replace(GOOD, moved_to="https://new.example/")
    other = replace(GOOD, moved_to="https://other.example/")
    once = played(SourceHealth("W_RSS_1"), [moved], MINUTE)
    assert not should_adopt_move(once)
    assert should_adopt_move(played(once, [moved], MINUTE))
    for between in (other, GOOD, Polled(SourceState.FAILING, moved_to="https://new.example/")):
        assert not should_adopt_move(played(once, [between, moved], MINUTE))


@pytest.mark.parametrize("outcome", list(FetchOutcome))
def test_every_outcome_has_a_state(outcome: FetchOutcome) -> None:
    """No outcome of a fetch is without a meaning for the source, or without words."""
    polled = polled_from(FetchResult("u", outcome, "u", status=404))
    is_fine = outcome in (FetchOutcome.OK, FetchOutcome.NOT_MODIFIED)
    assert (polled.state is SourceState.OK) == is_fine
    assert bool(polled.message) != is_fine


def answered(
    headers: dict[str, str], *, is_read: bool = True, flags: tuple[str, ...] = ()
) -> Polled:
    return Polled(
        SourceState.OK, is_read=is_read, headers=headers, flags=flags if is_read else None
    )


def pause_after(polled: Polled, source: Source = SOURCE, now: datetime = NOW) -> timedelta:
    health = after_poll(source, SourceHealth(source.source_uuid), polled, now)
    assert health.next_poll_at is not None
    return health.next_poll_at - now


@pytest.mark.parametrize(
    ("headers", "hours"),
    [
        ({}, 0.5),
        ({"cache-control": "max-age=21600"}, 6),
        ({"cache-control": 'public, Max-Age="21600", stale-if-error=9'}, 6),
        ({"cache-control": "max-age=21600", "age": "3600"}, 5),
        ({"cache-control": "max-age=60"}, 0.5),
        ({"cache-control": "no-cache, max-age=21600"}, 0.5),
        ({"cache-control": "max-age=soon"}, 0.5),
        ({"cache-control": "max-age=99999999999999999999"}, 12),
        ({"expires": "Mon, 02 Mar 2026 18:00:00 GMT"}, 6),
        ({"expires": "Mon, 02 Mar 2026 18:00:00 GMT", "date": "Mon, 02 Mar 2026 14:00:00 GMT"}, 4),
        ({"expires": "0"}, 0.5),
        ({"cache-control": "max-age=7200", "expires": "Mon, 02 Mar 2026 18:00:00 GMT"}, 2),
    ],
)
def test_an_answer_is_not_asked_for_while_it_is_fresh(
    headers: dict[str, str], hours: float
) -> None:
    """What the server says of its answer makes the pause longer, up to half a day."""
    assert pause_after(answered(headers)) == timedelta(hours=hours)


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ({"ttl": "360"}, 6),
        ({"ttl": "5"}, 0.5),
        ({"ttl": "-1"}, 0.5),
        ({"updateperiod": "daily", "updatefrequency": "4"}, 6),
        ({"updateperiod": "hourly"}, 1),
        ({"updateperiod": "daily", "updatefrequency": "0"}, 12),
        ({"skiphours": "12 13 14"}, 3),
        ({"skiphours": " ".join(map(str, range(24)))}, 0.5),
        ({"skipdays": "Monday"}, 12),
        ({"skipdays": "Sunday Noday"}, 0.5),
    ],
)
def test_a_feed_is_asked_as_often_as_it_says(said: dict[str, str], hours: float) -> None:
    """So does what the document says of its rhythm."""
    assert pause_after(answered({}, flags=wishes_of(said))) == timedelta(hours=hours)


def test_an_answer_without_a_body_forgets_no_wish() -> None:
    """A 304 keeps what the document wished, and its own headers replace the earlier ones."""
    first = after_poll(
        SOURCE,
        SourceHealth("W_RSS_1"),
        answered({"cache-control": "max-age=7200"}, flags=wishes_of({"ttl": "60"})),
        NOW,
    )
    silent = after_poll(SOURCE, first, answered({}, is_read=False), NOW)
    assert silent.next_poll_at == NOW + timedelta(hours=2)
    longer = {"cache-control": "max-age=10800"}
    assert after_poll(SOURCE, silent, answered(longer, is_read=False), NOW).next_poll_at == (
        NOW + timedelta(hours=3)
    )
    dropped = after_poll(SOURCE, silent, answered({}, flags=wishes_of({"ttl": "60"})), NOW)
    assert dropped.next_poll_at == NOW + timedelta(hours=1)


def test_who_decides_how_often() -> None:
    """A source's own interval is followed as it is; else the settings', and what they allow."""
    wish = answered({"cache-control": "max-age=21600"})
    own = replace(SOURCE, poll_interval=timedelta(minutes=5))
    assert pause_after(wish, own) == timedelta(minutes=5)
    for settings, hours in (
        (PollSettings(longest_wish_s=0), 0.5),
        (PollSettings(longest_wish_s=3600), 1),
        (PollSettings(feed_interval_s=86_400), 24),
    ):
        health = schedule.after_poll(SOURCE, SourceHealth("W_RSS_1"), wish, NOW, settings=settings)
        assert health.next_poll_at == NOW + timedelta(hours=hours)
    forum = replace(SOURCE, kind=SourceKind.DISCOURSE)
    assert interval_of(forum, PollSettings(interval_s=90)) == timedelta(seconds=90)


@given(
    st.dictionaries(st.sampled_from(["cache-control", "expires", "age", "date"]), st.text()),
    st.dictionaries(
        st.sampled_from(["ttl", "updateperiod", "updatefrequency", "skiphours", "skipdays"]),
        st.text() | st.integers().map(str),
    ),
    st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
)
def test_no_wish_stops_the_polling(
    headers: dict[str, str], said: dict[str, str], now: datetime
) -> None:
    """Whatever a server or feed says, the next poll lies between our interval and the longest."""
    pause = pause_after(answered(headers, flags=wishes_of(said)), now=now)
    assert timedelta(minutes=30) <= pause <= timedelta(hours=12)
