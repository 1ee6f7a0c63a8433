"""`/desk/archive/takedowns`: pages that were struck, for the owner: strike one, show it again."""

from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import Outcome
from strandline.pipelines.desk import takedowns as acts
from strandline.render.archive_desk_views import TakedownsView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.queries import ArticleId, Before, article_cursor, write_cursor
from strandline.web.site import Site
from strandline.web.walking import cut

#: Pages of one list.
SHOWN = 50
_PLACE = "/desk/archive/takedowns"


def routes(site: Site) -> APIRouter:
    """The list, and two acts."""
    desk = Desk()

    @desk.get(_PLACE, right=Right.OPERATE)
    def takedowns(request: Request, before: Before = "") -> Response:
        view = _view(site, before)
        return site.desk_page(request, "archive_takedowns", view, section="takedowns")

    @desk.post(_PLACE, right=Right.OPERATE)
    def strike(request: Request, form: Posted) -> Response:
        days = _days(form)
        outcome = acts.strike(
            site.ports,
            site.settings,
            actor_of(request),
            form.text("url").strip(),
            form.text("reason"),
            erase_after_days=days,
        )
        return site.told(request, outcome, _PLACE)

    @desk.post(f"{_PLACE}/{{article_uuid}}/lift", right=Right.OPERATE)
    def lift(request: Request, article_uuid: ArticleId) -> Response:
        outcome: Outcome = acts.lift(site.ports, site.settings, actor_of(request), article_uuid)
        return site.told(request, outcome, _PLACE)

    return desk.router


def _days(form: Form) -> int | None:
    """When copies are erased; None keeps them sealed, and what is no number is refused later."""
    if form.text("fate") == "sealed":
        return None
    text = form.text("days").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else -1


def _view(site: Site, before: str) -> TakedownsView:
    found = site.store.takedowns(limit=SHOWN + 1, before=article_cursor(before))
    shown, last = cut(found, SHOWN)
    more = None
    if last is not None:
        cursor = write_cursor(last.struck_at, last.article_uuid)
        more = f"{_PLACE}?{urlencode({'before': cursor})}"
    return TakedownsView(tuple(shown), more, is_first=not before, usual_days=acts.USUAL_DAYS)
