"""From articles in the ledger to stories: matched in batches, each once, whatever their order."""

import math
import shutil
import struct
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.clock import SystemClock
from strandline.adapters.fetch import make_fetcher
from strandline.adapters.index.exact import ExactIndex
from strandline.adapters.parse import PooledParser
from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.core.similarity.simhash import simhash
from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import IndexFault
from strandline.model.sources import ContentType
from strandline.model.stories import Answer, Decision, IndexPoint
from strandline.pipelines.stories import Matcher, run_match
from strandline.pipelines.stories.backfill import backfill
from strandline.pipelines.stories.rulings import merge, rule, split, withdraw
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, FetchSettings, ParseSettings, StorySettings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SETTINGS = StorySettings(review_share=0)

BRIDGE = "Council closes the Harbour Bridge after cracks are found in two pillars"
BRIDGE_TOO = "Harbour Bridge closed by council after cracks found in two pillars"
FERRY = "Ferry company orders twelve electric boats for its island lines"


@pytest.fixture
def ports(tmp_path: Path, empty_file: Path) -> Iterator[Ports]:
    """A real database; no models."""
    shutil.copy(empty_file, tmp_path / "stories.sqlite3")
    store = open_store(DatabaseSettings(path=tmp_path / "stories.sqlite3"))
    fetcher = make_fetcher(FetchSettings(), SystemClock())
    parser = PooledParser(ParseSettings())
    yield Ports(
        clock=SystemClock(),
        fetcher=fetcher,
        parser=parser,
        store=store,
        classifier=RuleClassifier(),
        progress=SilentProgress(),
        new_id=lambda: "0" * 32,
        jitter=lambda: 0.0,
        owner="test",
    )
    parser.close()
    fetcher.close()
    store.close()


def enter(store: Store, *articles: Article) -> None:
    """Each at the source that it names."""
    mentions = tuple(
        a_mention(article, a_source(int(article.source_uuid.rsplit("_", 1)[1])))
        for article in articles
    )
    store.ingest(IngestBatch(NOW, articles=articles, mentions=mentions))


def told(number: int, title: str, **changes: Any) -> Article:
    """An article at a paper of its own, published as many hours after the first."""
    return an_article(
        f"https://paper{number}.example/story",
        article_title=title,
        source_uuid=f"W_RSS_{number}",
        published_utc_iso=changes.pop("published_utc_iso", NOW - DAY + number * HOUR),
        **changes,
    )


def match(ports: Ports, **options: Any) -> Any:
    return run_match(ports, SETTINGS, now=NOW, **options)


def main_of(store: Store, article: Article) -> str:
    return store.articles([article.article_uuid])[article.article_uuid].canonical_article_id


def test_two_papers_report_one_event(ports: Ports) -> None:
    """The later article joins the story of the first; its own row and mention stay."""
    first, second = told(1, BRIDGE), told(2, BRIDGE)
    enter(ports.store, first, second)
    report = match(ports)
    assert (report.matched, report.joined) == (2, 1)
    assert main_of(ports.store, second) == first.article_uuid
    assert len(ports.store.mentions([second.article_uuid])[second.article_uuid]) == 1


def test_other_news_stays_its_own_story(ports: Ports) -> None:
    """Nothing is joined without a verdict."""
    bridge, ferry = told(1, BRIDGE), told(2, FERRY)
    enter(ports.store, bridge, ferry)
    assert match(ports).joined == 0
    assert main_of(ports.store, ferry) == ferry.article_uuid


def test_a_verdict_says_what_it_rests_on(ports: Ports) -> None:
    """Layer, score and reason are kept for both articles of the pair."""
    first, second = told(1, BRIDGE), told(2, BRIDGE)
    enter(ports.store, first, second)
    match(ports)
    for article in (first, second):
        (stored,) = ports.store.verdicts_of(article.article_uuid)
        assert stored.verdict.answer is Answer.SAME
        assert stored.verdict.layer == "same_title"
        assert stored.language == "en"


def test_an_article_is_matched_once(ports: Ports) -> None:
    """A second run finds nothing to do."""
    enter(ports.store, told(1, BRIDGE), told(2, BRIDGE))
    match(ports)
    again = match(ports)
    assert (again.matched, again.joined) == (0, 0)


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_arrival_does_not_matter(ports: Ports, order: tuple[int, ...]) -> None:
    """Matched one by one or together, in any order: the same story, led by the first published."""
    articles = [told(1, BRIDGE), told(2, BRIDGE), told(3, BRIDGE)]
    for index in order:
        enter(ports.store, articles[index])
        match(ports)
    assert {main_of(ports.store, a) for a in articles} == {articles[0].article_uuid}


def test_a_kept_matcher_sees_what_another_process_matched(ports: Ports) -> None:
    """The window is brought up to date before each batch."""
    kept = Matcher(ports, SETTINGS)
    enter(ports.store, told(9, FERRY))
    match(ports, matcher=kept)
    first, second = told(1, BRIDGE), told(2, BRIDGE)
    enter(ports.store, first)
    match(ports)  # another one
    enter(ports.store, second)
    match(ports, matcher=kept)
    assert main_of(ports.store, second) == first.article_uuid


def test_far_apart_in_time_is_another_story(ports: Ports) -> None:
    """The same title a week later is this week's story."""
    old = told(1, BRIDGE, published_utc_iso=NOW - 8 * DAY)
    new = told(2, BRIDGE, published_utc_iso=NOW - HOUR)
    enter(ports.store, old, new)
    run_match(ports, SETTINGS, now=NOW, whole=True)
    assert main_of(ports.store, new) == new.article_uuid


def test_one_text_under_two_titles_is_found_by_its_body(ports: Ports) -> None:
    """Syndication: the agency's text under a title of the paper's own."""
    body = " ".join(
        f"The {word} of the old harbour was closed for inspection on the {n}th day of the month."
        for n, word in enumerate(["bridge", "tower", "mill", "quay", "pier", "lock", "dam", "weir"])
    )
    assert simhash(body) is not None
    one = told(1, "Cracks found: crossing shut until further notice")
    other = told(2, "What commuters must know this morning about the river")
    enter(ports.store, one, other)
    for article in (one, other):
        ports.store.save_text(a_text(article, text=body))
    match(ports)
    assert main_of(ports.store, other) == one.article_uuid


def test_links_of_posts_are_not_matched(ports: Ports) -> None:
    """What is only kept for the archive is no news of any source."""
    enter(
        ports.store,
        told(1, BRIDGE),
        told(2, BRIDGE, content_type=ContentType.LINK),
    )
    assert match(ports).matched == 1


def test_a_run_can_be_ended_and_goes_on_where_it_stood(
    ports: Ports, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch is whole; what is not matched yet waits for the next run."""
    monkeypatch.setattr("strandline.pipelines.stories.matching.BATCH", 2)
    enter(ports.store, *(told(n, f"{FERRY} number {n}") for n in range(1, 6)))
    stop = threading.Event()

    class EndsAfterOne(SilentProgress):
        def advance(self, label: str, steps: int = 1, note: str = "") -> None:
            stop.set()

    ended = run_match(replace(ports, progress=EndsAfterOne()), SETTINGS, now=NOW, stop=stop)
    assert ended.matched == 2
    assert match(ports).matched == 3


def test_history_is_matched_by_the_backfill(ports: Ports) -> None:
    """Old articles are compared with their own time; a plain run leaves them alone."""
    long_ago = NOW - 300 * DAY
    first = told(1, BRIDGE, published_utc_iso=long_ago)
    second = told(2, BRIDGE, published_utc_iso=long_ago + HOUR)
    enter(ports.store, first, second)
    assert match(ports).matched == 0
    assert backfill(ports, SETTINGS, now=NOW).matched == 2
    assert main_of(ports.store, second) == first.article_uuid


class TestRulings:
    """A person's word on stories."""

    def test_merging_makes_one_story(self, ports: Ports) -> None:
        """Although no layer would."""
        bridge, ferry = told(1, BRIDGE), told(2, FERRY)
        enter(ports.store, bridge, ferry)
        match(ports)
        merge(ports.store, [bridge.article_uuid, ferry.article_uuid], now=NOW)
        assert main_of(ports.store, ferry) == bridge.article_uuid

    def test_splitting_takes_one_out_and_it_stays_out(self, ports: Ports) -> None:
        """Also when it is matched with a new article of that story."""
        one, two, three = told(1, BRIDGE), told(2, BRIDGE), told(3, BRIDGE)
        enter(ports.store, one, two)
        match(ports)
        split(ports.store, two.article_uuid, now=NOW)
        assert main_of(ports.store, two) == two.article_uuid
        enter(ports.store, three)
        match(ports)
        assert main_of(ports.store, two) != main_of(ports.store, one)

    def test_a_ruling_can_be_taken_back(self, ports: Ports) -> None:
        """Nothing is lost by it: the cascade's verdict holds again."""
        one, two = told(1, BRIDGE), told(2, BRIDGE)
        enter(ports.store, one, two)
        match(ports)
        split(ports.store, two.article_uuid, now=NOW)
        withdraw(ports.store, two.article_uuid, now=NOW + HOUR)
        assert main_of(ports.store, two) == one.article_uuid

    def test_the_last_word_holds_although_the_clock_was_put_back(self, ports: Ports) -> None:
        """Words are ordered as they were spoken."""
        one, two = told(1, BRIDGE), told(2, BRIDGE)
        enter(ports.store, one, two)
        match(ports)
        split(ports.store, two.article_uuid, now=NOW)
        merge(ports.store, [one.article_uuid, two.article_uuid], now=NOW - 5 * HOUR)
        assert main_of(ports.store, two) == one.article_uuid
        split(ports.store, two.article_uuid, now=NOW - 9 * HOUR)
        assert main_of(ports.store, two) == two.article_uuid

    def test_an_update_is_a_story_of_its_own(self, ports: Ports) -> None:
        """And each of the two knows the other."""
        one, two = told(1, BRIDGE), told(2, BRIDGE)
        enter(ports.store, one, two)
        match(ports)
        rule(ports.store, one.article_uuid, two.article_uuid, Decision.UPDATE, now=NOW)
        stories = ports.store.stories([one.article_uuid, two.article_uuid])
        assert stories[two.article_uuid].update_of == one.article_uuid
        assert stories[one.article_uuid].updates == (two.article_uuid,)


class LetterEmbedder:
    """A tiny model of its own: how often each letter stands in a text."""

    model = "letters@1"
    dimension = 26

    def embed(self, texts: Sequence[str]) -> list[bytes]:
        return [_unit([text.lower().count(chr(97 + n)) for n in range(26)]) for text in texts]


def _unit(numbers: Sequence[float]) -> bytes:
    length = math.sqrt(sum(n * n for n in numbers)) or 1.0
    return struct.pack(f"<{len(numbers)}f", *(n / length for n in numbers))


class TestVectors:
    """Vectors are kept in the database; the index is only a way to find them."""

    @pytest.fixture
    def embedding(self, ports: Ports) -> Ports:
        """An exact index, empty as after every start."""
        return replace(ports, embedder=LetterEmbedder(), index=ExactIndex(26))

    def test_an_article_is_embedded_once(self, embedding: Ports) -> None:
        """Its vector is kept with the text that it was made from."""
        article = told(1, BRIDGE)
        enter(embedding.store, article)
        match(embedding)
        vectors = embedding.store.vectors("letters@1", [article.article_uuid])
        (wanted,) = LetterEmbedder().embed([BRIDGE])
        assert vectors[article.article_uuid].vector[:8] == wanted[:8]

    def test_an_index_that_lost_its_points_is_rebuilt(self, embedding: Ports) -> None:
        """A new process with an empty index finds what the last one matched."""
        enter(embedding.store, told(1, BRIDGE))
        match(embedding)
        index = ExactIndex(26)
        enter(embedding.store, told(2, FERRY))
        match(replace(embedding, index=index))
        assert index.count() == 2

    def test_what_another_process_embedded_is_found(self, embedding: Ports) -> None:
        """A kept matcher takes over the vectors of articles that others matched meanwhile."""
        kept = Matcher(embedding, SETTINGS)
        enter(embedding.store, told(9, FERRY))
        match(embedding, matcher=kept)
        enter(embedding.store, told(1, BRIDGE))
        match(replace(embedding, index=ExactIndex(26)))  # another one
        enter(embedding.store, told(2, BRIDGE_TOO))
        match(embedding, matcher=kept)
        assert embedding.index is not None
        assert embedding.index.count() == 3

    def test_an_index_that_another_process_holds_stops_nothing(self, embedding: Ports) -> None:
        """Titles and bodies alone find the story."""

        class Held(ExactIndex):
            def upsert(self, points: Sequence[IndexPoint]) -> None:
                raise IndexFault("Another process holds the index.")

        first, second = told(1, BRIDGE), told(2, BRIDGE)
        enter(embedding.store, first, second)
        match(replace(embedding, index=Held(26)))
        assert main_of(embedding.store, second) == first.article_uuid


def test_a_papers_name_in_its_titles_is_learnt(ports: Ports) -> None:
    """What repeats at the end of a source's titles names the source, not the news."""
    titles = (
        "Mayor opens the new school in the valley",
        "Apple harvest begins early this year",
        "Two trains collide near the quarry",
        "Museum shows drawings by local children",
        "Heavy rain floods the lower town",
        "Library to stay open on Sundays",
        "Farmers protest against lower milk prices",
    )
    paper = [
        an_article(f"https://echo.example/{n}", article_title=f"{title} - Valley Lantern")
        for n, title in enumerate(titles)
    ]
    first, second = (
        told(2, BRIDGE),
        an_article("https://echo.example/b", article_title=f"{BRIDGE} - Valley Lantern"),
    )
    for article in (*paper, first, second):
        mention = replace(
            a_mention(article, a_source(int(article.source_uuid.rsplit("_", 1)[1]))),
            title=article.article_title or "",
            source_url=f"https://feed.example/{article.article_uuid}",
        )
        ports.store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
    match(ports)
    stored = ports.store.verdicts_of(second.article_uuid)
    assert "same_title" in {one.verdict.layer for one in stored}
    assert main_of(ports.store, first) == main_of(ports.store, second)
