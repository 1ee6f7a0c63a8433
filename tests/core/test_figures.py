"""Days in figures: which are counted, and what is made of them."""

from datetime import date, timedelta

from strandline.core.figures import DAYS, SHOWN, by_day, by_part, days_to_count, newest

TODAY = date(2026, 3, 4)


def test_days_that_are_over_are_counted_once() -> None:
    """Today and yesterday are counted again, gaps are filled, what is long ago is left."""
    assert len(days_to_count({}, TODAY)) == DAYS
    counted: dict[date, dict[str, int]] = {
        TODAY - timedelta(days=n): {} for n in range(DAYS) if n != 7
    }
    assert days_to_count(counted, TODAY) == [
        TODAY - timedelta(days=7),
        TODAY - timedelta(days=1),
        TODAY,
    ]


def test_every_day_has_its_place() -> None:
    """Where nothing was counted there is 0, and the last day is today."""
    days = by_day({TODAY: {"articles": 5}}, "articles", TODAY)
    assert len(days) == SHOWN
    assert days[-2:] == [(TODAY - timedelta(days=1), 0), (TODAY, 5)]


def test_parts_are_summed_over_the_days_that_are_shown() -> None:
    """The largest first; older days, and days of a clock that was ahead, are left out."""
    counted = {
        TODAY - timedelta(days=SHOWN): {"captures.good": 100},
        TODAY - timedelta(days=1): {"captures.good": 1, "captures.gone": 2, "articles": 9},
        TODAY: {"captures.good": 4},
        TODAY + timedelta(days=1): {"captures.gone": 100},
    }
    assert by_part(counted, "captures.", TODAY) == [("good", 5), ("gone", 2)]


def test_the_newest_measure_counts() -> None:
    """Bytes are not summed; a day without a measure says nothing."""
    counted = {
        TODAY - timedelta(days=1): {"storage.a": 1, "storage.b": 2},
        TODAY: {"articles": 9},
    }
    assert newest(counted, "storage.") == [("b", 2), ("a", 1)]
    assert newest({}, "storage.") == []
