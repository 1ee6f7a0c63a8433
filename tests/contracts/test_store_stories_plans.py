"""What matching asks comes from an index, however long the ledger is."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.adapters.store import stories_newest
from strandline.model.articles import IngestBatch
from strandline.model.stories import Answer, Relation
from strandline.ports import Store
from strandline.testing.builders import NOW
from strandline.testing.story_builders import (
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

DAY = timedelta(days=1)
#: A little of everything: with empty tables some statements would never be run.
ARTICLES = some_articles(6)


@pytest.fixture
def filled(sqlite_store: Any) -> Any:
    """A store with stories, verdicts and rulings."""
    a, b, c, d, e, f = ARTICLES
    sqlite_store.ingest(IngestBatch(NOW, tuple(ARTICLES)))
    related = {"relation": Relation.RELATED}
    verdicts = [
        a_verdict(a, b),
        a_verdict(c, d, Answer.UNSURE, **related),
        a_verdict(c, e, Answer.DIFFERENT),
    ]
    vectors = (a_vector(a), a_vector(b))
    sqlite_store.save_match(a_match(ARTICLES[:5], verdicts, vectors=vectors), components)
    sqlite_store.save_rulings([a_ruling(e, f)], components)
    return sqlite_store


@pytest.fixture
def plans(filled: Any) -> Iterator[list[str]]:
    """The plan of every statement that is run meanwhile."""
    found: list[str] = []
    engine = filled._database.engine

    def explain(connection: Any, cursor: Any, statement: str, values: Any, *rest: Any) -> None:
        is_many = rest[-1]
        if statement.lstrip().split()[0] in {"SELECT", "WITH", "UPDATE", "DELETE"} and not is_many:
            rows = connection.connection.driver_connection.execute(
                f"EXPLAIN QUERY PLAN {statement}", values
            )
            found.append("; ".join(row[3] for row in rows))

    sa.event.listen(engine, "before_cursor_execute", explain)
    yield found
    sa.event.remove(engine, "before_cursor_execute", explain)


def window(store: Store, **changes: Any) -> object:
    return list(store.story_window(NOW - DAY, NOW, **changes))


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (lambda s: s.unmatched(since=None, cascade_version="v2", limit=5), "ix_articles_matching"),
        (lambda s: s.unmatched(since=NOW, cascade_version="v2", limit=5), "ix_articles_matching"),
        (window, "ix_articles_dated"),
        (lambda s: window(s, batch=1), "ix_articles_dated"),
        (lambda s: s.recent_stories(limit=5), "ix_articles_stories"),
        (lambda s: s.recent_stories(limit=5, before=(NOW, "A_0")), "ix_articles_stories"),
        (lambda s: s.listings_of("W_RSS_1", limit=5), "ix_article_sources_newest"),
        (lambda s: s.pending(limit=5), "ix_verdicts_pending"),
        (lambda s: s.review_queue(limit=5), "ix_verdicts_undecided"),
        (lambda s: s.review_queue(limit=5), "ix_verdicts_sampled"),
        (lambda s: list(s.every_vector("m", since=NOW)), "ix_articles_dated"),
        (lambda s: s.recent_threads(limit=5), "ix_story_threads_newest"),
        (lambda s: s.recent_threads(limit=5, before=(NOW, "A_0")), "ix_story_threads_newest"),
        (lambda s: s.thread(ARTICLES[2].article_uuid, limit=5), "ix_story_threads_thread"),
    ],
    ids=range(14),
)
def test_an_index_gives_the_order(
    filled: Store, plans: list[str], ask: Callable[[Store], object], index: str
) -> None:
    """A page costs a page."""
    ask(filled)
    using = [plan for plan in plans if index in plan]
    assert using
    assert not [plan for plan in using if "TEMP B-TREE" in plan]


#: The only tables that may be read as a whole: what a statement itself brings along.
BROUGHT = ("SCAN json_each", "SCAN CONSTANT ROW", "SCAN versions", "SCAN anon_", "SCAN (")


@pytest.mark.parametrize(
    ("ask", "index"),
    [
        (
            lambda s: s.recent_stories(limit=5, before=(NOW, "A_0")),
            "ix_articles_stories (<expr><?)",
        ),
        (lambda s: window(s, batch=1), "ix_articles_dated (<expr>>? AND <expr><?)"),
        (lambda s: list(s.every_vector("model-1", batch=1)), "ix_articles_dated (<expr>>?)"),
    ],
    ids=["stories", "window", "vectors"],
)
def test_the_next_page_begins_where_the_last_one_ended(
    filled: Store, plans: list[str], ask: Callable[[Store], object], index: str
) -> None:
    """No page walks over those before it."""
    ask(filled)
    assert [plan for plan in plans if index in plan]


@pytest.mark.parametrize(
    ("walk", "few"), [(0, 0), (0, 50_000), (2_000, 50_000)], ids=["common", "rare", "met"]
)
def test_no_table_is_read_as_a_whole(
    filled: Store, plans: list[str], walk: int, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Saving, ruling, merging and reading find their rows by an index; so do counts."""
    monkeypatch.setattr(stories_newest, "WALK", walk)
    monkeypatch.setattr(stories_newest, "FEW", few)
    a, b, c, d, *_ = ARTICLES
    uuids = [article.article_uuid for article in ARTICLES]
    filled.save_match(a_match(ARTICLES, [a_verdict(a, c)], cascade_version="v2"), components)
    filled.save_rulings([a_ruling(c, d)], components)
    filled.story_inputs(uuids)
    window(filled, matched_since=NOW)
    filled.stories(uuids)
    filled.threads_of(uuids)
    filled.thread(uuids[2], limit=5, before=(NOW, "A_z"))
    filled.recent_threads(limit=5, before=(NOW, "A_z"))
    filled.recent_stories(limit=5, least=2)
    filled.recent_stories(limit=5, least=2, language="en", before=(NOW, "A_0"))
    filled.recent_stories(limit=5, language="en")
    filled.verdicts_of(uuids[0])
    filled.rulings_of(uuids[0])
    filled.vectors("m", uuids)
    filled.judge_answers(["k"])
    filled.model_use(NOW)
    filled.story_counts()
    filled.merge_into(b.article_uuid, d.article_uuid, ())
    steps = [step for plan in plans for step in plan.split("; ")]
    scans = [step for step in steps if step.startswith("SCAN") and "USING" not in step]
    assert [step for step in scans if not step.startswith(BROUGHT)] == []
    assert len(plans) > 60
