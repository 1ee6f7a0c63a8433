"""Articles: the list, and the whole way of one."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.model.accounts import Right
from strandline.model.acts import done
from strandline.web.api.answers.archive import CapturesAnswer, FileAnswer, JobAnswer
from strandline.web.api.answers.articles import (
    ArticleAnswer,
    ArticlesAnswer,
    WholeArticleAnswer,
)
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.api.writing import act_route, told
from strandline.web.clicks import ClickBound
from strandline.web.kept import gather_kept
from strandline.web.pages.article import gather
from strandline.web.pages.click import count_click
from strandline.web.queries import ArticleId, LanguageChoice, Limit, SourceChoice
from strandline.web.site import Site


def routes(site: Site) -> APIRouter:
    """Articles for other programs."""
    router = APIRouter(tags=["articles"])
    base = site.base_url

    @read_route(router, "/articles", ArticlesAnswer)
    def list_articles(
        request: Request,
        source: SourceChoice = "",
        language: LanguageChoice = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """Every article that a source lists, newest found first."""
        choice = {"source": source, "language": language}
        rows = site.store.recent(
            limit=limit + 1,
            before=read_place(cursor, "articles", choice),
            source_uuid=source or None,
            language=language or None,
        )
        shown, last = rows[:limit], rows[limit - 1 : limit]
        older = ""
        if len(rows) > limit:
            place = last[0].article_detected_utc_iso, last[0].article_uuid
            older = write_cursor("articles", choice, place)
        return answered(
            request,
            ArticlesAnswer(
                articles=[ArticleAnswer.of(article, base) for article in shown],
                next=next_address(base, "/articles", choice, older, limit),
            ),
        )

    @read_route(router, "/articles/{article_uuid}", WholeArticleAnswer)
    def get_article(request: Request, article_uuid: ArticleId) -> Response:
        """The whole way of a link: URLs, mentions, editions, its story and what it was compared
        with.
        """
        view = gather(site.store, article_uuid)
        if view is None:
            raise HTTPException(404)
        shown = site.shows_details(request)
        return answered(request, WholeArticleAnswer.of_view(view, base, has_scores=shown))

    @read_route(router, "/articles/{article_uuid}/captures", CapturesAnswer)
    def get_captures(request: Request, article_uuid: ArticleId) -> Response:
        """What is kept of an article: files, and the jobs that made them."""
        if not site.store.articles([article_uuid]):
            raise HTTPException(404)
        # Without the object store: its text is not told here.
        kept = gather_kept(site.store, None, article_uuid, has_replay=False, asked="")
        shown = site.shows_details(request)  # jobs have errors
        return answered(
            request,
            CapturesAnswer(
                article_uuid=article_uuid,
                files=[FileAnswer.of(file.artifact, base) for file in kept.files],
                earlier=[FileAnswer.of(file.artifact, base) for file in kept.earlier],
                jobs=[JobAnswer.of(row.job) for row in kept.jobs if shown],
            ),
        )

    bound = ClickBound()

    @act_route(router, "POST", "/articles/{article_uuid}/clicks", Right.OWN)
    def count(request: Request, article_uuid: ArticleId) -> Response:  # noqa: ARG001 - who is not kept
        """Count one opening for the hour, as `/go/` does; nothing of who opened it is kept."""
        if not site.store.articles([article_uuid]):
            raise HTTPException(404)
        count_click(site, bound, article_uuid)
        return told(done("page.clicked", article_uuid))

    return router
