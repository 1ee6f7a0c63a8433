"""`/desk`: where who is signed in begins, and what is to be done on the first day."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Actor, Right
from strandline.model.editions import EditionState
from strandline.model.sources import SourceNeed
from strandline.ops.status import backup_state
from strandline.render.views import FirstStep, HomeView, SafetyView
from strandline.web.access import Desk, actor_of
from strandline.web.editions import shared_editions
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """One page."""
    desk = Desk()

    @desk.get("/desk", right=Right.OWN)
    def home(request: Request) -> Response:
        actor = actor_of(request)
        view = HomeView(_first_steps(site, actor), _safety(site, actor))
        return site.desk_page(request, "home", view, section="home")

    return desk.router


def _safety(site: Site, actor: Actor) -> SafetyView | None:
    """For who looks after the site; a read of two rows."""
    if not actor.may(Right.OPERATE):
        return None
    settings = site.settings.backup
    told = backup_state(site.store, site.ports.clock.now(), settings)
    fault = told.fault or told.trial_fault
    state = "late" if told.is_late else "failing" if fault else "ok"
    if told.made_at is None and not fault:
        state = "none" if settings.every_hours else "off"
    return SafetyView(state, told.made_at, told.tried_at, fault)


def _first_steps(site: Site, actor: Actor) -> tuple[FirstStep, ...]:
    """From nothing to a first edition, as far as somebody may go; none once it is there."""
    if not (actor.may(Right.SOURCES) and actor.may(Right.DRAFT)):
        return ()
    beyond = set(EditionState) - {EditionState.DRAFT, EditionState.SKIPPED}
    if shared_editions(site.store, limit=1, states=beyond):
        return ()
    drafts = shared_editions(site.store, limit=1, states={EditionState.DRAFT})
    room = "/desk/editions"
    draft = f"{room}/{drafts[0].digest_id}" if drafts else room
    return (
        FirstStep("sources", "/desk/sources/add", site.store.source_tally()[SourceNeed.ALL] > 0),
        FirstStep("articles", "/", bool(site.store.recent(limit=1))),
        FirstStep("draft", room, bool(drafts)),
        FirstStep("approve", draft, is_done=False),
    )
