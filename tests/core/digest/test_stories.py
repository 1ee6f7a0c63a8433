"""Each story once in an edition, and once over the editions."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from strandline.core.digest.drafts import Draft
from strandline.core.digest.history import SEEN_BEFORE, SEEN_STORY, drop_seen
from strandline.core.digest.shown import ShownRows
from strandline.core.digest.stories import SAME_STORY, one_per_story
from strandline.core.urls.history import history_hash
from strandline.model.readers import HistoryEntry
from strandline.model.sources import ContentType
from strandline.testing.builders import NOW

Make = Callable[..., Draft]
HOUR = timedelta(hours=1)


def of(*urls: str) -> ShownRows:
    """A history that was imported."""
    return ShownRows(HistoryEntry("ada", url, history_hash(url), NOW) for url in urls)


def test_the_main_article_stands_for_its_story(draft: Make) -> None:
    """The others are dropped, each with the URL of the one that stands for it."""
    main = draft("https://a.example/1", article_uuid="A_1", story_id="A_1")
    copy = draft("https://b.example/1", article_uuid="A_2", story_id="A_1")
    kept, drops = one_per_story([copy, main])
    assert kept == [main]
    assert [(d.subject, d.reason, d.detail) for d in drops] == [
        (copy.candidate.url, SAME_STORY, main.candidate.url)
    ]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"published_at": NOW - 2 * HOUR}, {"published_at": NOW - HOUR}),
        ({"published_at": NOW}, {"published_at": None}),
        ({"published_at": NOW, "reputation": 0.9}, {"published_at": NOW, "reputation": 0.4}),
        ({"published_at": NOW}, {"published_at": NOW}),
    ],
    ids=["published first", "the other is undated", "the better source", "the smaller id"],
)
def test_without_the_main_article_another_stands_for_it(
    draft: Make, first: dict[str, object], second: dict[str, object]
) -> None:
    """A reader who does not follow the main article's source still gets the story, once."""
    stands = draft("https://b.example/1", article_uuid="A_2", story_id="A_1", **first)
    other = draft("https://c.example/1", article_uuid="A_3", story_id="A_1", **second)
    for order in ([stands, other], [other, stands]):
        assert one_per_story(order)[0] == [stands]


def test_stories_of_one_article_are_left_alone(draft: Make) -> None:
    """Order stays, nothing is dropped."""
    drafts = [
        draft("https://a.example/1", article_uuid="A_1"),
        draft("https://a.example/2", article_uuid="A_2"),
    ]
    assert one_per_story(drafts) == (drafts, [])


def test_a_story_shown_from_one_source_does_not_come_from_another(draft: Make) -> None:
    """The history knows the other paper's URL; the reason says that it was the story."""
    again = draft("https://b.example/1", story_urls=("https://a.example/1",))
    kept, drops = drop_seen([again], of("https://a.example/1"))
    assert kept == []
    assert [drop.reason for drop in drops] == [SEEN_STORY]


def test_a_page_that_moved_was_shown_all_the_same(draft: Make) -> None:
    """The history knows it under the URL that it had then."""
    moved = draft("https://a.example/new", earlier_urls=("https://a.example/old",))
    _, drops = drop_seen([moved], of("https://a.example/old"))
    assert [drop.reason for drop in drops] == [SEEN_BEFORE]


def test_an_entry_of_a_fixed_list_passes_whatever_was_shown(draft: Make) -> None:
    """Exempt types are not blocked by their story either (document 1)."""
    skill = draft(
        "https://a.example/1",
        content_type=ContentType.SKILL,
        story_urls=("https://b.example/1",),
    )
    assert drop_seen([skill], of("https://b.example/1")) == ([skill], [])
