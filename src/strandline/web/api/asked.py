"""What bodies of requests hold: JSON taken as it is, or refused with the way to the fault."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field


class Asked(BaseModel):
    """Base of all bodies: a field that there is not is named, not passed over."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def _is_text(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("a time is text: 2026-03-04T07:00:00Z")  # noqa: TRY004 - told as a 422
    return value


def _whole(value: Any) -> Any:
    is_whole = isinstance(value, float) and value.is_integer()
    return int(value) if is_whole else value


def in_utc(when: datetime) -> datetime:
    """The same moment in UTC.

    Raises:
        ValueError: It lies beyond the calendar.
    """
    try:
        return when.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("there is no such time in UTC") from error


#: A time with its zone.
Moment = Annotated[
    AwareDatetime,
    BeforeValidator(_is_text, json_schema_input_type=AwareDatetime),
    AfterValidator(in_utc),
    Field(examples=["2026-03-04T07:00:00Z"]),
]

NO_NUL = r"^[^\x00]*$"
#: One line: a name, a title, an address.
Line = Annotated[str, Field(max_length=2_000, pattern=r"^[^\x00-\x1f\x7f]*$")]
#: Text of several lines.
Text = Annotated[str, Field(max_length=20_000, pattern=NO_NUL)]
#: Greatest whole number that every reader of JSON takes for what it is (RFC 8259, 6).
MOST_WHOLE = 2**53 - 1
#: For a number without a fraction, behind its bounds; JSON knows no other kind (`3.0` is 3).
AS_WHOLE = BeforeValidator(_whole)
Flag = Annotated[bool, Field(strict=True)]
