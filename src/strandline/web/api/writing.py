"""How an act is registered in the API: its right, its body, and that it is done once.

A write may carry an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): sent again
within 24 hours with the same body it is answered as it was, and nothing is done again.
"""

import functools
from collections.abc import Callable
from hashlib import sha256
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Header
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import Outcome, SentWrite
from strandline.model.errors import StoreError
from strandline.ports import Ports
from strandline.render.i18n import translate
from strandline.web.access import actor_of
from strandline.web.access.rights import needs
from strandline.web.api.answers.base import Answer
from strandline.web.api.problems import problem
from strandline.web.api.routing import RIGHT, ROOT, known_parameters

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])

#: How codes of refusals end that say that what the address names is not there.
_NOT_THERE = frozenset({"unknown", "gone", "no_such_act", "no_token", "no_session", "none"})
_UNDER_WAY = (
    "The same is being done, or ended in a fault: look what came of it, and take a new key."
)
_TOLD_ONCE = "This was done; what it answered is told once and kept nowhere."
_ANOTHER = "This key was sent with something else: take a new key for each write."


class ActAnswer(Answer):
    """What an act did."""

    code: str = Field(description="For programs.", examples=["sources.done.edit"])
    detail: str = Field(description="The same in words.")
    subject: str | None = Field(description="Id of what was made or changed.")
    values: dict[str, str | int] = Field(description="What the words tell, one by one.")


IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=255,
        pattern=r"^[!-~]*$",
        description="Any text, new for each write: sent again within 24 hours, the write is "
        "answered as it was and not done again.",
    ),
]


async def _sent(request: Request, idempotency_key: IdempotencyKey = None) -> None:
    """Notes what was sent, to be compared with what was sent before under the same key."""
    parts = (request.method, request.url.path, request.url.query)
    head = "\n".join(parts).encode("utf-8", "replace")
    request.state.write_key = idempotency_key or ""
    request.state.fingerprint = sha256(head + b"\n" + await request.body()).hexdigest()


def act_route(
    router: APIRouter,
    method: str,
    path: str,
    right: Right,
    model: type[Answer] = ActAnswer,
    *,
    is_secret: bool = False,
) -> Callable[[Endpoint], Endpoint]:
    """A write. Its endpoint takes `request` first and answers as `told` does.

    Args:
        path: Below `ROOT`.
        right: What whoever asks needs; a token needs it in its scope too.
        model: What it answers.
        is_secret: Its answer is told once and kept nowhere.
    """

    def register(endpoint: Endpoint) -> Endpoint:
        @functools.wraps(endpoint)
        def once(request: Request, **given: object) -> Response:
            return _once(request, lambda: endpoint(request, **given), is_secret=is_secret)

        router.add_api_route(
            ROOT + path,
            once,
            methods=[method],
            response_model=model,
            openapi_extra={RIGHT: right.value},
            dependencies=[needs(right), Depends(known_parameters), Depends(_sent)],
        )
        return endpoint

    return register


def told(outcome: Outcome) -> Response:
    """How an act ended: 200; 404 where what it is about is not there; 409 for other refusals."""
    words = words_of(outcome)
    if outcome.is_done:
        return given(
            ActAnswer(
                code=outcome.message,
                detail=words,
                subject=outcome.subject or None,
                values=dict(outcome.values),
            )
        )
    status = 404 if outcome.message.rpartition(".")[2] in _NOT_THERE else 409
    return problem(status, words, code=outcome.message)


def given(answer: Answer) -> Response:
    """An answer to a write: nothing keeps it."""
    body = answer.model_dump_json(indent=1) + "\n"
    return Response(body, 200, {"cache-control": "no-store"}, "application/json")


def words_of(outcome: Outcome) -> str:
    """An outcome in English."""
    try:
        return translate("en", outcome.message, **outcome.values)
    except KeyError:  # words that need more than was told: the code says it as well
        return outcome.message


def _once(request: Request, do: Callable[[], Response], *, is_secret: bool) -> Response:
    """Do it, unless it was done before under the same key."""
    if not request.state.write_key:
        return do()
    ports: Ports = request.app.state.ports
    actor = actor_of(request)
    named = "\n".join((actor.account_id, actor.session_id, request.state.write_key))
    key = sha256(named.encode()).hexdigest()
    before = ports.store.claim_write(key, request.state.fingerprint, ports.clock.now())
    if before is not None:
        return _answer_of(before, request.state.fingerprint)
    try:
        answer = do()
    except (HTTPException, RequestValidationError, StoreError):
        ports.store.release_write(key)  # nothing was changed
        raise
    kept = answer
    if is_secret and answer.status_code == 200:
        kept = problem(409, _TOLD_ONCE, code="idempotency.told_once")
    body, kind = bytes(kept.body).decode(), kept.media_type or ""
    ports.store.settle_write(key, kept.status_code, kind, body)
    return answer


def _answer_of(before: SentWrite, fingerprint: str) -> Response:
    if before.fingerprint != fingerprint:
        return problem(409, _ANOTHER, code="idempotency.another")
    if not before.status:
        return problem(409, _UNDER_WAY, code="idempotency.under_way")
    headers = {"cache-control": "no-store", "idempotency-replayed": "true"}
    return Response(before.body, before.status, headers, before.media_type)
