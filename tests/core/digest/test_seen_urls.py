"""`seen_urls.json`: read without ever failing, written so that it reads back."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.seen_urls import as_history, read_seen_urls, write_seen_urls
from strandline.testing.builders import NOW


def test_the_documents_format() -> None:
    """URL → UTC day, two spaces of indentation, in the order of the history."""
    body = (
        b'{\n  "https://blog.example/a": "2026-02-17",\n  "https://b.example/": "2026-02-16"\n}\n'
    )
    seen = read_seen_urls(body, NOW)
    assert seen.problems == ()
    assert seen.shown["https://blog.example/a"] == datetime(2026, 2, 17, tzinfo=UTC)
    assert write_seen_urls(as_history(seen, "ada")).encode() == body


urls = st.integers(0, 10**6).map(lambda n: f"https://a.example/{n}?q=é{n}")
days = st.integers(0, 3000).map(lambda n: NOW.replace(hour=0, minute=0) - timedelta(days=n))


@given(st.dictionaries(urls, days))
def test_what_is_written_reads_back(shown: dict[str, datetime]) -> None:
    """parse ∘ render = identity."""
    text = json.dumps({url: f"{day:%Y-%m-%d}" for url, day in shown.items()})
    rows = as_history(read_seen_urls(text.encode(), NOW), "ada")
    again = as_history(read_seen_urls(write_seen_urls(rows).encode(), NOW), "ada")
    assert again == rows
    assert {row.url: row.created_at for row in rows} == shown


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100_000, b'"x"', b"NaN", b"{'a': 1}"],
)
def test_a_corrupt_file_is_an_empty_history(body: bytes) -> None:
    """Reported, and never a fault."""
    seen = read_seen_urls(body, NOW)
    assert seen.is_corrupt
    assert seen.shown == {}
    assert len(seen.problems) == 1


@given(st.binary(max_size=200))
def test_no_bytes_are_a_fault(body: bytes) -> None:
    """Whatever the file holds."""
    read_seen_urls(body, NOW)


def test_rows_that_make_no_sense_are_left_out_and_named() -> None:
    """The others count."""
    rows = {
        "https://a.example/1": "2026-02-17",
        "https://a.example/2": "yesterday",
        "https://a.example/3": 20260217,
        "https://a.example/4": None,
        "ftp://a.example/5": "2026-02-17",
        "": "2026-02-17",
        "https://a.example/\ud800": "2026-02-17",
    }
    seen = read_seen_urls(json.dumps(rows).encode(), NOW)
    assert list(seen.shown) == ["https://a.example/1"]
    assert seen.left_out == 6
    assert any("'yesterday' is not a day" in problem for problem in seen.problems)
    assert not seen.is_corrupt


def test_two_spellings_are_one_row_with_the_later_day() -> None:
    """It stays blocked the longer."""
    rows = {"https://a.example/1": "2026-02-10", "https://A.example/1/?utm_source=x": "2026-02-17"}
    seen = read_seen_urls(json.dumps(rows).encode(), NOW)
    assert seen.shown == {"https://a.example/1": datetime(2026, 2, 17, tzinfo=UTC)}


def test_a_day_in_the_future_counts_as_today() -> None:
    """Or it would be blocked for ever."""
    seen = read_seen_urls(b'{"https://a.example/1": "9999-12-31"}', NOW)
    assert seen.shown["https://a.example/1"] == NOW.replace(hour=0, minute=0)
