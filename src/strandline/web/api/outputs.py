"""Other ways out: which are set, what became of editions there, and what a person may do."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field, TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.outputs import OutputState
from strandline.pipelines.desk import outputs as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.outputs import (
    OutputAnswer,
    OutputDeliveryAnswer,
    OutputLogAnswer,
    OutputsAnswer,
)
from strandline.web.api.cursors import Cursor, PlaceId, PlaceMoment, read_cursor, write_cursor
from strandline.web.api.reviewing import NoteAsked
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import DigestId, Limit
from strandline.web.site import Site

_NAME = r"^[a-z0-9][a-z0-9:-]{0,59}$"
_Name = Annotated[str, Path(max_length=60, pattern=_NAME)]
_Of = Annotated[str, Query(max_length=60, pattern=r"^[a-z0-9:-]*$")]
_PLACE: TypeAdapter[tuple[PlaceMoment, str, PlaceId]] = TypeAdapter(
    tuple[PlaceMoment, Annotated[str, Field(pattern=_NAME)], PlaceId]
)


def routes(site: Site) -> APIRouter:
    """Outputs for other programs."""
    router = APIRouter(tags=["delivery"])
    _reads(router, site)
    _acts(router, site)
    return router


def _reads(router: APIRouter, site: Site) -> None:
    @read_route(router, "/outputs", OutputsAnswer, Right.DELIVERY)
    def list_outputs(request: Request) -> Response:
        """Other ways out for editions than mail and the page."""
        standing = {one.name: one for one in site.store.outputs()}
        found = [OutputAnswer.of(one, standing.get(one.name)) for one in site.ports.outputs]
        return answered(request, OutputsAnswer(outputs=found))

    @read_route(router, "/outputs/log", OutputLogAnswer, Right.DELIVERY)
    def list_output_log(
        request: Request,
        output: _Of = "",
        state: OutputState | None = None,
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """What became of editions there, the newest change first."""
        choice = {"output": output, "state": state or ""}
        before = read_cursor(cursor, "output log", choice, _PLACE)
        rows = site.store.output_log(name=output, state=state, before=before, limit=limit + 1)
        older = ""
        if rows[limit:]:
            last = rows[limit - 1]
            place = (last.changed_at, last.output, last.digest_id)
            older = write_cursor("output log", choice, place)
        return answered(
            request,
            OutputLogAnswer(
                deliveries=[OutputDeliveryAnswer.of(row) for row in rows[:limit]],
                next=next_address(site.base_url, "/outputs/log", choice, older, limit),
            ),
        )


def _acts(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/outputs/{name}/test", Right.DELIVERY)
    def try_output(request: Request, name: _Name) -> Response:
        """See whether an output lets us in: a test message where it takes one, else a question."""
        return told(acts.try_output(ports, actor_of(request), name))

    @act_route(router, "POST", "/outputs/{name}/hold", Right.DELIVERY)
    def hold_output(request: Request, name: _Name, asked: NoteAsked) -> Response:
        """Give an output nothing more; editions wait."""
        return told(acts.hold_output(ports, actor_of(request), name, note=asked.note))

    @act_route(router, "POST", "/outputs/{name}/resume", Right.DELIVERY)
    def resume_output(request: Request, name: _Name) -> Response:
        """Let an output go on; what waits goes out."""
        return told(acts.resume_output(ports, actor_of(request), name))

    @act_route(router, "POST", "/outputs/{name}/editions/{digest_id}/retry", Right.SEND)
    def retry_output(request: Request, name: _Name, digest_id: DigestId) -> Response:
        """Give an output a published edition of its lists, now or again."""
        return told(acts.retry_output(ports, actor_of(request), name, digest_id))

    @act_route(router, "POST", "/outputs/{name}/editions/{digest_id}/settle", Right.SEND)
    def settle_output(request: Request, name: _Name, digest_id: DigestId) -> Response:
        """Say that an edition of which it is not known is there."""
        return told(acts.settle_output(ports, actor_of(request), name, digest_id))
