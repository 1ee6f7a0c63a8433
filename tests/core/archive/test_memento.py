"""Earlier states of a page by their time: what is asked, and how it is told (RFC 7089)."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.archive.memento import (
    Memento,
    Places,
    http_date,
    links_of,
    nearest,
    read_accepted,
    read_stamp,
    stamp,
    timemap,
    timemap_json,
)

NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)
PLACES = Places("https://a.example/x?y=<1>", "https://r/timegate/x", "https://r/timemap/link/x")
STATES = [Memento(NOON + n * timedelta(days=1), f"https://r/memento/{n}/0") for n in range(4)]
times = st.datetimes(datetime.min.replace(year=1000)).map(  # noqa: DTZ901 - made aware below
    lambda when: when.replace(microsecond=0, tzinfo=UTC)
)


@given(times)
def test_what_is_told_is_read_again(when: datetime) -> None:
    """Dates of headers and timestamps, whole seconds."""
    assert read_accepted(http_date(when)) == when
    assert read_stamp(stamp(when)) == when


@pytest.mark.parametrize(
    "text",
    [
        *("", "now", "0", "2026-03-04", "Wed, 04 Mar 2026 12:00:00 +0100", "Wed, 04 Mar 2026"),
        *("Wed, 31 Feb 2026 12:00:00 GMT", "Wed, 04 Mar 0000 12:00:00 GMT", "\u0660" * 29),
        *("Wed, 04 Mar 2026 25:00:00 GMT", "Wed, 04 Mär 2026 12:00:00 GMT", "x" * 100_000),
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    """By one kind of error, whatever is wrong with it."""
    with pytest.raises(ValueError):  # noqa: PT011 - any of them
        read_accepted(text)


def test_timestamps_may_end_early() -> None:
    """They mean the first moment that begins so; the year 0 its end; nonsense is refused."""
    assert read_stamp("2026") == datetime(2026, 1, 1, tzinfo=UTC)
    assert read_stamp("202603") == datetime(2026, 3, 1, tzinfo=UTC)
    assert read_stamp("00000101000000").year == 1
    for text in ("", "x", "20261301", "1" * 15, "²026"):
        with pytest.raises(ValueError):  # noqa: PT011 - any of them
            read_stamp(text)


def test_the_nearest_state_is_taken() -> None:
    """The earlier one of two, the ends beyond them, the last one without a time."""
    assert nearest(STATES, NOON - timedelta(days=900)) == 0
    assert nearest(STATES, NOON + timedelta(hours=12)) == 0
    assert nearest(STATES, NOON + timedelta(hours=13)) == 1
    assert nearest(STATES, NOON + timedelta(days=900)) == 3
    assert nearest(STATES, None) == 3


def test_links_of_a_state_name_its_neighbours() -> None:
    """First, last, before and after; what no link may hold is written in percents."""
    told = links_of(PLACES, STATES, 1)
    assert '<https://a.example/x?y=%3C1%3E>; rel="original"' in told
    assert 'rel="first prev memento"; datetime="Wed, 04 Mar 2026 12:00:00 GMT"' in told
    assert '<https://r/memento/1/0>; rel="memento"' in told
    assert 'rel="next memento"' in told
    assert 'rel="last memento"' in told
    assert 'rel="first last memento"' in links_of(PLACES, STATES[:1], 0)
    assert "memento/" not in links_of(PLACES, ())


def test_a_timemap_lists_all_of_them() -> None:
    """As links, with the span that it covers, and as JSON."""
    lines = list(timemap(PLACES, STATES))
    assert len(lines) == 7
    assert 'from="Wed, 04 Mar 2026 12:00:00 GMT"; until="Sat, 07 Mar 2026' in lines[1]
    assert all(line.endswith(",\n") for line in lines[:-1])
    assert not lines[-1].endswith(",\n")
    tree = json.loads(timemap_json(PLACES, STATES))
    assert tree["mementos"]["last"] == {
        "datetime": "2026-03-07T12:00:00Z",
        "uri": "https://r/memento/3/0",
    }
    assert len(tree["mementos"]["list"]) == 4
