"""What a reader types, and when an edition comes on their own clock."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.choosing import chosen, typed_of
from strandline.core.digest.muting import drop_muted
from strandline.core.digest.sections import places_of, section_names, section_order
from strandline.core.digest.timetable import edition_is_due, rhythm_of
from strandline.model.digests import Section
from strandline.model.errors import UsageError
from strandline.model.readers import ReaderSettings, SectionChoice

words = st.text(st.characters(whitelist_categories=["L", "N"]), min_size=1, max_size=8)
settings = st.builds(
    ReaderSettings,
    days=st.sets(st.integers(0, 6), min_size=1).map(lambda days: tuple(sorted(days))),
    at=st.sampled_from(["", "06:30", "23:59"]),
    timezone=st.sampled_from(["", "Europe/Paris", "Asia/Shanghai"]),
    subject=st.sampled_from(["", "The {date} paper"]),
    muted_words=st.lists(words, max_size=3, unique=True).map(tuple),
    categories=st.lists(words, max_size=3, unique=True).map(tuple),
    has_pictures=st.booleans(),
    least_items=st.integers(1, 100),
    sections=st.lists(
        st.builds(
            SectionChoice,
            st.sampled_from([one.value for one in Section]),
            st.one_of(st.just(""), words),
            st.one_of(st.none(), st.integers(0, 50)),
        ),
        max_size=4,
        unique_by=lambda one: one.section,
    ).map(tuple),
)


@given(settings)
def test_what_is_shown_can_be_typed_again(wanted: ReaderSettings) -> None:
    """A form that is sent as it was shown changes nothing."""
    assert chosen(wanted, typed_of(wanted)) == wanted
    assert chosen(ReaderSettings(), typed_of(wanted)) == wanted


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("timezone", "Mars/Olympus"),
        ("timezone", "../../etc/passwd"),
        ("at", "25:00"),
        ("at", "noon"),
        ("days", ""),
        ("days", "mon, someday"),
        ("sections", "gossip"),
        ("sections", "posts, posts:Forum"),
        ("sections", "posts::51"),
        ("sections", "posts::many"),
        ("article_history_days", "366"),
        ("article_history_days", "٣"),
        ("has_pictures", "perhaps"),
        ("subject", "x" * 121),
        ("muted_words", "x" * 61),
        ("least_items", "0"),
        ("weights", "1"),
    ],
)
def test_what_is_not_allowed_names_the_setting(name: str, text: str) -> None:
    """And says what is."""
    with pytest.raises(UsageError) as raised:
        chosen(ReaderSettings(), {name: text})
    assert raised.value.subject == name


PARIS = ZoneInfo("Europe/Paris")


@pytest.mark.parametrize(
    ("now", "slot"),
    [
        # The clocks of Paris went from 02:00 to 03:00 on 29 March 2026, and back on 25 October.
        (datetime(2026, 3, 29, 12, tzinfo=UTC), datetime(2026, 3, 29, 1, 30, tzinfo=UTC)),
        (datetime(2026, 3, 30, 12, tzinfo=UTC), datetime(2026, 3, 30, 0, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 0, 45, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        (datetime(2026, 10, 25, 1, 45, tzinfo=UTC), datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
    ],
    ids=["skipped", "the day after", "first of two", "second of two"],
)
def test_an_hour_that_a_change_of_clocks_skips_or_repeats(now: datetime, slot: datetime) -> None:
    """A skipped 02:30 is 03:30; one that comes twice counts when it comes first, and once."""
    rhythm = rhythm_of(ReaderSettings(at="02:30", timezone="Europe/Paris"), "06:00")
    assert rhythm.last_slot(now) == slot
    assert not edition_is_due(slot, rhythm, now)


def test_a_weekly_edition_is_due_once_a_week() -> None:
    """On its day, at its hour, on the reader's clock."""
    rhythm = rhythm_of(ReaderSettings(days=(0,), at="08:00", timezone="Asia/Shanghai"), "06:00")
    monday = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)  # 08:00 in Shanghai
    hours = [monday + timedelta(hours=n) for n in range(-1, 24 * 8)]
    due = [now for now in hours if edition_is_due(monday - timedelta(days=6), rhythm, now)]
    assert due[0] == monday
    assert not edition_is_due(monday, rhythm, monday + timedelta(days=6, hours=23))
    assert edition_is_due(monday, rhythm, monday + timedelta(days=7))


@given(settings, st.datetimes(datetime(2000, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001
def test_an_edition_is_due_once_a_slot_whatever_the_rhythm(
    wanted: ReaderSettings, now: datetime
) -> None:
    """The last slot is past, at most a week and a change of clocks ago, on one of the days."""
    rhythm = rhythm_of(wanted, "06:00")
    slot = rhythm.last_slot(now)
    assert now - timedelta(days=7, hours=2) < slot <= now
    assert not edition_is_due(now, rhythm, now)
    assert rhythm.day(slot).weekday() in wanted.days


def test_sections_as_a_reader_wants_them() -> None:
    """Their order, names and sizes; those not named follow as they come."""
    wanted = chosen(ReaderSettings(), {"sections": "posts:Forum:2, articles, must_reads::0"})
    order = section_order(wanted)
    assert order[:3] == (Section.POSTS, Section.ARTICLES, Section.MUST_READS)
    assert set(order) == set(Section)
    assert section_names(wanted) == {"posts": "Forum"}
    assert [places_of(s, wanted, 9) for s in order[:3]] == [2, 9, 0]


def test_without_muted_words_nothing_is_looked_at() -> None:
    """And an empty one mutes nothing."""
    assert drop_muted([], ()) == ([], [])
    assert replace(ReaderSettings(), muted_words=()).muted_words == ()
