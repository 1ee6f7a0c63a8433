"""What a language model is asked about categories, and how its answer is read."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.digest.classify_prompt import question, read_categories
from strandline.core.text.strict_json import Unreadable
from strandline.model.stories import ChatAnswer
from strandline.testing.builders import a_candidate

CATEGORIES = ("sport", "Santé", "体育")


def said(value: Any, *, is_cut: bool = False) -> ChatAnswer:
    text = value if isinstance(value, str) else json.dumps({"categories": value})
    return ChatAnswer(text, is_cut, 1, 1, 0.1)


def rows(user: str) -> list[dict[str, Any]]:
    lines = user.splitlines()
    return [json.loads(line) for line in lines[1 : len(lines) - 2]]


def test_categories_and_numbered_items_as_data() -> None:
    """Title, source and summary of each; nothing else leaves the house."""
    candidates = [a_candidate(title="Late goal"), a_candidate(title="医院", summary="x" * 9_999)]
    first, *items = rows(question(candidates, CATEGORIES))
    assert first == {"categories": list(CATEGORIES)}
    assert [item["item"] for item in items] == ["1", "2"]
    assert [set(item) for item in items] == [{"item", "title", "source", "summary"}] * 2
    assert len(items[1]["summary"]) == 200


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=3))
def test_whatever_stands_in_titles_and_categories(titles: list[str], names: list[str]) -> None:
    """One line each, between the markers."""
    candidates = [a_candidate(title=title) for title in titles]
    user = question(candidates, names)
    assert len(user.splitlines()) == len(titles) + 4
    assert len(rows(user)) == len(titles) + 1


def test_an_answer_in_the_order_of_the_items() -> None:
    """None where the model placed nothing, left one out, or made up a category."""
    answer = said({"2": "体育", "1": "sport", "3": "", "5": "cooking"})
    assert read_categories(answer, 5, CATEGORIES) == ["sport", "体育", None, None, None]
    assert read_categories(said({"1": 7, "2": None, "3": ["sport"]}), 3, CATEGORIES) == [None] * 3


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (said({"1": "sport", "9": "sport"}), "other items"),
        (said({"one": "sport"}), "other items"),
        (said(["sport"]), "other items"),
        (said("sport"), "nothing else"),
        (said(""), "empty"),
        (said({"1": "sport"}, is_cut=True), "cut off"),
        (said('{"categories": {"1": "sport", "1": "x"}}'), "twice"),
    ],
)
def test_answers_that_are_not_read(answer: ChatAnswer, words: str) -> None:
    """With our reason."""
    found = read_categories(answer, 2, CATEGORIES)
    assert isinstance(found, Unreadable)
    assert words in found.reason


def test_a_name_comes_back_as_the_reader_wrote_it() -> None:
    """What was cleaned for the model is the reader's own name again."""
    assert read_categories(said({"1": "a ‹b›"}), 1, ("a  <b>",)) == ["a  <b>"]
