"""A match and the stories that follow from it, in one transaction."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa

from strandline.model.articles import Article, IngestBatch
from strandline.model.errors import StoreError
from strandline.model.sources import ContentType
from strandline.model.stories import (
    Answer,
    Decision,
    Relation,
    Story,
    StoryChange,
    StoryGraph,
    StoryNode,
)
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_source, an_article
from strandline.testing.story_builders import (
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

LATER = NOW + timedelta(minutes=1)


def entered(store: Store, count: int, **changes: Any) -> list[Article]:
    """Articles in the ledger, each seen at a source of its own; in the order of their ids."""
    articles = some_articles(count, **changes)
    mentions = [a_mention(one, a_source(n)) for n, one in enumerate(articles)]
    store.ingest(IngestBatch(NOW, tuple(articles), mentions=tuple(mentions)))
    return articles


def mains(store: Store, articles: list[Article]) -> list[str]:
    """Main article of each."""
    found = store.articles([article.article_uuid for article in articles])
    return [found[article.article_uuid].canonical_article_id for article in articles]


def verdict_ids(store: Store, article: Article) -> list[int | None]:
    """What the mentions of an article say bound it."""
    found = store.mentions([article.article_uuid])
    return [mention.verdict_id for mention in found[article.article_uuid]]


class Recorder:
    """The simplest grouping; remembers what it was given."""

    def __init__(self) -> None:
        self.graphs: list[StoryGraph] = []

    def __call__(self, graph: StoryGraph) -> Mapping[str, str]:
        self.graphs.append(graph)
        return components(graph)


def test_a_duplicate_points_to_the_main_article(store: Store) -> None:
    """It stays in the ledger with its mentions, which say which verdict bound it."""
    a, b, c = articles = entered(store, 3)
    changes = store.save_match(a_match(articles, [a_verdict(a, b)]), components)
    assert changes == [StoryChange(b.article_uuid, b.article_uuid, a.article_uuid)]
    assert mains(store, articles) == [a.article_uuid, a.article_uuid, c.article_uuid]
    (stored,) = store.verdicts_of(b.article_uuid)
    assert verdict_ids(store, b) == [stored.verdict_id]
    assert verdict_ids(store, a) == verdict_ids(store, c) == [None]


def test_a_verdict_comes_back_as_it_was_stored(store: Store) -> None:
    """With all that it rests on, under an id of the store."""
    a, b = articles = entered(store, 2)
    verdict = a_verdict(
        a,
        b,
        Answer.UNSURE,
        score=0.625,
        vetoes=("numbers", "日期"),
        scores={"jaccard": 0.5, "cosine": 0.875},
        thresholds={"same": 0.9},
        calibration="pairs-1",
        model="judge-1",
        prompt_hash="f" * 64,
        language="xx",
        is_pending=True,
        is_sampled=True,
        cost=0.001,
        latency_s=2.5,
    )
    store.save_match(a_match(articles, [verdict]), components)
    (stored,) = store.verdicts_of(a.article_uuid)
    assert stored.verdict_id > 0
    assert replace(stored, verdict_id=0) == verdict
    assert store.verdicts_of(b.article_uuid) == [stored]


def test_a_match_applied_twice_changes_nothing(store: Store) -> None:
    """No verdict more, no story other, and nothing is grouped again."""
    a, b, c = articles = entered(store, 3)
    batch = a_match(
        articles, [a_verdict(a, b), a_verdict(b, c, Answer.UNSURE)], vectors=(a_vector(a),)
    )
    store.save_match(batch, components)
    before = (store.story_counts(), store.verdicts_of(b.article_uuid), mains(store, articles))
    recorder = Recorder()
    assert store.save_match(batch, recorder) == []
    assert recorder.graphs == []
    assert before == (
        store.story_counts(),
        store.verdicts_of(b.article_uuid),
        mains(store, articles),
    )


def test_verdicts_alone_applied_twice_change_nothing(store: Store) -> None:
    """What a model ruled later comes without articles to mark."""
    a, b = articles = entered(store, 2)
    store.save_match(a_match(articles), components)
    batch = a_match([], [a_verdict(a, b, layer="language_model")])
    assert len(store.save_match(batch, components)) == 1
    assert store.save_match(batch, components) == []
    assert len(store.verdicts_of(a.article_uuid)) == 1


def test_what_another_process_has_done_stays(store: Store) -> None:
    """An article that the same rules matched meanwhile keeps its verdicts; the others are done."""
    a, b, c = articles = entered(store, 3)
    store.save_match(a_match([a]), components)
    late = a_match(
        [a, b], [a_verdict(a, c), a_verdict(b, c), a_verdict(a, b)], vectors=(a_vector(a),)
    )
    store.save_match(late, components)
    pairs = {
        (v.article_a, v.article_b) for one in articles for v in store.verdicts_of(one.article_uuid)
    }
    assert pairs == {(b.article_uuid, c.article_uuid), (a.article_uuid, b.article_uuid)}
    assert store.vectors("model-1", [a.article_uuid]) == {}
    assert store.story_counts().unmatched == 1


def test_other_rules_match_it_again(store: Store) -> None:
    """What an article was compared with by older rules is no longer in force."""
    a, b = articles = entered(store, 2)
    store.save_match(a_match(articles, [a_verdict(a, b)]), components)
    newer = a_match(
        articles,
        [a_verdict(a, b, Answer.DIFFERENT, decided_at=LATER)],
        cascade_version="v2",
        now=LATER,
    )
    changes = store.save_match(newer, components)
    assert changes == [StoryChange(b.article_uuid, a.article_uuid, b.article_uuid)]
    assert verdict_ids(store, b) == [None]
    newest, oldest = store.verdicts_of(a.article_uuid)
    assert (newest.verdict.answer, oldest.verdict.answer) == (Answer.DIFFERENT, Answer.SAME)
    assert store.story_counts().verdicts == {("same_title", "en", "DIFFERENT"): 1}


def test_the_newest_verdict_of_a_pair_is_in_force(store: Store) -> None:
    """An older one that comes late is kept for audit and changes nothing."""
    a, b = articles = entered(store, 2)
    store.save_match(
        a_match(articles, [a_verdict(a, b, Answer.DIFFERENT, decided_at=LATER)]), components
    )
    assert store.save_match(a_match([], [a_verdict(a, b)]), components) == []
    assert len(store.verdicts_of(a.article_uuid)) == 2
    assert store.story_counts().verdicts == {("same_title", "en", "DIFFERENT"): 1}


def test_of_two_verdicts_of_one_moment_the_last_is_in_force(store: Store) -> None:
    """As when a model rules in the same run what the cascade left undecided."""
    a, b = articles = entered(store, 2)
    waiting = a_verdict(a, b, Answer.UNSURE, is_pending=True)
    ruled = a_verdict(a, b, layer="language_model")
    store.save_match(a_match(articles, [waiting, ruled]), components)
    assert mains(store, articles) == [a.article_uuid] * 2
    assert store.pending(limit=9) == []
    assert len(store.verdicts_of(a.article_uuid)) == 2


def test_a_pair_has_no_order(store: Store) -> None:
    """A verdict with the greater id first is the verdict on the pair."""
    a, b = articles = entered(store, 2)
    turned = replace(a_verdict(a, b), article_a=b.article_uuid, article_b=a.article_uuid)
    store.save_match(a_match(articles, [turned]), components)
    (stored,) = store.verdicts_of(a.article_uuid)
    assert (stored.article_a, stored.article_b) == (a.article_uuid, b.article_uuid)


def test_an_article_that_is_gone_is_left_out(store: Store) -> None:
    """It may be purged or merged between reading and saving; the rest of the batch counts."""
    a, b = articles = entered(store, 2)
    gone = an_article("https://gone.example/")
    batch = a_match(
        [*articles, gone], [a_verdict(a, gone), a_verdict(a, b)], vectors=(a_vector(gone),)
    )
    store.save_match(batch, components)
    assert len(store.verdicts_of(a.article_uuid)) == 1
    assert store.vector_count("model-1") == 0
    assert store.story_counts().unmatched == 0


def test_an_article_is_not_compared_with_itself(store: Store) -> None:
    """Such a batch is refused and nothing of it is stored."""
    a, b = articles = entered(store, 2)
    with pytest.raises(StoreError, match="itself"):
        store.save_match(a_match(articles, [a_verdict(a, b), a_verdict(a, a)]), components)
    assert store.story_counts().unmatched == 2
    assert store.verdicts_of(a.article_uuid) == []


@pytest.mark.parametrize(
    "nonsense",
    [
        lambda graph: {},
        lambda graph: {node.article_uuid: "A_0" for node in graph.nodes},
        lambda graph: dict(
            zip(
                (n.article_uuid for n in graph.nodes),
                (n.article_uuid for n in graph.nodes[::-1]),
                strict=True,
            )
        ),
    ],
    ids=["an article is missing", "a main article that is not there", "a chain"],
)
def test_a_grouping_that_is_none_is_refused(store: Store, nonsense: Any) -> None:
    """Nothing of the batch is stored: no article ever points to one that is no main article."""
    a, b = articles = entered(store, 2)
    with pytest.raises(StoreError, match="main article"):
        store.save_match(a_match(articles, [a_verdict(a, b)]), nonsense)
    assert mains(store, articles) == [a.article_uuid, b.article_uuid]
    assert store.story_counts().unmatched == 2


def test_grouping_sees_everything_that_is_connected(store: Store) -> None:
    """By verdicts in force, by rulings and by present stories; and what evidence parts in it."""
    a, b, c, d, e, f = articles = entered(store, 6)
    store.save_source(a_source(1, reputation=0.75))
    store.save_match(a_match([c, d], [a_verdict(c, d, score=0.5)]), components)
    store.save_rulings([a_ruling(d, e)], components)
    recorder = Recorder()
    batch = a_match(
        [a, b, f],
        [
            a_verdict(a, c, score=0.75),
            a_verdict(a, d, Answer.DIFFERENT, vetoes=("numbers",)),
            a_verdict(b, d, Answer.DIFFERENT),
            a_verdict(a, e, Answer.UNSURE, score=0.45),
            a_verdict(b, c, relation=Relation.UPDATE),
        ],
    )
    store.save_rulings([a_ruling(a, e, Decision.UPDATE)], components)
    store.save_match(batch, recorder)
    (graph,) = recorder.graphs
    ids = [article.article_uuid for article in articles]
    assert graph.nodes == tuple(StoryNode(uuid, a.published_utc_iso, 0.75) for uuid in ids)
    assert dict(graph.links) == {(ids[2], ids[3]): 0.5, (ids[0], ids[2]): 0.75}
    assert graph.partings == {(ids[0], ids[3]), (ids[1], ids[2])}
    assert graph.bound == {(ids[3], ids[4])}
    assert graph.parted == {(ids[0], ids[4])}


def test_what_is_undecided_is_not_followed(store: Store) -> None:
    """However often an article leans to others: else every match would lead through the ledger."""
    a, b, c, d = articles = entered(store, 4)
    store.save_match(a_match([b, c, d], [a_verdict(b, c), a_verdict(c, d)]), components)
    recorder = Recorder()
    undecided = [a_verdict(a, other, Answer.UNSURE, score=0.95) for other in (b, c, d)]
    store.save_match(a_match([a], undecided), recorder)
    (graph,) = recorder.graphs
    assert [node.article_uuid for node in graph.nodes] == [articles[0].article_uuid]
    assert graph.links == {}


def test_members_of_a_present_story_are_grouped_again(store: Store) -> None:
    """Also where no verdict binds them any more."""
    a, b, c = entered(store, 3)
    store.save_match(a_match([a, b], [a_verdict(a, b), a_verdict(a, c)]), components)
    undone = [a_verdict(a, b, Answer.DIFFERENT, decided_at=LATER)]
    recorder = Recorder()
    store.save_match(a_match([], undone), recorder)
    assert [node.article_uuid for node in recorder.graphs[0].nodes] == [
        a.article_uuid,
        b.article_uuid,
        c.article_uuid,
    ]
    assert mains(store, [a, b, c]) == [a.article_uuid, b.article_uuid, a.article_uuid]


def test_the_surest_verdict_is_noted_where_none_binds_to_the_main_article(store: Store) -> None:
    """And the one with the main article goes before a surer one with another member."""
    a, b, c, d = articles = entered(store, 4)
    verdicts = [
        a_verdict(a, b, score=0.5),
        a_verdict(b, c, score=0.75),
        a_verdict(b, d, score=0.625),
        a_verdict(c, d, score=0.875),
    ]
    store.save_match(a_match(articles, verdicts), components)
    ids = {(v.article_a, v.article_b): v.verdict_id for v in store.verdicts_of(b.article_uuid)}
    (pair_cd,) = [v for v in store.verdicts_of(c.article_uuid) if v.article_b == d.article_uuid]
    assert verdict_ids(store, b) == [ids[a.article_uuid, b.article_uuid]]
    assert verdict_ids(store, c) == verdict_ids(store, d) == [pair_cd.verdict_id]


def test_all_sources_of_a_story_are_one_query(store: Store) -> None:
    """`story_sources` has every mention of every member under the main article."""
    a, b, _ = articles = entered(store, 3)
    store.save_match(a_match(articles, [a_verdict(a, b)]), components)
    store.ingest(IngestBatch(NOW, mentions=(a_mention(b, a_source(9)),)))
    with store._database.read() as connection:  # type: ignore[attr-defined]
        rows = connection.execute(
            sa.text(
                "SELECT article_id, source_name, url, published_at, verdict_id "
                "FROM story_sources WHERE main_id = :main ORDER BY article_id, mention_id"
            ),
            {"main": a.article_uuid},
        ).all()
    (verdict,) = store.verdicts_of(a.article_uuid)
    assert [(row.article_id, row.source_name, row.url, row.verdict_id) for row in rows] == [
        (a.article_uuid, "Paper 0", a.article_url_final, None),
        (b.article_uuid, "Paper 1", b.article_url_final, verdict.verdict_id),
        (b.article_uuid, "Paper 9", b.article_url_final, verdict.verdict_id),
    ]
    assert all(row.published_at for row in rows)


def test_a_story_lists_its_members_the_main_one_first(store: Store) -> None:
    """Then by time; an article alone is its own story, and unknown ids are absent."""
    a, b, c, d = (
        replace(article, published_utc_iso=NOW - timedelta(hours=n) if n else None)
        for n, article in enumerate(some_articles(4))
    )
    store.ingest(IngestBatch(NOW, (a, b, c, d)))
    store.save_match(a_match([a, b, c], [a_verdict(a, b), a_verdict(a, c)]), components)
    members = (a.article_uuid, c.article_uuid, b.article_uuid)
    story = Story(a.article_uuid, members, a.article_detected_utc_iso)
    assert store.stories([b.article_uuid, d.article_uuid, "A_0", b.article_uuid]) == {
        b.article_uuid: story,
        d.article_uuid: Story(d.article_uuid, (d.article_uuid,), NOW - timedelta(hours=3)),
    }


def test_later_news_is_a_story_of_its_own_that_names_the_first(store: Store) -> None:
    """By verdict or by ruling, between any two members; a ruling otherwise undoes it."""
    early = [replace(one, published_utc_iso=NOW - timedelta(hours=9)) for one in some_articles(2)]
    late = [
        an_article(f"https://late.example/{n}", published_utc_iso=NOW + timedelta(hours=n))
        for n in range(3)
    ]
    a, b = early
    store.ingest(IngestBatch(NOW, (*early, *late)))
    store.save_match(
        a_match(
            [*early, *late], [a_verdict(a, b), a_verdict(b, late[0], relation=Relation.UPDATE)]
        ),
        components,
    )
    store.save_rulings([a_ruling(a, late[1], Decision.UPDATE)], components)
    store.save_rulings([a_ruling(late[1], late[2], Decision.UPDATE)], components)
    found = store.stories([article.article_uuid for article in (a, *late)])
    assert found[a.article_uuid].updates == (late[0].article_uuid, late[1].article_uuid)
    assert found[a.article_uuid].update_of is None
    assert found[late[0].article_uuid].update_of == a.article_uuid
    assert found[late[1].article_uuid].update_of == a.article_uuid
    assert found[late[2].article_uuid].update_of == late[1].article_uuid
    store.save_rulings([a_ruling(b, late[0], Decision.DIFFERENT)], components)
    assert store.stories([a.article_uuid])[a.article_uuid].updates == (late[1].article_uuid,)


def test_the_newest_stories_come_by_pages(store: Store) -> None:
    """By the time of the main article, then by id; links of posts are no stories."""
    articles = [
        an_article(f"https://r.example/{n}", published_utc_iso=NOW - timedelta(hours=n // 2))
        for n in range(6)
    ]
    link = an_article("https://link.example/", content_type=ContentType.LINK)
    store.ingest(IngestBatch(NOW, (*articles, link)))
    newest = store.recent_stories(limit=9)
    times = {one.article_uuid: one.published_utc_iso for one in articles}
    assert [story.main_id for story in newest] == sorted(
        times, key=lambda uuid: (times[uuid], uuid), reverse=True
    )
    paged: list[Story] = []
    before = None
    while page := store.recent_stories(limit=2, before=before):
        paged += page
        time = times[page[-1].main_id]
        assert time is not None
        before = (time, page[-1].main_id)
    assert paged == newest
    assert store.recent_stories(limit=0) == store.recent_stories(limit=-1) == []


@pytest.mark.parametrize("walk", [0, 1, 2_000], ids=["looked up", "looked up after a look", "met"])
def test_stories_of_several_articles_can_be_asked_for(
    store: Store, walk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same ones, whichever way they are found."""
    monkeypatch.setattr("strandline.adapters.store.stories_newest.WALK", walk)
    a, b, c, d, e, _ = articles = entered(store, 6)
    verdicts = [a_verdict(a, b), a_verdict(a, c), a_verdict(d, e)]
    store.save_match(a_match(articles, verdicts), components)
    sizes = {
        least: [len(story.article_uuids) for story in store.recent_stories(limit=9, least=least)]
        for least in (-1, 0, 1, 2, 3, 4, 2**70)
    }
    assert sizes == {
        -1: [1, 2, 3],
        0: [1, 2, 3],
        1: [1, 2, 3],
        2: [2, 3],
        3: [3],
        4: [],
        2**70: [],
    }
    assert store.recent_stories(limit=1, least=2)[0].main_id == d.article_uuid
    behind = (d.published_utc_iso or NOW, d.article_uuid)
    (older,) = store.recent_stories(limit=1, least=2, before=behind)
    assert older.main_id == a.article_uuid
