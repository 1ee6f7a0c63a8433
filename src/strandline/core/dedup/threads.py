"""Threads: which stories make one running story, in order of time.

A story joins the thread of earlier ones in which it is related to more than half of the last few
of two days, and else begins one of its own. Links are not followed from story to story: what is
like one report of a thread only, belongs to another. Whether a story joins depends on earlier ones
alone, so the order of arrival changes nothing, and what comes later never moves what was there.

A person's word comes first: stories that somebody told apart are in no thread together, and those
that somebody put into one bring their whole threads along.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from strandline.core.dedup.blocks import Pair, connected, pair
from strandline.model.stories import Relation, ThreadStory

#: What links two stories.
LINKING = frozenset((Relation.RELATED, Relation.UPDATE))
#: How long before a story those lie that it is held against: as far as articles are compared.
REACH = timedelta(hours=48)
#: How many of a run a story is held against, the newest: a great story has more in two days than
#: an article is compared with.
LAST = 8
#: How much of them must be related: more than one of so many.
_HALF = 2


@dataclass(frozen=True, slots=True)
class ThreadGraph:
    """Stories, and what links and parts them; a pair is (smaller, greater).

    Attributes:
        stories: With the runs that they are in; what is asked about may have none.
        links: Pairs that verdicts call related or an update.
        parted: Pairs that a person told apart.
    """

    stories: tuple[ThreadStory, ...]
    links: frozenset[Pair] = frozenset()
    parted: frozenset[Pair] = frozenset()


@dataclass(slots=True)
class _Runs:
    """Runs while they are made, in order of time."""

    run_of: dict[str, str] = field(default_factory=dict)
    members: defaultdict[str, list[ThreadStory]] = field(default_factory=lambda: defaultdict(list))

    def add(self, story: ThreadStory, run: str) -> None:
        """The story is the newest of a run."""
        self.run_of[story.story_id] = run
        self.members[run].append(story)


def run_of_each(graph: ThreadGraph, asked: Iterable[str]) -> dict[str, str]:
    """The run of every story that is asked about: the id of its first story.

    The others are taken to be where they are.
    """
    wanted, runs, found = set(asked), _Runs(), {}
    linked, parted = _others(graph.links), _others(graph.parted)
    for story in sorted(graph.stories, key=lambda s: (s.time, s.story_id)):
        run = story.run_id or story.story_id
        if story.story_id in wanted:
            near = linked.get(story.story_id, set())
            foes = parted.get(story.story_id, set())
            run = found[story.story_id] = _joined(story, runs, near, foes)
        runs.add(story, run)
    return found


def _joined(story: ThreadStory, runs: _Runs, near: set[str], foes: set[str]) -> str:
    """The run that a story joins: where most of the recent is related, then the longest, then the
    one of the smallest id.
    """
    best: tuple[float, int, str] | None = None
    for run in sorted({runs.run_of[other] for other in near if other in runs.run_of}):
        if any(runs.run_of.get(foe) == run for foe in foes):
            continue
        recent = [one for one in runs.members[run] if story.time - one.time <= REACH][-LAST:]
        shared = sum(one.story_id in near for one in recent)
        if shared * _HALF > len(recent):
            best = min(best or (0.0, 0, ""), (-shared / len(recent), -shared, run))
    return best[2] if best else story.story_id


def threads_of_runs(
    runs: Mapping[str, ThreadStory], bound: Iterable[Pair], parted: Iterable[Pair]
) -> dict[str, str]:
    """Run → its thread, named by the first story of all runs that people put into one.

    Args:
        runs: Id → first story of each.
        bound: Pairs of runs of which a person put stories into one thread.
        parted: Pairs of runs of which a person told stories apart.
    """
    foes, kept = {pair(*two) for two in parted}, list[Pair]()
    for two in sorted(pair(*two) for two in bound):
        above = connected(runs, [*kept, two])
        inside = {(above.get(a), above.get(b)) for a, b in foes}
        if not any(a == b and a is not None for a, b in inside):
            kept.append(two)
    above = connected(runs, kept)
    first: dict[str, ThreadStory] = {}
    for run, top in above.items():
        first[top] = min(first.get(top, runs[run]), runs[run], key=lambda s: (s.time, s.story_id))
    return {run: first[top].story_id for run, top in above.items()}


def _others(pairs: Iterable[Pair]) -> dict[str, set[str]]:
    others: defaultdict[str, set[str]] = defaultdict(set)
    for one, other in pairs:
        others[one].add(other)
        others[other].add(one)
    return others
