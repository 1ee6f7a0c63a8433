"""What a source prints under many titles is no lead."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.core.dedup import leads
from strandline.core.dedup.leads import (
    LEAST_TITLES,
    MOST_PIECES,
    learn_standing,
    not_counted,
    without_standing_leads,
)
from strandline.core.dedup.standing import content_of
from strandline.core.text.words import tokens
from strandline.model.stories import Listing, StoryInput

TITLES = ("Ferry strike ends at noon", "Council buys the old mill", "Marley wins in extra time")
STUBS = {
    "a call": "Subscribe to our newsletter for more like this.",
    "a link": "Read the full story on our site…",
    "its own title in it": "The post {title} appeared first on The Courier.",
    "Chinese": "更多内容请下载本报客户端。",
    "French": "La suite de cet article est réservée aux abonnés",
}


def listed(*leads: str) -> list[Listing]:
    return [
        Listing(title, lead.format(title=title)) for title, lead in zip(TITLES, leads, strict=False)
    ]


def texts(field: str, text: str) -> dict[str, Any]:
    return {field: text}


@pytest.mark.parametrize("stub", STUBS.values(), ids=STUBS)
@pytest.mark.parametrize("field", ["summary", "text"])
def test_what_stands_under_many_titles_is_taken_off(stub: str, field: str) -> None:
    """Alone, or behind what the article says; in the summary as in the body."""
    standing = learn_standing(Listing(*row) for row in listed(stub, stub, stub))
    assert list(standing.values()) == [len(TITLES)]
    title = "A fourth title of that paper"
    own = stub.format(title=title)
    article = StoryInput(title, **texts(field, own), fingerprint=7)
    bare = without_standing_leads(article, standing)
    assert getattr(bare, field) == ""
    news = "Nurses at the hospital walk out on Monday."
    longer = replace(article, **texts(field, f"{news} {own}"))
    assert getattr(without_standing_leads(longer, standing), field) == news
    assert list(not_counted(longer, standing).values()) == [len(TITLES)]


def test_a_body_that_is_nothing_else_has_no_fingerprint() -> None:
    """A stub in place of the text makes no copies of articles; a summary keeps the body's."""
    stub = "This article is for subscribers. Log in to read on."
    standing = learn_standing(Listing(title, "", stub) for title in TITLES)
    article = StoryInput("Other news", summary="Of the mill.", text=stub, fingerprint=7)
    assert without_standing_leads(article, standing) == replace(article, text="", fingerprint=None)
    kept = replace(article, text=f"{stub} The mill was sold for a pound.")
    assert without_standing_leads(kept, standing).fingerprint == 7


def test_few_titles_are_not_many() -> None:
    """What stands under one less may be one report, changed; so may the same title again."""
    lead = "Rain is expected."
    assert not learn_standing(listed(*[lead] * (LEAST_TITLES - 1)))
    assert not learn_standing([Listing(TITLES[0], lead)] * LEAST_TITLES)


def test_what_tells_of_its_titles_stays() -> None:
    """A live page has a new title every hour over one text."""
    lead = "The storm Marta reached the coast of Aldermoor in the night."
    titles = ("Storm Marta nears Aldermoor", "Storm Marta: coast braces", "Marta storm hits coast")
    assert not learn_standing(Listing(title, lead) for title in titles)


@pytest.mark.parametrize("sentence", ["{}。", "{}{}{}{}{}! "], ids=["short", "long enough"])
def test_a_feed_of_many_sentences_costs_little(
    monkeypatch: pytest.MonkeyPatch, sentence: str
) -> None:
    """Titles are taken apart once each, and a bounded part of a text."""
    asked = Counter[str]()

    def counted(text: str) -> list[str]:
        asked["sentence"] += 1
        return tokens(text)

    def content(title: str) -> frozenset[str]:
        asked[title] += 1
        return content_of(title)

    monkeypatch.setattr(leads, "tokens", counted)
    monkeypatch.setattr(leads, "content_of", content)
    signs = [chr(0x4E00 + n) for n in range(600)]
    text = "".join(sentence.format(*[sign] * 5) for sign in signs)
    titles = [f"Title {n} " + "word " * 200 for n in range(50)]
    learn_standing(Listing(title, text, text) for title in titles)
    assert asked.pop("sentence", 0) <= MOST_PIECES
    assert set(asked.values()) <= {1}


@given(st.lists(st.tuples(st.text(max_size=30), st.text(max_size=80), st.text(max_size=80))))
def test_any_texts(rows: list[tuple[str, str, str]]) -> None:
    """Nothing is added, whatever is taken off; what is read twice is read the same."""
    standing = learn_standing(Listing(*row) for row in rows)
    for title, summary, text in rows:
        article = StoryInput(title, summary=summary, text=text)
        once = without_standing_leads(article, standing)
        assert len(once.summary) <= len(summary)
        assert len(once.text) <= len(text)
        assert not standing or without_standing_leads(once, standing).summary == once.summary
