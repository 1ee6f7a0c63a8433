"""`/stories`: the newest stories. `/stories/{id}`: one, by the id of any of its articles."""

from dataclasses import replace
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from strandline.render.pages import stories_page, story_page
from strandline.render.story_views import StoriesView
from strandline.web.access import PUBLIC
from strandline.web.choices import language_choices
from strandline.web.queries import (
    AllStories,
    ArticleId,
    Before,
    LanguageChoice,
    article_cursor,
    write_cursor,
)
from strandline.web.site import READ, Site
from strandline.web.told_stories import newest_stories, pictured, tell_story
from strandline.web.walking import Place

#: Stories on one page.
PAGE_SIZE = 30


def routes(site: Site) -> APIRouter:
    """The list, and one story."""
    router = APIRouter(dependencies=PUBLIC)

    @router.api_route("/stories", methods=READ)
    def stories(
        request: Request,
        language: LanguageChoice = "",
        before: Before = "",
        everything: AllStories = "",
    ) -> Response:
        view = gather(site, language, article_cursor(before), is_all=bool(everything))
        return site.page(request, stories_page, view, section="stories")

    @router.api_route("/stories/{article_uuid}", methods=READ)
    def story(request: Request, article_uuid: ArticleId) -> Response:
        found = site.store.stories([article_uuid]).get(article_uuid)
        view = tell_story(site.store, found) if found else None
        if found is None or view is None:
            raise HTTPException(404)
        if found.main_id != article_uuid:
            # The main article can move: an address with another one's id is never kept for good.
            query = f"?{request.url.query}" if request.url.query else ""
            return RedirectResponse(
                f"/stories/{found.main_id}{query[:2_000]}", 302, {"cache-control": "no-store"}
            )
        view = replace(view, pictures=site.pictures(pictured([view.story])))
        return site.page(request, story_page, view, section="stories")

    return router


def gather(site: Site, language: str, before: Place | None, *, is_all: bool) -> StoriesView:
    """One page of the list."""
    store = site.store
    page = newest_stories(store, language, several=not is_all, size=PAGE_SIZE, before=before)
    return StoriesView(
        stories=page.shown,
        pictures=site.pictures(pictured(page.shown)),
        is_all=is_all,
        languages=language_choices(store.source_languages(), language),
        language=language,
        older_href=_href(language, write_cursor(*page.older), is_all=is_all)
        if page.older
        else None,
        newest_href=_href(language, "", is_all=is_all),
        is_first=before is None,
    )


def _href(language: str, cursor: str, *, is_all: bool) -> str:
    chosen = {"all": "1" if is_all else "", "language": language, "before": cursor}
    query = urlencode({name: value for name, value in chosen.items() if value})
    return f"/stories?{query}" if query else "/stories"
