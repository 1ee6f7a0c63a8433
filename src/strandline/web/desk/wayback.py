"""`/desk/archive/wayback`: public copies of links, by what became of them."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.wayback import CopyState
from strandline.ops.status import copy_fault
from strandline.pipelines.desk.wayback import save_link
from strandline.render.archive_desk_views import CopyRow, CopyView
from strandline.web.access import Desk, Posted, actor_of
from strandline.web.queries import ArticleId, Before, article_cursor, write_cursor
from strandline.web.site import Site
from strandline.web.walking import cut

#: Links of a page.
SHOWN = 30
AskedState = Annotated[str, Query(pattern="^(planned|asked|saved|failed|given_up)?$")]

_PLACE = "/desk/archive/wayback"


def routes(site: Site) -> APIRouter:
    """The list, and the act."""
    desk = Desk()

    @desk.get(_PLACE, right=Right.ARCHIVE)
    def wayback(request: Request, state: AskedState = "", before: Before = "") -> Response:
        view = _list(site, CopyState(state or CopyState.FAILED), before)
        return site.desk_page(request, "archive_wayback", view, section="archive")

    @desk.post(f"{_PLACE}/{{article_uuid}}", right=Right.ARCHIVE)
    def save(request: Request, article_uuid: ArticleId, form: Posted) -> Response:
        outcome = save_link(site.ports, site.settings, actor_of(request), article_uuid)
        state = form.text("state")
        is_list = state in set(CopyState)
        back = f"{_PLACE}?state={state}" if is_list else f"/desk/archive/captures/{article_uuid}"
        return site.told(request, outcome, back)

    return desk.router


def _list(site: Site, state: CopyState, before: str) -> CopyView:
    found = site.store.list_copies(state, limit=SHOWN + 1, before=article_cursor(before))
    shown, last = cut(found, SHOWN)
    articles = site.store.articles([row.article_uuid for row in shown])
    more = None
    if last is not None:
        cursor = write_cursor(last.changed_at, last.article_uuid)
        more = f"{_PLACE}?{urlencode({'state': state.value, 'before': cursor})}"
    rows = [
        CopyRow(row, articles[row.article_uuid]) for row in shown if row.article_uuid in articles
    ]
    return CopyView(
        state,
        tuple(rows),
        more,
        is_first=not before,
        is_on=site.ports.wayback is not None,
        trouble=copy_fault(site.store, site.settings, site.ports.clock.now()),
    )
