"""`/featured`: the stories of the last day by clicks, then by number of sources."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.pages import featured_page
from strandline.render.story_reports import ListedStory
from strandline.render.story_views import FeaturedView
from strandline.web.access import PUBLIC
from strandline.web.choices import language_choices
from strandline.web.queries import LanguageChoice
from strandline.web.site import READ, Site
from strandline.web.told_stories import list_featured, pictured

#: Stories on the page.
SHOWN = 30


def routes(site: Site) -> APIRouter:
    """The page."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/featured", methods=READ)
    def featured(request: Request, language: LanguageChoice = "") -> Response:
        stories = gather(site, language, limit=SHOWN)
        view = FeaturedView(
            stories=stories,
            pictures=site.pictures(pictured(stories)),
            languages=language_choices(site.store.source_languages(), language),
            language=language,
        )
        return site.page(request, featured_page, view, section="featured")

    return router


def gather(site: Site, language: str, *, limit: int) -> tuple[ListedStory, ...]:
    """The first ones of the ranking."""
    return list_featured(site.store, site.rankings.featured(language)[:limit])
