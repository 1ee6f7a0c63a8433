"""Dates of feeds: many forms, one instant, and nothing where it cannot be believed."""

import os
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.feeds.calendars import _NAMES, MONTHS
from strandline.core.sources.feeds.date_parts import order_of
from strandline.core.sources.feeds.dates import read_date
from strandline.model.entries import DateTrust

NINE = datetime(2025, 6, 5, 9, 0, tzinfo=UTC)

EXACT = [
    "Thu, 05 Jun 2025 09:00:00 GMT",
    "Thu, 5 Jun 2025 09:00 +0000",
    "5 Jun 25 09:00 UT",
    "Thu, 05-Jun-2025 09:00:00 UTC",
    "Thursday, June 5, 2025 9:00 AM UTC",
    "Thu Jun  5 09:00:00 UTC 2025",
    "Thu, 05 Jun 2025 05:00:00 EDT",
    "Thu, 05 Jun 2025 05:00:00 ET",
    "Thu, 05 Jun 2025 11:00:00 CEST",
    "Thu, 05 Jun 2025 11:00:00 GMT+0200",
    "Thu, 05 Jun 2025 11:00:00 +02:00",
    "Thu, 05 Jun 2025 11:00:00 +0200 (CEST)",
    "Thu, 05 Jun 2025 11:00:00 Europe/Paris",
    "Do, 05 Juni 2025 11:00:00 +0200",
    "Do., 5. Juni 2025 11:00:00 MESZ",
    "jeu., 05 juin 2025 11:00:00 +0200",
    "jeudi 5 juin 2025 11:00 +0200",
    "jue, 05 jun 2025 11:00:00 +0200",
    "gio, 05 giu 2025 11:00:00 +0200",
    "чт, 05 июня 2025 12:00:00 +0300",
    "5 июня 2025 г., 12:00 +0300",
    "quinta-feira, 5 de junho de 2025 06:00 -0300",
    "to, 05 kesä 2025 12:00:00 +0300",
    "čt, 05 čvn 2025 11:00:00 +0200",
    "joi, 05 iun. 2025 12:00:00 +0300",
    "الخميس, 05 يونيو 2025 09:00:00 +0000",
    "周四, 05 六月 2025 17:00:00 +0800",
    "木, 05 6月 2025 18:00:00 +0900",
    "목, 05 6월 2025 18:00:00 +0900",
    "T5, 05 Th6 2025 16:00:00 +0700",
    "Thứ Năm, 05 tháng 6 2025 16:00 +0700",
    "Thu 05, Jun 2025 09:00:00 GMT",
    "Thu,, 05 Jun 2025 09:00:00 GMT",
    "2025-06-05T09:00:00Z",
    "2025-06-05t09:00:00.123456z",
    "2025-06-05T11:00:00+02:00",
    "2025-06-05T11:00:00+0200",
    "2025-06-05T11:00:00+02",
    "2025-06-05 09:00:00 UTC",
    "2025/06/05 09:00:00 +0000",
    "20250605T090000Z",
    "2025年6月5日 17:00 +0800",
    "2025年6月5日(木) 18時00分 +0900",
    "2025年06月05日 17时00分00秒 +0800",
    "2025-06-05 下午5:00 +0800",
    "2025. 6. 5. 오후 6:00 +0900",
    "5. 6. 2025 11:00 +0200",
    "1749114000",
    "1749114000000",
    "1749114000000000",
    "@1749114000",
    "/Date(1749114000000)/",
    "Thu, 05 Jun 2025 9:0:0 GMT",
    "005, 05 Jun 2025 09:00:00 GMT",
    "Thu, 05 Jun 2025 05:00:00 EST5EDT",
    "Thu, 05 Jun 2025 05:00:00 \u22120400",
    "Thu, 05 Jun 2025 05:00:00 \u20130400",
    "Thu, 05 Jun 2025 05:00:00 US/Eastern",
    "Thu, 05 Jun 2025 10:00:00 UTC+1",
    "Thu, 05 Jun 2025 09.00.00 +0000",
    "Thu, 05 Jun 2025 09:00:00GMT",
    "Thu&#44; 05 Jun 2025&nbsp;09:00:00 GMT",
    "Thu Jun 05 2025 11:00:00 GMT+0200 (Central European Summer Time)",
    "June 5th, 2025, 9:00 a.m. UTC",
    "June 5, 2025 | 11:00 CEST",
    "Published: June 5, 2025 5 AM EDT",
    "2025-06-05T9:0:0Z",
    "2025-06-05T09Z",
    "2025-06-05 T 09:00:00 Z",
    "2025-06-05T09:00:00 00:00",
    "2025-06-05T11:00:00+02:00[Europe/Berlin]",
    "2025-156T09:00:00Z",
    "2025-W23-4T09:00:00Z",
    "5 Haziran 2025 Perşembe 12:00 +0300",
    "5. kesäkuuta 2025 klo 12.00 +0300",
    "2025. június 5. 11:00 +0200",
    "5 de junho de 2025 às 6h00 -0300",
    "Le 5 juin 2025 à 11 h 00 +0200",
    "Червень 5, 2025, 12:00 +0300",
    "2025年6月5日 午後6時0分 +0900",
    "二〇二五年六月五日 17:00 +0800",
    '<time datetime="2025-06-05T11:00:00+02:00" class="x">Thu, 05/06/2025 - 11:00</time>',
    "<span content='2025-06-05T09:00:00Z'>5 June</span>",
    "<p>Thu, 05 Jun 2025 09:00:00 GMT</p>",
]


@pytest.mark.parametrize("text", EXACT)
def test_exact(text: str) -> None:
    """A date with a time and a zone, in any of the forms in use, is that instant."""
    when, trust = read_date(text)
    assert when is not None
    assert (when.replace(microsecond=0), trust) == (NINE, DateTrust.EXACT)


@pytest.mark.parametrize(
    "text",
    [
        "Thu, 05 Jun 2025 09:00:00",
        "2025-06-05 09:00:00",
        "2025-06-05T09:00",
        "5.6.2025 9:00",
        "Thu, 05 Jun 2025 09:00:00 Uhr",
        "Thursday, June 5, 2025 - 09:00",
        "发布时间：2025-06-05 09:00",
    ],
)
def test_no_zone(text: str) -> None:
    """A date without a zone is read in the zone of its source."""
    assert read_date(text) == (NINE, DateTrust.ASSUMED_ZONE)
    there, trust = read_date(text, "Asia/Kathmandu")
    assert there == NINE - timedelta(hours=5, minutes=45)
    assert trust is DateTrust.ASSUMED_ZONE


def test_zone_that_nobody_knows() -> None:
    """An unknown zone, of a date or of a source, is no zone."""
    assert read_date("Thu, 05 Jun 2025 09:00:00 QQQ") == (NINE, DateTrust.ASSUMED_ZONE)
    assert read_date("2025-06-05 09:00", "Mars/Olympus") == (NINE, DateTrust.ASSUMED_ZONE)
    assert read_date("2025-06-05 09:00", "../etc/passwd") == (NINE, DateTrust.ASSUMED_ZONE)


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
def test_zone_of_the_machine(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The zone of the machine plays no part."""
    monkeypatch.setitem(os.environ, "TZ", zone)
    time.tzset()
    read_date.cache_clear()
    try:
        assert read_date("Thu, 05 Jun 2025 09:00:00")[0] == NINE
        assert read_date("1749114000")[0] == NINE
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "text",
    [
        *("2025-06-05", "05 Jun 2025", "June 5, 2025", "20250605", "2025-156", "2025年6月5日"),
        *("5th of June 2025", "June 5th 2025", "2025-W23-4", "2025-Jun-05", "Jun-05-2025"),
        *("5 มิถุนายน 2568", "5 जून 2025", "٥ يونيو ٢٠٢٥", "令和7年6月5日", "民國114年6月5日"),
        *(
            "5日 六月 2025",
            "２０２５年６月５日",
            "Posted on 5 June 2025 by Ana",
            "jeu., 05 juin 2025",
        ),
    ],
)
def test_day(text: str) -> None:
    """A date without a time is midnight UTC of that day, whatever the zone of the source."""
    assert read_date(text, "America/New_York") == (NINE.replace(hour=0), DateTrust.DAY)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "soon",
        "Thu, 05 Jun 2025 24:00:00 GMT",
        "Thu, 31 Feb 2025 09:00:00 GMT",
        "0000-00-00 00:00:00",
        "0001-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "1970-01-01T01:00:00+01:00",
        "2025-06-05T09:61:00Z",
        "2025-06-05T09:00:00+99:00",
        "03/04/2025",
        "3/4/25",
        "2025",
        "2025-06",
        "June 2025",
        "2025年6月",
        "5 Smarch 2025",
        "June 5, 2025 - June 9, 2025",
        "2 days ago",
        "yesterday",
        "N/A",
        "09:00:00",
        "2025-13-01",
        "2025-366",
        "9" * 400,
        "1" * 100_000,
    ],
)
def test_not_believed(text: str) -> None:
    """What is impossible, ambiguous, a placeholder or no date at all is no date."""
    assert read_date(text) == (None, DateTrust.NONE)


def test_name_of_the_day_decides() -> None:
    """Where day and month could be swapped, the name of the day tells; Drupal's form says it."""
    june = NINE.replace(hour=0)
    assert read_date("Thu, 05/06/2025")[0] == june
    assert read_date("Thu, 06/05/2025")[0] == june
    assert read_date("jeudi 05/06/2025")[0] == june
    assert read_date("Tue, 07/11/2023 - 17:57")[0] == datetime(2023, 7, 11, 17, 57, tzinfo=UTC)
    assert read_date("Tue, 07/11/2023 17:57")[0] is None  # both are Tuesdays


def test_source_decides() -> None:
    """Dates of a source that can mean one thing tell how to read the others."""
    assert order_of(["03/04/2025", "13/04/2025"]) == "day"
    assert order_of(["03/04/2025", "04/13/2025"]) == "month"
    assert order_of(["03/04/2025"]) is None
    assert order_of(["13/04/2025", "04/13/2025"]) is None
    assert read_date("05/06/2025", order="day")[0] == NINE.replace(hour=0)
    assert read_date("06/05/2025", order="month")[0] == NINE.replace(hour=0)
    assert read_date("Thu, 06/05/2025", order="day")[0] == NINE.replace(hour=0)


@pytest.mark.parametrize(
    ("text", "month"), [("mar., 05 mai 2026", 5), ("mar, 03 mar 2026", 3), ("Mar, Jan 13 2026", 1)]
)
def test_name_of_a_day_that_is_a_month(text: str, month: int) -> None:
    """Of two names that are months somewhere, the one among the numbers is the month."""
    when, _ = read_date(text)
    assert when is not None
    assert when.month == month


def test_leap_second() -> None:
    """A leap second is told as the second before it."""
    assert read_date("2016-12-31T23:59:60Z")[0] == datetime(2016, 12, 31, 23, 59, 59, tzinfo=UTC)


def test_twelve_hour_clock() -> None:
    """Noon and midnight are the two twelves."""
    assert read_date("June 5, 2025 12:30 pm UTC")[0] == NINE.replace(hour=12, minute=30)
    assert read_date("June 5, 2025 12:30 am UTC")[0] == NINE.replace(hour=0, minute=30)


def test_month_names_mean_one_month() -> None:
    """No name stands for two months in two languages."""
    seen = [name.casefold() for names in _NAMES.values() for name in set(names.split())]
    assert len(seen) == len(set(seen)) == len(MONTHS)


@given(st.integers(2 * 86_400, 7_000_000_000))
def test_round_trip(seconds: int) -> None:
    """A date written by the standard library, in either standard form, is read back exactly."""
    when = datetime.fromtimestamp(seconds, UTC)
    assert read_date(format_datetime(when)) == (when, DateTrust.EXACT)
    assert read_date(when.isoformat()) == (when, DateTrust.EXACT)


@given(st.text(max_size=90))
def test_any_text(text: str) -> None:
    """Any text is an instant in UTC or nothing, never an error."""
    when, trust = read_date(text)
    assert (when is None) == (trust is DateTrust.NONE)
    assert when is None or when.utcoffset() == timedelta(0)
