"""Matches the history: what was in the ledger before, or older than the window reaches."""

import threading
from datetime import datetime

from strandline.pipelines.stories.matcher import Matcher
from strandline.pipelines.stories.matching import BAR, MatchReport, run_match
from strandline.ports import Ports
from strandline.settings import StorySettings


def backfill(
    ports: Ports,
    settings: StorySettings,
    *,
    now: datetime,
    since: datetime | None = None,
    matcher: Matcher | None = None,
    stop: threading.Event | None = None,
) -> MatchReport:
    """Match every article from a time on that these rules have not matched, oldest first.

    What is done is marked with each batch, so a run that was killed goes on where it stood.

    Args:
        since: Earliest story time; None for the whole ledger.
        matcher: Another one than usual.

    Raises:
        StoreError: The database cannot be used; what was saved before stays.
    """
    ports.progress.start(BAR, ports.store.story_counts().unmatched if since is None else None)
    try:
        return run_match(
            ports,
            settings,
            now=now,
            matcher=matcher,
            since=since,
            whole=since is None,
            stop=stop,
        )
    finally:
        ports.progress.finish(BAR)
