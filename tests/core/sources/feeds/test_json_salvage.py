"""JSON Feeds that are nearly JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.sources.feeds.json_salvage import load
from strandline.core.sources.feeds.reader import read_feed
from strandline.model.errors import ParseError

ONE = '{"id": "1", "url": "https://a.test/1", "title": "One"}'
TWO = '{"id": "2", "url": "https://a.test/2", "title": "Two, [half]"}'
HEAD = '{"version": "https://jsonfeed.org/version/1.1", "items": ['


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}{ONE},{TWO},]}}",
        f"{HEAD}{ONE},{TWO[:-1]},}}]}}",
        f")]}}'\n{HEAD}{ONE},{TWO}]}}",
        f"while(1);{HEAD}{ONE},{TWO}]}}",
        f"{HEAD}{ONE},{TWO}]}}".replace("Two, ", "Two,\\n").replace("\\n", "\n"),
    ],
)
def test_nearly_json(text: str) -> None:
    """Trailing commas, guards and raw line breaks cost a flag, not the feed."""
    listing = read_feed(text.encode())
    assert [entry.title for entry in listing.entries] == ["One", "Two, [half]"]
    assert "malformed" in listing.flags


@pytest.mark.parametrize("end", [len(TWO) // 2, len(TWO) - 1, 1])
def test_cut_within_an_item(end: int) -> None:
    """Items that end are kept, one that does not is left out."""
    listing = read_feed(f"{HEAD}{ONE},{TWO[:end]}".encode())
    assert [entry.url for entry in listing.entries] == ["https://a.test/1"]
    assert {"malformed", "cut_off"} <= set(listing.flags)


@pytest.mark.parametrize("text", ["{", '{"a": [1,]', '{"items": [', "for(;;);", ")]}'"])
def test_nothing_to_be_had(text: str) -> None:
    """What is neither JSON nor the beginning of a feed is refused."""
    with pytest.raises(ParseError):
        read_feed(text.encode())


def test_times_as_numbers_and_names_as_text() -> None:
    """Seconds, milliseconds and a bare name are what programs write."""
    item = {"id": 1, "url": "https://a.test/1", "date_published": 1749114000, "author": "Ada"}
    later = item | {"id": 2, "url": "https://a.test/2", "date_published": 1749114000000}
    document = {"version": "https://jsonfeed.org/version/1", "items": [item, later]}
    first, second = read_feed(json.dumps(document).encode()).entries
    assert first.published == second.published is not None
    assert first.author == "Ada"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(codec: str) -> None:
    """A JSON Feed is read in any form of Unicode."""
    text = f"{HEAD}{ONE}]}}".replace("One", "Été")
    assert read_feed(text.encode(codec)).entries[0].title == "Été"


@given(st.recursive(st.none() | st.integers() | st.text(), lambda x: st.lists(x, max_size=3)))
def test_json_is_read_as_it_is(value: object) -> None:
    """Well-formed JSON is not touched by the salvage."""
    assert load(json.dumps(value)).document == value


@given(st.text(alphabet='{}[]",:\\ ait1\n', max_size=60))
def test_any_text(text: str) -> None:
    """Any text is a document or refused."""
    try:
        load("{" + text)
    except ValueError:
        return
