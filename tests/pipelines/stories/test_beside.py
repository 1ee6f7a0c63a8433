"""Two processes that match at the same moment: neither sees what the other is about to save."""

from collections.abc import Callable
from typing import Any

from strandline.model.stories import StoryChange
from strandline.pipelines.stories import Matcher
from strandline.ports import Store
from strandline.testing.builders import NOW

BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"


class Beside:
    """A store that lets somebody else act just before something is saved, once."""

    def __init__(self, store: Store, act: Callable[[], Any]) -> None:
        self._store = store
        self._act: Callable[[], Any] | None = act

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def save_match(self, *given: Any) -> list[StoryChange]:
        act, self._act = self._act, None
        if act is not None:
            act()
        return self._store.save_match(*given)


def test_each_matches_one_of_two_copies(towns: Any) -> None:
    """While the first compares its copy, another one comes in and is matched by the second."""
    first, second = towns
    one = first.told(1, BRIDGE)
    others: list[Any] = []

    def meanwhile() -> None:
        others.append(second.told(2, BRIDGE))
        _match_only(second, others[0])

    store = Beside(first.store, meanwhile)
    first.match(first.with_ports(store=store))
    assert first.is_one(one, *others)
    assert len(first.store.verdicts_of(one.article_uuid)) == 1


def _match_only(town: Any, article: Any) -> None:
    """As a process does that has read only this one as waiting."""

    class Narrow:
        def __getattr__(self, name: str) -> Any:
            return getattr(town.store, name)

        def unmatched(self, **given: Any) -> list[Any]:
            return [
                a for a in town.store.unmatched(**given) if a.article_uuid == article.article_uuid
            ]

    town.match(town.with_ports(store=Narrow()))


def test_both_match_the_same_articles(towns: Any) -> None:
    """Whoever saves first has done them; the other's verdicts are not kept a second time."""
    first, second = towns
    ones = [first.told(number, BRIDGE) for number in range(6)]
    store = Beside(first.store, second.match)
    first.match(first.with_ports(store=store))
    assert first.is_one(*ones)
    said = [
        (stored.article_a, stored.article_b)
        for article in ones
        for stored in first.store.verdicts_of(article.article_uuid)
        if stored.article_a == article.article_uuid
    ]
    assert len(said) == len(set(said))


def test_a_kept_matcher_meets_what_came_in_beside_it(towns: Any) -> None:
    """Turn after turn: no pair is left out, none is compared twice."""
    first, second = towns
    kept = Matcher(first.ports, first.settings)
    ones = []
    for number in range(4):
        ones.append(first.told(2 * number, BRIDGE))
        first.match(matcher=kept, now=NOW)
        ones.append(first.told(2 * number + 1, BRIDGE))
        second.match(now=NOW)
    first.match(matcher=kept, now=NOW)
    assert first.is_one(*ones)
