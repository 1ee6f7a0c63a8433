"""`/desk/editions`: editions by state, one with all that may be done to it, what it left out."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.core.digest.editing import CORRECTIONS
from strandline.core.digest.editions import steps_from
from strandline.core.digest.phases import categories_of
from strandline.model.accounts import Right
from strandline.model.digests import Digest, Section
from strandline.model.editions import EditionState, EditKind, Step
from strandline.render.edition_views import (
    EditionDeskView,
    EditionItemView,
    EditionsView,
    LeftOutView,
)
from strandline.render.groups import sections_of
from strandline.web.access import Desk, actor_of
from strandline.web.editions import shared_edition, shared_editions
from strandline.web.queries import ArticleId, Before, DigestId, Flag, time_cursor, write_cursor
from strandline.web.site import Site

#: Editions, items, acts and left-out articles on one page.
EDITIONS, ITEMS, ACTS, DROPS = 30, 40, 20, 40

State = Annotated[str, Query(pattern=f"^({'|'.join(EditionState)})?$")]
StepName = Annotated[str, Query(pattern="^[a-z_]{0,40}$")]
Place = Annotated[int, Query(ge=-1, le=10_000_000)]
#: Steps that a publisher takes; who drafts may take up and hold alone.
_OF_DRAFTING = frozenset({Step.TAKE_UP})


def routes(site: Site) -> APIRouter:
    """The pages; what is done on them is in `edition_acts`."""
    desk = Desk()

    @desk.get("/desk/editions", right=Right.DESK)
    def editions(request: Request, state: State = "", before: Before = "") -> Response:
        view = gather_editions(site, state, time_cursor(before))
        view = replace(view, may_draft=actor_of(request).may(Right.DRAFT))
        return site.desk_page(request, "editions", view, section="editions")

    @desk.get("/desk/editions/{digest_id}", right=Right.DESK)
    def edition(
        request: Request, digest_id: DigestId, start: Place = 0, shown: Flag = ""
    ) -> Response:
        view = _desk_view(site, request, edition_of(site, digest_id), start, asks=bool(shown))
        return site.desk_page(request, "edition", view, section="editions")

    @desk.get("/desk/editions/{digest_id}/items/{article_uuid}", right=Right.DESK)
    def item(request: Request, digest_id: DigestId, article_uuid: ArticleId) -> Response:
        found = edition_of(site, digest_id)
        of_it = [one for one in found.items if one.article_uuid == article_uuid]
        if not of_it:
            raise HTTPException(404)
        choices = section_choices(site, found)
        view = EditionItemView(found, of_it[0], choices, _may(request, found, EditKind.TITLE))
        return site.desk_page(request, "edition_item", view, section="editions")

    @desk.get("/desk/editions/{digest_id}/left-out", right=Right.DESK)
    def left_out(
        request: Request, digest_id: DigestId, step: StepName = "", after: Place = -1
    ) -> Response:
        view = _left_out(site, request, edition_of(site, digest_id), step, after)
        return site.desk_page(request, "left_out", view, section="editions")

    return desk.router


def edition_of(site: Site, digest_id: str) -> Digest:
    """An edition for everybody, of any state; a person's own is nobody else's business.

    Raises:
        HTTPException: 404 where there is none.
    """
    found = shared_edition(site.store, digest_id)
    if found is None:
        raise HTTPException(404)
    return found


def section_choices(site: Site, edition: Digest) -> tuple[str, ...]:
    """Sections into which an item may be put, articles by category."""
    reader = site.store.reader(edition.reader_id)
    own = categories_of(reader.settings) if reader else ()
    there = [item.category for item in edition.items if item.section is Section.ARTICLES]
    categories = dict.fromkeys((*own, *filter(None, there)))
    plain = [section.value for section in Section if section is not Section.ARTICLES]
    return (*plain, *(f"{Section.ARTICLES.value}:{name}" for name in categories))


def gather_editions(site: Site, state: str, before: datetime | None) -> EditionsView:
    """One page of the list."""
    states = {EditionState(state)} if state else None
    found = shared_editions(site.store, limit=EDITIONS + 1, before=before, states=states)
    shown, more = found[:EDITIONS], found[EDITIONS:]
    kept = {"state": state} if state else {}
    older = urlencode(kept | {"before": write_cursor(shown[-1].created_at)}) if more else ""
    return EditionsView(
        tuple(shown),
        tuple(EditionState),
        state,
        f"/desk/editions?{older}" if older else None,
        may_draft=False,
    )


def _desk_view(
    site: Site, request: Request, edition: Digest, start: int, *, asks: bool
) -> EditionDeskView:
    actor = actor_of(request)
    start = max(start, 0)
    some = edition.items[start : start + ITEMS]
    more = len(edition.items) > start + ITEMS
    may = [step for step in steps_from(edition.state) if _may_step(edition, step)]
    publisher = actor.may(Right.SEND)
    reader = site.store.reader(edition.reader_id)
    return EditionDeskView(
        edition=edition,
        sections=sections_of(replace(edition, items=some)),
        acts=tuple(reversed(site.store.edition_acts(edition.digest_id)))[:ACTS],
        steps=tuple(step for step in may if publisher or step in _OF_DRAFTING),
        section_choices=section_choices(site, edition),
        may_edit=_may(request, edition, EditKind.TITLE),
        asks=asks and edition.state is EditionState.DRAFT,
        zone=(reader.settings.timezone if reader else "") or "UTC",
        next_href=f"/desk/editions/{edition.digest_id}?start={start + ITEMS}" if more else None,
        is_first=start == 0,
    )


def _may_step(edition: Digest, step: Step) -> bool:
    """`finish` is nobody's act; a draft that waits for a person needs no stop."""
    return step is not Step.FINISH and (step is not Step.STOP or edition.send_at is not None)


def _may(request: Request, edition: Digest, kind: EditKind) -> bool:
    is_open = edition.state is EditionState.DRAFT
    is_corrected = edition.state is EditionState.SENT and kind in CORRECTIONS
    return (is_open or is_corrected) and actor_of(request).may(Right.DRAFT)


def _left_out(site: Site, request: Request, edition: Digest, step: str, after: int) -> LeftOutView:
    found = site.store.left_out(edition.digest_id, step=step, after=after, limit=DROPS + 1)
    shown, more = found[:DROPS], found[DROPS:]
    kept = {"step": step} if step else {}
    here = f"/desk/editions/{edition.digest_id}/left-out"
    return LeftOutView(
        edition=edition,
        drops=tuple(drop for _, drop in shown),
        steps=tuple(one.step for one in edition.funnel.steps if one.drops),
        step=step,
        next_href=f"{here}?{urlencode(kept | {'after': shown[-1][0]})}" if more else None,
        may_edit=edition.state is EditionState.DRAFT and actor_of(request).may(Right.DRAFT),
    )
