"""Running stories: the reads of their pages."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.api.answers.stories import (
    StoryAnswer,
    ThreadAnswer,
    ThreadsAnswer,
    WholeThreadAnswer,
)
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.pages.threads import newest_threads, tell_thread
from strandline.web.queries import ArticleId, Limit
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Running stories for other programs."""
    router = APIRouter(tags=["stories"])
    base = site.base_url

    @read_route(router, "/threads", ThreadsAnswer)
    def list_threads(request: Request, cursor: Cursor = "", limit: Limit = 50) -> Response:
        """Running stories, the one with the newest news first."""
        page = newest_threads(site.store, size=limit, before=read_place(cursor, "threads", {}))
        older = write_cursor("threads", {}, page.older) if page.older else ""
        threads = [ThreadAnswer.of(line.thread, line.newest, base) for line in page.shown]
        following = next_address(base, "/threads", {}, older, limit)
        return answered(request, ThreadsAnswer(threads=threads, next=following))

    @read_route(router, "/threads/{article_uuid}", WholeThreadAnswer)
    def get_thread(
        request: Request, article_uuid: ArticleId, cursor: Cursor = "", limit: Limit = 50
    ) -> Response:
        """One running story, by the id of any article of its stories."""
        choice = {"thread": article_uuid}
        place = read_place(cursor, "thread", choice)
        told = tell_thread(site.store, article_uuid, size=limit, before=place)
        if told is None:
            raise HTTPException(404)
        view, older = told.view, told.older
        path, cursor = f"/threads/{article_uuid}", write_cursor("thread", choice, older or "")
        return answered(
            request,
            WholeThreadAnswer.of(
                view.thread,
                view.newest,
                base,
                stories=[StoryAnswer.of(story, base) for story in view.stories],
                next=next_address(base, path, {}, cursor if older else "", limit),
            ),
        )

    return router
