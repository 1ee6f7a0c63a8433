"""The order of arrival never changes which articles are one story."""

import itertools
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from strandline.adapters.index.exact import ExactIndex
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.model.articles import Article, IngestBatch
from strandline.model.entries import DateTrust
from strandline.pipelines.stories import Matcher, matching, run_match
from strandline.ports import Embedder, Ports
from strandline.settings import DatabaseSettings, StorySettings, load_settings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.fakes import FrozenClock, ScriptedFetcher
from strandline.wiring import open_local_embedders

HOUR = timedelta(hours=1)
SETTINGS = StorySettings(review_share=0)
#: A long text that two papers carry under titles of their own.
WIRE = " ".join(
    f"The {place} on the river was inspected on the {day}th day and found to be in need of repair."
    for day, place in enumerate(["lock", "weir", "quay", "mill", "ferry", "tower", "dam"], 4)
)

#: Title, hours before `NOW` (None: undated), and what else is known.
TOLD: tuple[tuple[str, float | None, dict[str, Any]], ...] = (
    ("Council closes the Harbour Bridge after cracks are found in two pillars", 30, {}),
    ("Harbour Bridge closed by council after cracks found in two pillars", 28, {}),
    ("Cracks in two pillars: council shuts the Harbour Bridge", 20, {}),
    ("Council closes the Harbour Bridge after cracks are found in two pillars", None, {}),
    ("Council closes the Station Bridge after cracks are found in two pillars", 26, {}),
    ("LIVE: Harbour Bridge closed after cracks are found in two pillars", 27, {}),
    ("Storm kills 12 on the coast of Ruritania", 15, {}),
    ("Storm kills 19 on the coast of Ruritania", 9, {}),
    ("Storm on the coast of Ruritania kills 12", 14, {"date_trust": DateTrust.DAY}),
    ("Le conseil ferme le pont du port après la découverte de fissures", 25, {"language": "fr"}),
    ("Pont du port : le conseil ferme l'ouvrage après des fissures", 24, {"language": "fr"}),
    ("市政府关闭海港大桥,两座桥墩发现裂缝", 22, {"language": "zh"}),
    ("两座桥墩现裂缝 市政府宣布关闭海港大桥", 18, {"language": "zh"}),
    ("What commuters must know about the river this week", 12, {"text": WIRE}),
    ("Inspection finds much in need of repair", 11, {"text": WIRE}),
    ("Harbour Bridge closed by council after cracks found in two pillars", 110, {}),
)


def an_article_told(number: int) -> Article:
    title, hours, more = TOLD[number]
    day = more.get("date_trust") is DateTrust.DAY
    published = None if hours is None else NOW - hours * HOUR
    if published and day:
        published = published.replace(hour=0, minute=0)
    defaults: dict[str, Any] = {
        "article_title": title,
        "source_uuid": f"W_RSS_{number}",
        "published_utc_iso": published,
        "article_detected_utc_iso": NOW - 10 * HOUR,
        "date_trust": DateTrust.NONE if hours is None else DateTrust.EXACT,
    }
    known = {name: value for name, value in more.items() if name != "text"}
    return an_article(f"https://paper{number}.example/story", **(defaults | known))


ARTICLES = [an_article_told(number) for number in range(len(TOLD))]


class Ledger:
    """A ledger that articles arrive in."""

    def __init__(self, folder: Path, models: tuple[Embedder, ...]) -> None:
        self.store = open_store(DatabaseSettings(path=folder / "s.sqlite3"))
        light, better = models if models else (None, None)
        self.ports = Ports(
            clock=FrozenClock(NOW),
            fetcher=ScriptedFetcher(),
            parser=None,  # type: ignore[arg-type]  # nothing is parsed here
            store=self.store,
            classifier=RuleClassifier(),
            progress=SilentProgress(),
            new_id=lambda: "0" * 32,
            jitter=lambda: 0.0,
            owner="test",
            embedder=light,
            rescorer=better,
            index=ExactIndex(light.dimension) if light else None,
        )

    def arrives(self, *numbers: int) -> None:
        """Some articles, with their texts."""
        for number in numbers:
            article = ARTICLES[number]
            mention = a_mention(article, a_source(number))
            self.store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
            if text := TOLD[number][2].get("text"):
                self.store.save_text(a_text(article, text=text))

    def stories(self) -> set[frozenset[int]]:
        """Numbers of the articles of each."""
        found: dict[str, set[int]] = {}
        known = self.store.articles([article.article_uuid for article in ARTICLES])
        for number, article in enumerate(ARTICLES):
            main = known[article.article_uuid].canonical_article_id
            found.setdefault(main, set()).add(number)
        return set(map(frozenset, found.values()))


@pytest.fixture(scope="module")
def models() -> tuple[Embedder, ...]:
    """The local ones, where they are installed."""
    return open_local_embedders(load_settings(environ={}))


@pytest.fixture(scope="module", params=["titles", "meaning"])
def known(
    request: pytest.FixtureRequest,
    models: tuple[Embedder, ...],
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[tuple[Embedder, ...], set[frozenset[int]]]:
    """The models that are used, and the stories of a ledger that everything came into at once."""
    used = models if request.param == "meaning" else ()
    if request.param == "meaning" and len(used) < 2:
        pytest.skip("the local models are not installed (extra `stories`)")
    ledger = Ledger(tmp_path_factory.mktemp("whole"), used)
    ledger.arrives(*range(len(TOLD)))
    run_match(ledger.ports, SETTINGS, now=NOW)
    stories = ledger.stories()
    ledger.store.close()
    return used, stories


def test_what_is_one_story_here(known: tuple[Any, set[frozenset[int]]]) -> None:
    """So that the orders below have something to change: stories of several, and near misses."""
    _, stories = known
    assert any({0, 1, 3} <= story for story in stories), "three papers, one of them undated"
    assert frozenset({4}) in stories, "another bridge"
    assert not any({6, 7} <= story for story in stories), "another toll"
    assert any({13, 14} <= story for story in stories), "one text under two titles"
    assert any(15 in story and not story & {0, 1, 2, 3} for story in stories), "days earlier"


@settings(
    max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
@given(
    st.permutations(range(len(TOLD))),
    st.lists(st.integers(1, 6), min_size=len(TOLD), max_size=len(TOLD)),
    st.integers(1, 5),
    st.booleans(),
)
def test_any_order_gives_the_same_stories(
    known: tuple[tuple[Embedder, ...], set[frozenset[int]]],
    tmp_path_factory: pytest.TempPathFactory,
    order: list[int],
    sizes: list[int],
    batch: int,
    is_kept: bool,
) -> None:
    """Arrived in any order, some at a time, matched in batches of any size, by one process or by
    many: the same partition.
    """
    models, wanted = known
    ledger = Ledger(tmp_path_factory.mktemp("order"), models)
    kept = Matcher(ledger.ports, SETTINGS) if is_kept else None
    before, matching.BATCH = matching.BATCH, batch
    try:
        waiting = iter(order)
        for size in sizes:
            ledger.arrives(*itertools.islice(waiting, size))
            ports = ledger.ports
            if models and not is_kept:  # another process, whose index is empty
                ports = replace(ports, index=ExactIndex(models[0].dimension))
            run_match(ports, SETTINGS, now=NOW, matcher=kept)
        assert ledger.stories() == wanted
    finally:
        matching.BATCH = before
        ledger.store.close()


def test_days_are_compared_as_days(known: Any) -> None:
    """A date without an hour says nothing against a report of that day."""
    _, stories = known
    assert any({6, 8} <= story for story in stories)
    assert isinstance(ARTICLES[8].published_utc_iso, datetime)
