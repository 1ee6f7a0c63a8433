"""`/desk/archive/rot`: kept links that are gone, moved or changed, and what is done about each."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.rot import ROTTEN, LinkState
from strandline.pipelines.desk import rot as acts
from strandline.render.archive_desk_views import RotRow, RotView
from strandline.web.access import Desk, Form, Posted, actor_of
from strandline.web.queries import ArticleId, Before, article_cursor, write_cursor
from strandline.web.site import Site
from strandline.web.walking import cut

#: Links of a page.
SHOWN = 30
RotState = Annotated[str, Query(pattern="^(gone|soft_gone|moved|changed)?$")]

_PLACE = "/desk/archive/rot"


def routes(site: Site) -> APIRouter:
    """The list, and three acts."""
    desk = Desk()

    @desk.get(_PLACE, right=Right.ARCHIVE)
    def rot(request: Request, state: RotState = "", before: Before = "") -> Response:
        chosen = LinkState(state or LinkState.GONE)
        return site.desk_page(
            request, "archive_rot", _list(site, chosen, before), section="archive"
        )

    @desk.post(f"{_PLACE}/{{article_uuid}}/look", right=Right.ARCHIVE)
    def look(request: Request, article_uuid: ArticleId, form: Posted) -> Response:
        outcome = acts.look_now(site.ports, actor_of(request), article_uuid)
        return site.told(request, outcome, _back(form))

    @desk.post(f"{_PLACE}/{{article_uuid}}/accept", right=Right.ARCHIVE)
    def accept(request: Request, article_uuid: ArticleId) -> Response:
        outcome = acts.accept_move(site.ports, actor_of(request), article_uuid)
        return site.told(request, outcome, f"{_PLACE}?state={LinkState.MOVED.value}")

    @desk.post(f"{_PLACE}/{{article_uuid}}/dismiss", right=Right.ARCHIVE)
    def dismiss(request: Request, article_uuid: ArticleId, form: Posted) -> Response:
        outcome = acts.dismiss(site.ports, actor_of(request), article_uuid)
        return site.told(request, outcome, _back(form))

    return desk.router


def _list(site: Site, state: LinkState, before: str) -> RotView:
    found = site.store.rotten_links(state, limit=SHOWN + 1, before=article_cursor(before))
    shown, last = cut(found, SHOWN)
    articles = site.store.articles([link.article_uuid for link in shown])
    more = None
    if last is not None:
        cursor = write_cursor(last.since, last.article_uuid)
        more = f"{_PLACE}?{urlencode({'state': state.value, 'before': cursor})}"
    rows = [
        RotRow(link, articles[link.article_uuid]) for link in shown if link.article_uuid in articles
    ]
    return RotView(state, tuple(rows), more, is_first=not before)


def _back(form: Form) -> str:
    """The list that the form stood in."""
    state = form.text("state")
    return f"{_PLACE}?state={state}" if state in {one.value for one in ROTTEN} else _PLACE
