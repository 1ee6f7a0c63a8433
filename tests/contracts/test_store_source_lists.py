"""The registry as people see it: page by page, those in trouble first, found by many ways."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from strandline.model.sources import SourceHealth, SourceKind, SourceNeed, SourceQuery, SourceState
from strandline.ports import Store
from strandline.testing.builders import NOW, a_source

NAMES = ("zebra", "Ant", "bee", "Cat", "dog", "yak", "fox")
LEASE = timedelta(minutes=1)


@pytest.fixture
def registry(store: Store) -> Store:
    """Seven sources: two failing, one of them paused; one gone; one retired."""
    for number, name in enumerate(NAMES, 1):
        store.save_source(
            a_source(
                number,
                name=name,
                categories=("Animals", "wild") if number % 2 else ("Pets",),
                tags=("Daily",) if number < 4 else (),
            )
        )
    states = {2: SourceState.FAILING, 4: SourceState.FAILING, 6: SourceState.GONE}
    for source, health in store.claim_due(NOW, "w", LEASE, limit=9):
        state = states.get(int(source.source_uuid[-1]), SourceState.OK)
        told = replace(health, state=state, next_poll_at=NOW + LEASE, last_full_fetch_at=NOW)
        assert store.save_health(told, owner="w")
    paused: tuple[tuple[int, dict[str, Any]], ...] = (
        (4, {"active": False}),
        (6, {"active": False}),
        (7, {"active": False, "retired_at": NOW}),
    )
    for number, changes in paused:
        source = store.some_sources([f"W_RSS_{number}"])[f"W_RSS_{number}"]
        store.save_source(replace(source, **changes))
    return store


def names(store: Store, **query: Any) -> list[str]:
    return [row.source.name for row in store.source_page(SourceQuery(**query))]


def test_those_in_trouble_come_first(registry: Store) -> None:
    """Then by name; a paused source is in no trouble, one that is gone is; retired ones aside."""
    assert names(registry) == ["Ant", "yak", "bee", "Cat", "dog", "zebra"]
    assert names(registry, need=SourceNeed.TROUBLE) == ["Ant", "yak"]
    assert names(registry, need=SourceNeed.WELL) == ["bee", "dog", "zebra"]
    assert names(registry, need=SourceNeed.PAUSED) == ["yak", "Cat"]
    assert names(registry, need=SourceNeed.RETIRED) == ["fox"]
    assert names(registry, by_name=True) == ["Ant", "bee", "Cat", "dog", "yak", "zebra"]
    tally = registry.source_tally()
    assert [tally[need] for need in SourceNeed] == [6, 2, 3, 2, 1]


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_pages_follow_without_gap_or_repeat(registry: Store, size: int) -> None:
    """Over the border between the troubled ones and the others."""
    seen: list[str] = []
    after = None
    while rows := registry.source_page(SourceQuery(after=after, limit=size)):
        seen += [row.source.name for row in rows]
        after = rows[-1].after
    assert seen == names(registry)


def test_filters_narrow(registry: Store) -> None:
    """By text in name or address, kind, category and tag, whatever their case."""
    assert names(registry, words="A") == names(registry)
    assert names(registry, words="paper3 BEE") == ["bee"]
    assert names(registry, words="%") == names(registry, words="_") == []
    assert names(registry, category="animals") == ["bee", "dog", "zebra"]
    assert names(registry, category="wild", tag="daily") == ["bee", "zebra"]
    assert names(registry, tag="nothing") == []
    assert names(registry, kind=SourceKind.FEED, category="pets") == ["Ant", "yak", "Cat"]
    assert names(registry, kind=SourceKind.LIST) == []
    assert registry.source_words("category") == [("Animals", 4), ("wild", 4), ("Pets", 3)]
    assert registry.source_words("tag") == [("Daily", 3)]


def test_a_row_tells_its_health(registry: Store) -> None:
    """With the health where there is one; by ids too, unknown ones are absent."""
    registry.save_source(a_source(8, name="new"))
    rows = {row.source.name: row.health for row in registry.source_page(SourceQuery())}
    ant = rows["Ant"]
    assert ant is not None
    assert (ant.source_uuid, ant.state) == ("W_RSS_2", SourceState.FAILING)
    assert rows["new"] is None
    assert set(registry.some_healths(["W_RSS_2", "W_RSS_8", "\0", "W_X"])) == {"W_RSS_2"}
    assert registry.some_sources(["W_RSS_8", "W_X"]) == {"W_RSS_8": a_source(8, name="new")}


def test_a_change_is_made_to_what_is_there_now(registry: Store) -> None:
    """A source that was removed meanwhile does not come back."""
    changed = registry.change_source("W_RSS_1", lambda now: replace(now, name="Zoo"))
    assert changed is not None
    before, after = changed
    assert (before.name, after.name) == ("zebra", "Zoo")
    assert registry.some_sources(["W_RSS_1"])["W_RSS_1"] == after
    assert registry.remove_source("W_RSS_1")
    assert registry.change_source("W_RSS_1", lambda now: replace(now, name="x")) is None
    assert "W_RSS_1" not in registry.some_sources(["W_RSS_1"])
    assert registry.source_words("tag") == [("Daily", 2)]


def test_polling_soon(registry: Store) -> None:
    """A source is due at once; afresh, whoever polls its old address has lost the lease."""
    later = NOW + timedelta(seconds=1)
    assert registry.claim_due(later, "w", LEASE, limit=9) == []
    registry.poll_soon(["W_RSS_1", "W_NOBODY"], later)
    ((_, health),) = registry.claim_due(later, "w", LEASE, limit=9)
    assert health.last_full_fetch_at == NOW
    registry.poll_soon(["W_RSS_1"], later, afresh=True)
    assert not registry.save_health(health, owner="w")
    ((_, health),) = registry.claim_due(later, "x", LEASE, limit=9)
    assert (health.source_uuid, health.last_full_fetch_at) == ("W_RSS_1", None)


def test_names_of_any_length_are_sorted(store: Store) -> None:
    """Lists go by the beginning of a name; equal beginnings by the id."""
    for number, name in ((2, "a" * 1_000_000), (1, "A" * 70 + "b"), (3, "")):
        store.save_source(a_source(number, name=name))
    rows = store.source_page(SourceQuery())
    assert [row.source.source_uuid for row in rows] == ["W_RSS_3", "W_RSS_1", "W_RSS_2"]
    assert len(rows[-1].after[1]) == 60
    assert isinstance(rows[0].health, SourceHealth | None)


def test_languages_that_sources_have(store: Store) -> None:
    """Each once, in order; what is no language is none."""
    for number, tag in enumerate(("fr", None, "en", "fr", "tlhIngan Hol!", "zh-hant")):
        store.save_source(a_source(number, language=tag))
    assert store.source_languages() == ["en", "fr", "zh-hant"]
