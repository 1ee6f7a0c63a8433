"""How often a page of a busy ledger asks the database."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.adapters.store import open_store
from strandline.core.dedup.grouping import group
from strandline.model.archive import ArchiveJob
from strandline.model.articles import IngestBatch
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_post, a_source, an_article
from strandline.testing.story_builders import a_match, a_verdict

PAPERS, ARTICLES, STORIES = 40, 800, 60
MOST = 30


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory, kit: Any) -> Iterator[Any]:
    """Forty papers with twenty articles each; a story of two papers among every ten articles."""
    store = open_store(DatabaseSettings(path=tmp_path_factory.mktemp("busy") / "busy.sqlite3"))
    papers = [a_source(number) for number in range(PAPERS)]
    with store.together():
        for paper in papers:
            store.save_source(paper)
    articles = [
        an_article(
            f"https://paper{number % PAPERS}.example/{number}",
            source_uuid=papers[number % PAPERS].source_uuid,
            article_title=f"Ferry number {number} is late",
            published_utc_iso=NOW - timedelta(minutes=number),
        )
        for number in range(ARTICLES)
    ]
    told = [(one, papers[number % PAPERS]) for number, one in enumerate(articles)]
    store.ingest(
        IngestBatch(
            now=NOW,
            articles=tuple(articles),
            mentions=tuple(a_mention(one, paper) for one, paper in told),
            posts=tuple(a_post(one, paper) for one, paper in told),
        )
    )
    for number in range(STORIES):
        pair = articles[10 * number], articles[10 * number + 1]
        store.save_match(a_match(pair, [a_verdict(*pair)]), group)
    first = articles[0]
    for hour in range(12):
        at = NOW + timedelta(hours=hour)
        store.enqueue([ArchiveJob(first.article_uuid, first.article_url_final, first.domain, at)])
        store.claim_jobs(at, "busy", timedelta(hours=1), limit=1, per_domain=1)
    running = kit.start(store)
    running.first = first.article_uuid
    running.story = store.stories([first.article_uuid])[first.article_uuid].main_id
    yield running
    kit.end(running)
    store.close()


@pytest.mark.parametrize(
    "path", ["/", "/stories", "/stories?all=1", "/articles/{first}", "/stories/{story}", "/archive"]
)
def test_a_page_takes_thirty_statements_at_most(busy: Any, path: str) -> None:
    """However many rows are left out of a list, and however often a link was tried."""
    asked: list[str] = []
    engine = busy.store._database.engine

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    page = busy.get(path.format(first=busy.first, story=busy.story))
    sa.event.remove(engine, "before_cursor_execute", note)
    assert page.status_code == 200
    assert len([one for one in asked if not one.startswith("BEGIN")]) <= MOST
