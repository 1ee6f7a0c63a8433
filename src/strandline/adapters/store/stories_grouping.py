"""Applying what grouping decides: main articles, and the verdicts that bound their members."""

from collections.abc import Iterable, Mapping

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from strandline.adapters.store import schema
from strandline.adapters.store.bulk import chunks
from strandline.adapters.store.stories_graph import Gathered, gather
from strandline.adapters.store.stories_reading import mains_of
from strandline.adapters.store.threads_grouping import thread_anew
from strandline.model.errors import StoreError
from strandline.model.stories import StoryChange
from strandline.ports.stories import Regroup

_MENTIONS = schema.article_sources


def group_anew(
    connection: Connection,
    article_uuids: Iterable[str],
    regroup: Regroup,
    related: Iterable[str] = (),
) -> list[StoryChange]:
    """Group some articles and all that is connected with them; in order of their ids. Then ask
    their stories anew which threads they are in.

    Args:
        related: Further articles of which it is known otherwise to what they are related.

    Raises:
        StoreError: What `regroup` says is no grouping; nothing may be stored.
    """
    asked = set(article_uuids)
    gathered = gather(connection, asked)
    changes = _grouped(connection, gathered, regroup)
    moved = {uuid for change in changes for uuid in (change.before, change.after)}
    mains = mains_of(connection, asked | set(related))
    thread_anew(connection, mains.values(), moved)
    return changes


def _grouped(connection: Connection, gathered: Gathered, regroup: Regroup) -> list[StoryChange]:
    """Group what was gathered."""
    if not gathered.mains:
        return []
    after = regroup(gathered.graph)
    _check(gathered, after)
    changes = [
        StoryChange(uuid, before, after[uuid])
        for uuid, before in sorted(gathered.mains.items())
        if after[uuid] != before
    ]
    _move(connection, changes)
    note_verdicts(connection, _binding(gathered, after))
    return changes


def note_verdicts(connection: Connection, binding: Mapping[str, int | None]) -> None:
    """Write at the mentions of each article which verdict bound it to its main article.

    Args:
        binding: Id → verdict; None where none did.
    """
    rows = [{"uuid": uuid, "verdict": verdict} for uuid, verdict in sorted(binding.items())]
    for chunk in chunks(rows):
        connection.execute(_NOTE, chunk)


def binding_of(uuid: str, main: str, story_links: Mapping[str, tuple[float, int]]) -> int | None:
    """The verdict that bound an article to its story: the one with the main article, else the
    surest with another member.

    Args:
        story_links: Other member → score and id of the verdict in force that says SAME.
    """
    if uuid == main or not story_links:
        return None
    if main in story_links:
        return story_links[main][1]
    return max(story_links.values(), key=lambda link: (link[0], -link[1]))[1]


def _check(gathered: Gathered, after: Mapping[str, str]) -> None:
    """Every article has a main one, of this graph, that is its own main one."""
    for uuid in gathered.mains:
        main = after.get(uuid)
        if main is None or main not in gathered.mains or after.get(main) != main:
            raise StoreError(
                f"The grouping gives {uuid} the main article {main}, which is none.", subject=uuid
            )


def _move(connection: Connection, changes: list[StoryChange]) -> None:
    rows = [{"uuid": change.article_uuid, "main": change.after} for change in changes]
    for chunk in chunks(rows):
        connection.execute(_MOVE, chunk)


def _binding(gathered: Gathered, after: Mapping[str, str]) -> dict[str, int | None]:
    """For members of stories, and for those that were."""
    links: dict[str, dict[str, tuple[float, int]]] = {}
    for (one, other), score in gathered.graph.links.items():
        if after[one] == after[other]:
            verdict_id = gathered.verdict_ids[one, other]
            links.setdefault(one, {})[other] = (score, verdict_id)
            links.setdefault(other, {})[one] = (score, verdict_id)
    return {
        uuid: binding_of(uuid, after[uuid], links.get(uuid, {}))
        for uuid, before in gathered.mains.items()
        if uuid != before or uuid != after[uuid]
    }


_MOVE = (
    schema.articles.update()
    .where(schema.articles.c.article_uuid == sa.bindparam("uuid"))
    .values(canonical_article_id=sa.bindparam("main"))
)
_NOTE = (
    _MENTIONS.update()
    .where(
        _MENTIONS.c.article_id == sa.bindparam("uuid"),
        _MENTIONS.c.verdict_id.is_distinct_from(sa.bindparam("verdict", type_=sa.BigInteger)),
    )
    .values(verdict_id=sa.bindparam("verdict", type_=sa.BigInteger))
)
