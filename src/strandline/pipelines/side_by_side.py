"""Jobs in a few threads, results in their order."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(threads: int, work: Callable[[T], R], jobs: Sequence[T]) -> list[R]:
    """Do jobs side by side; results in the order of the jobs, the first fault is raised.

    A process that is told to end (`SystemExit`) does not wait for the jobs under way.
    """
    if not jobs:
        return []
    pool = ThreadPoolExecutor(min(threads, len(jobs)))
    is_ending = False
    try:
        return list(pool.map(work, jobs))
    except SystemExit:
        is_ending = True
        raise
    finally:
        pool.shutdown(wait=not is_ending, cancel_futures=True)
