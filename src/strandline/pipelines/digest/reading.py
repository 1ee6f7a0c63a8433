"""Reads pages of articles: many hosts at once, each result in its place.

The fetcher keeps to one request a host and its delay; the threads here only keep it busy.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from strandline.model.articles import ArticleText
from strandline.model.fetching import FetchKind, FetchOutcome, FetchRequest
from strandline.pipelines.side_by_side import side_by_side
from strandline.ports import Ports

T = TypeVar("T")
R = TypeVar("R")

#: Threads that wait for pages, at most; more would only queue at the fetcher.
_MOST_THREADS = 16


def read_page(
    ports: Ports, article_uuid: str, url: str, known: ArticleText | None, now: datetime
) -> ArticleText:
    """Fetch and scrape one page, and keep the outcome.

    A request that was never sent (the host asked us to wait) is no attempt and is not kept.

    Args:
        known: How an earlier attempt ended; its count goes on.
    """
    result = ports.fetcher.fetch(FetchRequest(url, kind=FetchKind.PAGE))
    text = ports.parser.page(article_uuid, result, now)
    text = replace(text, attempts=(known.attempts if known else 0) + 1)
    if result.outcome is not FetchOutcome.NOT_NOW:
        ports.store.save_text(text)
    return text


def at_once(
    ports: Ports, label: str, threads: int, work: Callable[[T], R], jobs: Sequence[T]
) -> list[R]:
    """Do jobs side by side; results in the order of the jobs, the first fault is raised."""
    if not jobs:
        return []
    ports.progress.start(label, len(jobs))

    def one(job: T) -> R:
        result = work(job)
        ports.progress.advance(label)
        return result

    try:
        return side_by_side(min(threads, _MOST_THREADS), one, jobs)
    finally:
        ports.progress.finish(label)
