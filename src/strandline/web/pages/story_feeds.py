"""`/stories.xml`, `.atom`, `.json`: stories of several sources; `/featured.xml` and so on."""

from collections.abc import Mapping, Sequence

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from strandline.render.feeds import FEED_FORMATS
from strandline.render.story_feeds import FeedFrame, feed_of_featured, feed_of_stories
from strandline.render.story_reports import ListedStory
from strandline.web.access import PUBLIC
from strandline.web.language import chosen_language
from strandline.web.pages.featured import gather as gather_featured
from strandline.web.site import READ, Site, reply
from strandline.web.told_stories import newest_stories

#: Entries of a feed.
ENTRIES = 50

#: How an address ends → format.
ENDINGS: Mapping[str, str] = {"xml": "rss", "atom": "atom", "json": "jsonfeed"}
CACHE = {"cache-control": "public, max-age=300"}


def routes(site: Site) -> APIRouter:
    """Six feeds."""
    router = APIRouter(dependencies=PUBLIC)
    for ending, name in ENDINGS.items():
        _route(router, site, ending, name)
    return router


def _route(router: APIRouter, site: Site, ending: str, name: str) -> None:
    write, media_type = FEED_FORMATS[name]

    @router.api_route(f"/stories.{ending}", methods=READ)
    def stories(request: Request) -> Response:
        page = newest_stories(site.store, several=True, size=ENTRIES)
        feed = feed_of_stories(
            page.shown, frame_of(site, request, f"/stories.{ending}", page.shown)
        )
        return reply(request, write(feed), media_type, CACHE)

    @router.api_route(f"/featured.{ending}", methods=READ)
    def featured(request: Request) -> Response:
        found = gather_featured(site, "", limit=ENTRIES)
        feed = feed_of_featured(found, frame_of(site, request, f"/featured.{ending}", found))
        return reply(request, write(feed), media_type, CACHE)


def frame_of(site: Site, request: Request, path: str, stories: Sequence[ListedStory]) -> FeedFrame:
    """What a feed says of itself; it has one language for all who read it."""
    return FeedFrame(
        site_title=site.settings.web.title,
        language=chosen_language(request.query_params, {}, ""),
        now=site.ports.clock.now(),
        base_url=site.base_url,
        self_url=f"{site.base_url}{path}" if site.base_url else "",
        pictures=site.feed_pictures(story.article.article_uuid for story in stories),
    )
