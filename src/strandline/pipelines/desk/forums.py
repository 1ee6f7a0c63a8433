"""A forum's view of its links: what a topic leads to, and kept pages as packages."""

import calendar
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import BinaryIO

from strandline.model.archive import Artifact, ArtifactKind
from strandline.model.forums import ForumLink, Topic
from strandline.model.sources import Source, SourceKind
from strandline.ports import Replayer, Store

#: Links that are read at once, and what one package holds: records, and their bytes as stored.
BATCH, MOST_RECORDS, MOST_BYTES = 200, 2_000, 2_000_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which links of forums.

    Attributes:
        topic_url: Of one topic; None for all.
        since: Of posts made at or after this; `until`: before this.
    """

    source_uuids: tuple[str, ...]
    topic_url: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def forums_of(sources: Sequence[Source], named: str = "", tag: str = "") -> tuple[Source, ...]:
    """The forums among sources: one by its id, those with a tag, or all."""
    return tuple(
        source
        for source in sources
        if source.kind is SourceKind.DISCOURSE
        and named in ("", source.source_uuid)
        and (not tag or tag in source.tags)
    )


def month_of(text: str) -> tuple[datetime, datetime]:
    """The bounds of a month written as `2026-03`.

    Raises:
        ValueError: It is none.
    """
    start = datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC)
    days = calendar.monthrange(start.year, start.month)[1]
    last = start.replace(day=days, hour=23, minute=59, second=59, microsecond=999_999)
    return start, last


def by_topic(links: Sequence[ForumLink]) -> tuple[Topic, ...]:
    """Links grouped by their topics, in the order in which each comes first."""
    found: dict[str, list[ForumLink]] = {}
    for link in links:
        found.setdefault(link.topic_url, []).append(link)
    return tuple(Topic(url, some[0].topic_title, tuple(some)) for url, some in found.items())


def every_link(store: Store, wanted: Wanted) -> Iterator[ForumLink]:
    """All links, those found last first, in batches."""
    before: int | None = None
    while True:
        found = store.forum_links(
            wanted.source_uuids,
            limit=BATCH,
            before=before,
            topic_url=wanted.topic_url,
            since=wanted.since,
            until=wanted.until,
        )
        yield from found
        if len(found) < BATCH:
            return
        before = found[-1].mention_id


def records(store: Store, wanted: Wanted) -> Iterator[Artifact]:
    """The shown record of every kept page that is linked to, each once."""
    seen: set[str] = set()
    for link in every_link(store, wanted):
        if not link.is_kept or link.article_uuid in seen:
            continue
        seen.add(link.article_uuid)
        current = store.artifacts(link.article_uuid)
        yield from [file for file in current if file.kind is ArtifactKind.WARC][:1]


def export(
    store: Store,
    replayer: Replayer,
    wanted: Wanted,
    opened: Callable[[int], AbstractContextManager[BinaryIO]],
    *,
    most_bytes: int = MOST_BYTES,
) -> list[int]:
    """Write packages (WACZ), one after the other, each within its bounds.

    Args:
        opened: Opens the file of a package by its number, from 1; left when it is written.

    Returns:
        How many pages each holds.

    Raises:
        StoreError: The object store does not give a record out.
    """
    counts: list[int] = []
    part: list[Artifact] = []

    def write() -> None:
        with opened(len(counts) + 1) as target:
            replayer.pack([file.key for file in part], target)
        counts.append(len(part))
        part.clear()

    for file in records(store, wanted):
        is_full = sum(one.size_bytes for one in part) + file.size_bytes > most_bytes
        if part and (is_full or len(part) >= MOST_RECORDS):
            write()
        part.append(file)
    if part:
        write()
    return counts
