"""Where a page of a list ended, as it stands in the address of the next: opaque, and of that list.

A cursor carries the place and a seal over it, the name of its list and the choice that was made.
The seal keeps no secret: whoever forges one reaches a place that they may read anyway. It tells
cursors of other lists and choices, and cut ones, from those that mean something here.
"""

import base64
import binascii
import json
from collections.abc import Mapping
from datetime import datetime
from hashlib import blake2s
from typing import Annotated, TypeVar

from fastapi import Query
from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, AwareDatetime, Field, TypeAdapter, ValidationError

from strandline.web.api.asked import MOST_WHOLE, in_utc
from strandline.web.walking import Place

#: Parameter of every list.
Cursor = Annotated[
    str,
    Query(
        max_length=400,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="Where to go on: taken from `next`, never made by hand.",
        json_schema_extra={"format": "cursor"},
    ),
]

#: Kinds of places. A forged one holds nothing that a database could not be asked.
PlaceId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
PlaceMoment = Annotated[AwareDatetime, Field(strict=True), AfterValidator(in_utc)]
ID: TypeAdapter[str] = TypeAdapter(PlaceId)
NUMBER: TypeAdapter[int] = TypeAdapter(Annotated[int, Field(strict=True, ge=0, le=MOST_WHOLE)])
MOMENT: TypeAdapter[datetime] = TypeAdapter(PlaceMoment)
_PLACE: TypeAdapter[Place] = TypeAdapter(tuple[PlaceMoment, PlaceId])

_SEAL_BYTES = 9
_DETAIL = "This is no cursor of this list with this choice: take the address in `next`."
Kind = TypeVar("Kind")


def write_cursor(name: str, choice: Mapping[str, str], place: object) -> str:
    """The text of a place.

    Args:
        name: Of the list.
        choice: Parameters that were given, without the cursor and the size of the page.
        place: Of the last row shown; anything that JSON holds, times included.
    """
    body = _ADAPTER.dump_json(place)
    return base64.urlsafe_b64encode(_seal(name, choice, body) + body).decode().rstrip("=")


def read_cursor(
    text: str, name: str, choice: Mapping[str, str], kind: TypeAdapter[Kind]
) -> Kind | None:
    """The place that a cursor stands for; None for an empty one.

    Args:
        kind: What a place of this list is: `ID`, `NUMBER` or `MOMENT`.

    Raises:
        RequestValidationError: It is no cursor of this list with this choice.
    """
    if not text:
        return None
    try:
        raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        seal, body = raw[:_SEAL_BYTES], raw[_SEAL_BYTES:]
        if seal != _seal(name, choice, body):
            raise _refused(text)
        return kind.validate_json(body)
    except (binascii.Error, ValidationError) as error:
        raise _refused(text) from error


def read_place(text: str, name: str, choice: Mapping[str, str]) -> Place | None:
    """The same for lists by time and id."""
    return read_cursor(text, name, choice, _PLACE)


_ADAPTER = TypeAdapter(object)


def _seal(name: str, choice: Mapping[str, str], body: bytes) -> bytes:
    made = json.dumps([name, sorted((k, v) for k, v in choice.items() if v)])
    return blake2s(made.encode() + b"\n" + body, digest_size=_SEAL_BYTES).digest()


def _refused(text: str) -> RequestValidationError:
    return RequestValidationError(
        [{"type": "value", "loc": ("query", "cursor"), "msg": _DETAIL, "input": text}]
    )
