"""Keeping threads as verdicts and rulings have it, within the transaction that changes these.

A story is asked anew which run it joins where it, its links or the run that it is in have changed;
where that moves it, so are the stories after it which that may move. What a thread is decides
`core.dedup.threads`. A story that is alone has no row.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store import stories_schema as stories
from strandline.adapters.store.bulk import chunks, select_among
from strandline.adapters.store.stories_inputs import STORY_TIME
from strandline.core.dedup.blocks import Pair, block_of, pair
from strandline.core.dedup.threads import REACH, ThreadGraph, run_of_each, threads_of_runs
from strandline.model.stories import Decision, ThreadStory

_ARTICLES, _ROWS = schema.articles, stories.story_threads

_ENDS = ("article_a", "article_b")
_MEMBERS = """
    SELECT article_uuid, canonical_article_id FROM articles
    WHERE canonical_article_id <> article_uuid AND canonical_article_id {among}
"""
_MAINS = "SELECT article_uuid, canonical_article_id FROM articles WHERE article_uuid {among}"
_LINKS = """
    SELECT article_a, article_b FROM verdicts
    WHERE is_current AND relation IN ('related', 'update') AND {end} {{among}}
"""
_PARTED = """
    SELECT article_a, article_b FROM rulings
    WHERE is_current AND decision = 'unrelated' AND {end} {{among}}
"""
#: What people ruled on threads: it is little, and read as a whole.
_RULED = sa.text("""
    SELECT a.canonical_article_id AS one, b.canonical_article_id AS other, r.decision,
        COALESCE(ta.run_id, a.canonical_article_id) AS run_one,
        COALESCE(tb.run_id, b.canonical_article_id) AS run_other
    FROM rulings r
        JOIN articles a ON a.article_uuid = r.article_a
        JOIN articles b ON b.article_uuid = r.article_b
        LEFT JOIN story_threads ta ON ta.story_id = a.canonical_article_id
        LEFT JOIN story_threads tb ON tb.story_id = b.canonical_article_id
    WHERE r.is_current AND r.decision IN ('update', 'unrelated')
""")
#: The calendar's ends.
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


@dataclass(slots=True)
class _Near:
    """Some stories, and what is linked with them.

    Attributes:
        stories: By id, with all that any of them is linked with or ruled on.
        kept: Of these, the rows as they are; a story that is alone has none.
    """

    stories: dict[str, ThreadStory] = field(default_factory=dict)
    kept: dict[str, ThreadStory] = field(default_factory=dict)
    links: set[Pair] = field(default_factory=set)
    parted: set[Pair] = field(default_factory=set)

    def linked_stories(self) -> set[str]:
        """All that is linked with anything."""
        return {uuid for two in self.links for uuid in two}

    def linked(self, wanted: Iterable[str]) -> set[str]:
        """What is linked with any of some stories."""
        some = set(wanted)
        return {uuid for two in self.links if not some.isdisjoint(two) for uuid in two}


def thread_anew(connection: Connection, asked: Iterable[str], changed: Iterable[str]) -> None:
    """Ask stories anew which thread they are in.

    Args:
        asked: Main articles of stories.
        changed: Those that have other articles than they had, and those that are none any more;
            whatever is linked with them is asked, too.
    """
    others, runs = set(changed), set[str]()
    named = {*asked, *others, *_near(connection, others).linked_stories()}
    waiting = set(named)
    while waiting:
        moved, touched = _ask(connection, waiting)
        runs |= touched
        waiting = _after(connection, moved, touched) if moved else set()
    _name(connection, runs, named)


def _ask(connection: Connection, asked: set[str]) -> tuple[list[datetime], set[str]]:
    """Ask stories for their runs, and keep the answers.

    Returns:
        Times of those that moved, and the runs that they left or joined.
    """
    near = _near(connection, asked)
    _complete(connection, near, asked)
    graph = ThreadGraph(tuple(near.stories.values()), frozenset(near.links), frozenset(near.parted))
    after = run_of_each(graph, asked & near.stories.keys())
    moved, touched, rows = [], set[str](), []
    for uuid in sorted(asked):
        kept, story = near.kept.get(uuid), near.stories.get(uuid)
        is_as_it_was = (
            kept is not None and story is not None and kept.time == story.time
        ) and kept.run_id == after[uuid]
        if is_as_it_was or (kept is None and (story is None or after[uuid] == uuid)):
            continue
        moved += [one.time for one in (kept, story) if one is not None]
        touched |= {kept.run_id} if kept else {uuid}
        if story is not None:
            touched.add(after[uuid])
            rows.append((uuid, story.time, after[uuid]))
        else:
            connection.execute(_ROWS.delete().where(_ROWS.c.story_id == uuid))
    first = {run: near.stories.get(run) for _, _, run in rows}
    heads = [(run, one.time, run) for run, one in first.items() if one and run not in near.kept]
    _put(connection, [*heads, *rows])
    return moved, touched


def _after(connection: Connection, moved: list[datetime], runs: set[str]) -> set[str]:
    """The stories that may move because others did: later ones that are in one of the runs, or are
    linked with a story of one.
    """
    first, last = min(moved), max(moved)
    members = _rows_of(connection, runs, _moved(first, -REACH), _moved(last, REACH))
    near = _near(connection, members)
    later = near.linked(members) | members
    return {
        uuid
        for uuid in later
        if (one := near.stories.get(uuid) or near.kept.get(uuid)) is not None
        and first <= one.time <= _moved(last, 2 * REACH)
    }


def _name(connection: Connection, runs: set[str], asked: set[str]) -> None:
    """Give runs their threads, with those that people put into one with them; what is alone in its
    thread is none.
    """
    ruled = [row for row in connection.execute(_RULED) if row.run_one != row.run_other]
    bound = [(row.run_one, row.run_other) for row in ruled if row.decision == Decision.UPDATE.value]
    parted = [
        (row.run_one, row.run_other) for row in ruled if row.decision != Decision.UPDATE.value
    ]
    some = runs | set(_runs_of(connection, _ROWS.c.story_id, asked)) | asked
    some |= set(_runs_of(connection, _ROWS.c.thread_id, some | _threads_of(connection, some)))
    some = block_of(some, bound, {*some, *(run for two in bound for run in two)})
    heads = {run: ThreadStory(run, time) for run, time in _times(connection, some).items()}
    alone = {run for two in bound for run in two if run in heads}
    _put(connection, [(run, heads[run].time, run) for run in sorted(alone)])
    inside = [two for two in bound if heads.keys() >= {*two}]
    threads = threads_of_runs(heads, inside, parted).items()
    for named in chunks([{"run": run, "thread": thread} for run, thread in threads]):
        connection.execute(_NAME, named)
    for chunk in chunks(sorted(some)):
        connection.execute(_ALONE, {"runs": list(chunk)})


def _runs_of(
    connection: Connection, column: sa.Column[str], values: Iterable[str]
) -> Iterable[str]:
    """Runs with a row of which a column has one of some values."""
    for chunk in chunks(sorted(values)):
        query = sa.select(_ROWS.c.run_id).where(column.in_(chunk)).distinct()
        yield from connection.execute(query).scalars()


def _threads_of(connection: Connection, runs: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for chunk in chunks(sorted(runs)):
        query = sa.select(_ROWS.c.thread_id).where(_ROWS.c.run_id.in_(chunk)).distinct()
        found.update(connection.execute(query).scalars())
    return found


def _near(connection: Connection, asked: Iterable[str]) -> _Near:
    """What is linked with some stories, of whatever time."""
    near, wanted = _Near(), sorted(set(asked))
    story_of = {row[0]: row[1] for row in select_among(connection, _MAINS, wanted)}
    story_of |= {row[0]: row[1] for row in select_among(connection, _MEMBERS, wanted)}
    linked, ruled = set[Pair](), set[Pair]()
    for end in _ENDS:
        for found, statement in ((linked, _LINKS), (ruled, _PARTED)):
            rows = select_among(connection, statement.format(end=end), story_of)
            found.update((row[0], row[1]) for row in rows)
    ends = {uuid for two in (*linked, *ruled) for uuid in two}
    story_of |= {row[0]: row[1] for row in select_among(connection, _MAINS, ends)}
    near.links = set(_between(linked, story_of))
    near.parted = set(_between(ruled, story_of))
    _read(connection, near, {*wanted, *story_of.values()})
    return near


def _complete(connection: Connection, near: _Near, asked: set[str]) -> None:
    """With all others of the runs that the stories may join, as far as they are looked at."""
    times = [near.stories[uuid].time for uuid in asked if uuid in near.stories]
    if times:
        runs = {story.run_id for story in near.stories.values()} - {""}
        more = _rows_of(connection, runs, _moved(min(times), -REACH), max(times))
        _read(connection, near, more - near.stories.keys())


def _moved(time: datetime, by: timedelta) -> datetime:
    """A time moved, within the calendar: strangers date their news in the years 1 and 9999."""
    try:
        return time + by
    except OverflowError:
        return _FIRST if by < timedelta(0) else _LAST


def _read(connection: Connection, near: _Near, uuids: Iterable[str]) -> None:
    """Stories with their times and their rows."""
    times = _times(connection, uuids)
    for chunk in chunks(sorted(uuids)):
        query = sa.select(_ROWS).where(_ROWS.c.story_id.in_(chunk))
        for row in connection.execute(query):
            near.kept[row.story_id] = ThreadStory(row.story_id, row.story_time, row.run_id)
    for uuid, time in times.items():
        kept = near.kept.get(uuid)
        near.stories[uuid] = ThreadStory(uuid, time, kept.run_id if kept else "")


def _times(connection: Connection, uuids: Iterable[str]) -> dict[str, datetime]:
    """Story times of those that are main articles."""
    found: dict[str, datetime] = {}
    for chunk in chunks(sorted(uuids)):
        query = sa.select(_ARTICLES.c.article_uuid, STORY_TIME.label("time")).where(
            _ARTICLES.c.article_uuid.in_(chunk),
            _ARTICLES.c.canonical_article_id == _ARTICLES.c.article_uuid,
        )
        found |= {row.article_uuid: row.time for row in connection.execute(query)}
    return found


def _rows_of(
    connection: Connection, runs: Iterable[str], since: datetime, until: datetime
) -> set[str]:
    """Stories of some runs in a span of time."""
    return _members_of(connection, runs, _ROWS.c.story_time >= since, _ROWS.c.story_time <= until)


def _members_of(
    connection: Connection, runs: Iterable[str], *more: sa.ColumnElement[bool]
) -> set[str]:
    found: set[str] = set()
    for chunk in chunks(sorted(runs)):
        query = sa.select(_ROWS.c.story_id).where(_ROWS.c.run_id.in_(chunk), *more)
        found.update(connection.execute(query).scalars())
    return found


def _between(pairs: Iterable[Pair], story_of: dict[str, str]) -> Iterable[Pair]:
    """Pairs of articles as pairs of their stories, where these are two."""
    for one, other in pairs:
        a, b = story_of.get(one), story_of.get(other)
        if a is not None and b is not None and a != b:
            yield pair(a, b)


def _put(connection: Connection, rows: Iterable[tuple[str, datetime, str]]) -> None:
    """Insert or replace; the name of the thread is given at the end."""
    for chunk in chunks([{"story": uuid, "time": time, "run": run} for uuid, time, run in rows]):
        connection.execute(_PUT, chunk)


def move_thread(connection: Connection, old: str, target: str) -> None:
    """The place of an article that turned out to be another's page goes to that one's story."""
    place = _ROWS.c.story_id
    there = sa.select(place).where(place == target).scalar_subquery()
    connection.execute(_ROWS.update().where(place == old, there.is_(None)).values(story_id=target))
    connection.execute(_ROWS.delete().where(place == old))
    for column in (_ROWS.c.run_id, _ROWS.c.thread_id):
        connection.execute(_ROWS.update().where(column == old).values({column.name: target}))


_PUT = sa.text(
    "INSERT INTO story_threads (story_id, story_time, run_id, thread_id) "
    "VALUES (:story, :time, :run, :run) ON CONFLICT (story_id) "
    "DO UPDATE SET story_time = excluded.story_time, run_id = excluded.run_id"
).bindparams(sa.bindparam("time", type_=_ROWS.c.story_time.type))
_NAME = sa.text(
    "UPDATE story_threads SET thread_id = :thread WHERE run_id = :run AND thread_id <> :thread"
)
#: Rows of runs whose thread has no second story.
_ALONE = sa.text(
    "DELETE FROM story_threads WHERE run_id IN :runs AND NOT EXISTS ("
    "SELECT 1 FROM story_threads others WHERE others.thread_id = story_threads.thread_id"
    " AND others.story_id <> story_threads.story_id)"
).bindparams(sa.bindparam("runs", expanding=True))
