"""A ledger on a real database, and articles that papers bring into it."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from strandline.adapters.progress import SilentProgress
from strandline.adapters.store import open_store
from strandline.core.digest.classify import RuleClassifier
from strandline.model.articles import Article, IngestBatch
from strandline.pipelines.stories import MatchReport, run_match
from strandline.ports import Ports, Store
from strandline.settings import DatabaseSettings, StorySettings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.fakes import FrozenClock, ScriptedFetcher

HOUR = timedelta(hours=1)


class Town:
    """A ledger that articles arrive in, each from a paper of its own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.settings = StorySettings(review_share=0)
        self.ports = Ports(
            clock=FrozenClock(NOW),
            fetcher=ScriptedFetcher(),
            parser=None,  # type: ignore[arg-type]  # nothing is parsed here
            store=store,
            classifier=RuleClassifier(),
            progress=SilentProgress(),
            new_id=lambda: "0" * 32,
            jitter=lambda: 0.0,
            owner="test",
        )

    def told(self, number: int, title: str, **changes: Any) -> Article:
        """An article of today by paper `number`, with its text where one is given."""
        text = changes.pop("text", "")
        article = an_article(
            changes.pop("url", f"https://paper{number}.example/story"),
            article_title=title,
            source_uuid=f"W_RSS_{number}",
            published_utc_iso=changes.pop("published", NOW - HOUR + timedelta(seconds=number)),
            **changes,
        )
        mention = a_mention(article, a_source(number))
        self.store.ingest(IngestBatch(NOW, articles=(article,), mentions=(mention,)))
        if text:
            self.store.save_text(a_text(article, text=text))
        return article

    def match(self, ports: Ports | None = None, **options: Any) -> MatchReport:
        """Match what waits, in the whole ledger."""
        given: dict[str, Any] = {"now": NOW, "whole": True} | options
        return run_match(ports or self.ports, self.settings, **given)

    def story(self, article: Article) -> set[str]:
        """Ids of the articles of an article's story."""
        return {*self.store.stories([article.article_uuid])[article.article_uuid].article_uuids}

    def is_one(self, *articles: Article) -> bool:
        """True where they are in one story, and nothing else is."""
        return self.story(articles[0]) == {article.article_uuid for article in articles}

    def with_ports(self, **changes: Any) -> Ports:
        """Its ports with others among them."""
        return replace(self.ports, **changes)


@pytest.fixture
def town(tmp_path: Path, empty_file: Path) -> Iterator[Town]:
    shutil.copy(empty_file, tmp_path / "town.sqlite3")
    store = open_store(DatabaseSettings(path=tmp_path / "town.sqlite3"))
    yield Town(store)
    store.close()


@pytest.fixture
def towns(database: DatabaseSettings) -> Iterator[list[Town]]:
    """Two processes at one database, on each kind of it."""
    stores = [open_store(database) for _ in range(2)]
    yield [Town(store) for store in stores]
    for store in stores:
        store.close()
