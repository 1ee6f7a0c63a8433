"""A large archive: near titles are found by an engine first, the rest is matched as always.

    titles ─▶ spans of time ─▶ pairs ─▶ match

Each stage keeps what it has done, so that a run which was killed goes on where it stood. Articles
that come meanwhile are compared with everything by the window itself.
"""

import threading
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import structlog

from strandline.core.dedup.cascade import cascade_version
from strandline.model.stories import DatedTitle, StoryInput
from strandline.pipelines.stories.backfill import backfill
from strandline.pipelines.stories.matcher import Matcher, reach_of
from strandline.pipelines.stories.matching import MatchReport
from strandline.pipelines.stories.source_names import SourceNames
from strandline.pipelines.stories.spans import FIRST, LAST, before, story_time
from strandline.pipelines.stories.window import LEAST_CHINESE, LEAST_JACCARD, least_of, said_by
from strandline.ports import Ports
from strandline.ports.near import TitleJoiner
from strandline.settings import StorySettings

log = structlog.get_logger()

#: Labels of the progress bars.
TITLES_BAR, PAIRS_BAR = "read titles", "near titles (spans)"


class _EndedError(Exception):
    """The run is to end before its stage is done."""


def backfill_on(
    joiner: TitleJoiner,
    ports: Ports,
    settings: StorySettings,
    *,
    now: datetime,
    since: datetime | None = None,
    stop: threading.Event | None = None,
) -> MatchReport:
    """Match as `backfill` does, with near titles from an engine.

    Args:
        stop: Ends the run after the piece of work in hand; it is taken up again by the next run.

    Raises:
        StoreError: The database, the folder or the engine cannot be used; what was done stays.
    """
    stop = stop or threading.Event()
    reach = reach_of(settings)
    if not ports.store.unmatched(since=since, cascade_version=cascade_version(), limit=1):
        return MatchReport()
    try:
        _keep_titles(joiner, ports, since, reach, stop)
        _find_pairs(joiner, ports, stop)
    except _EndedError:
        return MatchReport()
    matcher = Matcher(ports, settings, near=joiner.near())
    report = backfill(ports, settings, now=now, since=since, matcher=matcher, stop=stop)
    if not stop.is_set():
        joiner.clear()
    return report


def _keep_titles(
    joiner: TitleJoiner,
    ports: Ports,
    since: datetime | None,
    reach: timedelta,
    stop: threading.Event,
) -> None:
    """Hand over the titles of everything that may be compared, unless a run before has done so."""
    first = FIRST if since is None else before(since, reach)
    key = f"{cascade_version()} {reach.total_seconds()} {first.isoformat()}"
    total = ports.store.story_counts().articles if since is None else None
    ports.progress.start(TITLES_BAR, total)
    try:
        titles = _titles(ports, first, stop)
        taken = joiner.keep(key, titles, window=reach, least=min(LEAST_JACCARD, LEAST_CHINESE))
    finally:
        ports.progress.finish(TITLES_BAR)
    log.info("titles taken in" if taken else "titles of the last run are used")


def _titles(ports: Ports, first: datetime, stop: threading.Event) -> Iterator[Sequence[DatedTitle]]:
    names = SourceNames(ports.store)
    for batch in ports.store.story_window(first, LAST, whole=True):
        if stop.is_set():
            raise _EndedError
        yield [_title(names, article) for article in batch]
        ports.progress.advance(TITLES_BAR, len(batch))


def _title(names: SourceNames, article: StoryInput) -> DatedTitle:
    telling = names.tell(article)
    return DatedTitle(
        time=story_time(article),
        article_id=article.article_uuid,
        folded=telling.title.folded,
        common=said_by(telling).hex(),
        least=least_of(telling),
    )


def _find_pairs(joiner: TitleJoiner, ports: Ports, stop: threading.Event) -> None:
    pairs = 0
    ports.progress.start(PAIRS_BAR, joiner.spans())
    try:
        for count in joiner.join():
            pairs += count
            ports.progress.advance(PAIRS_BAR)
            if stop.is_set():
                raise _EndedError
    finally:
        ports.progress.finish(PAIRS_BAR)
    log.info("near titles found", pairs=pairs)
