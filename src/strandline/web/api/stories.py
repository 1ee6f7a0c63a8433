"""`/api/stories`, `/api/stories/{id}`, `/api/featured`: the reads of the pages."""

from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.access import PUBLIC
from strandline.web.api.answers import FeaturedAnswers, StoriesAnswer, WholeStoryAnswer
from strandline.web.api.routing import answered, read_route
from strandline.web.api.story_values import featured_answer, story_answer, whole_answer
from strandline.web.pages.featured import gather as gather_featured
from strandline.web.queries import (
    AllStories,
    ArticleId,
    Before,
    LanguageChoice,
    Limit,
    article_cursor,
    write_cursor,
)
from strandline.web.site import Site
from strandline.web.told_stories import newest_stories, tell_story


def routes(site: Site) -> APIRouter:
    """Stories for other programs."""
    router = APIRouter(tags=["stories"], dependencies=PUBLIC)
    base = site.base_url

    @read_route(router, "/api/stories", StoriesAnswer)
    def stories(
        request: Request,
        language: LanguageChoice = "",
        before: Before = "",
        everything: AllStories = "",
        limit: Limit = 50,
    ) -> Response:
        """The newest stories that several sources report; with `all=1` every story."""
        behind = article_cursor(before)
        page = newest_stories(
            site.store, language, several=not everything, size=limit, before=behind
        )
        choice = {"all": everything, "language": language, "limit": str(limit)}
        choice["before"] = write_cursor(*page.older) if page.older else ""
        query = urlencode({name: value for name, value in choice.items() if value})
        return answered(
            request,
            StoriesAnswer(
                stories=[story_answer(story, base) for story in page.shown],
                next=f"{base}/api/stories?{query}" if page.older else None,
            ),
        )

    @read_route(router, "/api/featured", FeaturedAnswers)
    def featured(request: Request, language: LanguageChoice = "", limit: Limit = 50) -> Response:
        """The stories of the last 24 hours, most clicks first, then most sources."""
        found = gather_featured(site, language, limit=limit)
        answers = [featured_answer(story, base) for story in found]
        return answered(request, FeaturedAnswers(stories=answers))

    @read_route(router, "/api/stories/{article_uuid}", WholeStoryAnswer)
    def story(request: Request, article_uuid: ArticleId) -> Response:
        """One story, by the id of any of its articles, with what binds them."""
        found = site.store.stories([article_uuid]).get(article_uuid)
        view = tell_story(site.store, found) if found else None
        if view is None:
            raise HTTPException(404)
        return answered(request, whole_answer(view, base))

    return router
