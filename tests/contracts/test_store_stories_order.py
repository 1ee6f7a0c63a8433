"""Stories and threads follow from what was found and said, whichever articles came first."""

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import combinations
from random import Random

import pytest

from strandline.core.dedup.grouping import group, pair
from strandline.core.dedup.threads import ThreadGraph, run_of_each, threads_of_runs
from strandline.model.articles import Article, IngestBatch
from strandline.model.stories import (
    Answer,
    Decision,
    Relation,
    StoredVerdict,
    StoryGraph,
    StoryNode,
    ThreadStory,
)
from strandline.ports import Store
from strandline.testing.builders import NOW, a_mention, an_article
from strandline.testing.story_builders import a_match, a_ruling, a_verdict

HOUR = timedelta(hours=1)
Pair = tuple[str, str]
#: Answers of the cascade, and what a model or other rules may say later.
ANSWERS = (Answer.SAME, Answer.UNSURE, Answer.DIFFERENT)
RELATIONS = (Relation.RELATED, Relation.UNKNOWN)


class Town:
    """Articles of five events, and what is found out about any two of them."""

    def __init__(self, store: Store, draw: Random, number: int) -> None:
        self._store, self._draw = store, draw
        urls = [f"https://paper{number}-{n}.example/" for n in range(16)]
        articles = [
            an_article(url, published_utc_iso=NOW - draw.randrange(12) * 9 * HOUR) for url in urls
        ]
        self.articles = {article.article_uuid: article for article in articles}
        event = {uuid: draw.randrange(5) for uuid in self.articles}
        self.verdicts: dict[Pair, StoredVerdict] = {}
        for two in combinations(sorted(self.articles), 2):
            near = event[two[0]] == event[two[1]]
            if draw.random() < (0.8 if near else 0.4):
                weights = (2, 3, 1) if near else (0.3, 3, 2)
                self.verdicts[two] = self._verdict(two, draw.choices(ANSWERS, weights)[0], 0)
        self.rulings: dict[Pair, Decision] = {}
        self._ruled_at = NOW
        store.ingest(
            IngestBatch(NOW, articles=tuple(articles), mentions=tuple(map(a_mention, articles)))
        )

    def match_all(self) -> None:
        """Some at a time, in any order; a verdict comes with the later one of its two articles."""
        waiting, done = list(self.articles), set[str]()
        self._draw.shuffle(waiting)
        while waiting:
            some = [waiting.pop() for _ in range(min(len(waiting), self._draw.randint(1, 4)))]
            found = [
                self.verdicts[pair(one, other)]
                for place, one in enumerate(some)
                for other in (*done, *some[:place])
                if pair(one, other) in self.verdicts
            ]
            self._store.save_match(a_match(self._named(some), found), group)
            done |= {*some}

    def judge_some(self) -> None:
        """Undecided pairs are decided, and some decided ones are undone."""
        for number, two in enumerate(self._draw.sample(sorted(self.verdicts), 6), 1):
            answer = self._draw.choice(ANSWERS)
            self.verdicts[two] = self._verdict(two, answer, number)
            self._store.save_match(a_match((), [self.verdicts[two]]), group)

    def rule_some(self) -> None:
        """A person says so, or takes it back."""
        pairs = list(combinations(sorted(self.articles), 2))
        for two in self._draw.sample(pairs, 3):
            decision = self._draw.choice(list(Decision))
            self.rulings[two] = decision
            a, b = self._named(two)
            self._ruled_at += HOUR
            ruling = a_ruling(a, b, decision, ruled_at=self._ruled_at)
            self._store.save_rulings([ruling], group)

    def stories(self) -> dict[str, str]:
        """Main article of each, as stored."""
        found = self._store.articles(list(self.articles))
        return {uuid: article.canonical_article_id for uuid, article in found.items()}

    def whole(self) -> dict[str, str]:
        """The same, of everything at once."""
        answers = {two: stored.verdict for two, stored in self.verdicts.items()}
        return group(
            StoryGraph(
                tuple(StoryNode(u, a.published_utc_iso) for u, a in self.articles.items()),
                {two: v.score for two, v in answers.items() if v.answer is Answer.SAME},
                frozenset(two for two, v in answers.items() if v.answer is Answer.DIFFERENT),
                frozenset(two for two, said in self.rulings.items() if said is Decision.SAME),
                frozenset(
                    two
                    for two, said in self.rulings.items()
                    if said not in {Decision.SAME, Decision.WITHDRAWN}
                ),
            )
        )

    def threads(self) -> dict[str, str]:
        """Thread of each story that is in one, as stored."""
        return self._store.threads_of(sorted(set(self.stories().values())))

    def whole_threads(self) -> dict[str, str]:
        """The same, of everything at once."""
        mains = self.stories()
        stories = {
            uuid: ThreadStory(uuid, self.articles[uuid].published_utc_iso or NOW)
            for uuid in set(mains.values())
        }
        between = {
            two: pair(mains[two[0]], mains[two[1]])
            for two in combinations(sorted(mains), 2)
            if mains[two[0]] != mains[two[1]]
        }
        graph = ThreadGraph(
            tuple(stories.values()),
            frozenset(
                between[two]
                for two, said in self.verdicts.items()
                if two in between and said.verdict.relation is Relation.RELATED
            ),
            frozenset(self._ruled(between, Decision.UNRELATED)),
        )
        runs = run_of_each(graph, stories)
        heads = {run: stories[run] for run in runs.values()}
        bound, parted = (
            [(runs[a], runs[b]) for a, b in self._ruled(between, said) if runs[a] != runs[b]]
            for said in (Decision.UPDATE, Decision.UNRELATED)
        )
        thread_of = threads_of_runs(heads, bound, parted)
        found = {uuid: thread_of[run] for uuid, run in runs.items()}
        count = Counter(found.values())
        return {uuid: thread for uuid, thread in found.items() if count[thread] > 1}

    def _ruled(self, between: dict[Pair, Pair], decision: Decision) -> list[Pair]:
        """Pairs of stories that a person ruled on so."""
        ruled = [two for two, said in self.rulings.items() if said is decision]
        return [between[two] for two in ruled if two in between]

    def _verdict(self, two: Pair, answer: Answer, hours: int) -> StoredVerdict:
        a, b = self._named(two)
        return a_verdict(
            a,
            b,
            answer,
            relation=Relation.SAME_STORY if answer is Answer.SAME else self._draw.choice(RELATIONS),
            score=round(self._draw.uniform(0.4, 1), 1),
            vetoes=("numbers",) if answer is Answer.DIFFERENT else (),
            decided_at=NOW + hours * HOUR,
        )

    def _named(self, uuids: Iterator[str] | list[str] | Pair) -> list[Article]:
        return [self.articles[uuid] for uuid in uuids]


@pytest.mark.parametrize("seed", range(8))
def test_stories_do_not_depend_on_what_came_first(store: Store, seed: int) -> None:
    """Matched some at a time, judged, ruled on: what is stored is the grouping of everything, and
    so are its threads.
    """
    town = Town(store, Random(seed), seed)  # noqa: S311 - the same cases each time
    for step in (town.match_all, town.judge_some, town.rule_some, town.rule_some):
        step()
        assert town.stories() == town.whole()
        assert town.threads() == town.whole_threads()
