"""What may stand in an address: every parameter has a form and a bound, or the answer is 422.

An integer out of bounds would overflow the database, a NUL byte would fail PostgreSQL; neither
gets that far.
"""

import re
from datetime import UTC, date, datetime
from typing import Annotated

from fastapi import Path, Query
from fastapi.exceptions import RequestValidationError

#: Empty stands for "all": a form sends its empty boxes too.
SourceChoice = Annotated[str, Query(max_length=64, pattern=r"^[A-Za-z0-9_.-]*$")]
LanguageChoice = Annotated[
    str, Query(max_length=16, pattern=r"^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$")
]
Before = Annotated[str, Query(max_length=64)]

#: Any text is a query; the store reads as much of it as it can use.
Words = Annotated[str, Query(max_length=2_000)]
DomainChoice = Annotated[str, Query(max_length=253, pattern=r"^[\w.-]*$")]
StatusChoice = Annotated[
    str, Query(pattern="^(queued|running|succeeded|failed|skipped_cached|skipped_policy)?$")
]
CategoryChoice = Annotated[str, Query(max_length=100)]
VideoChoice = Annotated[str, Query(pattern="^(yes|no)?$")]
OrderChoice = Annotated[str, Query(pattern="^(best)?$")]
Day = Annotated[str, Query(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$")]
#: What became of a demand, told once after it was made.
Asked = Annotated[str, Query(max_length=20, pattern="^[a-z_]*$")]

ArticleId = Annotated[str, Path(max_length=64, pattern=r"^A_[0-9A-Za-z]{1,62}$")]
SourceId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
ArtifactId = Annotated[int, Path(ge=1, le=2**63 - 1)]
AnswerNumber = Annotated[int, Path(ge=0, le=1_000_000)]
#: A choice that is made or not.
Flag = Annotated[str, Query(pattern="^1?$")]
#: Stories of a single source are listed too.
AllStories = Annotated[str, Query(alias="all", pattern="^1?$")]
Limit = Annotated[int, Query(ge=1, le=200)]
DigestId = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]{1,64}$")]

_CURSOR = re.compile(
    r"(?P<when>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:[.][0-9]{1,6})?Z)(?:~(?P<id>A_[0-9A-Za-z]{1,62}))?"
)


def write_cursor(when: datetime, article_uuid: str = "") -> str:
    """Where a page ended, to the microsecond, as it stands in the address of the next."""
    moment = when.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
    return f"{moment}~{article_uuid}" if article_uuid else moment


def article_cursor(text: str) -> tuple[datetime, str] | None:
    """Read `before` of a list of articles; None where it is empty.

    Raises:
        RequestValidationError: It is not one of ours.
    """
    if not text:
        return None
    when, article_uuid = _read(text)
    if not article_uuid:
        raise _refused(text)
    return when, article_uuid


def time_cursor(text: str) -> datetime | None:
    """Read `before` of a list by time; None where it is empty.

    Raises:
        RequestValidationError: It is not one of ours.
    """
    return _read(text)[0] if text else None


def day(text: str, name: str) -> date | None:
    """Read a day of a form; None where it is empty.

    Args:
        name: Of the parameter, to be named where it is refused.

    Raises:
        RequestValidationError: There is no such day.
    """
    try:
        return date.fromisoformat(text) if text else None
    except ValueError as error:  # the 31st of February
        raise _refused(text, name) from error


def _read(text: str) -> tuple[datetime, str]:
    found = _CURSOR.fullmatch(text)
    if found is None:
        raise _refused(text)
    try:
        when = datetime.fromisoformat(found["when"])
    except ValueError as error:  # the 31st of February
        raise _refused(text) from error
    return when, found["id"] or ""


def _refused(text: str, name: str = "before") -> RequestValidationError:
    return RequestValidationError(
        [{"type": "value", "loc": ("query", name), "msg": "not understood", "input": text}]
    )
