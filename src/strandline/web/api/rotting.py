"""Kept links that are visited again, and public copies: what became of them, what people do."""

from enum import StrEnum

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.rot import LinkState
from strandline.model.wayback import CopyState
from strandline.pipelines.desk import rot as acts
from strandline.pipelines.desk.wayback import save_link
from strandline.web.access import actor_of
from strandline.web.api.answers.rot import (
    LinkHealthAnswer,
    LinkHealthsAnswer,
    LinkLineAnswer,
    PublicCopiesAnswer,
    PublicCopyAnswer,
    VisitAnswer,
)
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.queries import ArticleId, Limit
from strandline.web.site import Site
from strandline.web.walking import cut


class RottenState(StrEnum):
    """What a list of kept links can be of."""

    GONE = "gone"
    SOFT_GONE = "soft_gone"
    MOVED = "moved"
    CHANGED = "changed"


def routes(site: Site) -> APIRouter:
    """Reads and acts."""
    router = APIRouter(tags=["archive"])
    _reads(router, site)
    _acts(router, site)
    _copies(router, site)
    return router


def _reads(router: APIRouter, site: Site) -> None:
    @read_route(router, "/rot/{state}", LinkHealthsAnswer, Right.ARCHIVE)
    def list_rotten(
        request: Request, state: RottenState, cursor: Cursor = "", limit: Limit = 50
    ) -> Response:
        """Kept links that are gone, moved or changed, newest first; dismissed ones are left out."""
        path = f"/rot/{state.value}"
        rows = site.store.rotten_links(
            LinkState(state.value), limit=limit + 1, before=read_place(cursor, path, {})
        )
        shown, last = cut(rows, limit)
        articles = site.store.articles([row.article_uuid for row in shown])
        older = write_cursor(path, {}, (last.since, last.article_uuid)) if last else ""
        return answered(
            request,
            LinkHealthsAnswer(
                links=[
                    LinkHealthAnswer.of(row, articles[row.article_uuid])
                    for row in shown
                    if row.article_uuid in articles
                ],
                next=next_address(site.base_url, path, {}, older, limit),
            ),
        )

    @read_route(router, "/articles/{article_uuid}/link", LinkLineAnswer, Right.ARCHIVE)
    def get_link(request: Request, article_uuid: ArticleId) -> Response:
        """Whether a kept page is still there, with what was seen at each visit."""
        article = site.store.articles([article_uuid]).get(article_uuid)
        link = site.store.link_health([article_uuid]).get(article_uuid)
        if article is None or link is None:
            raise HTTPException(404)
        visits = [VisitAnswer.of(visit) for visit in site.store.visits(article_uuid)]
        line = LinkLineAnswer(link=LinkHealthAnswer.of(link, article), visits=visits)
        return answered(request, line)


def _acts(router: APIRouter, site: Site) -> None:
    @act_route(router, "POST", "/articles/{article_uuid}/link/look", Right.ARCHIVE)
    def look_now(request: Request, article_uuid: ArticleId) -> Response:
        """Let a kept link be visited within a minute."""
        return told(acts.look_now(site.ports, actor_of(request), article_uuid))

    @act_route(router, "POST", "/articles/{article_uuid}/link/accept", Right.ARCHIVE)
    def accept_move(request: Request, article_uuid: ArticleId) -> Response:
        """Take the address where a page stands now for one of its article's."""
        return told(acts.accept_move(site.ports, actor_of(request), article_uuid))

    @act_route(router, "POST", "/articles/{article_uuid}/link/dismiss", Right.ARCHIVE)
    def dismiss(request: Request, article_uuid: ArticleId) -> Response:
        """Hear no more of a link until something else becomes of it."""
        return told(acts.dismiss(site.ports, actor_of(request), article_uuid))


def _copies(router: APIRouter, site: Site) -> None:
    @read_route(router, "/copies/{state}", PublicCopiesAnswer, Right.ARCHIVE)
    def list_copies(
        request: Request, state: CopyState, cursor: Cursor = "", limit: Limit = 50
    ) -> Response:
        """Links that the Wayback Machine was asked to save, newest change first."""
        path = f"/copies/{state.value}"
        rows = site.store.list_copies(state, limit=limit + 1, before=read_place(cursor, path, {}))
        shown, last = cut(rows, limit)
        articles = site.store.articles([row.article_uuid for row in shown])
        older = write_cursor(path, {}, (last.changed_at, last.article_uuid)) if last else ""
        copies = [
            PublicCopyAnswer.of(row, articles[row.article_uuid])
            for row in shown
            if row.article_uuid in articles
        ]
        following = next_address(site.base_url, path, {}, older, limit)
        return answered(request, PublicCopiesAnswer(copies=copies, next=following))

    @act_route(router, "POST", "/articles/{article_uuid}/copy", Right.ARCHIVE)
    def save_copy(request: Request, article_uuid: ArticleId) -> Response:
        """Have a link saved by the Wayback Machine; its outcome is in the list of copies."""
        return told(save_link(site.ports, site.settings, actor_of(request), article_uuid))
