"""A mark: a piece of a title whose value can be compared, such as a number or a date."""

from dataclasses import dataclass

#: What a mark's value is: a number, a spelling, or several of them (month and day; a score).
Value = float | str | tuple[float, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """A number, date, part, version or the like.

    Attributes:
        kind: `count`, `percent`, `money`, `measure`, `age`, `magnitude`, `ordinal`, `score`,
            `day`, `month`, `weekday`, `year`, `quarter`, `season`, `clock`, `part`, `version`,
            `numbered`.
        value: Equal values mean the same.
        role: What it counts, measures or names: `dead`, `eur`, `km`, `iphone`; may be empty.
        near: `about`, `over` or `under` where the title says that the value is none to the digit.
        start: Where it begins in the title.
    """

    kind: str
    value: Value
    start: int
    end: int
    role: str = ""
    near: str = ""


def free(marks: list[Mark], start: int, end: int) -> bool:
    """True where no mark covers any of these characters."""
    return all(mark.end <= start or end <= mark.start for mark in marks)
