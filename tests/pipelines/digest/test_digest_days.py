"""Days of digests: nothing comes twice, nothing is lost, caps hold, editions differ by domain."""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strandline.adapters.store import open_store
from strandline.model.digests import Digest
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW

Press = Any
DAY = timedelta(days=1)

#: (day, paper, number, spelling) of an article that appears, perhaps again, perhaps elsewhere.
appearances = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.integers(1, 3),
        st.integers(0, 9),
        st.sampled_from(["", "?utm_source=x", "/", "?ref=5001", "?ref=5002", "#top"]),
    ),
    max_size=30,
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(listed=appearances, places=st.integers(1, 4), per_source=st.integers(0, 2))
def test_digests_never_repeat_an_item_to_a_reader(
    make_press: Callable[..., Press],
    tmp_path_factory: Any,
    listed: list[tuple[int, int, int, str]],
    places: int,
    per_source: int,
) -> None:
    """Over days, sources and spellings: each article at most once, within all caps; and what was
    never shown was left out for a reason.
    """
    store = open_store(DatabaseSettings(path=tmp_path_factory.mktemp("days") / "s.sqlite3"))
    press = make_press(store)
    papers = {n: press.source(n) for n in (1, 2, 3)}
    reader = press.reader(max_items_per_category=places, max_per_source=per_source)
    editions = []
    for day in range(4):
        now = NOW + day * DAY
        for when, paper, number, spelling in listed:
            if when == day:
                url = f"https://news.example/story/{number}{spelling}"
                press.publish(url, papers[paper], now=now)
        editions.append(press.run(reader, now))
    shown = [item.article_uuid for edition in editions for item in edition.items]
    assert len(shown) == len(set(shown))
    for edition in editions:
        assert len(edition.items) <= places
        if per_source:
            by_source = Counter(item.source_name for item in edition.items)
            assert all(count <= per_source for count in by_source.values())
    known = {article.article_uuid for batch in store.every_article() for article in batch}
    excused = {drop.article_uuid for edition in editions for drop in edition.drops}
    assert known <= set(shown) | excused
    store.close()


def test_every_candidate_is_accounted_for(press: Press) -> None:
    """The funnel adds up: what came in is what went on plus what was dropped, step by step."""
    source = press.source()
    for n in range(30):
        text = None if n % 3 == 0 else "Words of the text. " * 50
        press.publish(f"https://a.example/news/{n}", source, text=text)
    digest = press.run(press.reader(max_items_per_category=4, max_per_source=3))
    for step in digest.funnel.steps:
        assert step.entered == step.left + sum(step.drops.values()), step.step
    last = digest.funnel.steps[-1]
    assert last.left == len(digest.items) == 3
    assert sum(sum(step.drops.values()) for step in digest.funnel.steps) == len(digest.drops)


def test_domains_of_the_last_editions_are_avoided(
    press: Press, shown: Callable[[Digest], list[str]]
) -> None:
    """`source_diversity_window` counts editions; after them the domain may come again."""
    source = press.source()
    reader = press.reader(source_diversity_window=1, max_items_per_category=5)
    press.publish("https://a.example/1", source)
    assert shown(press.run(reader)) == ["https://a.example/1"]
    press.publish("https://a.example/2", source, now=NOW + DAY)
    press.publish("https://b.example/1", source, now=NOW + DAY)
    assert shown(press.run(reader, NOW + DAY)) == ["https://b.example/1"]
    assert shown(press.run(reader, NOW + 2 * DAY)) == ["https://a.example/2"]


def test_categories_fill_in_the_readers_order_and_the_rest_is_dropped(press: Press) -> None:
    """Articles go where the rules put them; without a catch-all the others are left out."""
    source = press.source()
    press.publish("https://a.example/1", source, title="Telescope finds a planet")
    press.publish("https://a.example/2", source, title="Striker wins the football tournament")
    press.publish("https://a.example/3", source, title="The old bridge")
    digest = press.run(press.reader(categories=("sport", "science")))
    assert {item.url: item.category for item in digest.items} == {
        "https://a.example/1": "science",
        "https://a.example/2": "sport",
    }
    assert [drop.reason for drop in digest.drops] == ["no_category"]


def test_other_sources_of_an_article_are_listed(press: Press) -> None:
    """One article through two sources is one item that names both."""
    article = press.publish("https://a.example/1", press.source(1, name="One", reputation=0.9))
    press.mention(article, press.source(2, name="Two"))
    [item] = press.run(press.reader()).items
    assert item.source_name == "One"
    assert [other.name for other in item.other_sources] == ["Two"]
    assert item.score_parts["sources"] > 0


def test_clicks_of_the_last_day_raise_an_article(press: Press) -> None:
    """And older clicks do not."""
    source = press.source()
    for name in ("plain", "clicked", "long-ago"):
        press.publish(f"https://a.example/{name}", source)
    articles = {a.article_url_final: a for batch in press.store.every_article() for a in batch}
    for _ in range(5):
        press.store.add_click(articles["https://a.example/clicked"].article_uuid, NOW)
        long_ago = NOW - timedelta(hours=30)
        press.store.add_click(articles["https://a.example/long-ago"].article_uuid, long_ago)
    items = press.run(press.reader()).items
    assert items[0].url == "https://a.example/clicked"
    assert [item.score_parts["clicks"] for item in items[1:]] == [0, 0]
