"""Forms as they come in: bounded before they are read, text that is text, files as bytes."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from typing import Annotated
from urllib.parse import parse_qsl

from fastapi import Depends
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

#: Most bytes of a form; a route may say another limit.
FORM_BYTES = 262_144
#: Most fields, and most files.
MAX_FIELDS, MAX_FILES = 5_000, 20
#: Name of the field that names a form.
ONCE = "_once"
_MAX_ONCE = 80


@dataclass(frozen=True, slots=True)
class File:
    """A file of a form; name and type are what the browser says."""

    name: str
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form, in order."""

    fields: tuple[tuple[str, str], ...] = ()
    files: Mapping[str, tuple[File, ...]] = field(default_factory=dict)

    def text(self, name: str, otherwise: str = "") -> str:
        """The first value without blanks around it; `otherwise` where it is missing."""
        return next((value.strip() for key, value in self.fields if key == name), otherwise)

    def whole(self, name: str) -> str:
        """The first value as it was sent, as for passwords and texts; empty where it is missing."""
        return next((value for key, value in self.fields if key == name), "")

    def texts(self, name: str) -> tuple[str, ...]:
        """All values of a name, as ticked boxes send them."""
        return tuple(value.strip() for key, value in self.fields if key == name)

    def flag(self, name: str) -> bool:
        """True for a ticked box."""
        return bool(self.text(name))

    def number(self, name: str) -> int | None:
        """A whole number; None where it is missing or none."""
        text = self.text(name)
        digits = text.removeprefix("-")
        return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None

    def file(self, name: str) -> File | None:
        """The first file that was chosen; None where none was."""
        return next((one for one in self.files.get(name, ()) if one.name or one.body), None)

    @property
    def once(self) -> str:
        """What the page called this form; empty where it did not."""
        return self.text(ONCE)[:_MAX_ONCE]


def read_form(limit: int) -> Callable[[Request], Awaitable[None]]:
    """A dependency that reads the form of a request once its right was held.

    Raises:
        HTTPException: 413 for too much, 415 for another type, 400 for what is no form.
    """

    async def read(request: Request) -> None:
        body = await _bounded(request, limit)
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind == "application/x-www-form-urlencoded" or (not kind and not body):
            request.state.form = Form(_pairs(body))
        elif kind == "multipart/form-data":
            request.state.form = await _parts(request, body, limit)
        else:
            raise HTTPException(415)

    return read


def _form_of(request: Request) -> Form:
    form: Form = request.state.form
    return form


#: The form, as a parameter of a route that was declared by `Desk.post`.
Posted = Annotated[Form, Depends(_form_of)]


async def _bounded(request: Request, limit: int) -> bytes:
    told = request.headers.get("content-length", "")
    if told.isdigit() and int(told[:20]) > limit:
        raise HTTPException(413)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HTTPException(413)
    return bytes(body)


def _pairs(body: bytes) -> tuple[tuple[str, str], ...]:
    try:
        pairs = parse_qsl(
            body.decode("ascii"),
            keep_blank_values=True,
            errors="replace",
            max_num_fields=MAX_FIELDS,
        )
    except ValueError as error:  # not ASCII, or too many fields
        raise HTTPException(400) from error
    return tuple((_plain(key), _plain(value)) for key, value in pairs)


def _refuse_charset(request: Request) -> None:
    """Browsers write UTF-8; other codecs are not the sender's to choose: punycode takes time in the
    square of the text, and escapes give what is no text.
    """
    message = Message()
    message["content-type"] = request.headers.get("content-type", "")[:1_000]
    if str(message.get_param("charset", "utf-8")).strip("'\"").lower() not in ("utf-8", "utf8"):
        raise HTTPException(415)


async def _parts(request: Request, body: bytes, limit: int) -> Form:
    _refuse_charset(request)

    async def whole() -> AsyncIterator[bytes]:
        yield body

    parser = MultiPartParser(
        request.headers,
        whole(),  # type: ignore[arg-type]
        max_files=MAX_FILES,
        max_fields=MAX_FIELDS,
        max_part_size=limit,
    )
    try:
        data = await parser.parse()
    except (MultiPartException, UnicodeDecodeError, ValueError, KeyError) as error:
        raise HTTPException(400) from error
    if not body.rstrip().endswith(b"--"):  # the last boundary (RFC 2046, 5.1.1): it was cut off
        raise HTTPException(400)
    fields: list[tuple[str, str]] = []
    files: dict[str, tuple[File, ...]] = {}
    for name, value in data.multi_items():
        if isinstance(value, str):
            fields.append((_plain(name), _plain(value)))
            continue
        file = File(value.filename or "", value.content_type or "", await value.read())
        files[name] = (*files.get(name, ()), file)
    await data.close()
    return Form(tuple(fields), files)


def _plain(text: str) -> str:
    """As a database keeps it: no NUL, no half of a character, one kind of line break."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole.replace("\x00", "").replace("\r\n", "\n")
