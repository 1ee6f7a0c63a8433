"""Document 1's `formatDate`, in three languages."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.render.times import exact_time, long_date, machine_time, relative_time

NOW = datetime(2026, 2, 22, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("age", "en", "fr", "zh"),
    [
        (timedelta(0), "just now", "à l’instant", "刚刚"),
        (timedelta(minutes=59, seconds=59), "just now", "à l’instant", "刚刚"),
        (timedelta(hours=1), "1h ago", "il y a 1 h", "1小时前"),
        (timedelta(hours=3, minutes=59), "3h ago", "il y a 3 h", "3小时前"),
        (timedelta(hours=23, minutes=59), "23h ago", "il y a 23 h", "23小时前"),
        (timedelta(hours=24), "1d ago", "il y a 1 j", "1天前"),
        (timedelta(days=2, hours=23), "2d ago", "il y a 2 j", "2天前"),
        (timedelta(days=6, hours=23), "6d ago", "il y a 6 j", "6天前"),
        (timedelta(days=7), "Feb 15", "15 févr.", "2月15日"),
        (timedelta(days=400), "Jan 18", "18 janv.", "1月18日"),
        (timedelta(hours=-5), "just now", "à l’instant", "刚刚"),
    ],
)
def test_document_1_list(age: timedelta, en: str, fr: str, zh: str) -> None:
    """`just now`, `3h ago`, `2d ago`, `Feb 15`."""
    when = NOW - age
    assert [relative_time(when, NOW, language) for language in ("en", "fr", "zh")] == [en, fr, zh]


@pytest.mark.parametrize("bad", ["", " ", None, "no date", "2026-02-30", "0000-00-00", "99999"])
def test_a_bad_date_is_empty(bad: str | None) -> None:
    """`if (!dateStr) return ''`, `isNaN(date.getTime())`."""
    assert relative_time(bad, NOW, "en") == ""
    assert exact_time(bad, "en") == ""
    assert machine_time(bad) == ""


def test_text_and_zones() -> None:
    """ISO 8601 with and without a zone; without one it is UTC."""
    assert relative_time("2026-02-22T09:00:00Z", NOW, "en") == "3h ago"
    assert relative_time("2026-02-22T09:00:00", NOW, "en") == "3h ago"
    east = timezone(timedelta(hours=8))
    assert relative_time(datetime(2026, 2, 22, 17, tzinfo=east), NOW, "en") == "3h ago"


def test_the_exact_time_has_its_year_and_zone() -> None:
    """What hover shows beside `Feb 15`."""
    when = datetime(2025, 2, 15, 9, 30, tzinfo=UTC)
    assert exact_time(when, "en") == "Feb 15, 2025, 09:30 UTC"
    assert exact_time(when, "fr") == "15 févr. 2025 à 09:30 UTC"
    assert exact_time(when, "zh") == "2025年2月15日 09:30（UTC）"
    assert long_date(when, "en") == "Feb 15, 2025"
    assert machine_time(when) == "2025-02-15T09:30:00Z"


@given(st.datetimes() | st.datetimes(timezones=st.timezones()), st.sampled_from(["en", "fr", "zh"]))
def test_no_date_is_a_fault(when: datetime, language: str) -> None:
    """Years 1 and 9999 in any zone too."""
    relative_time(when, NOW, language)
    exact_time(when, language)
    machine_time(when)
