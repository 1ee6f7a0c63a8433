"""Stories, the recent list and what is featured: the reads of the pages."""

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from strandline.web.api.answers.stories import (
    FeaturedAnswer,
    FeaturedAnswers,
    StoriesAnswer,
    StoryAnswer,
    WholeStoryAnswer,
)
from strandline.web.api.cursors import Cursor, read_place, write_cursor
from strandline.web.api.routing import answered, next_address, read_route
from strandline.web.pages.featured import gather as gather_featured
from strandline.web.pages.recent import newest_articles
from strandline.web.queries import AllStories, ArticleId, LanguageChoice, Limit, SourceChoice
from strandline.web.site import Site
from strandline.web.told_stories import newest_stories, tell_story


def routes(site: Site) -> APIRouter:
    """Stories for other programs."""
    router = APIRouter(tags=["stories"])
    base = site.base_url

    @read_route(router, "/recent", StoriesAnswer)
    def list_recent(
        request: Request,
        source: SourceChoice = "",
        language: LanguageChoice = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """What was found last, each story once, under its main article or the first that fits."""
        choice = {"source": source, "language": language}
        page = newest_articles(
            site.store, source, language, size=limit, before=read_place(cursor, "recent", choice)
        )
        older = write_cursor("recent", choice, page.older) if page.older else ""
        return answered(
            request,
            StoriesAnswer(
                stories=[StoryAnswer.of(story, base) for story in page.shown],
                next=next_address(base, "/recent", choice, older, limit),
            ),
        )

    @read_route(router, "/stories", StoriesAnswer)
    def list_stories(
        request: Request,
        language: LanguageChoice = "",
        everything: AllStories = "",
        cursor: Cursor = "",
        limit: Limit = 50,
    ) -> Response:
        """The newest stories that several sources report; with `all=1` every story."""
        choice = {"all": everything, "language": language}
        page = newest_stories(
            site.store,
            language,
            several=not everything,
            size=limit,
            before=read_place(cursor, "stories", choice),
        )
        older = write_cursor("stories", choice, page.older) if page.older else ""
        return answered(
            request,
            StoriesAnswer(
                stories=[StoryAnswer.of(story, base) for story in page.shown],
                next=next_address(base, "/stories", choice, older, limit),
            ),
        )

    @read_route(router, "/featured", FeaturedAnswers)
    def list_featured(
        request: Request, language: LanguageChoice = "", limit: Limit = 50
    ) -> Response:
        """The stories of the last 24 hours, most clicks first, then most sources."""
        found = gather_featured(site, language, limit=limit)
        answers = [FeaturedAnswer.of(story, base, clicks=story.clicks) for story in found]
        return answered(request, FeaturedAnswers(stories=answers))

    @read_route(router, "/stories/{article_uuid}", WholeStoryAnswer)
    def get_story(request: Request, article_uuid: ArticleId) -> Response:
        """One story, by the id of any of its articles, with what binds them."""
        found = site.store.stories([article_uuid]).get(article_uuid)
        view = tell_story(site.store, found) if found else None
        if view is None:
            raise HTTPException(404)
        shown = site.shows_details(request)
        return answered(request, WholeStoryAnswer.of_view(view, base, has_scores=shown))

    return router
