"""The object that was asked for, and nothing that is only like it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.text.strict_json import MOST_CHARS, Unreadable, read_object

KEYS = ("name", "size")
GOOD = '{"name": "a", "size": 1}'


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        f"\n\n  {GOOD}\n",
        '{"size": 1, "name": "a"}',
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"<think>\n{{}} Is it one? It is.\n</think>\n\n{GOOD}",
        f"<think></think>```json\n{GOOD}\n```",
    ],
    ids=["bare", "spaces", "other order", "code fence", "plain fence", "thoughts", "both"],
)
def test_the_object_alone(text: str) -> None:
    """Bare, in one code fence, or after a reasoning model's thoughts."""
    assert read_object(text, KEYS) == {"name": "a", "size": 1}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   \n", "empty"),
        ("<think>hm</think>", "empty"),
        (f"Here it is: {GOOD}", "nothing else"),
        (f"{GOOD} I hope this helps.", "nothing else"),
        (f"{GOOD}\n{GOOD}", "nothing else"),
        (f"```json\n{GOOD}\n```\nDone.", "nothing else"),
        (GOOD[:-3], "nothing else"),
        ("<html><body>502</body></html>", "nothing else"),
        ("[1, 2]", "not a JSON object"),
        ('"same"', "not a JSON object"),
        ("null", "not a JSON object"),
        ('{"name": "a"}', "lacks size"),
        ("{}", "lacks name, size"),
        ('{"name": "a", "size": 1, "note": ""}', "further keys"),
        ('{"name": "a", "size": 1, "size": 2}', "a key twice"),
        ('{"name": {"x": 1, "x": 2}, "size": 1}', "a key twice"),
        ('{"name": "a", "size": NaN}', "NaN where a number belongs"),
        ('{"name": "a", "size": -Infinity}', "-Infinity where"),
        ("[" * 100_000, "too long"),
        ("[" * (MOST_CHARS - 1), "nothing else"),
        ('{"name": "a", "size": ' + "9" * 5_000 + "}", "nothing else"),
        ("'name': 'a'", "nothing else"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    """With a reason in our own words."""
    found = read_object(text, KEYS)
    assert isinstance(found, Unreadable)
    assert reason in found.reason


@given(st.text() | st.binary().map(lambda b: b.decode("utf-8", "surrogateescape")))
def test_any_text_is_an_object_or_a_reason(text: str) -> None:
    """Never an exception, and never the model's words in the reason."""
    found = read_object(text, KEYS)
    assert isinstance(found, Unreadable) or set(found) == set(KEYS)


@given(st.dictionaries(st.text(), st.text() | st.integers() | st.none() | st.booleans()))
def test_what_json_writes_is_read_back(value: dict[str, object]) -> None:
    """parse ∘ render = identity."""
    assert read_object(json.dumps(value), list(value)) == value
