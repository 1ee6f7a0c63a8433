"""Places, caps and sections."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strandline.core.digest.drafts import Draft
from strandline.core.digest.fill import PLACES, fill, filled_by_category, places_for
from strandline.core.digest.phases import (
    avoid_domains,
    dedup_by_url,
    drop_post_links,
    is_under_filled,
    missing,
    wanted,
)
from strandline.core.digest.sections import lay_out
from strandline.model.digests import Section
from strandline.model.readers import Reader, ReaderSettings
from strandline.model.sources import ContentType
from strandline.testing.builders import a_reader

Make = Callable[..., Draft]
within_fixture = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
choices = st.builds(
    ReaderSettings,
    categories=st.just(("science", "sport")),
    max_items_per_category=st.integers(1, 6),
    max_per_source=st.integers(0, 5),
)


@within_fixture
@given(data=st.data(), reader=choices)
def test_filling_never_exceeds_a_cap(
    drafts: st.SearchStrategy[list[Draft]], data: st.DataObject, reader: ReaderSettings
) -> None:
    """Categories, sections and sources keep to their caps, over both phases together."""
    given_drafts = data.draw(drafts)
    half = len(given_drafts) // 2
    first = fill(given_drafts[:half], reader)
    second = fill(given_drafts[half:], reader, taken=first.chosen)
    chosen = [*first.chosen, *second.chosen]
    by_category = Counter(draft.category for draft in chosen if draft.has_category)
    assert all(count <= reader.max_items_per_category for count in by_category.values())
    by_type = Counter(draft.candidate.content_type for draft in chosen)
    assert by_type[ContentType.PODCAST] <= places_for(ContentType.PODCAST, ReaderSettings())
    assert by_type[ContentType.SKILL] <= places_for(ContentType.SKILL, ReaderSettings())
    assert by_type[ContentType.POST] + by_type[ContentType.FORUM] <= places_for(
        ContentType.POST, ReaderSettings()
    )
    if reader.max_per_source:
        by_source = Counter(d.candidate.source_uuid for d in chosen if not d.is_exempt)
        assert all(count <= reader.max_per_source for count in by_source.values())
    assert len(chosen) + len(first.drops) + len(second.drops) == len(given_drafts)


@within_fixture
@given(data=st.data(), reader=choices, seed=st.randoms(use_true_random=False))
def test_filling_does_not_depend_on_the_order_of_arrival(
    drafts: st.SearchStrategy[list[Draft]],
    data: st.DataObject,
    reader: ReaderSettings,
    seed: Any,
) -> None:
    """The same candidates in another order fill the same places; only lists keep their order."""
    given_drafts = [d for d in data.draw(drafts) if not d.is_exempt]
    shuffled = list(given_drafts)
    seed.shuffle(shuffled)
    assert fill(given_drafts, reader).chosen == fill(shuffled, reader).chosen


@within_fixture
@given(data=st.data())
def test_every_choice_is_one_item(
    drafts: st.SearchStrategy[list[Draft]], data: st.DataObject
) -> None:
    """Positions count from 1, sections come in their order, nothing twice, nothing lost."""
    chosen = fill(data.draw(drafts), ReaderSettings(categories=("science", "sport"))).chosen
    items = lay_out(chosen, a_reader())
    assert [item.position for item in items] == list(range(1, len(items) + 1))
    assert sorted(item.url for item in items) == sorted(d.candidate.url for d in chosen)
    order = list(Section)
    places = [order.index(item.section) for item in items]
    assert places == sorted(places)
    assert all(item.score == pytest.approx(sum(item.score_parts.values())) for item in items)


def test_sections_of_document_1(draft: Make) -> None:
    """Three must-reads, then short reads, one featured podcast, the others, posts, skills."""
    chosen = [
        *(
            draft(f"https://a.example/{n}", reputation=1 - n / 10, word_count=900, text="")
            for n in range(5)
        ),
        draft("https://a.example/short", reputation=0.1, word_count=120, text=""),
        draft("https://c.example/1", content_type=ContentType.PODCAST, category="", reputation=0.2),
        draft("https://c.example/2", content_type=ContentType.PODCAST, category="", reputation=0.9),
        draft("https://x.com/mira/status/1", content_type=ContentType.POST, category=""),
        draft("https://s.example/1", content_type=ContentType.SKILL, category=""),
    ]
    items = lay_out(chosen, a_reader())
    assert [(item.section.value, item.url.rpartition("/")[2]) for item in items] == [
        ("must_reads", "0"),
        ("must_reads", "1"),
        ("must_reads", "2"),
        ("quick_wins", "short"),
        ("featured_podcast", "2"),
        ("more_podcasts", "1"),
        ("posts", "1"),
        ("skills", "1"),
        ("articles", "3"),
        ("articles", "4"),
    ]


def test_a_short_chinese_text_is_a_quick_win(draft: Make) -> None:
    """Words that no spaces set apart are counted by characters."""
    best = [
        draft(f"https://a.example/{n}", reputation=1, text="", word_count=900) for n in range(3)
    ]
    short = draft("https://b.example/1", text="市议会周二决定关闭大桥。" * 20, reputation=0.1)
    long = draft("https://b.example/2", text="市议会周二决定关闭大桥。" * 90, reputation=0.1)
    by_url = {item.url: item.section for item in lay_out([*best, short, long], a_reader())}
    assert by_url["https://b.example/1"] is Section.QUICK_WINS
    assert by_url["https://b.example/2"] is Section.ARTICLES


def test_articles_come_by_category_in_the_readers_order(draft: Make) -> None:
    """The order of the categories is the reader's, the order within one is the score's."""
    chosen = [
        draft(
            f"https://a.example/{name}/{n}",
            category=name,
            text="",
            word_count=900,
            reputation=n / 9,
        )
        for name in ("science", "sport")
        for n in range(5)
    ]
    reader = Reader("ada", "Ada", settings=ReaderSettings(categories=("sport", "science")))
    items = [item for item in lay_out(chosen, reader) if item.section is Section.ARTICLES]
    assert len(items) == 7
    assert [item.category for item in items] == sorted((i.category for i in items), reverse=True)
    for name in ("science", "sport"):
        scores = [item.score for item in items if item.category == name]
        assert scores == sorted(scores, reverse=True)


def test_a_post_without_a_title_shows_its_text(draft: Make) -> None:
    """And an item with neither shows its address."""
    post = draft("https://x.com/mira/status/1", title=" ", summary="The bridge is closed.")
    bare = draft("https://x.com/mira/status/2", title="", summary="", text="")
    titles = [item.title for item in lay_out([post, bare], a_reader())]
    assert sorted(titles) == ["The bridge is closed.", "https://x.com/mira/status/2"]


def test_a_search_hit_counts_for_its_site(draft: Make) -> None:
    """All hits come from one search source; the cap per source is meant for sites."""
    hits = [
        draft(
            f"https://s{n}.example/1",
            source_uuid="W_SEARCH_1",
            original="x",
            domain=f"s{n}.example",
        )
        for n in range(4)
    ]
    assert len(fill(hits, ReaderSettings(max_per_source=1)).chosen) == 4
    same = [
        draft(f"https://s.example/{n}", source_uuid="W_SEARCH_1", original="x", domain="s.example")
        for n in range(4)
    ]
    assert len(fill(same, ReaderSettings(max_per_source=1)).chosen) == 1


def test_under_filled_is_categories_times_places(draft: Make) -> None:
    """Document 0: fewer than `categories.len() * max_items_per_category`; podcasts do not count."""
    reader = ReaderSettings(categories=("science", "sport"), max_items_per_category=2)
    assert wanted(reader) == 4
    some = [draft(f"https://a.example/{n}") for n in range(3)]
    casts = [draft("https://c.example/1", content_type=ContentType.PODCAST)]
    assert is_under_filled([*some, *casts], reader)
    assert not is_under_filled([*some, draft("https://a.example/9")], reader)
    assert missing(filled_by_category(some, reader), reader) == {"science": 2, "sport": 2}


def test_dedup_by_url_takes_each_article_once(draft: Make) -> None:
    """The first of equals stays; what the ledger tells apart is two; what is taken counts."""
    one = draft("https://a.example/v?ref=5001", article_uuid="A_1")
    same = draft("https://a.example/v?ref=5001&p=1", article_uuid="A_1")
    other = draft("https://a.example/v?ref=5002", article_uuid="A_2")
    kept, drops = dedup_by_url([one, same, other])
    assert kept == [one, other]
    assert [(d.subject, d.reason) for d in drops] == [(same.candidate.url, "duplicate_url")]
    assert dedup_by_url([one], {"A_1"})[0] == []


def test_every_type_has_a_place_or_none(draft: Make) -> None:
    """A type that was added and forgotten here would end a run."""
    for kind in ContentType:
        one = draft(content_type=kind, category="news")
        assert one.has_category or kind in PLACES
    link = draft(content_type=ContentType.LINK, category="")
    assert [d.reason for d in drop_post_links([link, draft()])[1]] == ["post_link"]


def test_domains_of_earlier_editions_are_avoided_for_articles_only(draft: Make) -> None:
    """`source_diversity_window` is about articles; podcasts come from where they come."""
    article = draft("https://a.example/1", domain="a.example")
    cast = draft("https://a.example/2", domain="a.example", content_type=ContentType.PODCAST)
    kept, drops = avoid_domains([article, cast], {"a.example"})
    assert kept == [cast]
    assert [(d.subject, d.reason, d.detail) for d in drops] == [
        ("https://a.example/1", "recent_domain", "a.example")
    ]
