"""Fair turns: who has much to do does not go before those who have little."""

from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")


def in_turns(items: Iterable[T], of: Callable[[T], str]) -> list[T]:
    """One item of each owner, then the next of each, and so on; their own order stays."""
    seen: dict[str, int] = {}
    rounds: list[tuple[int, T]] = []
    for item in items:
        owner = of(item)
        seen[owner] = seen.get(owner, -1) + 1
        rounds.append((seen[owner], item))
    return [item for _, item in sorted(rounds, key=lambda one: one[0])]
