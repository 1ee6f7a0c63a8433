"""Lists of subscribers, and the mails of editions under way."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.delivery import SubscriberState
from strandline.model.errors import UsageError
from strandline.pipelines.desk import sending
from strandline.pipelines.desk import subscribers as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.subscribers import (
    PeopleImportedAnswer,
    SubscriberAnswer,
    SubscribersAnswer,
)
from strandline.web.api.asked import NO_NUL, Asked, Flag, Line
from strandline.web.api.cursors import ID, Cursor, read_cursor, write_cursor
from strandline.web.api.problems import problem
from strandline.web.api.reviewing import NoteAsked
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, given, told
from strandline.web.queries import DigestId, Limit
from strandline.web.site import Site

_Id = Annotated[str, Path(max_length=64, pattern=r"^[A-Za-z0-9_-]{1,64}$")]
_List = Annotated[str, Query(alias="list", max_length=200, pattern=r"^[^\x00-\x1f]*$")]


class SubscriberAsked(Asked):
    """An address that is to be written to."""

    email: Line
    list: Line = "public"
    basis: Line
    language: Line = ""


class ImportAsked(Asked):
    """A file of addresses."""

    csv: Annotated[str, Field(max_length=900_000, pattern=NO_NUL)] = Field(
        description="A column `email` (or the first one), and `language`."
    )
    list: Line = "public"
    basis: Line = Field(description="Why they may be written to; kept with each.")
    dry_run: Flag = False


class AddressAsked(Asked):
    """An address."""

    email: Line
    reason: Line = ""


def routes(site: Site) -> APIRouter:
    """Subscribers for other programs."""
    router = APIRouter(tags=["delivery"])
    _reads(router, site)
    _acts(router, site)
    _withheld(router, site)
    return router


def _reads(router: APIRouter, site: Site) -> None:
    @read_route(router, "/subscribers", SubscribersAnswer, Right.DELIVERY)
    def list_subscribers(
        request: Request,
        of: _List = "",
        state: SubscriberState | None = None,
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """Who is sent editions, in the order of ids."""
        choice = {"list": of, "state": state or ""}
        after = read_cursor(cursor, "subscribers", choice, ID) or ""
        rows = site.store.subscribers(
            reader_id=of or None, state=state, after=after, limit=limit + 1
        )
        older = ""
        if rows[limit:]:
            older = write_cursor("subscribers", choice, rows[limit - 1].subscriber_id)
        return answered(
            request,
            SubscribersAnswer(
                subscribers=[SubscriberAnswer.of(one) for one in rows[:limit]],
                next=next_address(site.base_url, "/subscribers", choice, older, limit),
            ),
        )

    @read_route(router, "/subscribers/{subscriber_id}", SubscriberAnswer, Right.DELIVERY)
    def get_subscriber(request: Request, subscriber_id: _Id) -> Response:
        """One address on one list."""
        found = site.store.subscriber(subscriber_id)
        if found is None:
            raise HTTPException(404)
        return answered(request, SubscriberAnswer.of(found))


def _acts(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/subscribers", Right.DELIVERY)
    def add_subscriber(request: Request, asked: SubscriberAsked) -> Response:
        """Put an address on a list, with the reason why it may be written to."""
        return told(
            acts.add_subscriber(
                ports,
                actor_of(request),
                asked.email,
                reader_id=asked.list,
                basis=asked.basis,
                language=asked.language,
            )
        )

    @act_route(router, "POST", "/subscribers/import", Right.DELIVERY, PeopleImportedAnswer)
    def import_people(request: Request, asked: ImportAsked) -> Response:
        """Add the addresses of a file; run again, it adds nothing twice."""
        try:
            found = acts.import_subscribers(
                ports,
                actor_of(request),
                asked.csv,
                reader_id=asked.list,
                basis=asked.basis,
                dry_run=asked.dry_run,
            )
        except UsageError as error:
            return problem(409, str(error), code="desk.people.no_import")
        return given(PeopleImportedAnswer.of(found))

    @act_route(router, "POST", "/subscribers/{subscriber_id}/pause", Right.DELIVERY)
    def pause_subscriber(request: Request, subscriber_id: _Id) -> Response:
        """Write nothing to somebody until they, or the owner, resume."""
        return told(acts.pause_subscriber(ports, actor_of(request), subscriber_id))

    @act_route(router, "POST", "/subscribers/{subscriber_id}/resume", Right.DELIVERY)
    def resume_subscriber(request: Request, subscriber_id: _Id) -> Response:
        """Write again to somebody who was paused, or whose address works again."""
        return told(acts.resume_subscriber(ports, actor_of(request), subscriber_id))

    @act_route(router, "DELETE", "/subscribers/{subscriber_id}", Right.DELIVERY)
    def remove_subscriber(request: Request, subscriber_id: _Id) -> Response:
        """Delete somebody with all that is held about them."""
        return told(acts.remove_subscriber(ports, actor_of(request), subscriber_id))


def _withheld(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/suppressions", Right.DELIVERY)
    def suppress_address(request: Request, asked: AddressAsked) -> Response:
        """Never write to an address, on no list, whatever is imported."""
        return told(acts.suppress_address(ports, actor_of(request), asked.email, asked.reason))

    @act_route(router, "POST", "/suppressions/lift", Right.DELIVERY)
    def lift_suppression(request: Request, asked: AddressAsked) -> Response:
        """Let an address be written to again."""
        return told(acts.unsuppress_address(ports, actor_of(request), asked.email))

    @act_route(router, "POST", "/sendings/{digest_id}/hold", Right.SEND)
    def hold_sending(request: Request, digest_id: DigestId, asked: NoteAsked) -> Response:
        """Send no more mails of an edition; what is at the server's door goes through."""
        return told(sending.hold_sending(ports, actor_of(request), digest_id, note=asked.note))

    @act_route(router, "POST", "/sendings/{digest_id}/resume", Right.SEND)
    def resume_sending(request: Request, digest_id: DigestId) -> Response:
        """Go on where it was held; nobody is sent it twice."""
        return told(sending.resume_sending(ports, actor_of(request), digest_id))
