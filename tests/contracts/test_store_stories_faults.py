"""Matching beside other processes, killed half-way, and with what the world outside sends."""

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.articles import IngestBatch
from strandline.model.errors import StoreError
from strandline.model.stories import Answer
from strandline.ports import Store
from strandline.settings import DatabaseSettings
from strandline.testing.builders import NOW, a_mention, a_source, a_text, an_article
from strandline.testing.story_builders import (
    a_judge_answer,
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

#: Two processes match the same articles; others regroup, merge and rule among them meanwhile.
ROLES = """
import os, signal, sys
from datetime import timedelta
from strandline.adapters.store import open_store
from strandline.model.articles import IngestBatch
from strandline.model.stories import Answer, Decision
from strandline.settings import load_settings
from strandline.testing.builders import *
from strandline.testing.story_builders import *

role = sys.argv[1]
store = open_store(load_settings().database)
articles = some_articles(120)
if role == "match":
    for n in range(0, 120, 6):
        part = articles[n : n + 6]
        pairs = [(part[0], one) for one in part[1:]]
        verdicts = [a_verdict(*pair) for pair in pairs]
        vectors = tuple(a_vector(one) for one in part)
        store.save_match(a_match(part, verdicts, vectors=vectors), components)
elif role == "rule":
    for n in range(0, 114, 6):
        store.save_rulings([a_ruling(articles[n], articles[n + 6])], components)
elif role == "poll":
    for n in range(40):
        new = [an_article(f"https://new{n}.example/{k}") for k in range(10)]
        store.ingest(IngestBatch(NOW, (*new, *articles[n : n + 10])))
elif role == "merge":
    for n in range(20):
        new = an_article(f"https://alias{n}.example/")
        store.ingest(IngestBatch(NOW, (new,), mentions=(a_mention(new),)))
        store.merge_into(new.article_uuid, articles[n].article_uuid, ())
        store.purge_posts(NOW - timedelta(days=1))
elif role == "killed":
    def regroup(graph):
        print("grouping", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    a, b, c = some_articles(3)
    verdicts = [a_verdict(a, b), a_verdict(a, c)]
    store.save_match(a_match([a, b, c], verdicts, vectors=(a_vector(a),)), regroup)
store.close()
print("done")
"""


def start(database: DatabaseSettings, *arguments: str) -> "subprocess.Popen[str]":
    environment = os.environ | {
        "DATABASE_PATH": str(database.path),
        "DATABASE_URL": database.url.get_secret_value(),
    }
    return subprocess.Popen(
        [sys.executable, "-c", ROLES, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_processes_match_the_same_articles_once(
    store: Store, database: DatabaseSettings
) -> None:
    """Beside polling, merging and a person's rulings; nobody is held up, and all fits together."""
    articles = some_articles(120)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    roles = ["match", "match", "rule", "poll", "merge"]
    started = [start(database, role) for role in roles]
    ends = [process.communicate() for process in started]
    assert [out.strip() for out, _ in ends] == ["done"] * len(roles), [err for _, err in ends]
    counts = store.story_counts()
    assert counts.verdicts == {("same_title", "en", "SAME"): 100}
    assert (counts.articles, counts.duplicates, counts.rulings) == (520, 119, 19)
    assert store.vector_count("model-1") == 120
    stories = store.stories([article.article_uuid for article in articles])
    assert {story.main_id for story in stories.values()} == {articles[0].article_uuid}


def test_a_process_that_is_killed_leaves_nothing_half(
    store: Store, database: DatabaseSettings
) -> None:
    """Verdicts, vectors, marks and stories are one transaction; what was lost is done anew."""
    articles = some_articles(3)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    before = store.story_counts()
    process = start(database, "killed")
    out, err = process.communicate()
    assert (out.strip(), process.returncode) == ("grouping", -signal.SIGKILL), err
    assert store.story_counts() == before
    assert store.vector_count("model-1") == 0
    assert len(store.unmatched(since=None, cascade_version="v1", limit=9)) == 3
    a, b, c = articles
    match = a_match(articles, [a_verdict(a, b), a_verdict(a, c)])
    assert len(store.save_match(match, components)) == 2


def test_a_story_of_thousands(store: Store) -> None:
    """However many are connected, no statement grows beyond what a database takes."""
    articles = some_articles(3_000)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    main = articles[0]
    verdicts = [a_verdict(main, one) for one in articles[1:]]
    vectors = tuple(a_vector(one) for one in articles)
    changes = store.save_match(a_match(articles, verdicts, vectors=vectors), components)
    assert len(changes) == 2_999
    (story,) = store.recent_stories(limit=9, least=2)
    assert len(story.article_uuids) == 3_000
    assert len(store.stories([one.article_uuid for one in articles])) == 3_000
    split = a_ruling(main, articles[1], note="no")
    assert store.save_rulings([split], components) == []


def test_the_grouping_of_the_core_fits(store: Store) -> None:
    """The main article is the first published one, and moves when an earlier one comes in."""
    late, early = some_articles(2)
    late = an_article("https://late.example/", published_utc_iso=NOW)
    early = an_article("https://early.example/", published_utc_iso=NOW - timedelta(hours=1))
    third = an_article("https://third.example/", published_utc_iso=NOW - timedelta(minutes=1))
    store.ingest(IngestBatch(NOW, (late, early, third)))
    store.save_match(a_match([late, third], [a_verdict(late, third)]), group)
    changes = store.save_match(
        a_match([early], [a_verdict(early, late), a_verdict(early, third)]), group
    )
    assert {(change.article_uuid, change.after) for change in changes} == {
        (late.article_uuid, early.article_uuid),
        (third.article_uuid, early.article_uuid),
    }
    (story,) = store.recent_stories(limit=9)
    assert story.article_uuids == (early.article_uuid, third.article_uuid, late.article_uuid)


HOSTILE = "a\0b\ud800c'\"%s?:name{among}\u202e桥" + "x" * 1_000_000


def test_texts_that_no_database_holds(store: Store) -> None:
    """NUL, half a surrogate pair, quotes, marks of parameters, and a title of a megabyte."""
    a, b = (
        an_article(f"https://h.example/{n}", article_title=HOSTILE, language="e\0n") for n in (0, 1)
    )
    mention = a_mention(a, a_source(1, name=HOSTILE), title=HOSTILE, context_snippet=HOSTILE)
    store.ingest(IngestBatch(NOW, (a, b), mentions=(mention,)))
    store.save_text(a_text(a, text=HOSTILE, description=HOSTILE))
    inputs = store.unmatched(since=None, cascade_version=HOSTILE, limit=9)
    assert {article.title[:3] for article in inputs} == {"ab\ufffd"}
    verdict = a_verdict(
        a,
        b,
        layer=HOSTILE,
        reason=HOSTILE,
        vetoes=(HOSTILE,),
        scores={HOSTILE: 0.5},
        thresholds={HOSTILE: 0.5},
        calibration=HOSTILE,
        model=HOSTILE,
        prompt_hash=HOSTILE,
        language=HOSTILE,
    )
    vector = a_vector(a, HOSTILE, text_hash=HOSTILE)
    match = a_match([a, b], [verdict], cascade_version=HOSTILE, vectors=(vector,))
    assert len(store.save_match(match, components)) == 1
    assert store.save_match(match, components) == []
    assert store.unmatched(since=None, cascade_version=HOSTILE, limit=9) == []
    assert len(store.verdicts_of(a.article_uuid)[0].verdict.reason) < 3_000
    assert store.vectors(HOSTILE, [a.article_uuid])[a.article_uuid].vector == vector.vector
    assert store.vector_count(HOSTILE) == sum(map(len, store.every_vector(HOSTILE))) == 1
    store.save_rulings([a_ruling(a, b, note=HOSTILE)], components)
    answer = a_judge_answer(HOSTILE, event_a=HOSTILE, model=HOSTILE)
    store.save_judge_answer(answer)
    assert list(store.judge_answers([HOSTILE])) == [HOSTILE]
    store.count_model_failure(HOSTILE, NOW)
    assert store.model_use(NOW).calls == 2
    assert store.listings_of("W_RSS_1", limit=1)[0].title.startswith("ab")
    assert store.story_counts().duplicates == 1


@pytest.mark.parametrize(
    "ask",
    [
        lambda s: s.story_inputs([HOSTILE, ""]),
        lambda s: s.stories([HOSTILE, ""]),
        lambda s: s.verdicts_of(HOSTILE),
        lambda s: s.rulings_of(HOSTILE),
        lambda s: s.listings_of(HOSTILE, limit=2**70),
        lambda s: s.vectors(HOSTILE, [HOSTILE]),
        lambda s: s.judge_answers([HOSTILE]),
        lambda s: s.recent_stories(limit=2**70, before=(NOW, HOSTILE)),
        lambda s: s.pending(limit=2**70),
        lambda s: s.review_queue(limit=2**70),
        lambda s: list(s.story_window(NOW, NOW, batch=2**70)),
        lambda s: list(s.every_vector(HOSTILE, since=NOW, batch=-1)),
        lambda s: s.unmatched(since=NOW, cascade_version="", limit=2**70),
        lambda s: s.save_match(a_match([], matched=(HOSTILE, "")), components),
    ],
    ids=range(14),
)
def test_what_cannot_be_there_is_absent(store: Store, ask: Any) -> None:
    """No question is a fault, however odd."""
    assert not ask(store)


FIRST = datetime(1, 1, 1, tzinfo=UTC)
LAST = datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)


def test_times_at_the_borders(store: Store) -> None:
    """The first and the last that a datetime knows."""
    first = an_article("https://t.example/1", published_utc_iso=FIRST)
    last = an_article("https://t.example/2", published_utc_iso=LAST)
    store.ingest(IngestBatch(NOW, (first, last)))
    store.save_match(a_match([first, last], [a_verdict(first, last, decided_at=LAST)]), group)
    assert [len(batch) for batch in store.story_window(FIRST, LAST, batch=1)] == [1, 1]
    assert [len(batch) for batch in store.story_window(FIRST, LAST, matched_since=FIRST)] == [2]
    (story,) = store.recent_stories(limit=9, before=(LAST, "z"))
    assert story.article_uuids == (first.article_uuid, last.article_uuid)
    assert store.model_use(FIRST) == store.model_use(LAST)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_numbers_that_are_none_are_refused(store: Store, number: float) -> None:
    """Nothing of the match is stored: a score that is no number would never compare."""
    a, b = articles = some_articles(2)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    for verdict in (
        a_verdict(a, b, score=number),
        a_verdict(a, b, cost=number),
        a_verdict(a, b, scores={"cosine": number}),
    ):
        with pytest.raises(StoreError):
            store.save_match(a_match(articles, [verdict]), components)
    assert store.story_counts().unmatched == 2
    assert store.verdicts_of(a.article_uuid) == []


def test_a_time_without_a_zone_is_refused(store: Store) -> None:
    """Nobody knows which time it is."""
    a, b = articles = some_articles(2)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    naive = NOW.replace(tzinfo=None)
    with pytest.raises(StoreError, match="zone"):
        store.save_match(a_match(articles, [a_verdict(a, b, decided_at=naive)]), components)
    with pytest.raises(StoreError, match="zone"):
        store.save_match(a_match(articles, now=naive), components)
    with pytest.raises(StoreError, match="zone"):
        store.save_rulings([a_ruling(a, b, ruled_at=naive)], components)
    assert store.story_counts().unmatched == 2


def test_an_undecided_pair_binds_nothing(store: Store) -> None:
    """Nor does one that is different."""
    a, b, c = articles = some_articles(3)
    store.ingest(IngestBatch(NOW, tuple(articles)))
    verdicts = [a_verdict(a, b, Answer.UNSURE), a_verdict(b, c, Answer.DIFFERENT)]
    assert store.save_match(a_match(articles, verdicts), components) == []
