"""What `strandline doctor` says of one thing that it looked at."""

from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How bad a finding is."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"

    @property
    def mark(self) -> str:
        """The sign before a line of a finding."""
        return {Level.OK: "✓", Level.WARNING: "!", Level.FAULT: "✗"}[self]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    what: str
    level: Level
    detail: str
    advice: str = ""
