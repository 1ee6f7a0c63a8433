"""The edition desk: drafts, what they left out, and all that is done to an edition."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.digests import Digest
from strandline.model.editions import Edit, EditionState, EditKind
from strandline.pipelines.desk import editing
from strandline.pipelines.desk import editions as acts
from strandline.web.access import actor_of
from strandline.web.api.answers.editions import (
    DropAnswer,
    EditionAnswer,
    EditionsAnswer,
    LeftOutAnswer,
    WholeEditionAnswer,
)
from strandline.web.api.asked import AS_WHOLE, MOST_WHOLE, Asked, Flag, Line, Moment, Text
from strandline.web.api.cursors import MOMENT, NUMBER, Cursor, read_cursor, write_cursor
from strandline.web.api.reviewing import NoteAsked
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.editions import shared_readers
from strandline.web.queries import DigestId, Limit
from strandline.web.site import Site

_Seen = Annotated[int, Field(strict=True, ge=0, le=MOST_WHOLE), AS_WHOLE]
_SEEN = "`version` that was looked at: refused where somebody changed the same since."
_Number = Annotated[int, Path(ge=1, le=2**31 - 1)]
_StepName = Annotated[str, Query(pattern="^[a-z_]{0,40}$")]
#: What is left out is found by place.
_MOST_PLACE = 2**31 - 1


class EditAsked(Asked):
    """One change of an edition."""

    kind: EditKind
    article_uuid: Annotated[str, Field(pattern=r"^(A_[0-9A-Za-z]{1,62})?$")] = Field(
        default="", description="Empty for introduction and closing."
    )
    value: Text = Field(default="", description="`up`, `on`, a section, or words, by kind.")
    seen: _Seen | None = Field(default=None, description=_SEEN)


class ItemAsked(Asked):
    """An article that is to be in an edition."""

    address: Line = Field(description="Its URL, or the id of one that was left out.")
    even_shown: Flag = Field(default=False, description="Although its readers know it.")
    seen: _Seen | None = Field(default=None, description=_SEEN)


class ApprovalAsked(Asked):
    """An approval."""

    seen: _Seen | None = Field(default=None, description=_SEEN)
    shown: acts.Shown = Field(
        default=acts.Shown.ASK, description="What becomes of items that were shown meanwhile."
    )


class TimeAsked(Asked):
    """When it is to go out."""

    send_at: Moment


def routes(site: Site) -> APIRouter:
    """The edition desk for other programs."""
    router = APIRouter(tags=["editions"])
    _reads(router, site)
    _edits(router, site)
    _drafting(router, site)
    _sending(router, site)
    return router


def _edition(site: Site, digest_id: str) -> Digest:
    """One for everybody, of any state; a person's own is nobody else's business."""
    found = site.store.digest(digest_id)
    if found is None or found.reader_id not in shared_readers(site.store):
        raise HTTPException(404)
    return found


def _reads(router: APIRouter, site: Site) -> None:
    base = site.base_url

    @read_route(router, "/editions", EditionsAnswer, Right.DESK)
    def list_editions(
        request: Request,
        state: EditionState | None = None,
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """Editions of any state, newest first."""
        choice = {"state": state or ""}
        before = read_cursor(cursor, "editions", choice, MOMENT)
        found = [
            edition
            for reader in sorted(shared_readers(site.store))
            for edition in site.store.digests(
                reader_id=reader, limit=limit + 1, before=before, states={state} if state else None
            )
        ]
        rows = sorted(found, key=lambda one: (one.created_at, one.digest_id), reverse=True)
        older = ""
        if rows[limit:]:
            older = write_cursor("editions", choice, rows[limit - 1].created_at)
        return answered(
            request,
            EditionsAnswer(
                editions=[EditionAnswer.of(one) for one in rows[:limit]],
                next=next_address(base, "/editions", choice, older, limit),
            ),
        )

    @read_route(router, "/editions/{digest_id}", WholeEditionAnswer, Right.DESK)
    def get_edition(request: Request, digest_id: DigestId) -> Response:
        """One edition with its items and all that editors did to it."""
        edition = _edition(site, digest_id)
        done = site.store.edition_acts(digest_id)
        return answered(request, WholeEditionAnswer.of_whole(edition, done))

    @read_route(router, "/editions/{digest_id}/left-out", LeftOutAnswer, Right.DESK)
    def list_left_out(
        request: Request,
        digest_id: DigestId,
        step: _StepName = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """What it did not take, each with step and reason."""
        _edition(site, digest_id)
        choice = {"step": step}
        after = read_cursor(cursor, f"left-out {digest_id}", choice, NUMBER)
        place = -1 if after is None else min(after, _MOST_PLACE)
        rows = site.store.left_out(digest_id, step=step, after=place, limit=limit + 1)
        older = ""
        if rows[limit:]:
            older = write_cursor(f"left-out {digest_id}", choice, rows[limit - 1][0])
        path = f"/editions/{digest_id}/left-out"
        return answered(
            request,
            LeftOutAnswer(
                left_out=[DropAnswer.of(drop) for _, drop in rows[:limit]],
                next=next_address(base, path, choice, older, limit),
            ),
        )


def _edits(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/editions/{digest_id}/edits", Right.DRAFT)
    def edit_edition(request: Request, digest_id: DigestId, asked: EditAsked) -> Response:
        """Drop, pin or move an item, give it another section or other words; or write around
        them.
        """
        _edition(site, digest_id)
        what = Edit(asked.kind, asked.article_uuid, asked.value)
        return told(editing.edit(ports, actor_of(request), digest_id, what, seen=asked.seen))

    @act_route(router, "DELETE", "/editions/{digest_id}/edits/{number}", Right.DRAFT)
    def undo_edit(request: Request, digest_id: DigestId, number: _Number) -> Response:
        """Take back an edit, whoever made it; those after it stay."""
        _edition(site, digest_id)
        return told(editing.undo(ports, actor_of(request), digest_id, number))

    @act_route(router, "POST", "/editions/{digest_id}/edits/{number}/redo", Right.DRAFT)
    def redo_edit(request: Request, digest_id: DigestId, number: _Number) -> Response:
        """Put an edit in force that was taken back."""
        _edition(site, digest_id)
        return told(editing.redo(ports, actor_of(request), digest_id, number))

    @act_route(router, "POST", "/editions/{digest_id}/items", Right.DRAFT)
    def add_item(request: Request, digest_id: DigestId, asked: ItemAsked) -> Response:
        """Add an article by its URL, or bring one back that was left out."""
        _edition(site, digest_id)
        return told(
            editing.add(
                ports,
                site.settings,
                actor_of(request),
                digest_id,
                asked.address,
                seen=asked.seen,
                even_shown=asked.even_shown,
            )
        )


def _drafting(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/editions", Right.DRAFT)
    def make_draft(request: Request) -> Response:
        """Make a draft now; one at a time. Takes as long as choosing from all sources does."""
        return told(acts.make_draft(ports, site.settings, actor_of(request)))

    @act_route(router, "POST", "/editions/{digest_id}/hold", Right.DRAFT)
    def hold_edition(request: Request, digest_id: DigestId) -> Response:
        """Let a draft not publish itself."""
        _edition(site, digest_id)
        return told(acts.hold(ports, actor_of(request), digest_id))

    @act_route(router, "POST", "/editions/{digest_id}/take-up", Right.DRAFT)
    def take_up_edition(request: Request, digest_id: DigestId) -> Response:
        """Make a draft of a skipped edition again."""
        _edition(site, digest_id)
        return told(acts.take_up(ports, actor_of(request), digest_id))


def _sending(router: APIRouter, site: Site) -> None:
    ports = site.ports

    @act_route(router, "POST", "/editions/{digest_id}/approve", Right.SEND)
    def approve_edition(request: Request, digest_id: DigestId, asked: ApprovalAsked) -> Response:
        """Approve a draft; its items stand in the history from now on."""
        _edition(site, digest_id)
        return told(
            acts.approve(
                ports,
                site.settings,
                actor_of(request),
                digest_id,
                seen=asked.seen,
                shown=asked.shown,
            )
        )

    @act_route(router, "POST", "/editions/{digest_id}/send-back", Right.SEND)
    def send_back_edition(request: Request, digest_id: DigestId, asked: NoteAsked) -> Response:
        """Back to the editor, with a note; its items are news again."""
        _edition(site, digest_id)
        return told(acts.send_back(ports, actor_of(request), digest_id, note=asked.note))

    @act_route(router, "POST", "/editions/{digest_id}/schedule", Right.SEND)
    def schedule_edition(request: Request, digest_id: DigestId, asked: TimeAsked) -> Response:
        """Let an approved edition go out at a time."""
        _edition(site, digest_id)
        return told(acts.schedule(ports, actor_of(request), digest_id, asked.send_at))

    @act_route(router, "POST", "/editions/{digest_id}/stop", Right.SEND)
    def stop_edition(request: Request, digest_id: DigestId, asked: NoteAsked) -> Response:
        """Let it not go out by itself."""
        _edition(site, digest_id)
        return told(acts.stop(ports, actor_of(request), digest_id, note=asked.note))

    @act_route(router, "POST", "/editions/{digest_id}/publish", Right.SEND)
    def publish_edition(request: Request, digest_id: DigestId) -> Response:
        """Publish an approved edition now."""
        _edition(site, digest_id)
        return told(acts.publish(ports, site.settings, actor_of(request), digest_id))

    @act_route(router, "POST", "/editions/{digest_id}/skip", Right.SEND)
    def skip_edition(request: Request, digest_id: DigestId, asked: NoteAsked) -> Response:
        """Publish no such edition; what is in it is news again."""
        _edition(site, digest_id)
        return told(acts.skip(ports, actor_of(request), digest_id, note=asked.note))
