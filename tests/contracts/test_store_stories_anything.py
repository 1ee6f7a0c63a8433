"""Matches, rulings, merges and purges in any order leave a ledger in which everything fits."""

import random
from collections import Counter, defaultdict
from datetime import datetime, timedelta

import pytest

from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import Answer, Decision, StoredVerdict, StoryGraph, StoryNode
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, a_post
from strandline.testing.story_builders import (
    a_match,
    a_ruling,
    a_vector,
    a_verdict,
    components,
    some_articles,
)

STEPS = 60
#: Rulings that leave two articles in two stories, whatever is said of their thread.
TWO_STORIES = (Decision.DIFFERENT, Decision.UPDATE, Decision.UNRELATED)
ANSWERS = (Answer.SAME, Answer.DIFFERENT, Answer.UNSURE)


class World:
    """A store to which things happen."""

    def __init__(self, store: Store, seed: int) -> None:
        self.store = store
        self.draw = random.Random(seed)  # noqa: S311 - the same every time
        self.articles = some_articles(30)
        self.minute = 0
        posts = [a_post(one) for one in self.articles]
        mentions = [a_mention(one) for one in self.articles]
        store.ingest(
            IngestBatch(NOW, tuple(self.articles), mentions=tuple(mentions), posts=tuple(posts))
        )

    def step(self) -> None:
        """Something happens."""
        self.minute += self.draw.randint(0, 1)
        happen = self.draw.choices((self.match, self.rule, self.merge, self.purge), (8, 3, 1, 0.5))
        happen[0]()

    def match(self) -> None:
        matched = self.draw.sample(self.articles, self.draw.randint(0, 3))
        verdicts = [
            a_verdict(
                *self._pair(),
                self.draw.choice(ANSWERS),
                decided_at=self._now(),
                score=self.draw.random(),
                layer=self.draw.choice(("same_title", "nearest_vectors")),
                is_pending=self.draw.random() < 0.2,
                is_sampled=self.draw.random() < 0.2,
            )
            for _ in range(self.draw.randint(0, 3))
        ]
        vectors = tuple(a_vector(one) for one in matched)
        version = self.draw.choice(("v1", "v2"))
        batch = a_match(matched, verdicts, vectors=vectors, cascade_version=version)
        self.store.save_match(batch, components)
        if self.draw.random() < 0.2:
            assert self.store.save_match(batch, components) == []

    def rule(self) -> None:
        decision = self.draw.choice(list(Decision))
        there = self.store.articles([one.article_uuid for one in self.articles])
        pair = [one for one in self._pair() if one.article_uuid in there]
        if len(pair) == 2:
            ruling = a_ruling(pair[0], pair[1], decision, ruled_at=self._now())
            self.store.save_rulings([ruling], components)

    def merge(self) -> None:
        old, target = self._pair()
        if self.store.articles([target.article_uuid]):
            self.store.merge_into(old.article_uuid, target.article_uuid, ())

    def purge(self) -> None:
        gone = self.draw.random() < 0.3
        self.store.purge_posts(NOW + timedelta(days=1 if gone else -1))

    def _pair(self) -> tuple[Article, Article]:
        one, other = self.draw.sample(self.articles, 2)
        return one, other

    def _now(self) -> datetime:
        return NOW + timedelta(minutes=self.minute - self.draw.randint(0, 3))

    def present(self) -> dict[str, Article]:
        return self.store.articles([one.article_uuid for one in self.articles])


def all_verdicts(world: World) -> dict[tuple[str, str], list[StoredVerdict]]:
    """By pair, the one in force first."""
    found: dict[tuple[str, str], list[StoredVerdict]] = defaultdict(list)
    for uuid in world.present():
        for verdict in world.store.verdicts_of(uuid, limit=10_000):
            if verdict.article_a == uuid:
                found[verdict.article_a, verdict.article_b].append(verdict)
    return found


def whole_graph(world: World) -> StoryGraph:
    """As anybody can read it from the store."""
    verdicts = {pair: found[0].verdict for pair, found in all_verdicts(world).items()}
    rulings = {(r.article_a, r.article_b): r.decision for r in world.store.rulings()}
    same = {pair: v.score for pair, v in verdicts.items() if v.answer is Answer.SAME}
    return StoryGraph(
        nodes=tuple(StoryNode(uuid, None) for uuid in world.present()),
        links=same,
        bound=frozenset(pair for pair, said in rulings.items() if said is Decision.SAME),
        parted=frozenset(pair for pair, said in rulings.items() if said in TWO_STORIES),
    )


def check(world: World) -> None:
    """Nothing dangles, and every count is what a person would count."""
    present = world.present()
    for article in present.values():
        main = present[article.canonical_article_id]
        assert main.canonical_article_id == main.article_uuid
    verdicts = {pair: found[0] for pair, found in all_verdicts(world).items()}
    ruled = {(r.article_a, r.article_b) for r in world.store.rulings()}
    open_ones = [verdict for pair, verdict in verdicts.items() if pair not in ruled]
    counts = world.store.story_counts()
    duplicates = [one for one in present.values() if one.canonical_article_id != one.article_uuid]
    assert (counts.articles, counts.duplicates) == (len(present), len(duplicates))
    assert counts.verdicts == Counter(
        (v.verdict.layer, v.language, v.verdict.answer.value) for v in verdicts.values()
    )
    assert counts.pending == sum(v.is_pending for v in open_ones)
    undecided = [v for v in open_ones if v.verdict.answer is Answer.UNSURE]
    sampled = [v for v in open_ones if v.is_sampled and v not in undecided]
    review = [v for v in undecided if not v.is_pending] + sampled
    assert counts.review == len(review)
    queue = world.store.review_queue(limit=999)
    assert sorted(v.verdict_id for v in queue) == sorted(v.verdict_id for v in review)


@pytest.mark.parametrize("seed", [2, 5, 14, 37])
def test_everything_fits_after_anything(store: Store, seed: int) -> None:
    """And once all articles are matched again, the stories are those of the whole graph."""
    world = World(store, seed)
    for n in range(STEPS):
        world.step()
        if n % 10 == 9:
            check(world)
    everything = [one for one in world.articles if one.article_uuid in world.present()]
    store.save_match(a_match(everything, cascade_version="v3"), components)
    check(world)
    expected = components(whole_graph(world))
    assert {u: one.canonical_article_id for u, one in world.present().items()} == expected
    verdicts = {v.verdict_id: v for found in all_verdicts(world).values() for v in found[:1]}
    for uuid, mentions in store.mentions(list(expected)).items():
        for mention in mentions:
            bond = None if mention.verdict_id is None else verdicts[mention.verdict_id]
            assert bond is None or bond.verdict.answer is Answer.SAME
            ends = set() if bond is None else {bond.article_a, bond.article_b}
            assert bond is None or uuid in ends
            assert {expected[end] for end in ends} <= {expected[uuid]}
