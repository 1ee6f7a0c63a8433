"""How a read of the API is registered and answered."""

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.web.access.rights import needs
from strandline.web.api.answers.base import Answer
from strandline.web.site import reply

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])

#: Everything of this version is below.
ROOT = "/api/v1"
#: Under this a route's right stands for the description.
RIGHT = "x-right"


def read_route(
    router: APIRouter, path: str, model: type[Answer], right: Right = Right.PUBLIC
) -> Callable[[Endpoint], Endpoint]:
    """GET, as the description says it; HEAD too, of which it says nothing.

    Args:
        path: Below `ROOT`.
        model: What it answers.
        right: What whoever asks needs.
    """

    def register(endpoint: Endpoint) -> Endpoint:
        only = [needs(right), Depends(known_parameters)]
        router.add_api_route(
            ROOT + path,
            endpoint,
            methods=["GET"],
            response_model=model,
            dependencies=only,
            openapi_extra={RIGHT: right.value},
        )
        router.add_api_route(
            ROOT + path, endpoint, methods=["HEAD"], include_in_schema=False, dependencies=only
        )
        return endpoint

    return register


def known_parameters(request: Request) -> None:
    """Holds that a request has no parameter but those of its route: a misspelt one is named.

    Raises:
        RequestValidationError: It has.
    """
    route = request.scope["route"]
    known = frozenset(_parameters(route.dependant))
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        raise RequestValidationError(
            [
                {"type": "unknown", "loc": ("query", name), "msg": "There is no such parameter."}
                for name in unknown
            ]
        )


def _parameters(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for part in dependant.dependencies:
        yield from _parameters(part)


def answered(request: Request, answer: Answer) -> Response:
    """An answer with a validator: who asks again for what is the same is answered 304."""
    body = answer.model_dump_json(indent=1).encode() + b"\n"
    return reply(request, body, "application/json", {"cache-control": "private, no-cache"})


def next_address(
    base_url: str, path: str, choice: Mapping[str, str], cursor: str, limit: int
) -> str | None:
    """The address of the next page; None where there is none.

    Args:
        choice: Parameters that were given.
        cursor: Empty on the last page.
    """
    if not cursor:
        return None
    query = [*((k, v) for k, v in choice.items() if v), ("limit", str(limit)), ("cursor", cursor)]
    return f"{base_url}{ROOT}{path}?{urlencode(query, errors='replace')}"
