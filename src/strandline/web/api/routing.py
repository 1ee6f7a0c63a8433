"""How a read of the API is registered and answered."""

from collections.abc import Callable, Mapping
from typing import TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.api.answers.base import Answer
from strandline.web.site import reply

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])

#: Everything of this version is below.
ROOT = "/api/v1"


def read_route(router: APIRouter, path: str, model: type[Answer]) -> Callable[[Endpoint], Endpoint]:
    """GET, as the description says it; HEAD too, of which it says nothing.

    Args:
        path: Below `ROOT`.
        model: What it answers.
    """

    def register(endpoint: Endpoint) -> Endpoint:
        router.add_api_route(ROOT + path, endpoint, methods=["GET"], response_model=model)
        router.add_api_route(ROOT + path, endpoint, methods=["HEAD"], include_in_schema=False)
        return endpoint

    return register


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
