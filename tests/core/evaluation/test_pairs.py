"""Pairs from JSON lines: every field may be missing, and all of it is a stranger's."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.evaluation.pairs import read_article, read_pair, told
from strandline.model.entries import DateTrust
from strandline.model.errors import ParseError


def line(**fields: object) -> str:
    return json.dumps({"id": "p1", "a": {}, "b": {}} | fields)


def test_a_whole_pair() -> None:
    """All fields, as documented."""
    side = {
        "title": "Bridge closed",
        "url": "https://www.paper.example/a/?utm_source=x",
        "source": "The Paper",
        "published": "2026-03-02T09:00:00+01:00",
        "summary": "Cracks were found.",
        "lang": "en",
    }
    pair = read_pair(line(label=1, a=side, b=side))
    assert pair.pair_id == "p1"
    assert pair.label is True
    assert pair.language == "en"
    assert pair.a.url_key == "paper.example/a"
    assert pair.a.published == datetime(2026, 3, 2, 8, tzinfo=UTC)
    assert pair.a.date_trust is DateTrust.EXACT


def test_everything_missing() -> None:
    """Two articles without a single field are a pair without a label."""
    pair = read_pair(line(a={"title": None, "published": None, "lang": None}))
    assert pair.label is None
    assert pair.a.title == pair.a.url == ""
    assert pair.a.published is None
    assert pair.language == ""


@pytest.mark.parametrize(
    ("published", "trust"),
    [
        ("2026-03-02", DateTrust.DAY),
        ("2026-03-02T09:00:00", DateTrust.ASSUMED_ZONE),
        ("2026-03-02T09:00:00Z", DateTrust.EXACT),
        ("yesterday", DateTrust.NONE),
        ("0001-01-01T00:00:00+14:00", DateTrust.NONE),
        ("", DateTrust.NONE),
    ],
)
def test_how_much_a_date_says(published: str, trust: DateTrust) -> None:
    """A day is a day; what cannot be read is no date."""
    assert read_article({"published": published}).date_trust is trust


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no json",
        "[]",
        "1",
        '{"a": {}}',
        '{"a": {}, "b": 1}',
        line(a={"title": 5}),
        "[" * 100_000,
    ],
)
def test_what_is_no_pair(text: str) -> None:
    """It is refused with a reason, never with another fault."""
    with pytest.raises(ParseError):
        read_pair(text)


def test_a_refusal_names_the_pair() -> None:
    """Where the id could be read, it is told."""
    with pytest.raises(ParseError) as refused:
        read_pair(line(a={"url": []}))
    assert refused.value.subject == "p1"


def test_languages_that_differ() -> None:
    """A pair of two languages is its own kind."""
    assert read_pair(line(a={"lang": "en"}, b={"lang": "zh"})).language == "xx"


def test_a_url_that_is_none_has_no_key() -> None:
    """Such a pair is compared by its words."""
    assert read_article({"url": "mailto:a@b.example"}).url_key == ""


@given(st.text(), st.text(), st.text())
def test_any_text_is_read(title: str, summary: str, published: str) -> None:
    """No title, summary or date makes reading fail."""
    told(read_article({"title": title, "summary": summary, "published": published}))
