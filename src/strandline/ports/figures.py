"""What happened on each day, counted once."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Protocol


class FigureStore(Protocol):
    """Figures by day and name (`core.figures` has the names)."""

    def count_day(self, start: datetime, end: datetime) -> dict[str, int]:
        """What happened in [start, end); the cost grows with that span alone."""
        ...

    def totals(self) -> dict[str, int]:
        """Bytes that are kept now, by place; reads every artifact's row, so it is asked rarely."""
        ...

    def save_figures(self, day: date, figures: Mapping[str, int]) -> None:
        """Insert or replace a day's figures; those that are not named go."""
        ...

    def figures(self, since: date) -> dict[date, dict[str, int]]:
        """Days from a day on that were counted, oldest first."""
        ...
