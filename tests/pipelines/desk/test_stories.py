"""Acts on stories: rule, take back, merge, split, withdraw; what they changed is told and kept."""

import pytest

from strandline.core.dedup.grouping import group
from strandline.model.accounts import Actor, Role, Via
from strandline.model.articles import Article, IngestBatch
from strandline.model.levels import Level
from strandline.model.stories import Decision
from strandline.pipelines.desk.stories import (
    Ruled,
    choose_main,
    find_article,
    link,
    merge,
    rule,
    ruling_on,
    split,
    take_back,
    unlink,
    withdraw,
)
from strandline.ports import Ports
from strandline.testing.builders import NOW
from strandline.testing.story_builders import a_match, some_articles

EDITOR = Actor("a1", "Ada", Role.EDITOR, Via.SESSION)
NOBODY_KNOWS = "A_nobody"


@pytest.fixture
def four(acting: Ports) -> list[Article]:
    """Four articles, each a story of its own."""
    articles = some_articles(4)
    acting.store.ingest(IngestBatch(NOW, tuple(articles)))
    acting.store.save_match(a_match(articles), group)
    return articles


def audit(ports: Ports) -> list[tuple[str, str]]:
    return [(entry.what, entry.actor.name) for entry in ports.store.audit(limit=20)]


def members(ports: Ports, article: Article) -> int:
    return len(ports.store.stories([article.article_uuid])[article.article_uuid].article_uuids)


@pytest.mark.parametrize(
    ("level", "decision", "size"),
    [
        (Level.SAME_NEWS, Decision.SAME, 2),
        (Level.SAME_THREAD, Decision.UPDATE, 1),
        (Level.NEITHER, Level.NEITHER.decision, 1),
    ],
)
def test_a_level_is_ruled(
    acting: Ports, four: list[Article], level: Level, decision: Decision, size: int
) -> None:
    """It acts at once, and one row of the audit says who did it and what moved."""
    a, b, *_ = four
    outcome = rule(acting, EDITOR, a.article_uuid, b.article_uuid, level)
    assert (outcome.is_done, outcome.message) == (True, f"story.done.{level.value}")
    assert outcome.values["count"] == len(outcome.changes) == size - 1
    ruling = ruling_on(acting.store, b.article_uuid, a.article_uuid)
    assert ruling is not None
    assert ruling.decision is decision
    assert members(acting, a) == size
    [entry] = acting.store.audit(limit=5)
    assert (entry.what, entry.actor.name) == ("story.rule", "Ada")
    assert (entry.after["ruling"], entry.after["moved"]) == (level.value, size - 1)


def test_another_word_takes_the_place_of_the_first(acting: Ports, four: list[Article]) -> None:
    """The audit has both; taking it back lets neither hold."""
    a, b = four[0].article_uuid, four[1].article_uuid
    rule(acting, EDITOR, a, b, Level.SAME_NEWS)
    rule(acting, EDITOR, b, a, Level.SAME_THREAD)
    newest, oldest = acting.store.audit(limit=5)
    assert (newest.before["ruling"], newest.after["ruling"]) == ("same_news", "same_thread")
    assert "ruling" not in oldest.before
    outcome = take_back(acting, EDITOR, a, b)
    assert outcome.message == "story.done.taken_back"
    assert ruling_on(acting.store, a, b) is None
    assert take_back(acting, EDITOR, a, b).message == "story.refused.no_ruling"


def test_merged_split_and_withdrawn(acting: Ports, four: list[Article]) -> None:
    """Three become one story, one is taken out, and everything is taken back."""
    ids = [article.article_uuid for article in four]
    assert merge(acting, EDITOR, ids[:3]).values["count"] == 2
    assert members(acting, four[0]) == 3
    assert split(acting, EDITOR, ids[1]).is_done
    assert members(acting, four[1]) == 1
    assert withdraw(acting, EDITOR, ids[1]).is_done
    assert [what for what, _ in audit(acting)] == ["story.withdraw", "story.split", "story.merge"]


def test_the_main_article_is_chosen(acting: Ports, four: list[Article]) -> None:
    """The story is named after it from then on; withdrawn, it is the first again."""
    ids = [article.article_uuid for article in four]
    merge(acting, EDITOR, ids[:3])
    first = acting.store.stories([ids[0]])[ids[0]].main_id
    other = next(uuid for uuid in ids[:3] if uuid != first)
    assert choose_main(acting, EDITOR, first).message == "story.refused.is_main"
    outcome = choose_main(acting, EDITOR, other)
    assert outcome.is_done
    assert {acting.store.stories([u])[u].main_id for u in ids[:3]} == {other}
    [entry] = acting.store.audit(what="story.main")
    assert (entry.before["main"], entry.after["main"]) == (first, other)
    assert choose_main(acting, EDITOR, NOBODY_KNOWS).message == "story.refused.unknown"
    withdraw(acting, EDITOR, other)
    assert acting.store.stories([first])[first].main_id == first


def test_linked_into_a_thread_and_taken_out(acting: Ports, four: list[Article]) -> None:
    """The stories stay apart; nothing is folded."""
    ids = [article.article_uuid for article in four]
    assert link(acting, EDITOR, ids[:2]).is_done
    assert members(acting, four[0]) == 1
    thread = acting.store.thread(ids[0], limit=10)
    assert thread is not None
    assert set(thread.story_ids) == set(ids[:2])
    assert unlink(acting, EDITOR, ids[0]).is_done
    assert acting.store.thread(ids[0], limit=10) is None
    assert unlink(acting, EDITOR, ids[0]).message == "story.refused.no_thread"
    assert link(acting, EDITOR, [ids[0], ids[0]]).message == "story.refused.one_article"
    assert [what for what, _ in audit(acting)] == ["story.unlink", "story.link"]


def test_what_cannot_be_done_is_refused_in_words(acting: Ports, four: list[Article]) -> None:
    """Nothing is changed, and nothing stands in the audit."""
    a = four[0].article_uuid
    refusals: list[Ruled] = [
        rule(acting, EDITOR, a, a, Level.SAME_NEWS),
        rule(acting, EDITOR, a, NOBODY_KNOWS, Level.SAME_NEWS),
        merge(acting, EDITOR, [a, a]),
        merge(acting, EDITOR, [a, NOBODY_KNOWS]),
        split(acting, EDITOR, a),
        split(acting, EDITOR, NOBODY_KNOWS),
        withdraw(acting, EDITOR, a),
        withdraw(acting, EDITOR, NOBODY_KNOWS),
        take_back(acting, EDITOR, a, four[1].article_uuid),
    ]
    assert [refusal.message.rpartition(".")[2] for refusal in refusals] == [
        *("one_article", "unknown", "one_article", "unknown", "alone", "unknown"),
        *("no_ruling", "unknown", "no_ruling"),
    ]
    assert not any(refusal.is_done or refusal.changes for refusal in refusals)
    assert audit(acting) == []


def test_an_article_is_found_by_any_of_its_names(acting: Ports, four: list[Article]) -> None:
    """Its id, its URL, its URL as somebody shared it; what is no address is none."""
    a = four[0]
    for name in (a.article_uuid, a.article_url_final, f"{a.article_url_final}?utm_source=x"):
        found = find_article(acting.store, name)
        assert found is not None
        assert found.article_uuid == a.article_uuid
    for name in ("", "no address", "https://nobody.example/", NOBODY_KNOWS):
        assert find_article(acting.store, name) is None
