"""Refusals of the API: `application/problem+json` (RFC 9457), whatever went wrong."""

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.html import clean
from strandline.render.views import ErrorView
from strandline.web.api.answers.base import Answer

MEDIA_TYPE = "application/problem+json"
#: Names that RFC 9110 has and older Pythons have not.
_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}
#: Status → name of the answer in the description, and what it says for itself.
PROBLEMS: Mapping[int, tuple[str, str]] = {
    400: ("Unreadable", "The body cannot be read as JSON."),
    401: ("Unauthorized", "Nobody is signed in, or the token is not one of ours any more."),
    403: ("Forbidden", "Whoever asks has no right to this."),
    404: ("NotFound", "There is nothing at this address."),
    405: ("NotAllowed", "This is not done with an address like this; `Allow` says what is."),
    409: ("Conflict", "Something was changed meanwhile, or the same is being done."),
    413: ("TooLarge", "The body is too long."),
    415: ("UnsupportedMediaType", "The body is no `application/json`."),
    421: ("Misdirected", "This server does not answer under that name."),
    422: ("NotUnderstood", "Parts of the request mean nothing; `errors` names them."),
    429: ("TooManyRequests", "Asked too often; `Retry-After` says when to go on."),
    500: ("Fault", "A fault of ours; `incident` is its number in the log."),
    503: ("OutOfReach", "The database or the object store does not answer; try again later."),
}
#: Fields that are named in one refusal.
_MOST_FIELDS = 20


class FieldProblem(Answer):
    """What is wrong with one part of a request."""

    where: str = Field(description="query, path, header or body.", examples=["query"])
    name: str = Field(description="Of the parameter, or the way to it in the body.")
    detail: str = Field(examples=["Input should be less than or equal to 200"])


class Problem(Answer):
    """Why something was not done (RFC 9457). Nothing was changed."""

    type: str = Field(
        default="about:blank", description="`about:blank`: the status says what it is."
    )
    title: str = Field(description="The status in words.", examples=["Not Found"])
    status: int = Field(examples=[404])
    detail: str = Field(description="A sentence for a person.")
    code: str = Field(
        default="", description="The same for a program, where there is more to tell."
    )
    errors: list[FieldProblem] = Field(
        default_factory=list, description="Parts of the request that were not understood."
    )
    incident: str = Field(default="", description="Number under which a fault is in the log.")


def problem(
    status: int,
    detail: str = "",
    *,
    code: str = "",
    errors: Sequence[FieldProblem] = (),
    incident: str = "",
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An answer that says what is wrong.

    Args:
        detail: A sentence; that of the status where there is none.
    """
    said = Problem(
        title=_TITLES.get(status) or HTTPStatus(status).phrase,
        status=status,
        detail=detail or PROBLEMS.get(status, ("", ""))[1],
        code=code,
        errors=list(errors),
        incident=incident,
    )
    body = said.model_dump_json(indent=1) + "\n"
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, MEDIA_TYPE)


def refused(view: ErrorView) -> Response:
    """The refusal of a page, for a program."""
    return problem(view.status, incident=view.incident)


def not_understood(error: RequestValidationError) -> Response:
    """A request with parts that cannot be: 422, or 404 where the address is none."""
    faults: Sequence[Mapping[str, Any]] = error.errors()
    if any(fault["loc"][0] == "path" for fault in faults):
        return problem(404)  # an id that cannot be one of ours: nothing is there
    return problem(422, errors=[_field(fault) for fault in faults[:_MOST_FIELDS]])


def _field(fault: Mapping[str, Any]) -> FieldProblem:
    where, *way = fault["loc"]
    named = ".".join(str(step) for step in way)
    return FieldProblem(where=str(where), name=clean(named, 200), detail=clean(fault["msg"], 300))


def is_for_api(request: Request) -> bool:
    """True where the answer is for a program."""
    return request.url.path.startswith("/api/")
