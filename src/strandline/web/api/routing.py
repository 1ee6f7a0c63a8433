"""How a read of the API is registered and answered."""

from collections.abc import Callable
from typing import TypeVar

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.html import word
from strandline.render.views import ErrorView
from strandline.web.api.answers import Answer, Refusal
from strandline.web.site import reply

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])


def read_route(router: APIRouter, path: str, model: type[Answer]) -> Callable[[Endpoint], Endpoint]:
    """GET, as the description says it; HEAD too, of which it says nothing.

    Args:
        model: What it answers.
    """

    def register(endpoint: Endpoint) -> Endpoint:
        router.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            response_model=model,
            responses={status: {"model": Refusal} for status in (404, 422, 503)},
        )
        router.add_api_route(path, endpoint, methods=["HEAD"], include_in_schema=False)
        return endpoint

    return register


def refused(view: ErrorView) -> Response:
    """The refusal of a read; the words are those of the page, in English."""
    refusal = Refusal(
        status=view.status,
        error=word("en", "page.error", str(view.status), "error"),
        fields=list(view.fields),
        incident=view.incident,
    )
    body = refusal.model_dump_json(indent=1) + "\n"
    headers = {"cache-control": "no-store"}
    return Response(body, view.status, headers, "application/json")


def answered(request: Request, answer: Answer) -> Response:
    """An answer with a validator: who asks again for what is the same is answered 304."""
    body = answer.model_dump_json(indent=1).encode() + b"\n"
    return reply(request, body, "application/json", {"cache-control": "no-cache"})
