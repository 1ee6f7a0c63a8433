"""Rights of routes: stated where a route is declared, held before anything else of it runs."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from fastapi import APIRouter, Depends
from fastapi.params import Depends as Dependency
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right, Via
from strandline.web.access.actors import actor_of
from strandline.web.access.forms import FORM_BYTES, read_form
from strandline.web.own_forms import is_our_form

Endpoint = TypeVar("Endpoint", bound=Callable[..., Response])
#: What is missing where somebody is signed in and still refused.
RIGHT = "right"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class AlreadySent(Exception):
    """A form that was sent before; nothing is done again.

    Attributes:
        led_to: Where its first answer led; empty where that is not known (yet).
    """

    def __init__(self, led_to: str) -> None:
        super().__init__(led_to)
        self.led_to = led_to


class Needs:
    """Holds a right: 401 for nobody, 403 for who has not got it, and for forms of other sites.

    Attributes:
        right: What the route asks for.
    """

    def __init__(self, right: Right, *, from_anywhere: bool = False) -> None:
        self.right = right
        self._from_anywhere = from_anywhere

    async def __call__(self, request: Request) -> None:
        """Let the request through, or refuse it."""
        if self.right is not Right.PUBLIC:
            actor = await run_in_threadpool(actor_of, request)
            if not actor.is_signed_in:
                raise HTTPException(401)
            if not actor.may(self.right):
                raise HTTPException(403, RIGHT)
            if actor.via is Via.TOKEN:  # no browser sends it unasked
                return
        if request.method in _SAFE or self._from_anywhere:
            return
        if not is_our_form(request, request.app.state.base_url):
            raise HTTPException(403)


def needs(right: Right) -> Dependency:
    """What a route is declared with: `dependencies=[needs(Right.SOURCES)]`."""
    dependency: Dependency = Depends(Needs(right))
    return dependency


#: Of routers that everybody may read.
PUBLIC = [needs(Right.PUBLIC)]


class Desk:
    """A router of pages and forms, each with its right.

        desk = Desk()

        @desk.get("/desk/sources", right=Right.SOURCES)
        def sources(request: Request) -> Response: ...

        @desk.post("/desk/sources", right=Right.SOURCES)
        def add(request: Request, form: Posted) -> Response: ...

        return desk.router

    Attributes:
        router: With all that was declared.
    """

    def __init__(self) -> None:
        self.router = APIRouter()

    def get(self, path: str, *, right: Right) -> Callable[[Endpoint], Endpoint]:
        """A page, for GET and HEAD."""
        return self._route(path, ["GET", "HEAD"], [needs(right)])

    def post(
        self, path: str, *, right: Right, limit: int = FORM_BYTES, from_anywhere: bool = False
    ) -> Callable[[Endpoint], Endpoint]:
        """A form of ours; sent twice, it is taken once.

        Args:
            path: Address.
            right: What whoever sends it needs.
            limit: Most bytes of the form with its files; 413 beyond.
            from_anywhere: Its address alone is the proof: nobody is acted for who is signed in.
        """
        held = Depends(Needs(right, from_anywhere=from_anywhere))
        return self._route(path, ["POST"], [held, Depends(read_form(limit)), _once])

    def _route(
        self, path: str, methods: list[str], dependencies: list[Any]
    ) -> Callable[[Endpoint], Endpoint]:
        return self.router.api_route(path, methods=methods, dependencies=dependencies)


def _taken_once(request: Request) -> Iterator[None]:
    """Claims a form; lets go of it where it did not lead to a change that was told."""
    form_id = request.state.form.once
    if not form_id:
        yield
        return
    store, clock = request.app.state.ports.store, request.app.state.ports.clock
    led_to = store.claim_form(form_id, clock.now())
    if led_to is not None:
        raise AlreadySent(led_to)
    try:
        yield
    finally:
        led_to = getattr(request.state, "led_to", "")
        if led_to:
            store.settle_form(form_id, led_to)
        else:
            store.release_form(form_id)


#: Settled before the answer goes out: whoever sends it again at once is led where that leads.
_once = Depends(_taken_once, scope="function")
